//! What staff and commands do: the same rows, and one sentence for each refusal.

use chrono::{TimeDelta, Utc};
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Server, Sqlite,
    audit::trail,
    databases::tables::{db_count, db_run},
};

use super::{JOIN, Room};

#[rstest]
#[case("title", json!("  "))]
#[case("title", json!("two\nlines"))]
#[case("title", json!("x".repeat(101)))]
#[case("text", json!("x".repeat(5_001)))]
#[case("start", json!("2026-13-01T20:00"))]
#[case("start", json!("2020-01-01T20:00"))]
#[case("zone", json!("Europe/Gent"))]
#[case("minutes", json!(4))]
#[case("minutes", json!(721))]
#[case("weekly", json!(1))]
#[case("weekly", json!(27))]
#[case("join", json!("http://meet.example"))]
#[case("join", Value::Null)]
#[case("channel", json!("123456789012345678"))]
fn a_wrong_field_is_named_and_nothing_is_planned(#[case] field: &str, #[case] value: Value) {
    let mut room = Room::open(Sqlite);
    let mut body = room.body(TimeDelta::days(1));
    body[field] = value;
    let refused = room
        .eva
        .post("/api/staff/live", &body)
        .refused(400, "invalid_fields");
    assert!(refused["fields"][field].is_string(), "{refused}");
    assert_eq!(db_count(&room.server.database().address(), "live_sessions"), 0);
}

#[test]
fn a_skipped_date_of_a_series_is_named() {
    let mut room = Room::open(Sqlite);
    let mut body = room.body(TimeDelta::days(1));
    let year = Utc::now().format("%Y").to_string().parse::<i32>().unwrap() + 1;
    let last_sunday = (25..=31).find(|day| {
        let date = chrono::NaiveDate::from_ymd_opt(year, 3, *day).unwrap();
        chrono::Datelike::weekday(&date) == chrono::Weekday::Sun
    });
    body["zone"] = json!("Europe/Brussels");
    body["start"] = json!(format!("{year}-03-{}T02:30", last_sunday.unwrap() - 7));
    body["weekly"] = json!(3);
    let refused = room
        .eva
        .post("/api/staff/live", &body)
        .refused(400, "invalid_fields");
    let named = format!("{year}-03-{} 02:30", last_sunday.unwrap());
    assert!(
        refused["fields"]["start"].as_str().unwrap().starts_with(&named),
        "{refused}"
    );
    assert_eq!(db_count(&room.server.database().address(), "live_sessions"), 0);
}

#[test]
fn a_series_is_planned_and_each_date_changes_alone() {
    let mut room = Room::open(Sqlite);
    let mut body = room.body(TimeDelta::days(1));
    body["weekly"] = json!(3);
    let ids = room.eva.post("/api/staff/live", &body).ok(201)["ids"].clone();
    assert_eq!(ids.as_array().unwrap().len(), 3);
    let path = |number: usize| format!("/api/staff/live/{}", ids[number]);
    let renamed = room.eva.put(&path(1), &json!({ "title": "Questions" })).ok(200);
    assert_eq!(
        (&renamed["title"], &renamed["joins"]),
        (&json!("Questions"), &json!(0))
    );
    let cancelled = room
        .eva
        .post(&format!("{}/cancel", path(2)), &json!({ "reason": "a holiday" }))
        .ok(200);
    assert_eq!(
        (&cancelled["state"], &cancelled["reason"]),
        (&json!("cancelled"), &json!("a holiday"))
    );
    let listed = room.eva.get("/api/staff/live").ok(200);
    let titles: Vec<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["title"].as_str().unwrap())
        .collect();
    assert_eq!(titles, ["Open floor", "Questions", "Open floor"]);
    assert_eq!(listed[0].get("join"), None);
    let _ = room
        .eva
        .put(&path(2), &json!({ "title": "Again" }))
        .refused(409, "live_cancelled");
    let again = json!({ "reason": "twice" });
    let _ = room
        .eva
        .post(&format!("{}/cancel", path(2)), &again)
        .refused(409, "live_cancelled");
    room.shift(ids[0].as_i64().unwrap(), Utc::now() - TimeDelta::hours(2));
    let _ = room
        .eva
        .put(&path(0), &json!({ "title": "Late" }))
        .refused(409, "live_over");
    let _ = room
        .eva
        .post(&format!("{}/cancel", path(0)), &again)
        .refused(409, "live_over");
    for unknown in ["/api/staff/live/4711", "/api/staff/live/x"] {
        let _ = room.eva.get(unknown).refused(404, "not_found");
        let _ = room.eva.put(unknown, &json!({})).refused(404, "not_found");
        let _ = room
            .eva
            .post(&format!("{unknown}/cancel"), &again)
            .refused(404, "not_found");
    }
    body["courseId"] = json!(4711);
    let _ = room.eva.post("/api/staff/live", &body).refused(404, "not_found");
    assert_eq!(
        room.eva.put(&path(1), &json!({ "weekly": 3 })).status,
        400,
        "no series after the plan"
    );
    let _ = room
        .eva
        .post(&format!("{}/cancel", path(1)), &json!({}))
        .refused(400, "invalid_fields");
    let _ = room
        .server
        .visitor()
        .get("/api/staff/live")
        .refused(401, "unauthenticated");
}

