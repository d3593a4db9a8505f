//! Who am I, sign-in, logout.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, fresh_key, member, registration, sign_in},
};

#[test]
fn a_member_signs_in_by_name_and_by_address() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut registered = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let me = registered.get("/api/user").ok(200);
    assert_eq!(
        me,
        json!({
            "id": me["id"], "username": "Trader", "email": "trader@example.com",
            "emailVerified": true, "secondFactor": false, "reminders": true, "calendar": false,
        })
    );
    for name in ["Trader", "tRADER", " trader ", "Trader@Example.com"] {
        let mut browser = server.visitor();
        assert_eq!(
            browser.post("/api/login", &credentials(name, PASSWORD)).ok(200),
            me,
            "{name}"
        );
        assert_eq!(browser.get("/api/user").ok(200), me);
    }
}

#[test]
fn marks_of_formats_and_templates_in_a_name_are_text() {
    const NAME: &str = "%s%n%x{0}{}{{7*7}}${7*7}<%= 7 %>\\u0041";
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let mut body = registration("Marks", &key);
    body["username"] = json!(NAME);
    let mut browser = server.visitor();
    assert_eq!(browser.post("/api/register", &body).ok(201)["username"], NAME);
    assert_eq!(browser.get("/api/user").ok(200)["username"], NAME);
    let mut again = server.visitor();
    let user = again.post("/api/login", &credentials(NAME, PASSWORD)).ok(200);
    assert_eq!(user["username"], NAME);
}

#[test]
fn a_visitor_without_a_session_is_refused() {
    let server = Server::start(Sqlite);
    server.visitor().get("/api/user").refused(401, "unauthenticated");
}

#[test]
fn a_wrong_password_and_an_unknown_name_are_answered_alike() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let long = "x".repeat(10_000);
    let mut visitor = server.visitor();
    let answers: Vec<_> = [
        ("Trader", "wrong password"),
        ("Trader", &PASSWORD.to_uppercase()),
        ("Trader", &format!("{PASSWORD} ")),
        ("Trader", ""),
        ("Trader", long.as_str()),
        ("Nobody", PASSWORD),
        ("", ""),
        ("Trader\0", PASSWORD),
        ("' OR 1=1 --", PASSWORD),
    ]
    .into_iter()
    .map(|(name, password)| visitor.post("/api/login", &credentials(name, password)))
    .collect();
    for answer in &answers {
        let json = answer.refused(401, "invalid_credentials");
        assert_eq!(json["message"], "Invalid username or password");
        assert_eq!(answer.body, answers[0].body);
        assert!(
            answer.header("set-cookie").is_none(),
            "a refused sign-in sets a cookie"
        );
    }
    assert!(!visitor.is_signed_in());
}

#[rstest]
fn a_logout_kills_the_session_on_the_server_too(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut other = sign_in(&server, "Trader");
    let mut thief = browser.clone();
    assert!(thief.is_signed_in());
    let answer = browser.send("POST", "/api/logout", &[], None);
    assert_eq!(answer.status, 204);
    assert!(answer.body.is_empty());
    assert_eq!(
        answer.header("clear-site-data"),
        Some("\"cache\""),
        "and nothing more: reports that wait are sent after the next sign-in"
    );
    assert!(browser.cookie().is_none(), "the browser keeps the cookie");
    assert!(!thief.is_signed_in(), "a copied cookie lives through a logout");
    assert!(other.is_signed_in(), "another device was signed out");
    assert_eq!(
        browser.send("POST", "/api/logout", &[], None).status,
        204,
        "already done is done"
    );
}

#[test]
fn signing_in_again_ends_the_session_that_the_browser_had() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut before = browser.clone();
    let _ = browser
        .post("/api/login", &credentials("Trader", PASSWORD))
        .ok(200);
    assert_ne!(browser.cookie(), before.cookie());
    assert!(browser.is_signed_in());
    assert!(!before.is_signed_in());
}

#[test]
fn a_session_outlives_the_server() {
    let mut server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let first = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut ended = sign_in(&server, "Trader");
    let dead = ended.cookie().map(str::to_owned);
    assert_eq!(ended.send("POST", "/api/logout", &[], None).status, 204);
    server.start_again();
    let mut browser = server.visitor();
    browser.set_cookie(first.cookie());
    assert!(browser.is_signed_in());
    browser.set_cookie(dead.as_deref());
    assert!(
        !browser.is_signed_in(),
        "a session that was ended lives after a restart"
    );
}
