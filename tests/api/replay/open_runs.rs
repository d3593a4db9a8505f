//! What a member can go on with: in the outline, and in the list of open runs.

use courses::AccessStore as _;
use kernel::{AccessTerm, StoreError, UserId};
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Browser, Engine, Postgres, Server, Sqlite,
    catalogue_fixture::member,
    courses::lesson_folder::{
        LessonFolder,
        replay::{FIRST, REPLAY, add_replay},
    },
};

use super::{Market, end, long, steps};

const OPEN: &str = "/api/user/replay-runs";

/// A market whose days end between two of its sub-bars, and which lacks rows: the bar of 14:32 has one row, that of 14:34 none.
fn with_days_and_gaps(engine: Engine) -> Market {
    let (server, folder) = (Server::start(engine), LessonFolder::new());
    add_replay(&folder);
    let by_days = REPLAY
        .replace("end = \"14:40\"", "day_ends = \"14:36\"")
        .replace("trades = 2", "days = 3\nprofit_target = 500.00");
    folder.write("01-replay.toml", by_days.as_bytes());
    let is_left_out = |row: &&str| ["14:33", "14:34", "14:35"].iter().any(|time| row.contains(time));
    let rows: Vec<&str> = FIRST.lines().filter(|row| !is_left_out(row)).collect();
    folder.write("first.csv", format!("{}\n", rows.join("\n")).as_bytes());
    let lessons = folder.import(server.database(), &server.media());
    Market {
        server,
        folder,
        lessons,
    }
}

fn in_outline(market: &Market, browser: &mut Browser) -> Value {
    let models = browser
        .get(&format!("/api/courses/{}/models", market.lessons.course.0))
        .ok(200);
    let videos = models
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|model| model["videos"].as_array().unwrap());
    let mut shown = Value::Null;
    for video in videos {
        if video["id"] == market.lessons.video.0 {
            shown = video["replay"].clone();
        } else {
            assert_eq!(video["replay"], Value::Null, "{video}");
        }
    }
    shown
}

#[test]
fn until_the_bar_s_end_time_never_leaves_the_bar() {
    let market = with_days_and_gaps(Sqlite);
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let mut seen = Vec::new();
    for at in [2, 3, 5] {
        let moved = holder
            .post(&steps(&run), &json!({ "at": at, "until": "bar" }))
            .ok(200);
        seen.push((
            moved["at"].clone(),
            moved["bars"].as_array().unwrap().last().unwrap()[0].clone(),
        ));
    }
    // The bar of 14:32 ends with its only row; 14:34 has none; the next two have two each.
    assert_eq!(
        json!(seen),
        json!([
            [3, "2026-03-02T14:32:00Z"],
            [5, "2026-03-02T14:36:00Z"],
            [7, "2026-03-02T14:38:00Z"]
        ])
    );
}

#[rstest]
fn until_the_bar_s_end_goes_on_from_within_it_and_stops_at_an_event() {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let _ = holder.post(&steps(&run), &json!({ "at": 2, "steps": 1 })).ok(200);
    let moved = holder
        .post(&steps(&run), &json!({ "at": 3, "until": "bar" }))
        .ok(200);
    assert_eq!((&moved["at"], &moved["forming"]), (&json!(4), &json!(false)));
    let entered = json!({ "at": 4, "until": "bar", "acts": [long(1)], "stopOnEvent": true });
    let moved = holder.post(&steps(&run), &entered).ok(200);
    assert_eq!(
        (&moved["at"], &moved["forming"]),
        (&json!(5), &json!(true)),
        "it was filled"
    );
}

