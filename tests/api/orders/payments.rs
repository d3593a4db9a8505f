//! Money that comes and goes through Stripe, and what it opens and closes.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Sqlite, at_once,
    catalogue_fixture::{member, sign_in},
    stripe::server::{StripeServer, access, checkout},
};

#[test]
fn a_visitor_pays_for_a_plan_and_gets_a_key_and_a_receipt_by_mail_alone() {
    let stripe_server = StripeServer::open(Sqlite);
    let page = stripe_server.page("jo@example.com");
    assert_eq!((page.amount(), page.currency()), (30_000, "usd"));
    assert_eq!(page.form["customer_email"], "jo@example.com");
    let back = format!(
        "http://portal.example/checkout/complete?order={}",
        page.reference()
    );
    assert!(page.form["success_url"].starts_with(&back));
    assert_eq!(
        page.form["cancel_url"],
        "http://portal.example/checkout?plan=basic"
    );
    // CheckoutStep the page, and coming back from it, gives nothing.
    let order = stripe_server.order(&page);
    assert_eq!(
        (&order["status"], &order["purchaseKeys"]),
        (&json!("open"), &json!([]))
    );
    assert_eq!(stripe_server.count("purchase_codes"), 0);

    stripe_server.stripe.pay(&page.id).arrive(&stripe_server.server);
    assert_eq!(stripe_server.status(&page), "paid");
    assert_eq!(
        (
            stripe_server.mails("purchase_key"),
            stripe_server.mails("receipt")
        ),
        (1, 1)
    );
    let key = stripe_server.key(&page);
    assert!(stripe_server.registers("Jo", &key));
    let mut jo = sign_in(&stripe_server.server, "Jo");
    let (open, until) = access(&mut jo, stripe_server.futures);
    assert!(open && until.is_some(), "the plan opens its course for its term");
    assert!(!access(&mut jo, stripe_server.crypto).0);
    assert_eq!(
        stripe_server.order(&page)["purchaseKeys"],
        json!([]),
        "a used key is shown no more"
    );

    let orders = jo.get("/api/user/orders").ok(200);
    assert_eq!(orders[0]["reference"], page.reference());
    assert_eq!(
        (&orders[0]["status"], &orders[0]["total"]),
        (&json!("paid"), &json!(30_000))
    );
    assert_eq!(
        jo.get("/api/user").ok(200)["emailVerified"],
        true,
        "the key was mailed to this address"
    );
    let receipt = jo.get(orders[0]["receiptUrl"].as_str().unwrap());
    assert!(receipt.body.starts_with(b"%PDF-"));
}

#[test]
fn a_member_who_was_given_a_key_sees_no_receipt() {
    let stripe_server = StripeServer::open(Sqlite);
    let page = stripe_server.page("jo@example.com");
    stripe_server.stripe.pay(&page.id).arrive(&stripe_server.server);
    assert!(stripe_server.registers("Bo", &stripe_server.key(&page)));
    let mut bo = sign_in(&stripe_server.server, "Bo");
    let orders = bo.get("/api/user/orders").ok(200);
    assert_eq!(orders[0]["reference"], page.reference());
    assert!(orders[0].get("receiptUrl").is_none() && orders[0].get("receiptNumber").is_none());
    bo.get(&format!("/api/user/orders/{}/receipt", page.reference()))
        .refused(404, "not_found");
}

#[test]
fn a_member_pays_for_a_course_and_has_it_at_once() {
    let stripe_server = StripeServer::open(Sqlite);
    let mut trader = member(
        &stripe_server.server,
        "Trader",
        stripe_server.crypto,
        AccessTerm::Lifetime,
    );
    let page = stripe_server.page_for(&mut trader, stripe_server.futures);
    assert_eq!(
        (page.amount(), page.form["customer_email"].as_str()),
        (30_000, "trader@example.com")
    );
    assert!(
        !access(&mut trader, stripe_server.futures).0,
        "step the page gives nothing"
    );
    stripe_server.stripe.pay(&page.id).arrive(&stripe_server.server);
    assert_eq!(access(&mut trader, stripe_server.futures), (true, None));
    assert_eq!(
        (
            stripe_server.mails("purchase_key"),
            stripe_server.mails("receipt")
        ),
        (0, 1)
    );
    assert_eq!(stripe_server.order(&page)["courseId"], stripe_server.futures.0);
    let orders = trader.get("/api/user/orders").ok(200);
    let receipt = trader.get(orders[0]["receiptUrl"].as_str().unwrap());
    assert_eq!(receipt.header("content-type"), Some("application/pdf"));
    assert!(receipt.body.starts_with(b"%PDF-"));
    let path = format!("/api/courses/{}/checkout", stripe_server.futures.0);
    trader
        .send("POST", &path, &[], None)
        .refused(409, "already_owned");

    stripe_server
        .stripe
        .give_back(&page.id, 30_000)
        .arrive(&stripe_server.server);
    assert_eq!(stripe_server.status(&page), "refunded");
    assert!(!access(&mut trader, stripe_server.futures).0);
    assert_eq!(
        access(&mut trader, stripe_server.crypto),
        (true, None),
        "what else they have stays"
    );
    // What ended may be bought anew, on a page of its own.
    assert_ne!(
        stripe_server.page_for(&mut trader, stripe_server.futures).url,
        page.url
    );
}

