//! The whole purchase in a demo's sandbox, where no money moves.

use kernel::AccessTerm;
use orders::{Discount, NewCoupon};
use serde_json::{Value, json};
use support::{
    Browser, Engine, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, member, registration},
    databases::tables::{db_count, db_run},
    mailbox::mail,
    samples::noon,
    waiting::on_one_day,
};

fn demo(engine: Engine, more: &[(&str, &str)]) -> Server {
    let mut settings = vec![("PORTAL_DEMO", "on"), ("PORTAL_PAYMENTS", "sandbox")];
    settings.extend_from_slice(more);
    Server::with(engine, &settings)
}

fn checkout() -> Value {
    json!({ "plan": "basic", "email": "anna@example.com", "firstName": "Anna", "lastName": "Buyer" })
}

/// The reference of an order from the address that it leads to.
fn reference(answer: &Value) -> String {
    let url = answer["url"].as_str().expect("an address");
    let (page, reference) = url.split_once("?order=").expect("an order");
    assert_eq!(page, "http://portal.example/checkout/sandbox");
    reference.to_owned()
}

fn press(browser: &mut Browser, order: &str, outcome: &str) -> String {
    let pressed = browser.post(&format!("/api/sandbox/{order}"), &json!({ "outcome": outcome }));
    pressed.ok(200)["url"].as_str().expect("an address").to_owned()
}

#[test]
fn a_visitor_buys_a_plan_and_watches_with_the_key() {
    on_one_day();
    let server = demo(Sqlite, &[]);
    let mut buyer = server.visitor();
    assert_eq!(buyer.get("/api/site").ok(200)["payments"], "sandbox");
    let order = reference(&buyer.post("/api/checkout", &checkout()).ok(200));
    let asked = buyer.get(&format!("/api/sandbox/{order}")).ok(200);
    let expected = json!({
        "title": "3-Month Access", "total": 30_000, "currency": "usd", "email": "anna@example.com",
    });
    assert_eq!(asked, expected);
    let seen = format!("/api/orders/{order}");
    let view = buyer.get(&seen);
    assert_eq!(view.header("cache-control"), Some("no-store"));
    let view = view.ok(200);
    assert_eq!(
        (&view["status"], &view["purchaseKeys"]),
        (&json!("open"), &json!([]))
    );

    let done = press(&mut buyer, &order, "pay");
    let (page, signed_reference) = done.split_once("?order=").unwrap();
    assert_eq!(page, "http://portal.example/checkout/complete");
    assert_eq!(
        press(&mut buyer, &order, "pay"),
        done,
        "a second press is another payment"
    );
    assert_eq!(
        press(&mut buyer, &order, "abandon"),
        "http://portal.example/checkout?plan=basic"
    );
    let view = buyer.get(&seen).ok(200);
    assert_eq!(view["status"], "paid");
    assert_eq!(
        view["purchaseKeys"],
        json!([]),
        "what the database holds shows a key"
    );
    let mut forged = signed_reference.to_owned();
    forged.replace_range(63.., if signed_reference.ends_with('0') { "1" } else { "0" });
    buyer
        .get(&format!("/api/orders/{forged}"))
        .refused(404, "not_found");
    let seen = format!("/api/orders/{signed_reference}");
    let view = buyer.get(&seen).ok(200);
    assert_eq!(view["purchaseKeys"].as_array().unwrap().len(), 1);
    let key = view["purchaseKeys"][0].as_str().unwrap().to_owned();
    // Two mails of one moment lie in the folder in any order; the second is awaited first, then both are there.
    let number = format!("receipt {}-000001", chrono::Utc::now().format("%Y"));
    let mails = [mail(&server, 1), mail(&server, 0)];
    for wanted in [&key, &number] {
        let found = mails.iter().filter(|text| text.contains(wanted.as_str())).count();
        assert_eq!(found, 1, "{wanted} is in {found} mails");
    }

    let _ = buyer.post("/api/register", &registration("Anna", &key)).ok(201);
    let held = buyer.get("/api/user/courses").ok(200);
    assert_eq!(
        (held.as_array().unwrap().len(), &held[0]["type"]),
        (1, &json!("futures"))
    );
    assert!(held[0]["expiresAt"].is_string());
    let course = held[0]["id"].as_i64().unwrap();
    let models = buyer.get(&format!("/api/courses/{course}/models")).ok(200);
    let video = models[0]["videos"][0]["url"].as_str().unwrap().to_owned();
    assert_eq!(buyer.get(&video).status, 200);
    assert_eq!(
        buyer.get(&seen).ok(200)["purchaseKeys"],
        json!([]),
        "a used key is shown"
    );

    let own = buyer.get("/api/user/orders").ok(200);
    assert_eq!(
        (own.as_array().unwrap().len(), &own[0]["status"]),
        (1, &json!("paid"))
    );
    // The key was mailed to the address that registers with it: that verifies the address, and makes the account the buyer.
    let receipt = buyer.get(own[0]["receiptUrl"].as_str().unwrap());
    assert!(receipt.body.starts_with(b"%PDF-"));
}