#[rstest]
#[case(json!({ "at": 2, "until": "day" }), "until")]
#[case(json!({ "at": 2, "until": 3 }), "until")]
#[case(json!({ "at": 2, "until": "bar", "steps": 1 }), "until")]
#[case(json!({ "at": 2 }), "steps")]
#[case(json!({ "at": 2, "until": null }), "steps")]
fn what_is_no_way_to_move_is_named(#[case] body: Value, #[case] field: &str) {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let refused = holder.post(&steps(&run), &body).refused(400, "invalid_fields");
    assert!(refused["fields"][field].is_string(), "{refused}");
    assert_eq!(
        holder.get(&format!("/api/replay-runs/{}", run["id"])).ok(200)["at"],
        2
    );
}

#[test]
fn the_outline_and_the_list_have_the_open_run_with_its_day() {
    let market = with_days_and_gaps(Sqlite);
    let mut holder = market.holder("Trader");
    let untouched = json!({ "passed": false, "open": null });
    assert_eq!(in_outline(&market, &mut market.server.visitor()), untouched);
    assert_eq!(in_outline(&market, &mut holder), untouched);
    assert_eq!(holder.get(OPEN).ok(200), json!([]));

    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let _ = holder
        .post(&steps(&run), &json!({ "at": 2, "until": "bar" }))
        .ok(200);
    let open = |day: u32| json!({ "run": run["id"], "day": day, "days": 3 });
    assert_eq!(
        in_outline(&market, &mut holder),
        json!({ "passed": false, "open": open(1) })
    );
    let _ = holder.post(&steps(&run), &json!({ "at": 3, "steps": 1 })).ok(200);
    assert_eq!(
        in_outline(&market, &mut holder)["open"],
        open(2),
        "the day ended at 14:36"
    );
    assert_eq!(
        holder.get(OPEN).ok(200),
        json!([{
            "run": run["id"],
            "videoId": market.lessons.video.0,
            "courseId": market.lessons.course.0,
            "lessonTitle": "What a future is",
            "day": 2,
            "days": 3,
            "startedAt": run["startedAt"],
        }])
    );
    assert_eq!(
        in_outline(&market, &mut market.holder("Other")),
        untouched,
        "another member's"
    );
    assert_eq!(in_outline(&market, &mut market.server.visitor()), untouched);

    let _ = holder.post(&end(&run), &json!({ "at": 4 })).ok(200);
    assert_eq!(
        in_outline(&market, &mut holder),
        untouched,
        "it ended short of the rules"
    );
    assert_eq!(holder.get(OPEN).ok(200), json!([]));
    let _ = market.server.visitor().get(OPEN).refused(401, "unauthenticated");
}

#[test]
fn a_passed_run_is_passed_in_the_outline() {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let ended = holder
        .post(&steps(&run), &json!({ "at": 2, "steps": 8, "acts": [long(1)] }))
        .ok(200);
    assert_eq!(ended["result"]["verdict"], "passed", "{ended}");
    assert_eq!(
        in_outline(&market, &mut holder),
        json!({ "passed": true, "open": null })
    );
    let again = holder.post(&market.runs(), &json!({})).ok(201);
    let open = json!({ "run": again["id"], "day": 1, "days": null });
    assert_eq!(
        in_outline(&market, &mut holder),
        json!({ "passed": true, "open": open })
    );
}

#[rstest]
fn an_open_run_waits_while_the_access_is_over(#[values(Sqlite, Postgres)] engine: Engine) {
    let market = Market::open(engine);
    let mut holder = member(
        &market.server,
        "Trader",
        market.lessons.course,
        AccessTerm::Lifetime,
    );
    let _ = holder.post(&market.runs(), &json!({})).ok(201);
    let user = holder.get("/api/user").ok(200)["id"]
        .as_i64()
        .and_then(|id| i32::try_from(id).ok());
    let (user, course) = (UserId(user.unwrap()), market.lessons.course);
    let ended: Result<_, StoreError> = market
        .server
        .database()
        .write(move |store| store.delete_grant(user, course));
    assert!(ended.unwrap());
    assert_eq!(holder.get(OPEN).ok(200), json!([]));
    assert_eq!(
        in_outline(&market, &mut holder),
        json!({ "passed": false, "open": null })
    );
}
