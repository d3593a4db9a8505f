//! Money that comes and goes through Stripe, and what it opens and closes.

use courses::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Sqlite, at_once,
    shop::{member, sign_in},
    till::{Till, access, wish},
};

#[rstest]
fn a_visitor_pays_for_a_plan_and_gets_a_key_and_a_receipt(#[values(Sqlite, Postgres)] engine: Engine) {
    let till = Till::open(engine);
    let page = till.page("jo@example.com");
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
    // Opening the page, and coming back from it, gives nothing.
    let order = till.order(&page);
    assert_eq!(
        (&order["status"], &order["purchaseKeys"]),
        (&json!("open"), &json!([]))
    );
    assert_eq!(till.count("purchase_codes"), 0);

    till.stripe.pay(&page.id).arrive(&till.server);
    assert_eq!(till.status(&page), "paid");
    assert_eq!((till.mails("purchase_key"), till.mails("receipt")), (1, 1));
    let key = till.key(&page);
    assert!(till.registers("Jo", &key));
    let mut jo = sign_in(&till.server, "Jo");
    let (open, until) = access(&mut jo, till.futures);
    assert!(open && until.is_some(), "the plan opens its course for its term");
    assert!(!access(&mut jo, till.crypto).0);
    assert_eq!(
        till.order(&page)["purchaseKeys"],
        json!([]),
        "a used key is shown no more"
    );

    let orders = jo.get("/api/user/orders").ok(200);
    assert_eq!(orders[0]["reference"], page.reference());
    assert_eq!(
        (&orders[0]["status"], &orders[0]["total"]),
        (&json!("paid"), &json!(30_000))
    );
    let receipt = jo.get(orders[0]["receiptUrl"].as_str().unwrap());
    assert_eq!(receipt.header("content-type"), Some("application/pdf"));
    assert!(receipt.body.starts_with(b"%PDF-"));
}

#[rstest]
fn whoever_was_given_a_key_sees_no_receipt(#[values(Sqlite, Postgres)] engine: Engine) {
    let till = Till::open(engine);
    let page = till.page("jo@example.com");
    till.stripe.pay(&page.id).arrive(&till.server);
    assert!(till.registers("Bo", &till.key(&page)));
    let mut bo = sign_in(&till.server, "Bo");
    let orders = bo.get("/api/user/orders").ok(200);
    assert_eq!(orders[0]["reference"], page.reference());
    assert!(orders[0].get("receiptUrl").is_none() && orders[0].get("receiptNumber").is_none());
    bo.get(&format!("/api/user/orders/{}/receipt", page.reference()))
        .refused(404, "not_found");
}

#[rstest]
fn a_member_pays_for_a_course_and_has_it_at_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let till = Till::open(engine);
    let mut trader = member(&till.server, "Trader", till.crypto, AccessTerm::Lifetime);
    let page = till.page_for(&mut trader, till.futures);
    assert_eq!(
        (page.amount(), page.form["customer_email"].as_str()),
        (30_000, "trader@example.com")
    );
    assert!(
        !access(&mut trader, till.futures).0,
        "opening the page gives nothing"
    );
    till.stripe.pay(&page.id).arrive(&till.server);
    assert_eq!(access(&mut trader, till.futures), (true, None));
    assert_eq!((till.mails("purchase_key"), till.mails("receipt")), (0, 1));
    assert_eq!(till.order(&page)["courseId"], till.futures.0);
    let path = format!("/api/courses/{}/checkout", till.futures.0);
    trader
        .send("POST", &path, &[], None)
        .refused(409, "already_owned");

    till.stripe.give_back(&page.id, 30_000).arrive(&till.server);
    assert_eq!(till.status(&page), "refunded");
    assert!(!access(&mut trader, till.futures).0);
    assert_eq!(
        access(&mut trader, till.crypto),
        (true, None),
        "what else they have stays"
    );
    // What ended may be bought anew, on a page of its own.
    assert_ne!(till.page_for(&mut trader, till.futures).url, page.url);
}

#[rstest]
fn a_refund_ends_what_its_order_gave_and_nothing_else(#[values(Sqlite, Postgres)] engine: Engine) {
    let till = Till::open(engine);
    let first = till.page("jo@example.com");
    till.stripe.pay(&first.id).arrive(&till.server);
    assert!(till.registers("Jo", &till.key(&first)));
    let mut jo = sign_in(&till.server, "Jo");
    let (_, three_months) = access(&mut jo, till.futures);
    let second = till.page("jo@example.com");
    till.stripe.pay(&second.id).arrive(&till.server);
    let _ = jo
        .post("/api/user/redeem", &json!({ "purchaseKey": till.key(&second) }))
        .ok(200);
    let (_, six_months) = access(&mut jo, till.futures);
    assert!(six_months > three_months);

    till.stripe.give_back(&second.id, 30_000).arrive(&till.server);
    let (open, until) = access(&mut jo, till.futures);
    assert!(open);
    assert_eq!(until, three_months, "the first order stands as it was");
    till.stripe.give_back(&first.id, 30_000).arrive(&till.server);
    assert!(!access(&mut jo, till.futures).0);
}

