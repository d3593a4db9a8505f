//! What an ended run leaves for the member's revision.

use serde_json::{Value, json};
use support::{
    Browser, Sqlite,
    catalogue_fixture::PASSWORD,
    databases::tables::{db_count, db_run},
};

use super::{Market, end, steps};

fn reviews(member: &mut Browser) -> Vec<Value> {
    let answer = member.get("/api/user/reviews").ok(200);
    answer.as_array().unwrap().clone()
}

/// Ends a run with one trade that had no stop; the price goes from 110.25 to 110.00 against it.
fn run_without_stop(market: &Market, member: &mut Browser) {
    let run = member.post(&market.runs(), &json!({})).ok(201);
    let enter = json!({ "act": "enter", "side": "long", "size": 2, "type": "market" });
    let step = json!({ "at": 2, "steps": 1, "acts": [enter] });
    let _ = member.post(&steps(&run), &step).ok(200);
    assert_eq!(reviews(member), Vec::<Value>::new(), "an open run asks nothing");
    let _ = member.post(&end(&run), &json!({ "at": 3 })).ok(200);
}

#[test]
fn a_trade_without_its_plan_comes_back_as_an_exercise() {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let mut other = market.holder("Other");
    run_without_stop(&market, &mut holder);
    let due = reviews(&mut holder);
    let [review] = due.as_slice() else {
        panic!("{due:?}")
    };
    assert_eq!(review["videoId"], market.lessons.video.0);
    assert_eq!(review["courseId"], market.lessons.course.0);
    let exercise = &review["exercise"];
    assert_eq!(
        (&exercise["kind"], &exercise["unit"]),
        (&json!("number"), &json!("USD"))
    );
    assert!(
        exercise["prompt"].as_str().unwrap().contains("had no stop"),
        "{exercise}"
    );
    assert!(exercise["result"].is_null(), "{exercise}");
    assert!(
        !review.to_string().contains("14.98"),
        "the answer is not shown: {review}"
    );
    assert_eq!(reviews(&mut other), Vec::<Value>::new());

    let path = format!(
        "/api/videos/{}/exercises/{}",
        market.lessons.video.0,
        exercise["id"].as_str().unwrap()
    );
    let _ = other
        .post(&path, &json!({ "answer": 1 }))
        .refused(404, "not_found");
    let wrong = holder.post(&path, &json!({ "answer": 1 })).ok(200);
    assert_eq!(wrong["correct"], false);
    // The low of 109.00 is five ticks under the fill of 110.25: 5 x 2 x 1.25, and four commissions of 0.62.
    assert_eq!(wrong["answer"], 14.98);
    assert!(
        wrong["explanation"].as_str().unwrap().contains("14.98"),
        "{wrong}"
    );
    assert_eq!(reviews(&mut holder), Vec::<Value>::new(), "not due again at once");

    let address = market.server.database().address();
    db_run(
        &address,
        "UPDATE exercise_states SET due_at = '2026-01-01 00:00:00'",
    );
    let again = reviews(&mut holder);
    assert_eq!(again[0]["exercise"]["id"], exercise["id"]);
    assert_eq!(again[0]["exercise"]["result"]["correct"], false);
    let right = holder.post(&path, &json!({ "answer": "14,98 USD" })).ok(200);
    assert_eq!(right["correct"], true);
    assert_eq!(reviews(&mut holder), Vec::<Value>::new());
}

#[test]
fn exercises_stay_after_an_import_and_go_with_the_access_and_the_account() {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    run_without_stop(&market, &mut holder);
    let _ = market
        .folder
        .import(market.server.database(), &market.server.media());
    assert_eq!(reviews(&mut holder).len(), 1);
    let answer = holder.get("/api/user/export");
    let export = String::from_utf8_lossy(&answer.body).into_owned();
    assert!(
        export.contains("replayQuestions") && export.contains("had no stop"),
        "{export}"
    );

    let address = market.server.database().address();
    db_run(
        &address,
        "UPDATE user_course_access SET expires_at = '2026-01-01 00:00:00'",
    );
    assert_eq!(reviews(&mut holder), Vec::<Value>::new());
    assert_eq!(db_count(&address, "replay_questions"), 1);
    let gone = holder.send(
        "DELETE",
        "/api/user",
        &[],
        Some(json!({ "currentPassword": PASSWORD }).to_string().as_bytes()),
    );
    assert_eq!(gone.status, 204);
    assert_eq!(db_count(&address, "replay_questions"), 0);
}

#[test]
fn a_replaced_chart_leaves_its_exercises() {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let enter = json!({ "act": "enter", "side": "short", "size": 1, "type": "market" });
    let step = json!({ "at": 2, "steps": 1, "acts": [enter] });
    let _ = holder.post(&steps(&run), &step).ok(200);
    let changed = support::courses::lesson_folder::replay::FIRST.replace("116.00", "115.75");
    market.folder.write("first.csv", changed.as_bytes());
    let _ = market
        .folder
        .import(market.server.database(), &market.server.media());
    let due = reviews(&mut holder);
    assert_eq!(due.len(), 1);
    assert!(
        due[0]["exercise"]["prompt"]
            .as_str()
            .unwrap()
            .contains("short of 1 MES")
    );
    let mut other = market.holder("Other");
    assert_eq!(reviews(&mut other), Vec::<Value>::new());
}
