//! Proving an address over HTTP: links, keys that were mailed, resets, and the orders that a proved address brings.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Browser, Engine, Postgres, Server, Sqlite, at_once,
    catalogue_fixture::{CatalogueFixture, PASSWORD, fresh_key, mailed_key, member, registration},
    databases::tables::{db_count, db_run, db_texts},
    mailbox::{mail, mails},
    waiting::found,
};

/// The tokens of the mailed links, oldest first, once there are so many.
fn tokens(server: &Server, count: usize) -> Vec<String> {
    found(format!("{count} mailed links"), || {
        let texts = (0..mails(server).len()).map(|n| mail(server, n));
        let tokens: Vec<String> = texts.filter_map(|text| token_in(&text, "verify-email")).collect();
        (tokens.len() >= count).then_some(tokens)
    })
}

/// The token of the link to a page.
fn token_in(text: &str, page: &str) -> Option<String> {
    let (_, rest) = text.split_once(&format!("http://portal.example/{page}?token="))?;
    let is_token = |c: &char| c.is_ascii_alphanumeric() || "-_".contains(*c);
    Some(rest.chars().take_while(is_token).collect())
}

fn confirm(server: &Server, token: &str) -> support::Answer {
    server
        .visitor()
        .post("/api/verify-email", &json!({ "token": token }))
}

/// A member whose address is not verified.
fn unverified(server: &Server, catalogue: &CatalogueFixture, name: &str) -> Browser {
    let mut browser = server.visitor();
    let key = fresh_key(server, catalogue.futures, AccessTerm::Lifetime);
    let me = browser.post("/api/register", &registration(name, &key)).ok(201);
    assert_eq!(me["emailVerified"], false);
    browser
}

fn ask_for(browser: &mut Browser, email: &str) -> support::Answer {
    let body = json!({ "username": "Trader", "email": email, "currentPassword": PASSWORD });
    browser.put("/api/user/account", &body)
}

#[test]
fn a_registration_is_mailed_a_link_that_verifies_once() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = unverified(&server, &catalogue, "Trader");
    let token = tokens(&server, 1).remove(0);
    for wrong in ["", "nonsense", "\0", &"x".repeat(10_000), &token[1..]] {
        confirm(&server, wrong).refused(400, "verify_token_invalid");
    }
    // The token is stored as its hash alone.
    let stored = db_texts(
        &server.database().address(),
        "SELECT email_key AS t FROM mailed_tokens",
    );
    assert_eq!(stored, [Some(String::from("trader@example.com"))]);
    let dump = support::databases::tables::db_dump(&server.database().address());
    assert!(!String::from_utf8_lossy(&dump).contains(&token));

    let answers = at_once(10, |_| confirm(&server, &token));
    let done: Vec<_> = answers.iter().filter(|answer| answer.status == 200).collect();
    assert_eq!(done.len(), 1, "a link works more than once");
    assert_eq!(done[0].json(), json!({ "email": "trader@example.com" }));
    for other in answers.iter().filter(|answer| answer.status != 200) {
        other.refused(400, "verify_token_invalid");
    }
    assert_eq!(trader.get("/api/user").ok(200)["emailVerified"], true);
    trader
        .post("/api/user/verify-email", &json!({}))
        .refused(409, "already_verified");
    assert!(!server.log().contains(&token), "the token is in the log");
}

#[test]
fn a_key_that_was_mailed_to_the_address_verifies_it_and_to_another_does_not() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    for (name, address, verified) in [
        ("Anna", "ANNA@example.com", true),
        ("Bo", "other@example.com", false),
    ] {
        let key = mailed_key(&server, catalogue.futures, AccessTerm::Lifetime, address);
        let me = server
            .visitor()
            .post("/api/register", &registration(name, &key))
            .ok(201);
        assert_eq!(me["emailVerified"], verified, "{name}");
    }
    assert_eq!(tokens(&server, 1).len(), 1);
    assert_eq!(mails(&server).len(), 1, "a verified address was mailed a link");
}

#[test]
fn a_link_is_mailed_again_and_the_older_one_ends() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = unverified(&server, &catalogue, "Trader");
    for n in 1..5 {
        let _ = tokens(&server, n);
        assert_eq!(trader.post("/api/user/verify-email", &json!({})).status, 202);
    }
    let sent = tokens(&server, 5);
    let refused = trader.post("/api/user/verify-email", &json!({}));
    refused.refused(429, "too_many_attempts");
    assert_eq!(refused.header("retry-after"), Some("3600"));
    let live = sent
        .iter()
        .filter(|token| confirm(&server, token).status == 200)
        .count();
    assert_eq!(live, 1, "an older link works");
    server
        .visitor()
        .post("/api/user/verify-email", &json!({}))
        .refused(401, "unauthenticated");
}

