//! Attempt limits: per client address and per account, with a time to wait, and no way around them by a forged header.

use std::io::{Read as _, Write as _};

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Browser, Engine, Postgres, Server, Sqlite, at_once,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, fresh_key, member, registration},
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

/// A server that believes `X-Forwarded-For`, with so many attempts a minute.
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

#[rstest]
fn a_48_is_one_new_address_to_an_attacked_account(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = behind_proxy(engine, "1");
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut proxy = server.visitor();
    let mut from = |from: &str, password: &str| {
        send(&mut proxy, "/api/login", from, &credentials("Trader", password)).status
    };
    // Fewer than the eight attempts that the /48 itself has.
    for n in 0..7 {
        let status = from(&format!("2001:db8:7:{n}00::1"), "wrong password");
        assert_eq!(status, if n == 0 { 401 } else { 429 }, "guess {n}");
    }
    assert_eq!(from("2001:db8:7:700::1", PASSWORD), 429);
    assert_eq!(from("2001:db8:8::1", PASSWORD), 200, "the owner is locked out");
}

#[rstest]
fn new_addresses_are_heard_so_often_and_a_known_device_always(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = behind_proxy(engine, "1");
    let catalogue = CatalogueFixture::open(&server);
    let mut known = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let _ = known.post("/api/logout", &json!({}));
    let mut other = server.visitor();
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let _ = send(
        &mut other,
        "/api/register",
        "192.0.2.1",
        &registration("Other", &key),
    )
    .ok(201);
    let mut attacker = server.visitor();
    for n in 0..100 {
        let from = format!("203.0.113.{n}");
        let answer = send(
            &mut attacker,
            "/api/login",
            &from,
            &credentials("Trader", "wrong password"),
        );
        assert_eq!(answer.status == 401, n == 0, "guess {n}");
    }
    let right = credentials("Trader", PASSWORD);
    let from_new_address = |device: Option<&str>, from: &str| {
        let mut visitor = server.visitor();
        visitor.set_device_cookie(device);
        send(&mut visitor, "/api/login", from, &right)
    };
    let cookie = known.device_cookie().unwrap();
    let forged = cookie.replace(&cookie[20..24], "AAAA");
    for (n, device) in [None, Some(forged.as_str()), other.device_cookie()]
        .into_iter()
        .enumerate()
    {
        from_new_address(device, &format!("198.51.100.{n}")).refused(429, "too_many_attempts");
    }
    let _ = from_new_address(Some(cookie), "198.51.100.10").ok(200);
    // The device has the same number of attempts.
    from_new_address(Some(cookie), "198.51.100.11").refused(429, "too_many_attempts");
}

#[rstest]
fn a_reset_by_mail_makes_a_device_known(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = behind_proxy(engine, "1");
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let asked = server
        .visitor()
        .post("/api/request-reset", &json!({ "email": "trader@example.com" }));
    let _ = asked.ok(200);
    let text = support::mailbox::mail(&server, 0);
    let (_, token) = text.split_once("/reset-password?token=").unwrap();
    let token: String = token.chars().take(43).collect();
    let mut owner = server.visitor();
    let body = json!({ "token": token, "newPassword": "another password" });
    let _ = owner.post("/api/reset-password", &body).ok(200);
    assert!(owner.device_cookie().is_some() && owner.cookie().is_none());
    let mut attacker = server.visitor();
    for n in 0..60 {
        let from = format!("203.0.113.{n}");
        let _ = send(
            &mut attacker,
            "/api/login",
            &from,
            &credentials("Trader", "wrong password"),
        );
    }
    let answer = send(
        &mut owner,
        "/api/login",
        "198.51.100.1",
        &credentials("Trader", "another password"),
    );
    assert_eq!(answer.status, 200, "the owner is locked out");
}

