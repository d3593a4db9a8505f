//! A database that goes away, and a disk that takes no more: 503, and work as before once it is back.

use std::process::Command;

use kernel::{AccessTerm, DatabaseUrl};
use serde_json::json;
use support::{
    Browser, Engine, Postgres, Server, Sqlite, TestDatabase,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, member},
    databases::{open, postgres::Cluster, tables::db_run},
    http::available_again,
    waiting::until,
};

/// Every call that needs the database says so, in the contract's shape; what needs none is served.
fn assert_down(browser: &mut Browser, catalogue: &CatalogueFixture) {
    browser.get("/readyz").refused(503, "database_unavailable");
    // Not 401, which would sign the member out of the page that they look at.
    let json = browser.get("/api/user").refused(503, "database_unavailable");
    assert_eq!(json["message"], "Something went wrong. Please try again.");
    browser.get("/api/courses").refused(503, "database_unavailable");
    browser
        .put(&catalogue.progress(0), &json!({ "watchedSeconds": 7 }))
        .refused(503, "database_unavailable");
    browser
        .get(&catalogue.video(0))
        .refused(503, "database_unavailable");
    let login = browser.post("/api/login", &credentials("Trader", PASSWORD));
    login.refused(503, "database_unavailable");
    let _ = browser.get("/healthz").ok(200);
    assert_eq!(browser.get("/portal").status, 200, "pages need no database");
}

#[test]
fn a_postgresql_that_is_cut_off_and_comes_back_is_found_again() {
    let cluster = Cluster::own();
    let database = TestDatabase::new(Postgres);
    let url = cluster.url("portal");
    cluster.create_database("portal");
    let address = DatabaseUrl::Postgres(url.clone().into());
    let server = Server::over(database, &[("DATABASE_URL", url.as_str())]);
    let catalogue = open(&address);
    let course = support::samples::add_course(&catalogue, "futures");
    let key = support::samples::add_key(&catalogue, course, AccessTerm::Lifetime, 1).reveal();
    let videos = support::samples::videos_of(&catalogue, course);
    drop(catalogue);
    let catalogue = CatalogueFixture {
        futures: course,
        crypto: course,
        other_videos: videos.clone(),
        videos,
        bytes: Vec::new(),
    };
    let mut browser = server.visitor();
    let _ = browser
        .post(
            "/api/register",
            &support::catalogue_fixture::registration("Trader", &key),
        )
        .ok(201);

    for seconds in [11, 12] {
        let _ = browser
            .put(&catalogue.progress(0), &json!({ "watchedSeconds": seconds }))
            .ok(200);
        cluster.stop();
        assert_down(&mut browser, &catalogue);
        cluster.restart();
        // Connections come back one by one.
        let _ = available_again(|| browser.get("/readyz")).ok(200);
        assert!(browser.is_signed_in());
        let read = browser
            .get(&format!("/api/courses/{}/progress", course.0))
            .ok(200);
        assert_eq!(
            read[0]["watchedSeconds"], seconds,
            "an acknowledged write is gone"
        );
    }
    assert!(
        !server.log().contains("@127.0.0.1"),
        "the log holds the database's address"
    );
}

#[test]
fn a_postgresql_that_takes_no_writes_is_not_ready_until_it_does() {
    let cluster = Cluster::own();
    let url = cluster.url("portal");
    cluster.create_database("portal");
    let server = Server::over(TestDatabase::new(Postgres), &[("DATABASE_URL", url.as_str())]);
    let mut balancer = server.visitor();
    let _ = balancer.get("/readyz").ok(200);
    let address = DatabaseUrl::Postgres(url.into());
    let end_others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                      WHERE datname = 'portal' AND pid <> pg_backend_pid()";
    for (setting, status) in [("on", 503), ("off", 200)] {
        let change = format!(
            "BEGIN READ WRITE; ALTER DATABASE portal SET default_transaction_read_only = {setting}; COMMIT"
        );
        db_run(&address, &change);
        // The setting is that of new connections.
        db_run(&address, end_others);
        until(format!("it is read-only: {setting}"), || {
            balancer.get("/readyz").status == status
        });
        let _ = balancer.get("/healthz").ok(200);
    }
}

/// Sets how large a file the process may write, as a quota does; `unlimited` lifts it.
fn limit_files(server: &Server, bytes: &str) {
    let limit = format!("--fsize={bytes}:unlimited");
    let status = Command::new("prlimit")
        .args(["--pid", &server.id().to_string(), &limit])
        .status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "prlimit (Debian's util-linux) cannot be run"
    );
}

#[test]
fn an_embedded_database_that_cannot_grow_answers_503_and_heals() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let _ = browser
        .put(&catalogue.progress(0), &json!({ "watchedSeconds": 7 }))
        .ok(200);
    for seconds in [8, 9, 10] {
        limit_files(&server, "1");
        let refused = browser.put(&catalogue.progress(0), &json!({ "watchedSeconds": 90 }));
        refused.refused(503, "database_unavailable");
        let _ = browser.get("/api/user").ok(200);
        let read = browser
            .get(&format!("/api/courses/{}/progress", catalogue.futures.0))
            .ok(200);
        assert_eq!(read[0]["watchedSeconds"], seconds - 1, "a refused write is seen");
        assert_eq!(
            browser
                .send("GET", &catalogue.video(0), &[("range", "bytes=0-9")], None)
                .status,
            206
        );
        limit_files(&server, "unlimited");
        let _ = browser
            .put(&catalogue.progress(0), &json!({ "watchedSeconds": seconds }))
            .ok(200);
    }
}

#[test]
fn an_answer_never_tells_what_failed() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    support::databases::tables::db_run(&server.database().address(), "DROP TABLE video_progress");
    // Unread by the description, which knows no failure of this kind.
    let answer = server.raw(
        format!(
            "PUT {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {}\r\nContent-Type: application/json\r\n\
             Content-Length: 21\r\n\r\n{{\"watchedSeconds\": 7}}",
            catalogue.progress(0),
            browser.cookie().unwrap()
        )
        .as_bytes(),
    );
    let (head, text) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 500 "), "{answer}");
    let text = text.to_lowercase();
    for word in ["video_progress", "table", "sql", "diesel", "/"] {
        assert!(!text.contains(word), "{text}");
    }
    // The log comes through a pipe that a thread reads, so it may arrive after the answer.
    until("the operator is warned", || {
        server.log().contains("video_progress")
    });
    assert_eq!(server.database().engine(), Engine::Sqlite);
}