#[test]
fn a_refund_ends_what_its_order_gave_and_nothing_else() {
    let stripe_server = StripeServer::open(Sqlite);
    let first = stripe_server.page("jo@example.com");
    stripe_server.stripe.pay(&first.id).arrive(&stripe_server.server);
    assert!(stripe_server.registers("Jo", &stripe_server.key(&first)));
    let mut jo = sign_in(&stripe_server.server, "Jo");
    let (_, three_months) = access(&mut jo, stripe_server.futures);
    let second = stripe_server.page("jo@example.com");
    stripe_server.stripe.pay(&second.id).arrive(&stripe_server.server);
    let _ = jo
        .post(
            "/api/user/redeem",
            &json!({ "purchaseKey": stripe_server.key(&second) }),
        )
        .ok(200);
    let (_, six_months) = access(&mut jo, stripe_server.futures);
    assert!(six_months > three_months);

    stripe_server
        .stripe
        .give_back(&second.id, 30_000)
        .arrive(&stripe_server.server);
    let (open, until) = access(&mut jo, stripe_server.futures);
    assert!(open);
    assert_eq!(until, three_months, "the first order stands as it was");
    stripe_server
        .stripe
        .give_back(&first.id, 30_000)
        .arrive(&stripe_server.server);
    assert!(!access(&mut jo, stripe_server.futures).0);
}

#[test]
fn an_unused_key_dies_with_its_payment() {
    let stripe_server = StripeServer::open(Sqlite);
    for (name, disputed) in [("Jo", false), ("Bo", true)] {
        let page = stripe_server.page("jo@example.com");
        stripe_server.stripe.pay(&page.id).arrive(&stripe_server.server);
        let key = stripe_server.key(&page);
        let (event, status) = if disputed {
            (stripe_server.stripe.dispute(&page.id), "disputed")
        } else {
            (stripe_server.stripe.give_back(&page.id, 30_000), "refunded")
        };
        event.arrive(&stripe_server.server);
        assert_eq!(stripe_server.status(&page), status);
        assert!(!stripe_server.registers(name, &key), "{status}");
        assert_eq!(stripe_server.order(&page)["purchaseKeys"], json!([]));
    }
}

#[test]
fn a_part_that_goes_back_takes_nothing_away() {
    let stripe_server = StripeServer::open(Sqlite);
    let page = stripe_server.page("jo@example.com");
    stripe_server.stripe.pay(&page.id).arrive(&stripe_server.server);
    stripe_server
        .stripe
        .give_back(&page.id, 29_999)
        .arrive(&stripe_server.server);
    assert_eq!(stripe_server.status(&page), "paid");
    assert!(stripe_server.registers("Jo", &stripe_server.key(&page)));
    let mut jo = sign_in(&stripe_server.server, "Jo");
    assert!(access(&mut jo, stripe_server.futures).0);
    // The last cent is the whole of it.
    stripe_server
        .stripe
        .give_back(&page.id, 1)
        .arrive(&stripe_server.server);
    assert_eq!(stripe_server.status(&page), "refunded");
    assert!(!access(&mut jo, stripe_server.futures).0);
}

