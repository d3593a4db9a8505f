//! Attempt limits: per client address and per account, with a time to wait, and no way around them by a forged header.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Browser, Engine, Postgres, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, member, registration},
};

const LIMIT: usize = 3;

fn limited(engine: Engine, more: &[(&str, &str)]) -> Server {
    let limit = LIMIT.to_string();
    let mut settings = vec![("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", limit.as_str())];
    settings.extend_from_slice(more);
    Server::with(engine, &settings)
}

fn send(browser: &mut Browser, path: &str, from: &str, body: &Value) -> support::Answer {
    browser.send(
        "POST",
        path,
        &[("x-forwarded-for", from)],
        Some(body.to_string().as_bytes()),
    )
}

#[rstest]
#[case("/api/login", credentials("Nobody", "wrong password"))]
#[case("/api/register", registration("Nobody", "00000-00000-00000-00000-00000"))]
#[case("/api/verify-purchase-key", json!({ "purchaseKey": "x" }))]
#[case("/api/request-reset", json!({ "email": "nobody@example.com" }))]
#[case("/api/reset-password", json!({ "token": "x", "newPassword": "long enough" }))]
fn an_address_has_its_attempts_and_is_then_told_to_wait(
    #[case] path: &str,
    #[case] body: Value,
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let server = limited(engine, &[]);
    let mut visitor = server.visitor();
    for attempt in 0..LIMIT {
        // A forged address is not believed: nobody trusts this peer.
        let answer = send(&mut visitor, path, &format!("203.0.113.{attempt}"), &body);
        assert_ne!(answer.status, 429, "attempt {attempt}");
    }
    let refused = send(&mut visitor, path, "203.0.113.99", &body);
    let json = refused.refused(429, "too_many_attempts");
    let seconds: u32 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
    assert_eq!(
        json["message"],
        format!("Too many attempts. Please try again in {seconds} seconds.")
    );
    assert_ne!(
        server.visitor().get("/api/courses").status,
        429,
        "reading is limited too"
    );
}

#[test]
fn behind_a_trusted_proxy_each_client_has_its_own_attempts() {
    let server = limited(Sqlite, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let mut proxy = server.visitor();
    let body = json!({ "purchaseKey": "x" });
    for _ in 0..LIMIT {
        send(&mut proxy, "/api/verify-purchase-key", "203.0.113.1", &body)
            .refused(400, "purchase_key_invalid");
    }
    send(&mut proxy, "/api/verify-purchase-key", "203.0.113.1", &body).refused(429, "too_many_attempts");
    // What stands left of the proxy's own word is the client's, and worth nothing.
    let forged = send(
        &mut proxy,
        "/api/verify-purchase-key",
        "198.51.100.7, 203.0.113.1",
        &body,
    );
    forged.refused(429, "too_many_attempts");
    send(&mut proxy, "/api/verify-purchase-key", "203.0.113.2", &body).refused(400, "purchase_key_invalid");
}

#[rstest]
fn an_attacked_account_is_limited_and_its_owner_still_gets_in(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = limited(engine, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut proxy = server.visitor();
    let guess = credentials("Trader", "wrong password");
    let answers: Vec<_> = (0..20)
        .map(|n| send(&mut proxy, "/api/login", &format!("203.0.113.{n}"), &guess).status)
        .collect();
    assert_eq!(
        answers.iter().filter(|status| **status == 401).count(),
        LIMIT,
        "{answers:?}"
    );
    assert!(
        answers[LIMIT..].iter().all(|status| *status == 429),
        "{answers:?}"
    );
    let right = send(
        &mut proxy,
        "/api/login",
        "198.51.100.1",
        &credentials("Trader", PASSWORD),
    );
    assert_eq!(right.status, 200, "an attack locks the owner out");
}

#[rstest]
fn a_members_password_is_not_guessed_through_the_account_page(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = limited(engine, &[]);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let guess = json!({ "currentPassword": "wrong password", "newPassword": "another password" });
    for _ in 0..LIMIT {
        browser
            .put("/api/user/password", &guess)
            .refused(400, "invalid_fields");
    }
    browser
        .put("/api/user/password", &guess)
        .refused(429, "too_many_attempts");
}
