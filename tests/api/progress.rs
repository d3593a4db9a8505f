//! Positions over HTTP.

mod kept_reports;

use std::sync::Barrier;

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Server, Sqlite, at_once,
    catalogue_fixture::{CatalogueFixture, member, sign_in},
    databases::tables::db_count,
    samples::{course, import, section, video, videos_of},
};

#[test]
fn a_position_is_kept_and_ninety_per_cent_finish() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    for (body, seconds, completed) in [
        (json!({ "watchedSeconds": 0 }), 0, false),
        (json!({ "watchedSeconds": 89 }), 89, false),
        (json!({ "watchedSeconds": 90 }), 90, true),
        (json!({ "watchedSeconds": 12 }), 12, true),
        (json!({ "watchedSeconds": 12, "completed": false }), 12, false),
        (json!({ "watchedSeconds": 13, "completed": null }), 13, false),
        (json!({ "watchedSeconds": 13, "completed": true }), 13, true),
        (json!({ "watchedSeconds": i32::MAX }), 100, true),
    ] {
        let stored = browser.put(&catalogue.progress(0), &body).ok(200);
        let mut keys: Vec<_> = stored.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        assert_eq!(keys, ["completed", "lastWatched", "videoId", "watchedSeconds"]);
        assert_eq!(
            (&stored["watchedSeconds"], &stored["completed"]),
            (&json!(seconds), &json!(completed)),
            "{body}"
        );
        let read = browser
            .get(&format!("/api/courses/{}/progress", catalogue.futures.0))
            .ok(200);
        assert_eq!(read.as_array().unwrap().len(), 1);
        assert_eq!(
            (&read[0]["watchedSeconds"], &read[0]["completed"]),
            (&json!(seconds), &json!(completed))
        );
    }
}

#[test]
fn what_is_no_position_is_refused() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let negative = browser.put(&catalogue.progress(0), &json!({ "watchedSeconds": -1 }));
    let json = negative.refused(400, "invalid_fields");
    assert!(json["fields"]["watchedSeconds"].is_string());
    for body in [
        json!({}),
        json!({ "watchedSeconds": "12" }),
        json!({ "watchedSeconds": 1.5 }),
        json!({ "watchedSeconds": 2_147_483_648_u64 }),
        json!({ "watchedSeconds": null }),
        json!({ "watchedSeconds": 1, "completed": "yes" }),
        json!({ "watchedSeconds": 1, "userId": 1 }),
        json!([1]),
    ] {
        let answer = browser.put(&catalogue.progress(0), &body);
        assert_eq!(answer.status, 400, "{body}");
        assert!(answer.json()["code"].is_string());
    }
    assert_eq!(db_count(&server.database().address(), "video_progress"), 0);
    for id in ["0", "4711", "x", "-1", "99999999999"] {
        let answer = browser.put(
            &format!("/api/videos/{id}/progress"),
            &json!({ "watchedSeconds": 1 }),
        );
        answer.refused(404, "not_found");
    }
}

#[test]
fn only_a_holder_reports_and_only_their_own() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut holder = member(&server, "Holder", catalogue.futures, AccessTerm::Lifetime);
    let mut other = member(&server, "Other", catalogue.crypto, AccessTerm::Lifetime);
    let body = json!({ "watchedSeconds": 5 });
    server
        .visitor()
        .put(&catalogue.progress(0), &body)
        .refused(401, "unauthenticated");
    other.put(&catalogue.progress(0), &body).refused(403, "no_access");
    let _ = holder.put(&catalogue.progress(0), &body).ok(200);
    let path = format!("/api/courses/{}/progress", catalogue.futures.0);
    assert_eq!(
        other.get(&path).ok(200),
        json!([]),
        "another member's positions are shown"
    );
    assert_eq!(other.get("/api/user/recent-progress").ok(200), json!([]));
    server.visitor().get(&path).refused(401, "unauthenticated");
    server
        .visitor()
        .get("/api/user/recent-progress")
        .refused(401, "unauthenticated");
}

#[test]
fn what_was_watched_last_stands_first_and_finished_ones_are_counted() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    for (video, seconds) in [(0, 100), (2, 5), (1, 7), (2, 9)] {
        let _ = browser
            .put(&catalogue.progress(video), &json!({ "watchedSeconds": seconds }))
            .ok(200);
    }
    let recent = browser.get("/api/user/recent-progress").ok(200);
    let order: Vec<_> = recent
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["videoId"].clone())
        .collect();
    assert_eq!(order, [2, 1, 0].map(|n: usize| json!(catalogue.videos[n].0)));
    let first = &recent[0];
    let expected = json!({
        "videoId": catalogue.videos[2].0, "videoTitle": "Title of c.webm", "lastWatched": first["lastWatched"],
        "modelId": catalogue.futures.0, "courseTitle": "Title of futures", "watchedSeconds": 9, "duration": 61,
        "completed": false,
    });
    assert_eq!(*first, expected);
    assert!(
        first["lastWatched"].as_str().unwrap().ends_with('Z'),
        "a time without its zone"
    );
    let held = browser.get("/api/user/courses").ok(200);
    assert_eq!(
        (&held[0]["completedVideos"], &held[0]["totalVideos"]),
        (&json!(1), &json!(3))
    );
}

#[rstest]
fn three_hundred_completions_stay_under_five_reports_at_once(#[values(Sqlite, Postgres)] engine: Engine) {
    // Five devices of one account.
    let server = Server::with(engine, &[("PORTAL_STREAMS_PER_ACCOUNT", "5")]);
    let mut long = course("long");
    long.sections = vec![section(
        "All",
        (0..300).map(|n| video(&format!("{n}.mp4"), 100)).collect(),
    )];
    let long = import(server.database(), long);
    let videos = videos_of(server.database(), long);
    let mut reader = member(&server, "Trader", long, AccessTerm::Lifetime);
    let together = Barrier::new(5);
    at_once(5, |n| {
        let mut browser = sign_in(&server, "Trader");
        for (number, video) in (0..).zip(&videos) {
            let completes = number % 5 == n;
            let body = json!({ "watchedSeconds": if completes { 95 } else { 3 } });
            together.wait();
            let kept = browser
                .put(&format!("/api/videos/{}/progress", video.0), &body)
                .ok(200);
            assert!(!completes || kept["completed"] == json!(true));
        }
    });
    let kept = reader.get(&format!("/api/courses/{}/progress", long.0)).ok(200);
    let completed = kept
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["completed"] == json!(true));
    assert_eq!(completed.count(), 300, "acknowledged completions were lost");
}