#[rstest]
fn a_new_address_waits_and_may_be_taken_meanwhile(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let me = ask_for(&mut trader, "other@example.com").ok(200);
    assert_eq!(
        (&me["email"], &me["emailVerified"], &me["pendingEmail"]),
        (
            &json!("trader@example.com"),
            &json!(true),
            &json!("other@example.com")
        )
    );
    let token = tokens(&server, 1).remove(0);
    let _ = member(&server, "Other", catalogue.futures, AccessTerm::Lifetime);
    confirm(&server, &token).refused(409, "email_taken");
    confirm(&server, &token).refused(409, "email_taken");
    let me = trader.get("/api/user").ok(200);
    assert_eq!(me["email"], "trader@example.com");

    assert_eq!(ask_for(&mut trader, "new@example.com").status, 200);
    let newest = tokens(&server, 2)
        .into_iter()
        .find(|other| *other != token)
        .unwrap();
    confirm(&server, &token).refused(400, "verify_token_invalid");
    assert_eq!(confirm(&server, &newest).ok(200)["email"], "new@example.com");
    let me = trader.get("/api/user").ok(200);
    assert_eq!(
        (&me["email"], &me["emailVerified"], &me["pendingEmail"]),
        (&json!("new@example.com"), &json!(true), &Value::Null)
    );
    // Signing in with the old address is over.
    let login = json!({ "username": "trader@example.com", "password": PASSWORD });
    server
        .visitor()
        .post("/api/login", &login)
        .refused(401, "invalid_credentials");
}

#[test]
fn a_link_ends_with_its_time_and_with_a_changed_password() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    assert_eq!(ask_for(&mut trader, "thief@example.com").status, 200);
    let token = tokens(&server, 1).remove(0);
    let change = json!({ "currentPassword": PASSWORD, "newPassword": "another password" });
    assert_eq!(trader.put("/api/user/password", &change).status, 204);
    confirm(&server, &token).refused(400, "verify_token_invalid");
    assert!(trader.get("/api/user").ok(200)["pendingEmail"].is_null());

    let mut late = unverified(&server, &catalogue, "Late");
    let token = tokens(&server, 2)
        .into_iter()
        .find(|other| *other != token)
        .unwrap();
    db_run(
        &server.database().address(),
        "UPDATE mailed_tokens SET expires_at = '2000-01-01 00:00:00'",
    );
    confirm(&server, &token).refused(400, "verify_token_invalid");
    assert_eq!(late.get("/api/user").ok(200)["emailVerified"], false);
}

#[test]
fn a_reset_by_mail_proves_the_address() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let _ = unverified(&server, &catalogue, "Trader");
    let _ = tokens(&server, 1);
    let asked = server
        .visitor()
        .post("/api/request-reset", &json!({ "email": "trader@example.com" }));
    let _ = asked.ok(200);
    let texts = [mail(&server, 1), mail(&server, 0)];
    let token = texts.iter().find_map(|text| token_in(text, "reset-password"));
    let body = json!({ "token": token.unwrap(), "newPassword": "another password" });
    let _ = server.visitor().post("/api/reset-password", &body).ok(200);
    let login = json!({ "username": "Trader", "password": "another password" });
    let me = server.visitor().post("/api/login", &login).ok(200);
    assert_eq!(me["emailVerified"], true);
}

/// Buys the basic plan as a visitor; its key.
fn buy(server: &Server, email: &str) -> String {
    let mut buyer = server.visitor();
    let checkout = json!({ "plan": "basic", "email": email, "firstName": "Anna", "lastName": "Buyer" });
    let opened = buyer.post("/api/checkout", &checkout).ok(200);
    let (_, order) = opened["url"].as_str().unwrap().split_once("?order=").unwrap();
    let pressed = buyer.post(&format!("/api/sandbox/{order}"), &json!({ "outcome": "pay" }));
    let done = pressed.ok(200);
    let (_, signed) = done["url"].as_str().unwrap().split_once("?order=").unwrap();
    let view = buyer.get(&format!("/api/orders/{signed}")).ok(200);
    view["purchaseKeys"][0].as_str().unwrap().to_owned()
}

/// How many orders a member sees, and of how many there is a receipt.
fn orders(browser: &mut Browser) -> (usize, usize) {
    let all = browser.get("/api/user/orders").ok(200);
    let all = all.as_array().unwrap();
    let receipts = all.iter().filter(|order| order["receiptUrl"].is_string());
    (all.len(), receipts.count())
}

#[test]
fn only_a_verified_address_makes_an_account_the_buyer_of_earlier_orders() {
    let server = Server::with(Sqlite, &[("PORTAL_DEMO", "on"), ("PORTAL_PAYMENTS", "sandbox")]);
    let catalogue = CatalogueFixture::open(&server);
    let first = buy(&server, "Anna@example.com");
    let _ = buy(&server, "anna@example.com");
    let _ = buy(&server, "other@example.com");

    // The buyer's own key: verified, and the buyer of its order at once.
    let mut anna = server.visitor();
    let me = anna.post("/api/register", &registration("Anna", &first)).ok(201);
    assert_eq!(me["emailVerified"], true);
    assert_eq!(orders(&mut anna), (1, 1));
    let all = anna.get("/api/user/orders").ok(200);
    assert_eq!(anna.get(all[0]["receiptUrl"].as_str().unwrap()).status, 200);

    // Another account with the address of an order is its buyer only once the address is proved.
    let mut other = unverified(&server, &catalogue, "Other");
    assert_eq!(orders(&mut other), (0, 0));
    let address = server.database().address();
    assert_eq!(db_count(&address, "order_buyers"), 1);
    let all: Vec<String> = tokens(&server, 1);
    assert_eq!(confirm(&server, &all[0]).status, 200);
    assert_eq!(orders(&mut other), (1, 1));
    assert_eq!(orders(&mut anna), (1, 1));
}
