//! The buyer's country over HTTP: what is asked for, what it costs, and what is kept of it.

use kernel::AccessTerm;
use serde_json::{Value, json};
use staff::Role;
use support::{
    Browser, Engine, Server, Sqlite,
    catalogue_fixture::member,
    databases::tables::{db_count, db_texts},
    staff::joined,
    waiting::on_one_day,
};
use tempfile::TempDir;

use crate::site::{folder, with_folder};

const OSS: &str = "currency = \"eur\"\n[company]\nvat_number = \"BE 0403.019.261\"\n[vat]\npercent = 21\nincluded = true\n\
                   reverse_charge = true\noss = true\n[vat.countries]\nNL = 21\nHU = 27\nFI = 25.5\nCH = 8.1\nFR = 20\n";
const SANDBOX: [(&str, &str); 2] = [("PORTAL_DEMO", "on"), ("PORTAL_PAYMENTS", "sandbox")];

/// A demo that sells to every country, with the folder that it reads.
fn site(engine: Engine, values: &str) -> (Server, TempDir) {
    let folder = folder(&[("site.toml", values)]);
    let server = with_folder(engine, folder.path(), &SANDBOX);
    (server, folder)
}

fn with(mut body: Value, more: &Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

fn quote_of(more: &Value) -> Value {
    with(json!({ "plan": "basic" }), more)
}

fn checkout_of(more: &Value) -> Value {
    let buyer =
        json!({ "plan": "basic", "email": "anna@example.com", "firstName": "Anna", "lastName": "Buyer" });
    with(buyer, more)
}

fn business(country: &str, number: &str) -> Value {
    json!({
        "country": country, "vatNumber": number, "company": "Delta Handel BV", "billingAddress": "Keizersgracht 1",
        "city": "Amsterdam", "zipCode": "1015 CJ",
    })
}

/// The order in an answer's address.
fn order_in(answer: &Value) -> &str {
    answer["url"].as_str().unwrap().split_once("?order=").unwrap().1
}

fn sandbox_page(answer: &Value) -> String {
    format!("/api/sandbox/{}", order_in(answer))
}

/// Pays on the sandbox's page; what the buyer's page shows then.
fn pay(buyer: &mut Browser, answer: &Value, more: &Value) -> Value {
    let pressed = with(json!({ "outcome": "pay" }), more);
    let done = buyer.post(&sandbox_page(answer), &pressed).ok(200);
    buyer.get(&format!("/api/orders/{}", order_in(&done))).ok(200)
}

#[test]
fn a_quote_follows_the_country() {
    let (server, _folder) = site(Sqlite, OSS);
    let mut visitor = server.visitor();
    for (country, tax, percent) in [
        ("BE", 5_207, 21.0),
        ("nl", 5_207, 21.0),
        ("HU", 6_378, 27.0),
        ("FI", 6_096, 25.5),
        ("CH", 2_248, 8.1),
        ("US", 0, 0.0),
        ("MC", 5_000, 20.0),
    ] {
        let quote = visitor.post("/api/checkout/quote", &quote_of(&json!({ "country": country })));
        let quote = quote.ok(200);
        assert_eq!(
            (
                &quote["tax"],
                &quote["total"],
                &quote["taxPercent"],
                &quote["country"]
            ),
            (&json!(tax), &json!(30_000), &json!(percent), &json!(country)),
            "as it was sent: {quote}"
        );
    }
    let five = quote_of(&json!({ "country": "HU", "quantity": 5 }));
    let quote = visitor.post("/api/checkout/quote", &five).ok(200);
    assert_eq!(
        (
            &quote["price"],
            &quote["total"],
            &quote["tax"],
            &quote["quantity"]
        ),
        (&json!(150_000), &json!(150_000), &json!(31_890), &json!(5))
    );
    let reversed = quote_of(&json!({ "country": "NL", "vatNumber": "NL004495445B01" }));
    let quote = visitor.post("/api/checkout/quote", &reversed).ok(200);
    assert_eq!(
        (
            &quote["tax"],
            &quote["total"],
            &quote["taxPercent"],
            &quote["reverseCharge"]
        ),
        (&json!(0), &json!(24_793), &json!(0.0), &json!(true))
    );
}

#[test]
fn what_is_wrong_is_said_field_by_field_and_nothing_is_charged() {
    let (server, _folder) = site(Sqlite, OSS);
    let mut visitor = server.visitor();
    let missing = "Please enter your country.";
    let unknown = "Please choose your country by its two letters, such as NL.";
    let other = "This VAT number is of another country than the one that you chose.";
    let count = "Please choose a whole number from 1 to 20.";
    let number = "NL004495445B01";
    for (more, field, message) in [
        (json!({}), "country", missing),
        (json!({ "country": "" }), "country", missing),
        (json!({ "country": "XX" }), "country", unknown),
        (json!({ "country": "EL" }), "country", unknown),
        (json!({ "country": "Netherlands" }), "country", unknown),
        (business("FR", number), "vatNumber", other),
        (business("US", number), "vatNumber", other),
        (json!({ "country": "NL", "quantity": 0 }), "quantity", count),
        (json!({ "country": "NL", "quantity": 21 }), "quantity", count),
        (json!({ "country": "NL", "quantity": 1.5 }), "quantity", count),
        (json!({ "country": "NL", "quantity": "2" }), "quantity", count),
        (json!({ "country": "NL", "quantity": null }), "quantity", count),
    ] {
        visitor
            .post("/api/checkout", &checkout_of(&more))
            .wrong_fields(&[(field, message)]);
        visitor
            .post("/api/checkout/quote", &quote_of(&more))
            .wrong_fields(&[(field, message)]);
    }
    for (lacks, message) in [
        ("company", "Please enter the name of your company."),
        ("billingAddress", "Please enter your billing address."),
        ("city", "Please enter your city."),
        ("zipCode", "Please enter a valid zip code."),
    ] {
        let mut more = business("NL", number);
        more.as_object_mut().unwrap().remove(lacks);
        visitor
            .post("/api/checkout", &checkout_of(&more))
            .wrong_fields(&[(lacks, message)]);
    }
    let half = json!({ "country": "NL", "billingAddress": "Keizersgracht 1", "zipCode": "1015 CJ" });
    visitor
        .post("/api/checkout/quote", &quote_of(&half))
        .wrong_fields(&[("city", "Please enter your city.")]);
    visitor
        .post("/api/checkout", &checkout_of(&json!({ "country": "DE" })))
        .refused(503, "payments_unavailable");
    server.wait_for_log("vat.countries");
    let address = server.database().address();
    assert_eq!(db_count(&address, "orders"), 0);
    assert_eq!(db_count(&address, "order_billing"), 0);
}

#[test]
fn an_order_keeps_place_and_quantity_and_its_buyer_gets_every_key() {
    on_one_day();
    let (server, _folder) = site(Sqlite, OSS);
    let mut visitor = server.visitor();
    let wish = with(business("NL", "NL004495445B01"), &json!({ "quantity": 3 }));
    let opened = visitor.post("/api/checkout", &checkout_of(&wish)).ok(200);
    let page = visitor.get(
        &opened["url"]
            .as_str()
            .unwrap()
            .replace("http://portal.example/checkout/sandbox?order=", "/api/sandbox/"),
    );
    assert_eq!(page.ok(200)["title"], "3 × 3-Month Access");
    let seen = pay(&mut visitor, &opened, &json!({}));
    assert_eq!(
        (&seen["status"], &seen["total"]),
        (&json!("paid"), &json!(74_380))
    );
    let keys = seen["purchaseKeys"].as_array().unwrap().clone();
    assert_eq!(keys.len(), 3);
    let address = server.database().address();
    let kept = db_texts(
        &address,
        "SELECT country || ' ' || billing_address || ' ' || city || ' ' || zip_code || ' ' || company || ' ' || \
         payment_country || ' ' || quantity AS t FROM order_billing",
    );
    assert_eq!(
        kept,
        [Some(String::from(
            "NL Keizersgracht 1 Amsterdam 1015 CJ Delta Handel BV NL 3"
        ))]
    );
    let keys: Vec<_> = keys.iter().map(|key| key.as_str().unwrap().to_owned()).collect();
    let mail = support::mailbox::mail_with(&server, &keys[0]);
    assert!(
        keys.iter().all(|key| mail.contains(key.as_str())),
        "one mail has them all"
    );
    assert_eq!(db_count(&address, "outbox WHERE kind = 'purchase_key'"), 1);
}

#[test]
fn an_order_whose_payment_comes_from_elsewhere_is_fulfilled_and_listed() {
    let (server, _folder) = site(Sqlite, OSS);
    let mut visitor = server.visitor();
    for (chosen, paid) in [("NL", "FR"), ("FR", "MC"), ("NL", "NL")] {
        let opened = visitor.post("/api/checkout", &checkout_of(&json!({ "country": chosen })));
        let opened = opened.ok(200);
        assert_eq!(visitor.get(&sandbox_page(&opened)).ok(200)["country"], chosen);
        let seen = pay(&mut visitor, &opened, &json!({ "country": paid }));
        assert_eq!(seen["status"], "paid");
    }
    visitor
        .post(
            &format!("/api/sandbox/{}", "0".repeat(32)),
            &json!({ "outcome": "pay", "country": "XX" }),
        )
        .wrong_fields(&[(
            "country",
            "Please choose your country by its two letters, such as NL.",
        )]);
    let (mut eva, _) = joined(&server, "Eva", Role::Owner);
    let payments = eva.get("/api/staff/today").ok(200)["payments"].clone();
    let details: Vec<_> = payments
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["detail"].clone())
        .collect();
    let detail = "the buyer chose NL, and the billing address of the payment is in FR";
    assert_eq!(details, [detail], "Monaco counts as France");
    let reference = payments[0]["reference"].as_str().unwrap().to_owned();
    let part = json!({ "amount": 100, "refunded": 0, "endAccess": false, "reason": "a part" });
    let path = format!("/api/staff/orders/{reference}/refund");
    let after = eva.post(&path, &part).ok(200);
    assert_eq!((&after["refunded"], &after["quantity"]), (&json!(100), &json!(1)));
    let rest = json!({ "refunded": 100, "endAccess": true, "reason": "the whole" });
    let after = eva.post(&path, &rest).ok(200);
    assert_eq!(after["keys"][0]["state"], "revoked");
    assert_eq!(eva.get("/api/staff/today").ok(200)["payments"], json!([]));
}

