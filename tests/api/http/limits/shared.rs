//! Attempts that count on every server: what is shared, what survives a restart, and what it may cost.

use std::time::{Duration, Instant};

use kernel::{AccessTerm, DatabaseUrl};
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Browser, Engine, Postgres, Server, Sqlite, TestDatabase,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, fresh_key, member, registration},
    databases::{
        postgres::Cluster,
        tables::{db_count, db_run, db_texts},
    },
    waiting::allowed,
};

use super::{LIMIT, limited, send};

const ROWS: &str = "attempt_counts";

fn rows(server: &Server) -> i64 {
    db_count(&server.database().address(), ROWS)
}

#[rstest]
#[case("/api/login", credentials("Stranger", "wrong password"))]
#[case("/api/register", registration("Stranger", "00000-00000-00000-00000-00000"))]
#[case("/api/verify-purchase-key", json!({ "purchaseKey": "x" }))]
#[case("/api/request-reset", json!({ "email": "stranger@example.com" }))]
#[case("/api/reset-password", json!({ "token": "x", "newPassword": "long enough" }))]
fn an_address_that_goes_from_server_to_server_has_its_attempts_once(#[case] path: &str, #[case] body: Value) {
    let server = limited(Postgres, &[]);
    let other = server.beside();
    let mut visitors = [server.visitor(), other.visitor()];
    for attempt in 0..LIMIT {
        let answer = visitors[attempt % 2].post(path, &body);
        assert_ne!(answer.status, 429, "attempt {attempt}");
    }
    for visitor in &mut visitors {
        let refused = visitor.post(path, &body);
        refused.refused(429, "too_many_attempts");
        let seconds: u32 = refused.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=60).contains(&seconds), "{seconds}");
    }
}

