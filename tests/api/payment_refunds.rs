//! Staff give money back through Stripe: the money moves first, then the order ends, and Stripe's own word changes no more.

use std::process::Command;

use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Sqlite,
    fake_stripe::{Fault, SECRET_KEY},
    keys::SESSION_KEY,
    server::{binary, database_setting, run_to_end},
    shop::sign_in,
    till::{Till, access},
};

/// A `portal` command, in the server's own environment.
fn portal(till: &Till, words: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(binary("portal"));
    command
        .env_clear()
        .current_dir(till.server.data())
        .env(
            "DATABASE_URL",
            database_setting(&till.server.database().address()),
        )
        .env("PORTAL_DATA_DIR", till.server.data())
        .env("PORTAL_SESSION_KEY", SESSION_KEY)
        .envs(till.stripe.settings());
    run_to_end(&mut command, words)
}

fn refund(till: &Till, order: &str) -> (Option<i32>, String) {
    let (code, out, err) = portal(till, &["orders", "refund", order, "--yes"]);
    assert_eq!((out.as_str(), err.lines().count()), ("", 1), "{out}{err}");
    assert!(!err.contains(SECRET_KEY), "{err}");
    (code, err)
}

#[rstest]
fn staff_give_a_payment_back_once_and_what_it_opened_closes(#[values(Sqlite, Postgres)] engine: Engine) {
    let till = Till::open(engine);
    let page = till.page("jo@example.com");
    till.stripe.pay(&page.id).arrive(&till.server);
    assert!(till.registers("Jo", &till.key(&page)));
    let mut jo = sign_in(&till.server, "Jo");
    assert!(access(&mut jo, till.futures).0);

    assert_eq!(refund(&till, page.reference()).0, Some(0));
    assert_eq!(till.stripe.returned(&page.id), 30_000);
    assert_eq!(till.status(&page), "refunded");
    assert!(
        !access(&mut jo, till.futures).0,
        "without waiting for Stripe's word"
    );
    // That word comes, and staff ask again: nothing more happens.
    till.stripe.given_back(&page.id).arrive(&till.server);
    assert_eq!(refund(&till, page.reference()).0, Some(0));
    assert_eq!(till.stripe.returned(&page.id), 30_000);
    assert_eq!(till.status(&page), "refunded");
}

#[rstest]
fn what_stripe_does_not_give_back_is_not_refunded(#[values(Sqlite, Postgres)] engine: Engine) {
    let till = Till::open(engine);
    let page = till.page("jo@example.com");
    till.stripe.pay(&page.id).arrive(&till.server);
    till.stripe.fail_next(&[Fault::ServerError]);
    let (code, line) = refund(&till, page.reference());
    assert_eq!(code, Some(1));
    assert!(line.contains("nothing was changed"), "{line}");
    assert_eq!(
        (till.status(&page).as_str(), till.stripe.returned(&page.id)),
        ("paid", 0)
    );
    // An open order has nothing to give back, and neither has one whose payment Stripe never named.
    let open = till.page("jo@example.com");
    assert_eq!(refund(&till, open.reference()).0, Some(1));
    let nameless = till.page("jo@example.com");
    let paid = till.stripe.pay(&nameless.id).with("payment_intent", json!(null));
    paid.arrive(&till.server);
    let (code, line) = refund(&till, nameless.reference());
    assert_eq!(code, Some(1));
    assert!(line.contains("Stripe's own pages"), "{line}");
    assert_eq!(till.status(&nameless), "paid");
}

#[rstest]
fn staff_hear_of_a_payment_that_differs_and_give_it_back(#[values(Sqlite, Postgres)] engine: Engine) {
    let till = Till::open(engine);
    let hears = || {
        portal(&till, &["doctor"])
            .1
            .contains("brought money and opened nothing")
    };
    assert!(!hears());
    let page = till.page("jo@example.com");
    let less = till.stripe.pay(&page.id).with("amount_total", json!(1));
    less.arrive(&till.server);
    assert_eq!(till.status(&page), "flagged");
    assert!(hears());
    assert_eq!(refund(&till, page.reference()).0, Some(0));
    assert!(till.stripe.returned(&page.id) > 0);
    assert_eq!(till.status(&page), "refunded");
    assert!(!hears());
}
