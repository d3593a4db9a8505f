//! A PostgreSQL that answers nothing: 503 within the time limit, and work as before once it answers again.

use std::time::{Duration, Instant};

use kernel::{AccessTerm, DatabaseUrl};
use serde_json::json;
use support::{
    Answer, Browser, Postgres, Server, TestDatabase,
    catalogue_fixture::registration,
    databases::{open, postgres::Cluster},
    samples::{add_course, add_key, videos_of},
    waiting::{allowed, until},
};

/// Contract, "Under pressure".
const FIRST: Duration = Duration::from_secs(3);
const LATER: Duration = Duration::from_secs(1);

/// A member of a server over a PostgreSQL of its own, and where a position is put.
fn member(cluster: &Cluster) -> (Server, Browser, String) {
    let url = cluster.url("portal");
    cluster.create_database("portal");
    let address = DatabaseUrl::Postgres(url.clone().into());
    let catalogue = open(&address);
    let course = add_course(&catalogue, "futures");
    let key = add_key(&catalogue, course, AccessTerm::Lifetime, 1).reveal();
    let progress = format!("/api/videos/{}/progress", videos_of(&catalogue, course)[0].0);
    drop(catalogue);
    let server = Server::over(TestDatabase::new(Postgres), &[("DATABASE_URL", url.as_str())]);
    let mut browser = server.visitor();
    let _ = browser
        .post("/api/register", &registration("Trader", &key))
        .ok(201);
    (server, browser, progress)
}

#[track_caller]
fn within(limit: Duration, ask: impl FnOnce() -> Answer) -> Answer {
    let (start, limit) = (Instant::now(), allowed(limit));
    let answer = ask();
    assert!(start.elapsed() < limit, "{:?}, not {limit:?}", start.elapsed());
    answer
}

#[track_caller]
fn assert_alive(browser: &mut Browser) {
    let _ = within(LATER, || browser.get("/healthz")).ok(200);
    assert_eq!(within(LATER, || browser.get("/portal")).status, 200);
}

fn healed(browser: &mut Browser) {
    until("the server finds its database again", || {
        browser.get("/readyz").status == 200
    });
}

#[test]
fn a_frozen_postgresql_is_a_503_within_three_seconds_and_then_within_one() {
    let cluster = Cluster::own();
    let (_server, mut browser, progress) = member(&cluster);
    for (round, first) in ["/readyz", "/api/user"].into_iter().enumerate() {
        let frozen = cluster.freeze();
        assert_alive(&mut browser);
        within(FIRST, || browser.get(first)).refused(503, "database_unavailable");
        // More than there are connections and threads, so that each of them would be held.
        for seconds in 0..40 {
            within(LATER, || browser.get("/readyz")).refused(503, "database_unavailable");
            within(LATER, || browser.get("/api/user")).refused(503, "database_unavailable");
            let position = json!({ "watchedSeconds": 50 + seconds });
            within(LATER, || browser.put(&progress, &position)).refused(503, "database_unavailable");
            assert_alive(&mut browser);
        }
        drop(frozen);
        healed(&mut browser);
        assert!(browser.is_signed_in());
        let seconds = 10 + round;
        let written = browser
            .put(&progress, &json!({ "watchedSeconds": seconds }))
            .ok(200);
        assert_eq!(written["watchedSeconds"], seconds);
    }
}

#[test]
fn a_write_that_waits_when_postgresql_freezes_is_refused_in_time_and_never_happens() {
    let cluster = Cluster::own();
    let (_server, mut browser, progress) = member(&cluster);
    let _ = browser.put(&progress, &json!({ "watchedSeconds": 7 })).ok(200);
    let frozen = cluster.freeze();
    let browsers: Vec<_> = (0..40).map(|_| browser.clone()).collect();
    std::thread::scope(|scope| {
        for mut browser in browsers {
            let progress = &progress;
            scope.spawn(move || {
                let position = json!({ "watchedSeconds": 90 });
                within(FIRST, || browser.put(progress, &position)).refused(503, "database_unavailable");
            });
        }
        for _ in 0..20 {
            assert_alive(&mut browser);
        }
    });
    drop(frozen);
    healed(&mut browser);
    // After all work that the server's threads still held.
    let _ = browser.put(&progress, &json!({ "watchedSeconds": 8 })).ok(200);
    let own = browser.get("/api/user/recent-progress").ok(200);
    assert_eq!(own[0]["watchedSeconds"], 8, "{own}");
}

#[test]
fn a_postgresql_that_is_killed_while_frozen_is_found_again() {
    let cluster = Cluster::own();
    let (_server, mut browser, progress) = member(&cluster);
    let frozen = cluster.freeze();
    within(FIRST, || browser.get("/api/user")).refused(503, "database_unavailable");
    cluster.kill();
    drop(frozen);
    within(FIRST, || browser.get("/api/user")).refused(503, "database_unavailable");
    within(LATER, || browser.get("/api/user")).refused(503, "database_unavailable");
    cluster.restart();
    healed(&mut browser);
    let _ = browser.put(&progress, &json!({ "watchedSeconds": 9 })).ok(200);
}
