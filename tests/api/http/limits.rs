//! Attempt limits: per client address and per account, with a time to wait, and no way around them by a forged header.

mod accounts;
mod memory;
mod shared;

use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Browser, Engine, Server, Sqlite,
    catalogue_fixture::{credentials, registration},
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
#[case("/api/login", credentials("Stranger", "wrong password"))]
#[case("/api/register", registration("Stranger", "00000-00000-00000-00000-00000"))]
#[case("/api/verify-purchase-key", json!({ "purchaseKey": "x" }))]
#[case("/api/request-reset", json!({ "email": "stranger@example.com" }))]
#[case("/api/reset-password", json!({ "token": "x", "newPassword": "long enough" }))]
#[case("/api/verify-email", json!({ "token": "x" }))]
fn an_address_has_its_attempts_and_must_then_wait(#[case] path: &str, #[case] body: Value) {
    let server = limited(Sqlite, &[]);
    let mut visitor = server.visitor();
    for attempt in 0..LIMIT {
        // A forged address is not trusted: the server trusts no proxy.
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

/// A server that trusts `X-Forwarded-For`, with so many attempts a minute.
fn behind_proxy(engine: Engine, attempts: &str) -> Server {
    let settings = [
        ("PORTAL_TRUSTED_PROXIES", "127.0.0.1"),
        ("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", attempts),
    ];
    Server::with(engine, &settings)
}

#[test]
fn an_ipv6_56_and_48_have_their_attempts_and_not_one_more() {
    let server = behind_proxy(Sqlite, "1");
    let mut proxy = server.visitor();
    let body = json!({ "purchaseKey": "x" });
    let mut heard = |networks: &mut dyn Iterator<Item = u32>| {
        networks
            .filter(|n| {
                let from = format!("2001:db8:7:{n:x}::1");
                let answer = send(&mut proxy, "/api/verify-purchase-key", &from, &body);
                assert!([400, 429].contains(&answer.status));
                answer.status == 400
            })
            .count()
    };
    assert_eq!(heard(&mut (0..8)), 4, "a /56");
    assert_eq!(heard(&mut (1..13).map(|n| n * 256)), 4, "the rest of its /48");
    let elsewhere = send(&mut proxy, "/api/verify-purchase-key", "2001:db8:8::1", &body);
    elsewhere.refused(400, "purchase_key_invalid");
}

#[test]
fn requests_of_others_keep_no_member_from_a_reset() {
    let server = limited(Sqlite, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let mut proxy = server.visitor();
    let body = json!({ "email": "trader@example.com" });
    for n in 0..30 {
        let _ = send(&mut proxy, "/api/request-reset", &format!("203.0.113.{n}"), &body).ok(200);
    }
    let _ = send(&mut proxy, "/api/request-reset", "198.51.100.1", &body).ok(200);
}