#[test]
fn commands_do_what_the_pages_do() {
    let room = Room::open(Sqlite);
    let start = (Utc::now() + TimeDelta::days(2))
        .format("%Y-%m-%d %H:%M")
        .to_string();
    let add = |more: &[&str]| {
        let mut words = vec![
            "live",
            "add",
            "live-room",
            "--title",
            "Open floor",
            "--start",
            &start,
            "--zone",
            "UTC",
            "--minutes",
            "90",
        ];
        words.extend(more);
        room.command(&words)
    };
    let (code, out, errors) = add(&["--join", JOIN, "--weekly", "2"]);
    assert_eq!((code, out.as_str()), (Some(0), "1\n2\n"), "{errors}");
    let (_, list, _) = room.command(&["live", "list", "--format", "json"]);
    let rows: Value = serde_json::from_str(&list).unwrap();
    let mut keys: Vec<&String> = rows[0].as_object().unwrap().keys().collect();
    keys.sort();
    assert_eq!(
        keys,
        [
            "course",
            "endsAt",
            "id",
            "joined",
            "recording",
            "startsAt",
            "state",
            "title",
            "zone"
        ]
    );
    assert_eq!(
        (&rows[0]["course"], &rows[0]["state"], &rows[0]["joined"]),
        (&json!("live-room"), &json!("planned"), &json!(0))
    );
    let (code, _, errors) = room.command(&["live", "edit", "1", "--title", "Questions"]);
    assert_eq!(code, Some(0), "{errors}");
    let (_, show, _) = room.command(&["live", "show", "1", "--format", "json"]);
    let shown: Value = serde_json::from_str(&show).unwrap();
    assert_eq!(
        (&shown["title"], &shown["join"], &shown["attendance"]),
        (&json!("Questions"), &json!(JOIN), &json!([]))
    );
    let (code, _, errors) = room.command(&["live", "cancel", "1", "--reason", "ill"]);
    assert_eq!(code, Some(1), "without a terminal it wants --yes: {errors}");
    assert_eq!(
        room.command(&["live", "cancel", "1", "--reason", "ill", "--yes"])
            .0,
        Some(0)
    );
    let (_, past, _) = room.command(&["live", "list", "--past", "--format", "json"]);
    assert_eq!(
        serde_json::from_str::<Value>(&past).unwrap()[0]["state"],
        "cancelled"
    );
    let acts: Vec<_> = trail(room.server.database())
        .into_iter()
        .filter(|act| act.action.starts_with("live."))
        .map(|act| (act.action, act.subject.unwrap_or_default(), act.reason))
        .collect();
    let act = |action: &str, live: &str, reason: Option<&str>| {
        (action.to_owned(), live.to_owned(), reason.map(String::from))
    };
    assert_eq!(
        acts,
        [
            act("live.add", "live 1", None),
            act("live.add", "live 2", None),
            act("live.edit", "live 1", None),
            act("live.cancel", "live 1", Some("ill")),
        ]
    );
}

#[rstest]
#[case(&["--join", "http://meet.example"], Some(1))]
#[case(&["--join", JOIN, "--weekly", "27"], Some(1))]
#[case(&["--channel", "123456789012345678"], Some(1))]
#[case(&[], Some(2))]
#[case(&["--join", JOIN, "--channel", "123456789012345678"], Some(2))]
fn a_wrong_option_is_one_sentence_and_nothing_is_planned(
    #[case] more: &[&str],
    #[case] expected: Option<i32>,
) {
    let room = Room::open(Sqlite);
    let mut words = vec![
        "live",
        "add",
        "live-room",
        "--title",
        "T",
        "--start",
        "2099-12-01 20:00",
        "--zone",
        "UTC",
        "--minutes",
        "90",
    ];
    words.extend(more);
    let (code, _, errors) = room.command(&words);
    assert_eq!(code, expected, "{errors}");
    if expected == Some(1) {
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
    assert_eq!(db_count(&room.server.database().address(), "live_sessions"), 0);
}

#[test]
fn a_draft_takes_no_sessions() {
    let mut room = Room::over(Server::start(Sqlite));
    db_run(
        &room.server.database().address(),
        "UPDATE courses SET draft = TRUE",
    );
    let body = room.body(TimeDelta::days(1));
    let _ = room.eva.post("/api/staff/live", &body).refused(404, "not_found");
    let (code, _, errors) = room.command(&[
        "live",
        "add",
        "live-room",
        "--title",
        "T",
        "--start",
        "2099-12-01 20:00",
        "--zone",
        "UTC",
        "--minutes",
        "90",
        "--join",
        JOIN,
    ]);
    assert_eq!(code, Some(1), "{errors}");
}
