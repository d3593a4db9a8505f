//! What is to do today.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use staff::Role;
use support::{
    Engine, Postgres, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
    databases::tables::db_run,
    staff::joined,
};

const EMPTY: [&str; 6] = [
    "stuck",
    "ending",
    "failedMails",
    "discord",
    "payments",
    "questions",
];

#[rstest]
fn each_list_names_what_was_planted_and_nothing_else(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let (mut eva, _) = joined(&server, "Eva", Role::Support);
    let mut anna = member(&server, "Anna", catalogue.futures, AccessTerm::Lifetime);
    let today = eva.get("/api/staff/today").ok(200);
    for list in EMPTY {
        assert_eq!(today[list], json!([]), "{list}");
    }
    let address = server.database().address();
    // Not watched since the start of the access, fifteen days ago; and then watched now.
    let start = (chrono::Utc::now() - chrono::TimeDelta::days(15)).format("%Y-%m-%d %H:%M:%S");
    db_run(
        &address,
        &format!("UPDATE user_course_access SET purchased_at = '{start}'"),
    );
    let today = eva.get("/api/staff/today").ok(200);
    assert_eq!(today["stuck"][0]["username"], "Anna");
    assert_eq!(today["stuck"][0]["lastWatched"], json!(null));
    let watched = anna.put(&catalogue.progress(0), &json!({ "watchedSeconds": 3 }));
    assert_eq!(watched.status, 200);
    let soon = (chrono::Utc::now() + chrono::TimeDelta::days(13)).format("%Y-%m-%d %H:%M:%S");
    db_run(
        &address,
        &format!("UPDATE user_course_access SET expires_at = '{soon}'"),
    );
    db_run(
        &address,
        "UPDATE outbox SET sent_at = NULL, due_at = NULL, last_error = '550 no such user'",
    );
    let question = format!("/api/videos/{}/questions", catalogue.videos[0].0);
    let _ = anna
        .post(
            &question,
            &json!({ "text": "Why is that so?", "seconds": 0, "private": false }),
        )
        .ok(201);
    let today = eva.get("/api/staff/today").ok(200);
    assert_eq!(today["stuck"], json!([]));
    assert_eq!(
        (&today["ending"][0]["username"], &today["ending"][0]["courseId"]),
        (&json!("Anna"), &json!(catalogue.futures.0))
    );
    for mail in today["failedMails"].as_array().unwrap() {
        assert!(
            mail["detail"].as_str().unwrap().ends_with(": 550 no such user"),
            "{mail}"
        );
    }
    assert_eq!(today["questions"][0]["memberId"], 1);
    // Who has finished is not stuck, and who has no access any more is not either.
    db_run(
        &address,
        "UPDATE video_progress SET last_watched = '2026-01-01 00:00:00', completed = TRUE",
    );
    assert_eq!(
        eva.get("/api/staff/today").ok(200)["stuck"][0]["username"],
        "Anna",
        "of three lessons one is finished"
    );
    db_run(
        &address,
        "UPDATE user_course_access SET expires_at = '2026-01-02 00:00:00'",
    );
    assert_eq!(eva.get("/api/staff/today").ok(200)["stuck"], json!([]));
}
