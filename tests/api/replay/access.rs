//! Whose run it is, and who may play.

use courses::AccessStore as _;
use kernel::{AccessTerm, StoreError, UserId};
use serde_json::{Value, json};
use staff::Role;
use support::{
    Sqlite,
    catalogue_fixture::{PASSWORD, member},
    databases::tables::db_count,
    samples::{course, import},
    staff::joined,
};

use super::{Market, end, steps};

#[test]
fn a_run_is_its_members_alone() {
    let market = Market::open(Sqlite);
    let (mut holder, mut other) = (market.holder("Trader"), market.holder("Other"));
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let path = format!("/api/replay-runs/{}", run["id"]);
    let _ = other.get(&path).refused(404, "not_found");
    let _ = other
        .post(&steps(&run), &json!({ "at": 2, "steps": 1 }))
        .refused(404, "not_found");
    let _ = other
        .post(&end(&run), &json!({ "at": 2 }))
        .refused(404, "not_found");
    let mut visitor = market.server.visitor();
    let _ = visitor.get(&path).refused(401, "unauthenticated");
    let _ = visitor
        .post(&market.runs(), &json!({}))
        .refused(401, "unauthenticated");
    let _ = holder.get("/api/replay-runs/4711").refused(404, "not_found");
    assert_eq!(holder.get(&path).ok(200)["at"], 2);
}

#[test]
fn without_access_there_is_no_run() {
    let market = Market::open(Sqlite);
    let another = import(market.server.database(), course("crypto"));
    let mut stranger = member(&market.server, "Stranger", another, AccessTerm::Lifetime);
    let _ = stranger
        .post(&market.runs(), &json!({}))
        .refused(403, "no_access");
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let course = market.lessons.course;
    let user = holder.get("/api/user").ok(200)["id"]
        .as_i64()
        .and_then(|id| i32::try_from(id).ok());
    let user = UserId(user.expect("an id"));
    let ended: Result<_, StoreError> = market
        .server
        .database()
        .write(move |store| store.delete_grant(user, course));
    assert!(ended.expect("a database"), "there was a grant to delete");
    let _ = holder
        .get(&format!("/api/replay-runs/{}", run["id"]))
        .refused(403, "no_access");
    let _ = holder
        .post(&steps(&run), &json!({ "at": 2, "steps": 1 }))
        .refused(403, "no_access");
}

#[test]
fn a_lesson_without_a_replay_has_no_runs() {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let path = format!("/api/videos/{}/replay/runs", market.lessons.text.0);
    let _ = holder.post(&path, &json!({})).refused(404, "not_found");
    let _ = holder.get(&path).refused(404, "not_found");
}

#[test]
fn the_export_has_the_runs_and_deletion_removes_them() {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let _ = holder.post(&steps(&run), &json!({ "at": 2, "steps": 1 })).ok(200);
    let export = holder.get("/api/user/export").ok(200).to_string();
    assert!(export.contains("replayRuns"), "{export}");
    assert!(!export.contains("116.25"), "nothing unseen");
    let answer = holder.send(
        "DELETE",
        "/api/user",
        &[],
        Some(json!({ "currentPassword": PASSWORD }).to_string().as_bytes()),
    );
    assert_eq!(answer.status, 204);
    assert_eq!(db_count(&market.server.database().address(), "replay_runs"), 0);
}

#[test]
fn staff_see_the_runs_of_a_member() {
    let market = Market::open(Sqlite);
    let (mut holder, mut other) = (market.holder("Trader"), market.holder("Other"));
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let _ = holder.post(&end(&run), &json!({ "at": 2 })).ok(200);
    let _ = holder.post(&market.runs(), &json!({})).ok(201);
    let _ = other.post(&market.runs(), &json!({})).ok(201);
    let (mut eva, _) = joined(&market.server, "Eva", Role::Support);
    let page = eva.get("/api/staff/members/1").ok(200);
    let runs = page["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 2, "none of the other member's: {runs:?}");
    assert_eq!(
        (&runs[0]["endedAt"], &runs[0]["verdict"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(runs[1]["verdict"], "short");
    assert!(
        runs[1]["endedAt"].is_string() && runs[1]["lesson"].is_string(),
        "{}",
        runs[1]
    );
    assert_eq!(runs[1]["courseId"], market.lessons.course.0);
    for unseen in ["acts", "chart", "result", "bars"] {
        assert_eq!(runs[0].get(unseen), None, "{unseen}");
    }
}
