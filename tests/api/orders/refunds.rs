//! Staff give money back through Stripe: the money moves first, then the order ends, and Stripe's own word changes no more.

use std::process::Command;

use serde_json::json;
use support::{
    Sqlite,
    catalogue_fixture::sign_in,
    keys::SESSION_KEY,
    server::{binary, database_setting, run_to_end},
    stripe::{
        Fault, SECRET_KEY,
        server::{StripeServer, access},
    },
    waiting::until,
};

/// A `portal` command, in the server's own environment.
fn portal(stripe_server: &StripeServer, words: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(binary("portal"));
    command
        .env_clear()
        .current_dir(stripe_server.server.data())
        .env(
            "DATABASE_URL",
            database_setting(&stripe_server.server.database().address()),
        )
        .env("PORTAL_DATA_DIR", stripe_server.server.data())
        .env("PORTAL_SESSION_KEY", SESSION_KEY)
        .envs(stripe_server.stripe.settings());
    run_to_end(&mut command, words)
}

fn refund(stripe_server: &StripeServer, order: &str) -> (Option<i32>, String) {
    let (code, out, err) = portal(stripe_server, &["orders", "refund", order, "--yes"]);
    assert_eq!((out.as_str(), err.lines().count()), ("", 1), "{out}{err}");
    assert!(!err.contains(SECRET_KEY), "{err}");
    (code, err)
}

#[test]
fn staff_give_a_payment_back_once_and_what_it_opened_closes() {
    let stripe_server = StripeServer::open(Sqlite);
    let page = stripe_server.page("jo@example.com");
    stripe_server.stripe.pay(&page.id).arrive(&stripe_server.server);
    assert!(stripe_server.registers("Jo", &stripe_server.key(&page)));
    let mut jo = sign_in(&stripe_server.server, "Jo");
    assert!(access(&mut jo, stripe_server.futures).0);

    assert_eq!(refund(&stripe_server, page.reference()).0, Some(0));
    assert_eq!(stripe_server.stripe.returned(&page.id), 30_000);
    assert_eq!(stripe_server.status(&page), "refunded");
    assert!(
        !access(&mut jo, stripe_server.futures).0,
        "without waiting for Stripe's word"
    );
    // That word comes, and staff ask again: nothing more happens.
    stripe_server
        .stripe
        .given_back(&page.id)
        .arrive(&stripe_server.server);
    assert_eq!(refund(&stripe_server, page.reference()).0, Some(0));
    assert_eq!(stripe_server.stripe.returned(&page.id), 30_000);
    assert_eq!(stripe_server.status(&page), "refunded");
}

#[test]
fn what_stripe_does_not_give_back_is_not_refunded() {
    let stripe_server = StripeServer::open(Sqlite);
    let page = stripe_server.page("jo@example.com");
    stripe_server.stripe.pay(&page.id).arrive(&stripe_server.server);
    stripe_server.stripe.fail_next(&[Fault::ServerError]);
    let (code, line) = refund(&stripe_server, page.reference());
    assert_eq!(code, Some(1));
    assert!(line.contains("is not known"), "{line}");
    assert_eq!(
        (
            stripe_server.status(&page).as_str(),
            stripe_server.stripe.returned(&page.id)
        ),
        ("refunded", 0),
        "it is owed"
    );
    until("the server makes it", || {
        stripe_server.stripe.returned(&page.id) == 30_000
    });
    // An open order has nothing to give back, and neither has an order whose payment Stripe never named.
    let open = stripe_server.page("jo@example.com");
    assert_eq!(refund(&stripe_server, open.reference()).0, Some(1));
    let nameless = stripe_server.page("jo@example.com");
    let paid = stripe_server
        .stripe
        .pay(&nameless.id)
        .with("payment_intent", json!(null));
    paid.arrive(&stripe_server.server);
    let (code, line) = refund(&stripe_server, nameless.reference());
    assert_eq!(code, Some(1));
    assert!(line.contains("Stripe's own pages"), "{line}");
    assert_eq!(stripe_server.status(&nameless), "paid");
}

#[test]
fn staff_hear_of_a_payment_that_differs_and_give_it_back() {
    let stripe_server = StripeServer::open(Sqlite);
    let hears = || {
        portal(&stripe_server, &["doctor"])
            .1
            .contains("brought money and opened nothing")
    };
    assert!(!hears());
    let page = stripe_server.page("jo@example.com");
    let less = stripe_server.stripe.pay(&page.id).with("amount_total", json!(1));
    less.arrive(&stripe_server.server);
    assert_eq!(stripe_server.status(&page), "flagged");
    assert!(hears());
    assert_eq!(refund(&stripe_server, page.reference()).0, Some(0));
    assert!(stripe_server.stripe.returned(&page.id) > 0);
    assert_eq!(stripe_server.status(&page), "refunded");
    assert!(!hears());
}
