//! What is to do today.

use kernel::AccessTerm;
use serde_json::json;
use staff::Role;
use support::{
    Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
    checkouts::{context, order_plan, paid, refunded, tell},
    databases::tables::db_run,
    staff::joined,
    waiting::on_one_day,
};

const EMPTY: [&str; 6] = [
    "stuck",
    "ending",
    "failedMails",
    "discord",
    "payments",
    "questions",
];

#[test]
fn each_list_names_what_was_planted_and_nothing_else() {
    let server = Server::start(Sqlite);
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
        "UPDATE outbox SET sent_at = NULL; DELETE FROM jobs; \
         INSERT INTO jobs (kind, key, rank, generation, last_error) \
             SELECT 'mail', CAST(id AS TEXT), 2, 1, '550 no such user' FROM outbox",
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
    // A member who has finished is not stuck, and a member without access is not either.
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

#[test]
fn a_payment_names_the_member_who_took_a_visitors_order_over() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let (mut eva, _) = joined(&server, "Eva", Role::Support);
    let _ = member(&server, "Anna", catalogue.futures, AccessTerm::Lifetime);
    let (reference, session) = order_plan(server.database(), &context(), "anna@example.com");
    tell(server.database(), &context(), paid(&session));
    let address = server.database().address();
    for change in [
        "UPDATE orders SET status = 'disputed', ended_at = ",
        "UPDATE orders SET status = 'paid', flag = 'another amount was paid', created_at = ",
    ] {
        let now = chrono::Utc::now().format("%Y-%m-%d %H:%M:%S");
        db_run(&address, &format!("{change}'{now}'"));
        let row = eva.get("/api/staff/today").ok(200)["payments"][0].clone();
        assert_eq!(row["reference"], reference.as_str());
        assert_eq!((&row["memberId"], &row["username"]), (&json!(null), &json!(null)));
        db_run(
            &address,
            "INSERT INTO order_buyers (order_id, user_id) SELECT o.id, u.id FROM orders o, users u WHERE u.username = 'Anna'",
        );
        let row = eva.get("/api/staff/today").ok(200)["payments"][0].clone();
        assert_eq!((&row["memberId"], &row["username"]), (&json!(1), &json!("Anna")));
        db_run(&address, "DELETE FROM order_buyers");
    }
}

#[test]
fn the_week_has_seven_days_who_watched_its_income_and_where_members_stop() {
    on_one_day();
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let (mut eva, _) = joined(&server, "Eva", Role::Support);
    let mut anna = member(&server, "Anna", catalogue.futures, AccessTerm::Lifetime);
    let mut jo = member(&server, "Jo", catalogue.futures, AccessTerm::Lifetime);
    let (address, now) = (server.database().address(), chrono::Utc::now());
    let before = (now - chrono::TimeDelta::days(7)).format("%Y-%m-%d %H:%M:%S");
    db_run(
        &address,
        &format!("UPDATE users SET created_at = '{before}' WHERE username = 'Jo'"),
    );
    for (lesson, report) in [
        (0, json!({ "watchedSeconds": 95, "played": [[0, 60]] })),
        (1, json!({ "watchedSeconds": 20, "played": [[0, 20.4]] })),
    ] {
        assert_eq!(anna.put(&catalogue.progress(lesson), &report).status, 200);
    }
    // Jo watched before.
    let watched_at = json!({ "watchedSeconds": 0, "watchedAt": now - chrono::TimeDelta::days(7) });
    assert_eq!(jo.put(&catalogue.progress(0), &watched_at).status, 200);
    // Two orders for both courses: one this week, of which a third went back, and one before.
    for (email, paid_at) in [
        ("a@example.com", now),
        ("b@example.com", now - chrono::TimeDelta::days(7)),
    ] {
        let (reference, session) = order_plan(server.database(), &context(), email);
        tell(server.database(), &context(), paid(&session));
        tell(server.database(), &context(), refunded(&session, 10_000));
        let paid_at = paid_at.format("%Y-%m-%d %H:%M:%S");
        db_run(
            &address,
            &format!("UPDATE orders SET paid_at = '{paid_at}' WHERE reference = '{reference}'"),
        );
    }
    let week = eva.get("/api/staff/today").ok(200)["week"].clone();
    let days = week["days"].as_array().unwrap();
    let dates: Vec<_> = days.iter().map(|day| day["date"].as_str().unwrap()).collect();
    let expected: Vec<_> = (0..7)
        .rev()
        .map(|ago| (now - chrono::TimeDelta::days(ago)).date_naive().to_string())
        .collect();
    assert_eq!(dates, expected);
    assert_eq!(days[6], json!({ "date": expected[6], "signUps": 1 }));
    assert_eq!(days[0], json!({ "date": expected[0], "signUps": 0 }));
    assert_eq!(week["membersWhoWatched"], 1);
    let income = |course: courses::CourseId, title: &str| json!({ "courseId": course.0, "title": title, "cents": 10_000 });
    assert_eq!(
        week["income"],
        json!([
            income(catalogue.futures, "Title of futures"),
            income(catalogue.crypto, "Title of crypto")
        ])
    );
    let stops = |lesson: usize, file: &str, started: i32, finished: i32| json!({ "videoId": catalogue.videos[lesson].0, "title": format!("Title of {file}"), "started": started, "finished": finished });
    assert_eq!(
        week["stops"],
        json!([{
            "courseId": catalogue.futures.0, "title": "Title of futures",
            "lessons": [stops(0, "a.mp4", 1, 1), stops(1, "b.mp4", 1, 0), stops(2, "c.webm", 0, 0)],
        }])
    );
}