#[test]
fn an_account_that_is_attacked_at_two_servers_is_limited_at_the_third() {
    let server = limited(Postgres, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let catalogue = CatalogueFixture::open(&server);
    let mut known = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let (second, third) = (server.beside(), server.beside());
    let mut proxies = [server.visitor(), second.visitor(), third.visitor()];
    let guess = credentials("Trader", "wrong password");
    let mut n = 0;
    let mut guess_at = |proxy: &mut Browser| {
        n += 1;
        send(proxy, "/api/login", &format!("203.0.113.{n}"), &guess).status
    };
    let heard: Vec<_> = (0..LIMIT).map(|n| guess_at(&mut proxies[n % 2])).collect();
    assert_eq!(heard, [401; LIMIT]);
    for proxy in &mut proxies {
        assert_eq!(guess_at(proxy), 429);
    }
    // The owner's device, and a new address with the right password, are answered all the same.
    let right = credentials("Trader", PASSWORD);
    let _ = known.post("/api/login", &right).ok(200);
    let _ = send(&mut proxies[2], "/api/login", "198.51.100.1", &right).ok(200);
}

#[rstest]
fn a_restart_forgets_no_attempt(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut server = limited(engine, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let guess = credentials("Stranger", "wrong password");
    let from =
        |server: &Server, address: &str| send(&mut server.visitor(), "/api/login", address, &guess).status;
    for _ in 0..LIMIT {
        assert_eq!(from(&server, "203.0.113.1"), 401);
    }
    // Without a warning: what was answered is written.
    server.kill();
    server.start_again();
    assert_eq!(from(&server, "203.0.113.1"), 429, "the address");
    assert_eq!(from(&server, "203.0.113.1"), 429, "the address");
    let key = json!({ "purchaseKey": "x" });
    send(
        &mut server.visitor(),
        "/api/verify-purchase-key",
        "203.0.113.1",
        &key,
    )
    .refused(400, "purchase_key_invalid");
    let all = "UPDATE attempt_counts SET full_at = full_at - 60000000";
    db_run(&server.database().address(), all);
    server.terminate();
    server.start_again();
    assert_eq!(
        from(&server, "203.0.113.1"),
        401,
        "a minute brings all of them back"
    );
}

#[test]
fn innocent_requests_write_no_attempt() {
    let server = limited(Sqlite, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    for page in ["/", "/portal", "/api/courses", "/api/user", "/api/user/courses"] {
        assert_eq!(trader.get(page).status, 200);
    }
    let key = fresh_key(&server, catalogue.crypto, AccessTerm::Lifetime);
    let _ = trader
        .post("/api/verify-purchase-key", &json!({ "purchaseKey": key }))
        .ok(200);
    let _ = trader
        .post("/api/user/redeem", &json!({ "purchaseKey": key }))
        .ok(200);
    let _ = trader
        .put(&catalogue.progress(0), &json!({ "watchedSeconds": 5 }))
        .ok(200);
    let change = json!({ "currentPassword": PASSWORD, "newPassword": PASSWORD });
    assert_eq!(trader.put("/api/user/password", &change).status, 204);
    let mut proxy = server.visitor();
    let _ = send(
        &mut proxy,
        "/api/login",
        "203.0.113.1",
        &credentials("Trader", PASSWORD),
    )
    .ok(200);
    assert_eq!(rows(&server), 0);

    let guess = credentials("Trader", "wrong password");
    let guessed = send(&mut server.visitor(), "/api/login", "203.0.113.77", &guess);
    assert_eq!(guessed.status, 401);
    // The address, the account, and the address as a new one to it.
    assert_eq!(rows(&server), 3);
    let address = server.database().address();
    let key = match &address {
        DatabaseUrl::Sqlite(_) => "hex(key)",
        DatabaseUrl::Postgres(_) => "encode(key, 'hex')",
    };
    for kept in db_texts(&address, &format!("SELECT {key} AS t FROM {ROWS}"))
        .into_iter()
        .flatten()
    {
        let bytes = hex::decode(kept).unwrap();
        for clear in [&b"203.0.113.77"[..], &[203, 0, 113, 77]] {
            assert!(
                !bytes.windows(clear.len()).any(|part| part == clear),
                "an address in clear"
            );
        }
    }
}

#[test]
fn attempts_beyond_the_limit_write_nothing() {
    let server = limited(Sqlite, &[]);
    let mut visitor = server.visitor();
    let full_at = || {
        let sql = "SELECT CAST(full_at AS TEXT) AS t FROM attempt_counts";
        db_texts(&server.database().address(), sql)
    };
    for _ in 0..LIMIT {
        let _ = visitor.post("/api/verify-purchase-key", &json!({ "purchaseKey": "x" }));
    }
    let before = full_at();
    assert_eq!(before.len(), 1);
    for _ in 0..50 {
        visitor
            .post("/api/verify-purchase-key", &json!({ "purchaseKey": "x" }))
            .refused(429, "too_many_attempts");
    }
    assert_eq!(full_at(), before);
}

#[test]
fn without_its_database_a_server_counts_for_itself_and_fails_no_request() {
    let cluster = Cluster::own();
    cluster.create_database("portal");
    let url = cluster.url("portal");
    drop(support::databases::open(&DatabaseUrl::Postgres(
        url.clone().into(),
    )));
    let limit = LIMIT.to_string();
    let server = Server::over(
        TestDatabase::new(Postgres),
        &[
            ("DATABASE_URL", url.as_str()),
            ("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", &limit),
        ],
    );
    let mut visitor = server.visitor();
    let frozen = cluster.freeze();
    for attempt in 0..LIMIT + 2 {
        let start = Instant::now();
        // Refused without a look at the database.
        let answer = visitor.post("/api/verify-purchase-key", &json!({ "purchaseKey": "x" }));
        assert!(
            start.elapsed() < allowed(Duration::from_secs(1)),
            "{:?}",
            start.elapsed()
        );
        let expected = if attempt < LIMIT { 400 } else { 429 };
        assert_eq!(answer.status, expected, "attempt {attempt}");
    }
    drop(frozen);
}