#[rstest]
fn an_unused_key_dies_with_its_payment(#[values(Sqlite, Postgres)] engine: Engine) {
    let till = Till::open(engine);
    for (name, disputed) in [("Jo", false), ("Bo", true)] {
        let page = till.page("jo@example.com");
        till.stripe.pay(&page.id).arrive(&till.server);
        let key = till.key(&page);
        let (event, status) = if disputed {
            (till.stripe.dispute(&page.id), "disputed")
        } else {
            (till.stripe.give_back(&page.id, 30_000), "refunded")
        };
        event.arrive(&till.server);
        assert_eq!(till.status(&page), status);
        assert!(!till.registers(name, &key), "{status}");
        assert_eq!(till.order(&page)["purchaseKeys"], json!([]));
    }
}

#[rstest]
fn a_part_that_goes_back_takes_nothing_away(#[values(Sqlite, Postgres)] engine: Engine) {
    let till = Till::open(engine);
    let page = till.page("jo@example.com");
    till.stripe.pay(&page.id).arrive(&till.server);
    till.stripe.give_back(&page.id, 29_999).arrive(&till.server);
    assert_eq!(till.status(&page), "paid");
    assert!(till.registers("Jo", &till.key(&page)));
    let mut jo = sign_in(&till.server, "Jo");
    assert!(access(&mut jo, till.futures).0);
    // The last cent is the whole of it.
    till.stripe.give_back(&page.id, 1).arrive(&till.server);
    assert_eq!(till.status(&page), "refunded");
    assert!(!access(&mut jo, till.futures).0);
}

#[rstest]
fn money_that_is_promised_opens_nothing_until_it_is_there(#[values(Sqlite, Postgres)] engine: Engine) {
    let till = Till::open(engine);
    let mut trader = member(&till.server, "Trader", till.crypto, AccessTerm::Lifetime);
    let page = till.page_for(&mut trader, till.futures);
    till.stripe.promise(&page.id).arrive(&till.server);
    assert_eq!(till.status(&page), "awaiting_money");
    assert!(!access(&mut trader, till.futures).0);
    till.stripe.money_arrives(&page.id).arrive(&till.server);
    assert_eq!(till.status(&page), "paid");
    assert_eq!(access(&mut trader, till.futures), (true, None));

    let visitors = till.page("jo@example.com");
    till.stripe.promise(&visitors.id).arrive(&till.server);
    till.stripe.money_fails(&visitors.id).arrive(&till.server);
    assert_eq!(till.status(&visitors), "failed");
    assert_eq!(till.mails("purchase_key"), 0);
}

#[rstest]
fn an_amount_or_currency_that_differs_is_flagged_and_opens_nothing(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let till = Till::open(engine);
    for (name, value) in [
        ("amount_total", json!(29_999)),
        ("amount_total", json!(30_001)),
        ("amount_total", json!(null)),
        ("currency", json!("eur")),
        ("currency", json!(null)),
    ] {
        let page = till.page("jo@example.com");
        till.stripe
            .pay(&page.id)
            .with(name, value.clone())
            .arrive(&till.server);
        assert_eq!(till.status(&page), "flagged", "{name} {value}");
        assert_eq!(till.order(&page)["purchaseKeys"], json!([]));
    }
    assert_eq!(till.count("purchase_codes"), 0);
    assert_eq!(till.count("receipts"), 0);
    assert_eq!(
        till.count("orders WHERE flag IS NOT NULL"),
        5,
        "staff see what was paid"
    );
}

#[rstest]
fn two_buyers_of_one_address_get_an_order_and_a_key_each(#[values(Sqlite, Postgres)] engine: Engine) {
    let till = Till::open(engine);
    let pages = at_once(8, |n| {
        let page = till.page(if n % 2 == 0 {
            "jo@example.com"
        } else {
            "JO@example.com"
        });
        till.stripe.pay(&page.id).arrive(&till.server);
        page
    });
    let keys: std::collections::BTreeSet<_> = pages.iter().map(|page| till.key(page)).collect();
    assert_eq!(keys.len(), 8);
    assert_eq!((till.mails("purchase_key"), till.mails("receipt")), (8, 8));
    let numbers = till.texts("SELECT CAST(serial AS TEXT) AS t FROM receipts ORDER BY serial");
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
    let till = Till::open(engine);
    let mut cheap = wish("jo@example.com");
    cheap["price"] = json!(1);
    till.server
        .visitor()
        .post("/api/checkout", &cheap)
        .refused(400, "invalid_json");
    let trader = member(&till.server, "Trader", till.crypto, AccessTerm::Lifetime);
    let urls = at_once(20, |_| till.page_for(&mut trader.clone(), till.futures).url);
    assert!(urls.iter().all(|url| *url == urls[0]), "{urls:?}");
    assert_eq!(till.stripe.pages().len(), 1);
    assert_eq!(till.count("orders"), 1);
}

#[test]
fn a_page_that_was_given_up_is_expired_and_money_that_comes_all_the_same_counts() {
    let till = Till::open(Sqlite);
    let page = till.page("jo@example.com");
    till.stripe.expire(&page.id).arrive(&till.server);
    assert_eq!(till.status(&page), "expired");
    till.stripe.pay(&page.id).arrive(&till.server);
    assert_eq!(till.status(&page), "paid");
    till.stripe.expire(&page.id).arrive(&till.server);
    assert_eq!(till.status(&page), "paid");
}
