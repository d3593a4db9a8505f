//! A COMMIT whose answer does not come: the write is not lost, not done twice, and not denied when it is asked for again.

use std::time::{Duration, Instant};

use kernel::AccessTerm;
use serde_json::{Value, json};
use support::{
    Postgres, Server, TestDatabase,
    catalogue_fixture::{fresh_key, registration},
    databases::{
        commit_proxy::{CommitProxy, Interference},
        tables::db_count,
    },
    http::available_again,
    samples::add_course,
    server::database_setting,
    waiting::allowed,
};

/// A server that reaches its PostgreSQL through a proxy, and the body of a registration there.
fn proxied() -> (Server, CommitProxy, Value) {
    let database = TestDatabase::new(Postgres);
    let url = database_setting(&database.address());
    let proxy = CommitProxy::start(&url);
    let server = Server::over(database, &[("DATABASE_URL", &proxy.url(&url))]);
    let course = add_course(server.database(), "futures");
    let key = fresh_key(&server, course, AccessTerm::Lifetime);
    (server, proxy, registration("Trader", &key))
}

fn assert_registered_once(server: &Server) {
    let address = server.database().address();
    for rows in [
        "users",
        "user_course_access",
        "sessions",
        "purchase_codes WHERE used",
    ] {
        assert_eq!(db_count(&address, rows), 1, "{rows}");
    }
}

#[test]
fn a_commit_that_held_is_acknowledged_although_its_connection_was_cut() {
    let (server, proxy, body) = proxied();
    let mut visitor = server.visitor();
    proxy.interfere(Interference::Cut);
    let _ = visitor.post("/api/register", &body).ok(201);
    assert!(proxy.has_interfered(), "no commit was cut");
    assert!(visitor.is_signed_in());
    assert_registered_once(&server);
}

#[test]
fn a_registration_whose_commit_hangs_is_answered_when_it_is_sent_again() {
    let (server, proxy, body) = proxied();
    let mut visitor = server.visitor();
    proxy.interfere(Interference::Hold);
    let start = Instant::now();
    visitor
        .post("/api/register", &body)
        .refused(503, "database_unavailable");
    assert!(
        start.elapsed() < allowed(Duration::from_secs(3)),
        "{:?}",
        start.elapsed()
    );
    assert!(proxy.has_interfered(), "no commit was held");
    // Still unknown.
    let start = Instant::now();
    visitor
        .post("/api/register", &body)
        .refused(503, "database_unavailable");
    assert!(
        start.elapsed() < allowed(Duration::from_secs(1)),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(visitor.cookie(), None);
    proxy.let_go();
    let answer = available_again(|| visitor.post("/api/register", &body));
    assert_eq!(answer.ok(201)["username"], "Trader");
    assert!(visitor.is_signed_in(), "registered, and not signed in");
    assert_registered_once(&server);
    // It is given once: from now on it is what it is, a used key.
    let other = server.visitor().post("/api/register", &body);
    assert_eq!(other.status, 400, "{:?}", other.json());
}

#[test]
fn the_answer_of_a_pending_write_is_given_to_no_other_request() {
    let (server, proxy, body) = proxied();
    let mut visitor = server.visitor();
    proxy.interfere(Interference::Hold);
    visitor
        .post("/api/register", &body)
        .refused(503, "database_unavailable");
    let mut guess = body.clone();
    guess["password"] = json!("another guess at it");
    let answer = server.visitor().post("/api/register", &guess);
    assert!(
        answer.status >= 400,
        "a stranger was signed in: {:?}",
        answer.json()
    );
    proxy.let_go();
    let answer = server.visitor().post("/api/register", &guess);
    assert!(
        answer.status >= 400,
        "a stranger was signed in: {:?}",
        answer.json()
    );
    let answer = available_again(|| visitor.post("/api/register", &body));
    let _ = answer.ok(201);
}