#[test]
fn a_members_course_remembers_the_country() {
    let (server, _folder) = site(Sqlite, OSS);
    let futures = support::samples::add_course(server.database(), "futures");
    let crypto = support::samples::add_course(server.database(), "crypto");
    let third = support::samples::add_course(server.database(), "third");
    let mut anna = member(&server, "Anna", third, AccessTerm::Lifetime);
    let path = |course: courses::CourseId| format!("/api/courses/{}/checkout", course.0);
    let asked = "Please enter your country.";
    anna.post(&path(futures), &json!({}))
        .wrong_fields(&[("country", asked)]);
    anna.send("POST", &path(futures), &[], None)
        .wrong_fields(&[("country", asked)]);
    anna.post(&path(futures), &json!({ "country": "UK" }))
        .wrong_fields(&[(
            "country",
            "Please choose your country by its two letters, such as NL.",
        )]);
    let opened = anna.post(&path(futures), &json!({ "country": "hu" })).ok(200);
    let _ = pay(&mut anna, &opened, &json!({}));
    let opened = anna.post(&path(crypto), &json!({})).ok(200);
    let again = anna.send("POST", &path(crypto), &[], None).ok(200);
    assert_eq!(again, opened, "two clicks are one page");
    let other = anna.post(&path(crypto), &json!({ "country": "NL" })).ok(200);
    assert_ne!(other, opened, "another country is another order");
    let countries = db_texts(
        &server.database().address(),
        "SELECT country AS t FROM order_billing ORDER BY order_id",
    );
    let countries: Vec<&str> = countries.iter().flatten().map(String::as_str).collect();
    assert_eq!(countries, ["HU", "HU", "NL"]);
}

