//! Registration: a key becomes an account, or nothing happens at all.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Server, Sqlite, at_once,
    catalogue_fixture::{CatalogueFixture, PASSWORD, fresh_key, member, registration},
    databases::tables::db_count,
};

#[test]
fn a_registration_signs_in_and_opens_the_keys_course() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Months(3));
    let mut browser = server.visitor();
    let me = browser
        .post(
            "/api/register",
            &registration("Trader", &key.to_lowercase().replace('-', " ")),
        )
        .ok(201);
    assert_eq!(browser.get("/api/user").ok(200), me);
    let courses = browser.get("/api/user/courses").ok(200);
    assert_eq!(courses.as_array().unwrap().len(), 1);
    assert_eq!(courses[0]["id"], catalogue.futures.0);
    assert!(courses[0]["expiresAt"].as_str().unwrap().ends_with('Z'));
    let again = server
        .visitor()
        .post("/api/register", &registration("Other", &key));
    assert_eq!(
        again.refused(400, "purchase_key_invalid")["message"],
        "Invalid purchase key"
    );
}

#[rstest]
fn every_wrong_field_is_named_at_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let mut visitor = server.visitor();
    visitor.post("/api/register", &json!({})).wrong_fields(&[
        ("username", "Username is required"),
        ("email", "Invalid email address"),
        ("password", "Password must be at least 8 characters"),
        ("purchaseCode", "Purchase code is required"),
    ]);
    let body = json!({
        "username": "Trader", "email": "a@b@example.com", "password": "1234567", "purchaseCode": "x",
    });
    visitor.post("/api/register", &body).wrong_fields(&[
        ("email", "Invalid email address"),
        ("password", "Password must be at least 8 characters"),
    ]);
}

#[test]
fn a_taken_name_or_address_leaves_the_key_unused() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Jos\u{e9}", catalogue.futures, AccessTerm::Lifetime);
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let mut visitor = server.visitor();
    let mut taken = registration("Other", &key);
    taken["username"] = json!("JOSE\u{301}");
    let json = visitor
        .post("/api/register", &taken)
        .refused(409, "username_taken");
    assert_eq!(json["message"], "Username is already taken");
    let mut taken = registration("Other", &key);
    taken["email"] = json!("JOS\u{c9}@example.com");
    let json = visitor.post("/api/register", &taken).refused(409, "email_taken");
    assert_eq!(json["message"], "Email is already registered");
    assert!(!visitor.is_signed_in());
    let _ = visitor
        .post("/api/verify-purchase-key", &json!({ "purchaseKey": key }))
        .ok(200);
    let _ = visitor
        .post("/api/register", &registration("Other", &key))
        .ok(201);
}

#[rstest]
fn fifty_registrations_with_one_key_have_one_winner(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let answers = at_once(50, |n| {
        server
            .visitor()
            .post("/api/register", &registration(&format!("trader{n}"), &key))
    });
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    for loser in answers.iter().filter(|answer| answer.status != 201) {
        loser.refused(400, "purchase_key_invalid");
    }
    assert_eq!(db_count(&server.database().address(), "users"), 1);
}

#[test]
fn a_long_password_is_kept_whole_and_an_endless_one_refused() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut visitor = server.visitor();
    let mut body = registration(
        "Trader",
        &fresh_key(&server, catalogue.futures, AccessTerm::Lifetime),
    );
    body["password"] = json!("x".repeat(10_000));
    visitor
        .post("/api/register", &body)
        .refused(400, "invalid_fields");
    let long = format!("{} end", "\u{e9}".repeat(500));
    body["password"] = json!(long);
    let _ = visitor.post("/api/register", &body).ok(201);
    let cut = long[..long.len() - 1].to_owned();
    let login = |password: &str| {
        server.visitor().post(
            "/api/login",
            &json!({ "username": "Trader", "password": password }),
        )
    };
    login(&cut).refused(401, "invalid_credentials");
    let _ = login(&long).ok(200);
    login(PASSWORD).refused(401, "invalid_credentials");
}

#[rstest]
fn what_no_name_or_address_can_be_is_refused_alike_on_both(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let mut visitor = server.visitor();
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    for (field, text) in [
        ("username", "tra\0der"),
        ("username", "trader@example.com"),
        ("username", "\u{200b}"),
        ("username", "tra\u{202e}der"),
        ("email", "trader@example.com\r\nBcc: other@example.com"),
        ("email", "trader\0@example.com"),
        ("email", "tra der@example.com"),
        ("email", "a@example.com,b@example.com"),
    ] {
        let mut body = registration("Trader", &key);
        body[field] = json!(text);
        let json = visitor
            .post("/api/register", &body)
            .refused(400, "invalid_fields");
        assert!(json["fields"][field].is_string(), "{text:?}: {json}");
    }
    assert_eq!(db_count(&server.database().address(), "users"), 0);
}