#[rstest]
fn name_and_address_of_an_account_share_their_attempts(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = limited(engine, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut proxy = server.visitor();
    let mut guess = |name: &str, from: &str| {
        send(
            &mut proxy,
            "/api/login",
            from,
            &credentials(name, "wrong password"),
        )
        .status
    };
    let of_one_account = [
        "Trader",
        "trader@example.com",
        "TRADER",
        "Trader@Example.com",
        "trader",
    ];
    let statuses: Vec<_> = (0..5)
        .map(|n| guess(of_one_account[n], &format!("203.0.113.{n}")))
        .collect();
    assert_eq!(statuses, [401, 401, 401, 429, 429]);
    // Names that no account has are counted apart, each as long as an account's.
    for name in ["Nobody", "nobody@example.com"] {
        let statuses: Vec<_> = (0..4).map(|n| guess(name, &format!("198.51.100.{n}"))).collect();
        assert_eq!(statuses, [401, 401, 401, 429], "{name}");
    }
}

#[rstest]
fn requests_of_others_keep_no_member_from_a_reset(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = limited(engine, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let mut proxy = server.visitor();
    let body = json!({ "email": "trader@example.com" });
    for n in 0..30 {
        let _ = send(&mut proxy, "/api/request-reset", &format!("203.0.113.{n}"), &body).ok(200);
    }
    let _ = send(&mut proxy, "/api/request-reset", "198.51.100.1", &body).ok(200);
}

#[rstest]
fn registrations_count_against_address_and_key_only_with_a_key_that_works(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let server = limited(engine, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let catalogue = CatalogueFixture::open(&server);
    let mut proxy = server.visitor();
    let wrong = registration("Trader", "00000-00000-00000-00000-00000");
    for n in 0..30 {
        send(&mut proxy, "/api/register", &format!("203.0.113.{n}"), &wrong)
            .refused(400, "purchase_key_invalid");
    }
    let fresh = || fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let right = registration("Trader", &fresh());
    let _ = send(&mut proxy, "/api/register", "198.51.100.1", &right).ok(201);
    let key = fresh();
    for n in 0..5 {
        let mut taken = registration("Trader", &key);
        taken["email"] = json!(format!("other{n}@example.com"));
        let answer = send(
            &mut proxy,
            "/api/register",
            &format!("203.0.113.{}", 100 + n),
            &taken,
        );
        match n {
            0..LIMIT => answer.refused(409, "username_taken"),
            _ => answer.refused(429, "too_many_attempts"),
        };
    }
}

/// A figure of the server's memory in KiB, as Linux gives it.
fn memory(server: &Server, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[rstest]
fn wrong_tokens_and_names_that_no_account_can_have_cost_no_hash(#[values(Sqlite, Postgres)] engine: Engine) {
    const ONE_HASH: u64 = 19 * 1024;
    let server = Server::start(engine);
    let mut visitor = server.visitor();
    let unknown = visitor.post("/api/login", &credentials("Nobody", &"x".repeat(1025)));
    // The highest figure from now on (proc(5)).
    std::fs::write(format!("/proc/{}/clear_refs", server.id()), "5").unwrap();
    let before = memory(&server, "VmHWM");
    for n in 0..20 {
        let body = json!({ "token": format!("token {n}"), "newPassword": "long enough" });
        visitor
            .post("/api/reset-password", &body)
            .refused(400, "reset_token_invalid");
        let long = credentials(&format!("{n}{}", "x".repeat(257)), "long enough");
        let answer = visitor.post("/api/login", &long);
        assert_eq!((answer.status, &answer.body), (401, &unknown.body));
    }
    let after = memory(&server, "VmHWM");
    assert!(
        after - before < ONE_HASH / 2,
        "a hash was made: {before} to {after} KiB"
    );
    // The same figure shows the hash of a name that could be an account's.
    let _ = visitor.post("/api/login", &credentials("Nobody", "long enough"));
    assert!(memory(&server, "VmHWM") - after > ONE_HASH / 2);
}

#[test]
fn twenty_thousand_attempts_from_as_many_addresses_leave_memory_as_it_was() {
    let server = behind_proxy(Sqlite, "10");
    // Normalized, each of these characters is eighteen.
    let name = "\u{FDFA}".repeat(100);
    // No password is as long, so that the attempts cost no hash.
    let never = "x".repeat(1025);
    let flood = |attempts: std::ops::Range<u32>| {
        for first in attempts.clone().step_by(50) {
            let mut stream = server.connect();
            let batch = first..attempts.end.min(first + 50);
            let requests: String = batch
                .clone()
                .map(|n| {
                    let body = credentials(&format!("{n}{name}"), &never).to_string();
                    let from = std::net::Ipv4Addr::from(0x0A00_0000 + n);
                    format!(
                        "POST /api/login HTTP/1.1\r\nhost: portal.example\r\nx-forwarded-for: {from}\r\n\
                         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                        body.len()
                    )
                })
                .collect();
            stream.write_all(requests.as_bytes()).unwrap();
            let mut text = Vec::new();
            let mut chunk = [0; 16 * 1024];
            let answered = |text: &[u8]| {
                String::from_utf8_lossy(text)
                    .matches("invalid_credentials")
                    .count()
            };
            while answered(&text) < batch.len() {
                let n = stream.read(&mut chunk).unwrap();
                assert_ne!(n, 0, "{}", String::from_utf8_lossy(&text));
                text.extend_from_slice(&chunk[..n]);
            }
        }
    };
    flood(0..1_000);
    let before = memory(&server, "VmRSS");
    at_once(4, |n| {
        let first = 1_000 + u32::try_from(n).unwrap() * 5_000;
        flood(first..first + 5_000);
    });
    let after = memory(&server, "VmRSS");
    assert!(after < before + 10 * 1024, "{before} to {after} KiB");
}
