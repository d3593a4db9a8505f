//! Writes that cannot be done are refused in time, never done later, and delay no other requests; and what one member's calls cost the others.

mod costly_calls;
mod writers;

use std::{
    io::Write as _,
    net::TcpStream,
    time::{Duration, Instant},
};

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Browser, Engine, Postgres, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, PASSWORD, fresh_key, member, registration},
    databases::{held_lock::HeldLock, tables::db_count},
    http::available_again,
    server::read_to_end,
    waiting::{allowed, until},
};

/// More than the writer's queue holds.
const WAITING: usize = 1_300;

/// Half of the answers come faster; each of them well within a second.
fn median(browser: &mut Browser, path: &str) -> Duration {
    let mut times: Vec<_> = (0..60)
        .map(|_| {
            let start = Instant::now();
            assert_eq!(browser.get(path).status, 200, "{path}");
            start.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

/// The same request as the browser sends, on a connection of its own whose answer is not read yet.
fn sent(server: &Server, browser: &Browser, path: &str, body: &str) -> TcpStream {
    let mut stream = server.connect();
    let cookie = browser.cookie().unwrap();
    write!(
        stream,
        "PUT {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    stream
}

#[rstest]
fn writes_that_wait_leave_health_pages_and_reads_answering(#[values(Sqlite, Postgres)] engine: Engine) {
    // From a proxy, whose connections are not counted.
    let server = Server::with(engine, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let held = HeldLock::take(&server.database().address(), "video_progress");
    let body = r#"{"watchedSeconds": 90}"#;
    let waiting: Vec<_> = (0..WAITING)
        .map(|_| sent(&server, &browser, &catalogue.progress(0), body))
        .collect();
    for path in ["/healthz", "/portal", "/readyz", "/api/user", "/api/courses"] {
        let median = median(&mut browser, path);
        println!("{path} with {WAITING} writes waiting: {median:?} at the median");
        assert!(median < allowed(Duration::from_secs(1)), "{path}: {median:?}");
    }
    for mut stream in waiting {
        let answer = read_to_end(&mut stream);
        assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
        assert!(answer.to_lowercase().contains("\r\nretry-after: "), "{answer}");
    }
    drop(held);
    let written = available_again(|| browser.put(&catalogue.progress(0), &json!({ "watchedSeconds": 7 })));
    let _ = written.ok(200);
    assert_eq!(
        db_count(
            &server.database().address(),
            "video_progress WHERE watched_seconds = 90"
        ),
        0,
        "a write that was refused happened"
    );
}

#[rstest]
fn a_registration_that_was_refused_for_lateness_never_happens(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let body = registration(
        "Late",
        &fresh_key(&server, catalogue.futures, AccessTerm::Lifetime),
    );
    let address = server.database().address();
    let mut visitor = server.visitor();

    let held = HeldLock::take(&address, "users");
    let start = Instant::now();
    visitor
        .post("/api/register", &body)
        .refused(503, "database_unavailable");
    assert!(
        start.elapsed() < allowed(Duration::from_secs(3)),
        "{:?}",
        start.elapsed()
    );
    let start = Instant::now();
    visitor
        .post("/api/register", &body)
        .refused(503, "database_unavailable");
    if engine == Sqlite {
        // PostgreSQL itself answers, so there it is this table's writers only who wait.
        assert!(
            start.elapsed() < allowed(Duration::from_secs(1)),
            "{:?}",
            start.elapsed()
        );
    }
    drop(held);

    // A write of the same table that comes through, and with it all that was queued before.
    let renamed =
        json!({ "username": "Trader2", "email": "trader@example.com", "currentPassword": PASSWORD });
    let _ = available_again(|| trader.put("/api/user/account", &renamed)).ok(200);
    assert_eq!(
        db_count(&address, "users WHERE username = 'Late'"),
        0,
        "it happened after all"
    );
    assert_eq!(db_count(&address, "purchase_codes WHERE used"), 1);
    let _ = visitor.post("/api/register", &body).ok(201);
}

#[test]
fn a_write_whose_client_has_gone_is_not_done() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let held = HeldLock::take(&server.database().address(), "video_progress");
    let before = sockets(&server);
    let gone: Vec<_> = (0..20)
        .map(|_| {
            sent(
                &server,
                &browser,
                &catalogue.progress(1),
                r#"{"watchedSeconds": 90}"#,
            )
        })
        .collect();
    until("the server takes the connections", || {
        sockets(&server) >= before + 20
    });
    drop(gone);
    until("the server sees that they are gone", || {
        sockets(&server) <= before
    });
    drop(held);
    let written = available_again(|| browser.put(&catalogue.progress(0), &json!({ "watchedSeconds": 7 })));
    let _ = written.ok(200);
    let rows = format!("video_progress WHERE video_id = {}", catalogue.videos[1].0);
    assert_eq!(db_count(&server.database().address(), &rows), 0);
}

/// How many sockets the server has open.
fn sockets(server: &Server) -> usize {
    let open = std::fs::read_dir(format!("/proc/{}/fd", server.id())).unwrap();
    open.filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok())
        .filter(|target| target.to_string_lossy().starts_with("socket:"))
        .count()
}
