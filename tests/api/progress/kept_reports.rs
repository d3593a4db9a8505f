//! Reports that say when they were so and what was played.

use chrono::{TimeDelta, Utc};
use kernel::AccessTerm;
use serde_json::{Value, json};
use support::{
    Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
    databases::tables::db_count,
};

fn ago(minutes: i64) -> String {
    (Utc::now() - TimeDelta::minutes(minutes)).to_rfc3339()
}

#[test]
fn an_older_report_moves_no_position_and_may_complete() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let last = ago(10);
    for (watched_at, seconds, by_hand, kept, completed) in [
        (last.clone(), 50, None, 50, false),
        (ago(20), 70, None, 50, false),
        (String::from("1970-01-01T00:00:00Z"), 80, None, 50, false),
        (ago(30), 95, None, 50, true),
        (ago(11), 5, Some(false), 50, true),
        (ago(9), 20, None, 20, true),
        (ago(8), 20, Some(false), 20, false),
        (String::from("2100-01-01T00:00:00+02:00"), 30, None, 30, false),
        (ago(-4), 40, None, 40, false),
        (ago(-2), 10, None, 40, false),
    ] {
        let body = json!({ "watchedSeconds": seconds, "completed": by_hand, "watchedAt": watched_at });
        let stored = browser.put(&catalogue.progress(0), &body).ok(200);
        let found = (&stored["watchedSeconds"], &stored["completed"]);
        assert_eq!(found, (&json!(kept), &json!(completed)), "{body}");
        let read = browser.get(&format!("/api/courses/{}/progress", catalogue.futures.0));
        assert_eq!(read.ok(200), json!([stored]));
    }
    // As before, a report that does not say is of now.
    let stored = browser
        .put(&catalogue.progress(0), &json!({ "watchedSeconds": 3 }))
        .ok(200);
    assert_eq!(stored["watchedSeconds"], 3);
    let time = |value: &Value| value.as_str().unwrap().parse::<chrono::DateTime<Utc>>().unwrap();
    assert!((Utc::now() - time(&stored["lastWatched"])).abs() < TimeDelta::minutes(1));
}

#[test]
fn a_time_or_an_interval_that_is_none_is_refused() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    for (field, value) in [
        ("watchedAt", json!("yesterday")),
        ("watchedAt", json!("2026-03-01 12:00")),
        ("watchedAt", json!("")),
        ("played", json!([[10, 5]])),
        ("played", json!([[-1, 5]])),
        ("played", json!([[0]])),
        ("played", json!([["0", "5"]])),
        ("played", json!([0, 5])),
        ("played", json!("all")),
        ("played", json!(vec![[0, 5]; 21])),
    ] {
        let mut body = json!({ "watchedSeconds": 5 });
        body[field] = value;
        let refused = browser
            .put(&catalogue.progress(0), &body)
            .refused(400, "invalid_fields");
        let fields = refused["fields"].as_object().unwrap();
        assert_eq!(fields.keys().collect::<Vec<_>>(), [field], "{body}");
    }
    assert_eq!(db_count(&server.database().address(), "video_progress"), 0);
    for played in [
        json!(null),
        json!([]),
        json!([[0, 30], [10, 40], [7.5, 7.5]]),
        json!([[90, 1e9]]),
        json!(vec![[0, 5]; 20]),
    ] {
        let body = json!({ "watchedSeconds": 5, "watchedAt": null, "played": played });
        let _ = browser.put(&catalogue.progress(0), &body).ok(200);
    }
    // [0, 40) and [90, 100): parts 0 to 7, 18 and 19.
    let kept = "video_progress WHERE hex(played) = 'FF000C'";
    assert_eq!(db_count(&server.database().address(), kept), 1);
}