#[test]
fn money_that_is_promised_opens_nothing_until_it_is_there() {
    let stripe_server = StripeServer::open(Sqlite);
    let mut trader = member(
        &stripe_server.server,
        "Trader",
        stripe_server.crypto,
        AccessTerm::Lifetime,
    );
    let page = stripe_server.page_for(&mut trader, stripe_server.futures);
    stripe_server
        .stripe
        .promise(&page.id)
        .arrive(&stripe_server.server);
    assert_eq!(stripe_server.status(&page), "awaiting_money");
    assert!(!access(&mut trader, stripe_server.futures).0);
    stripe_server
        .stripe
        .money_arrives(&page.id)
        .arrive(&stripe_server.server);
    assert_eq!(stripe_server.status(&page), "paid");
    assert_eq!(access(&mut trader, stripe_server.futures), (true, None));

    let visitors = stripe_server.page("jo@example.com");
    stripe_server
        .stripe
        .promise(&visitors.id)
        .arrive(&stripe_server.server);
    stripe_server
        .stripe
        .money_fails(&visitors.id)
        .arrive(&stripe_server.server);
    assert_eq!(stripe_server.status(&visitors), "failed");
    assert_eq!(stripe_server.mails("purchase_key"), 0);
}

#[test]
fn an_amount_or_currency_that_differs_is_flagged_and_opens_nothing() {
    let stripe_server = StripeServer::open(Sqlite);
    for (name, value) in [
        ("amount_total", json!(29_999)),
        ("amount_total", json!(30_001)),
        ("amount_total", json!(null)),
        ("currency", json!("eur")),
        ("currency", json!(null)),
    ] {
        let page = stripe_server.page("jo@example.com");
        stripe_server
            .stripe
            .pay(&page.id)
            .with(name, value.clone())
            .arrive(&stripe_server.server);
        assert_eq!(stripe_server.status(&page), "flagged", "{name} {value}");
        assert_eq!(stripe_server.order(&page)["purchaseKeys"], json!([]));
    }
    assert_eq!(stripe_server.count("purchase_codes"), 0);
    assert_eq!(stripe_server.count("documents"), 0);
    assert_eq!(
        stripe_server.count("orders WHERE flag IS NOT NULL"),
        5,
        "staff see what was paid"
    );
}

#[test]
fn two_buyers_of_one_address_get_an_order_and_a_key_each() {
    let stripe_server = StripeServer::open(Sqlite);
    let pages = at_once(8, |n| {
        let page = stripe_server.page(if n % 2 == 0 {
            "jo@example.com"
        } else {
            "JO@example.com"
        });
        stripe_server.stripe.pay(&page.id).arrive(&stripe_server.server);
        page
    });
    let keys: std::collections::BTreeSet<_> = pages.iter().map(|page| stripe_server.key(page)).collect();
    assert_eq!(keys.len(), 8);
    assert_eq!(
        (
            stripe_server.mails("purchase_key"),
            stripe_server.mails("receipt")
        ),
        (8, 8)
    );
    let numbers = stripe_server.texts("SELECT CAST(serial AS TEXT) AS t FROM documents ORDER BY serial");
    let numbers: Vec<_> = numbers.into_iter().flatten().collect();
    assert_eq!(
        numbers,
        (1..=8).map(|n| n.to_string()).collect::<Vec<_>>(),
        "no number is skipped"
    );
}

#[rstest]
fn a_price_from_the_browser_is_refused_and_two_clicks_are_one_page(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let stripe_server = StripeServer::open(engine);
    let mut cheap = checkout("jo@example.com");
    cheap["price"] = json!(1);
    stripe_server
        .server
        .visitor()
        .post("/api/checkout", &cheap)
        .refused(400, "invalid_json");
    let trader = member(
        &stripe_server.server,
        "Trader",
        stripe_server.crypto,
        AccessTerm::Lifetime,
    );
    let urls = at_once(20, |_| {
        stripe_server
            .page_for(&mut trader.clone(), stripe_server.futures)
            .url
    });
    assert!(urls.iter().all(|url| *url == urls[0]), "{urls:?}");
    assert_eq!(stripe_server.stripe.pages().len(), 1);
    assert_eq!(stripe_server.count("orders"), 1);
}

#[test]
fn a_page_that_was_given_up_is_expired_and_money_that_comes_all_the_same_counts() {
    let stripe_server = StripeServer::open(Sqlite);
    let page = stripe_server.page("jo@example.com");
    stripe_server
        .stripe
        .expire(&page.id)
        .arrive(&stripe_server.server);
    assert_eq!(stripe_server.status(&page), "expired");
    stripe_server.stripe.pay(&page.id).arrive(&stripe_server.server);
    assert_eq!(stripe_server.status(&page), "paid");
    stripe_server
        .stripe
        .expire(&page.id)
        .arrive(&stripe_server.server);
    assert_eq!(stripe_server.status(&page), "paid");
}