#[test]
fn a_member_buys_a_course_and_has_it_at_once() {
    // The plan checkout stays simulated; a demo's courses are paid in the sandbox all the same.
    let server = Server::with(Sqlite, &[("PORTAL_DEMO", "on")]);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Anna", catalogue.futures, AccessTerm::Days(10));
    browser
        .post("/api/checkout", &checkout())
        .refused(503, "payments_unavailable");
    let held = format!("/api/courses/{}/checkout", catalogue.futures.0);
    browser
        .send("POST", &held, &[], None)
        .refused(409, "already_owned");
    let checkout = format!("/api/courses/{}/checkout", catalogue.crypto.0);
    let order = reference(&browser.send("POST", &checkout, &[], None).ok(200));
    let again = reference(&browser.send("POST", &checkout, &[], None).ok(200));
    assert_eq!(order, again, "a second click is another order");
    let access = format!("/api/courses/{}/access", catalogue.crypto.0);
    assert_eq!(
        browser.get(&access).ok(200)["hasAccess"],
        false,
        "an open page gives access"
    );

    let left = press(&mut browser, &order, "abandon");
    assert_eq!(
        left,
        format!("http://portal.example/courses/{}", catalogue.crypto.0)
    );
    assert_eq!(
        browser.get(&format!("/api/orders/{order}")).ok(200)["status"],
        "expired"
    );
    let order = reference(&browser.send("POST", &checkout, &[], None).ok(200));
    assert_ne!(order, again, "an order that was given up is opened again");
    press(&mut browser, &order, "decline");
    assert_eq!(
        browser.get(&format!("/api/orders/{order}")).ok(200)["status"],
        "failed"
    );
    let order = reference(&browser.send("POST", &checkout, &[], None).ok(200));
    press(&mut browser, &order, "pay");
    let view = browser.get(&format!("/api/orders/{order}")).ok(200);
    assert_eq!(
        (&view["status"], &view["courseId"]),
        (&json!("paid"), &json!(catalogue.crypto.0))
    );
    assert_eq!(view["purchaseKeys"], json!([]));
    let access = browser.get(&access).ok(200);
    assert_eq!(access, json!({ "hasAccess": true, "expiresAt": null }));
    browser
        .send("POST", &checkout, &[], None)
        .refused(409, "already_owned");
    let own = browser.get("/api/user/orders").ok(200);
    let receipt = own[0]["receiptUrl"].as_str().unwrap().to_owned();
    let pdf = browser.get(&receipt);
    assert_eq!(
        (pdf.status, pdf.header("content-type")),
        (200, Some("application/pdf"))
    );
    assert!(pdf.body.starts_with(b"%PDF"));
    let name = format!("receipt-{}.pdf", own[0]["receiptNumber"].as_str().unwrap());
    assert!(pdf.header("content-disposition").unwrap().contains(&name));
    let mut stranger = member(&server, "Stranger", catalogue.crypto, AccessTerm::Lifetime);
    stranger.get(&receipt).refused(404, "not_found");
    assert_eq!(stranger.get("/api/user/orders").ok(200), json!([]));
    server.visitor().get(&receipt).refused(401, "unauthenticated");
    let statuses: Vec<_> = browser
        .get("/api/user/orders")
        .ok(200)
        .as_array()
        .unwrap()
        .iter()
        .map(|order| order["status"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(statuses, ["paid", "failed", "expired"]);
}

#[test]
fn what_cannot_be_ordered_is_refused_field_by_field() {
    let server = demo(Sqlite, &[]);
    let mut visitor = server.visitor();
    for (field, text, message) in [
        ("plan", "mentorship", "This plan cannot be bought."),
        ("plan", "gold", "This plan cannot be bought."),
        ("firstName", "A", "First name must be at least 2 characters."),
        ("lastName", " ", "Last name must be at least 2 characters."),
        (
            "lastName",
            "Buyer\r\nBcc: x@example.com",
            "Please write this in one line, without line breaks.",
        ),
        (
            "firstName",
            "An\u{202e}na",
            "Please leave out invisible characters.",
        ),
        (
            "email",
            "an na@example.com",
            "Please enter a valid email address.",
        ),
        (
            "email",
            "anna@example.com\r\nBcc: x@example.com",
            "Please enter a valid email address.",
        ),
        ("email", "nobody", "Please enter a valid email address."),
        ("coupon", "UNKNOWN", "This coupon cannot be used."),
        ("coupon", "½ off", "This coupon cannot be used."),
        (
            "vatNumber",
            "GB123456789",
            "Please enter a valid EU VAT number, such as NL123456782B01.",
        ),
    ] {
        let mut body = checkout();
        body[field] = json!(text);
        visitor
            .post("/api/checkout", &body)
            .wrong_fields(&[(field, message)]);
    }
    let mut tampered = checkout();
    tampered["price"] = json!(1);
    visitor
        .post("/api/checkout", &tampered)
        .refused(400, "invalid_json");
    assert_eq!(db_count(&server.database().address(), "orders"), 0);
    visitor
        .get(&format!("/api/orders/{}", "0".repeat(32)))
        .refused(404, "not_found");
    visitor.get("/api/orders/..%2f..%2fetc").refused(404, "not_found");
    visitor
        .get(&format!("/api/sandbox/{}", "0".repeat(32)))
        .refused(404, "not_found");
}

#[test]
fn a_quote_says_what_the_order_will_cost() {
    let server = demo(Sqlite, &[]);
    let coupon = NewCoupon {
        code: "SPRING-10".parse().unwrap(),
        discount: Discount::Percent(10),
        plan: None,
        limit: None,
        expires_at: None,
    };
    server
        .database()
        .write(move |store| store.insert_coupon(&coupon, noon()))
        .unwrap();
    let mut visitor = server.visitor();
    let plain = visitor
        .post("/api/checkout/quote", &json!({ "plan": "basic" }))
        .ok(200);
    let expected = json!({
        "title": "3-Month Access", "price": 30_000, "discount": 0, "tax": 5_207, "total": 30_000, "currency": "usd",
        "taxPercent": 21.0, "taxIncluded": true, "reverseCharge": false,
        "quantity": 1,
    });
    assert_eq!(plain, expected);
    let less = json!({ "plan": "basic", "coupon": "spring-10", "vatNumber": "" });
    let quote = visitor.post("/api/checkout/quote", &less).ok(200);
    assert_eq!(
        (&quote["discount"], &quote["total"]),
        (&json!(3_000), &json!(27_000))
    );
    assert_eq!(quote["coupon"], "SPRING-10");
    let business = json!({ "plan": "basic", "vatNumber": "nl 123456782 b01" });
    let quote = visitor.post("/api/checkout/quote", &business).ok(200);
    assert_eq!(
        (&quote["tax"], &quote["total"], &quote["reverseCharge"]),
        (&json!(5_207), &json!(30_000), &json!(false)),
        "the owner has not turned reverse charge on"
    );
    let wrong = json!({ "plan": "basic", "coupon": "WINTER" });
    visitor
        .post("/api/checkout/quote", &wrong)
        .wrong_fields(&[("coupon", "This coupon cannot be used.")]);
    let address = server.database().address();
    assert_eq!(db_count(&address, "orders"), 0, "a quote is an order");
    assert_eq!(db_count(&address, "coupons WHERE used = 0"), 1);
    let mut body = checkout();
    body["coupon"] = json!("SPRING-10");
    let order = reference(&visitor.post("/api/checkout", &body).ok(200));
    assert_eq!(
        visitor.get(&format!("/api/sandbox/{order}")).ok(200)["total"],
        27_000
    );
}

#[test]
fn a_real_site_has_no_sandbox() {
    let server = Server::start(Sqlite);
    let path = format!("/api/sandbox/{}", "0".repeat(32));
    server.visitor().get(&path).refused(404, "not_found");
    server
        .visitor()
        .post(&path, &json!({ "outcome": "pay" }))
        .refused(404, "not_found");
    server
        .visitor()
        .post("/api/checkout/quote", &json!({ "plan": "basic" }))
        .refused(503, "payments_unavailable");
}

#[test]
fn orders_and_coupon_guesses_are_limited() {
    let server = demo(Sqlite, &[("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", "3")]);
    let mut visitor = server.visitor();
    for (path, body) in [
        ("/api/checkout", checkout()),
        (
            "/api/checkout/quote",
            json!({ "plan": "basic", "coupon": "GUESS" }),
        ),
    ] {
        for attempt in 0..3 {
            assert_ne!(visitor.post(path, &body).status, 429, "{path} {attempt}");
        }
        visitor.post(path, &body).refused(429, "too_many_attempts");
    }
}

#[test]
fn the_premium_plan_of_a_demo_opens_its_live_room_where_there_is_one() {
    let server = demo(Sqlite, &[]);
    let _ = CatalogueFixture::open(&server);
    let mut buyer = server.visitor();
    let bought = |plan: &str, buyer: &mut Browser| {
        let body =
            json!({ "plan": plan, "email": "anna@example.com", "firstName": "Anna", "lastName": "Buyer" });
        let order = reference(&buyer.post("/api/checkout", &body).ok(200));
        let done = press(buyer, &order, "pay");
        let (_, signed) = done.split_once("?order=").expect("a reference");
        let view = buyer.get(&format!("/api/orders/{signed}")).ok(200);
        view["purchaseKeys"].as_array().expect("keys").len()
    };
    let (premium, basic) = (bought("premium", &mut buyer), bought("basic", &mut buyer));
    db_run(
        &server.database().address(),
        "UPDATE courses SET removed_at = '2026-01-01 00:00:00' WHERE slug = 'live-room'",
    );
    assert_eq!(
        (bought("premium", &mut buyer), bought("basic", &mut buyer)),
        (premium - 1, basic)
    );
}