#[test]
fn without_the_new_keys_a_number_speaks_for_its_country_and_nothing_more_is_asked() {
    let (server, _folder) = site(Sqlite, "currency = \"eur\"\n[vat]\nreverse_charge = true\n");
    let mut visitor = server.visitor();
    let wish = checkout_of(&json!({ "vatNumber": "NL004495445B01" }));
    let opened = visitor.post("/api/checkout", &wish).ok(200);
    let _ = pay(&mut visitor, &opened, &json!({}));
    let quote = quote_of(&json!({ "vatNumber": "NL004495445B01" }));
    let quote = visitor.post("/api/checkout/quote", &quote).ok(200);
    assert_eq!(
        (&quote["taxPercent"], &quote["total"]),
        (&json!(0.0), &json!(24_793))
    );
    assert!(quote.get("country").is_none(), "{quote}");
    let address = server.database().address();
    assert_eq!(db_count(&address, "orders"), 1);
    assert_eq!(db_count(&address, "order_billing"), 0);
    let facts = db_texts(&address, "SELECT facts AS t FROM documents")[0]
        .clone()
        .unwrap();
    assert!(
        !facts.contains("buyer_place") && !facts.contains("quantity"),
        "{facts}"
    );
    // A country that is sent is one of the new keys.
    let wish = checkout_of(&json!({ "vatNumber": "NL004495445B01", "country": "NL", "city": "Ghent" }));
    visitor.post("/api/checkout", &wish).wrong_fields(&[
        ("billingAddress", "Please enter your billing address."),
        ("company", "Please enter the name of your company."),
        ("zipCode", "Please enter a valid zip code."),
    ]);
    let page = crate::site::html(&visitor.get("/checkout"));
    assert!(!page.contains("checkoutCountry"));
}

#[test]
fn a_page_says_whether_a_country_is_needed_and_no_address_for_e_invoices() {
    for (values, wanted) in [(OSS, "required"), ("[vat.countries]\nNL = 21\n", "optional")] {
        let (server, _folder) = site(
            Sqlite,
            &format!("{values}[support]\nemail = \"desk@opening-range.eu\"\n"),
        );
        let page = crate::site::html(&server.visitor().get("/checkout"));
        assert!(page.contains(&format!("\"checkoutCountry\":\"{wanted}\"")));
    }
    let values = "[company]\ne_invoices = \"books@opening-range.eu\"\n";
    let (server, _folder) = site(Sqlite, values);
    let page = crate::site::html(&server.visitor().get("/checkout"));
    assert!(page.contains("\"checkoutCountry\":\"optional\"") && !page.contains("books@"));
}
