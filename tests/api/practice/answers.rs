//! Answering: every kind, what is refused, and what an import and an ended access leave.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use staff::Role;
use support::{
    Engine, Postgres, Sqlite,
    catalogue_fixture::{fresh_key, member},
    courses::lesson_folder::exercises::{EXERCISES, answers, exercise_path},
    databases::tables::{db_count, db_run, db_texts},
    staff::joined,
};

use super::open;
use crate::courses::lessons::lesson_path;

fn time(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap().parse().unwrap()
}

#[test]
fn every_kind_is_graded_and_shown() {
    let (server, _folder, lessons) = open(Sqlite);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    for (exercise, right, wrong) in answers() {
        let path = exercise_path(lessons.video, exercise);
        let first = holder.post(&path, &json!({ "answer": wrong })).ok(200);
        assert_eq!(
            (&first["correct"], &first["answer"]),
            (&json!(false), &right),
            "{exercise}"
        );
        let second = holder.post(&path, &json!({ "answer": right })).ok(200);
        assert_eq!(
            (&second["correct"], &second["answer"]),
            (&json!(true), &right),
            "{exercise}"
        );
        let hours = (time(&first["dueAt"]) - Utc::now()).num_hours();
        assert!((1..24).contains(&hours), "{exercise}: due in {hours} h");
    }
    let path = |exercise: &str| exercise_path(lessons.video, exercise);
    let explained = holder
        .post(&path("tick-value"), &json!({ "answer": [3, 0, 3] }))
        .ok(200);
    assert_eq!(
        (&explained["correct"], &explained["explanation"]),
        (&json!(true), &json!("<p>Elucidation of <em>ticks</em>.</p>\n"))
    );
    assert_eq!(
        holder.post(&path("size"), &json!({ "answer": 1 })).ok(200)["explanation"],
        Value::Null
    );
    // The edges of a tolerance count, also as members type them.
    for (exercise, answer, correct) in [
        ("size", json!(31415.75), true),
        ("size", json!(31415.25), true),
        ("size", json!(31415.751), false),
        ("size", json!("31415,5"), true),
        ("size", json!("$31,415.50"), true),
        ("size", json!(" 31 415,75 Contracts"), true),
        ("size", json!("-31415.5"), false),
        ("opening-high", json!(5411.8), true),
        ("opening-high", json!(5410.8), true),
        ("opening-high", json!(5411.81), false),
        ("opening-high", json!("5411,80"), true),
        (
            "opening-range",
            json!(["2026-03-02T14:25:00Z", "2026-03-02T15:05:00Z"]),
            true,
        ),
        (
            "opening-range",
            json!(["2026-03-02T15:35:00+01:00", "2026-03-02T15:00:00Z"]),
            true,
        ),
        (
            "opening-range",
            json!(["2026-03-02T14:24:59Z", "2026-03-02T15:00:00Z"]),
            false,
        ),
        (
            "to-the-bar",
            json!(["2026-03-02T14:45:00Z", "2026-03-02T14:59:59Z"]),
            true,
        ),
        (
            "to-the-bar",
            json!(["2026-03-02T14:44:59Z", "2026-03-02T14:45:00Z"]),
            false,
        ),
        (
            "to-the-bar",
            json!(["2026-03-02T14:45:00Z", "2026-03-02T15:00:00Z"]),
            false,
        ),
    ] {
        let result = holder.post(&path(exercise), &json!({ "answer": answer })).ok(200);
        assert_eq!(result["correct"], correct, "{exercise}: {answer}");
    }
}

#[test]
fn what_is_no_answer_is_refused_and_kept_nowhere() {
    let (server, _folder, lessons) = open(Sqlite);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    let times = json!(["2026-03-02T14:30:00Z", "2026-03-02T15:00:00Z"]);
    for (exercise, answer) in [
        ("tick-value", json!([])),
        ("tick-value", json!([4])),
        ("tick-value", json!([-1])),
        ("tick-value", json!([0.5])),
        ("tick-value", json!(["0"])),
        ("tick-value", json!(0)),
        ("tick-value", json!("0")),
        ("tick-value", times.clone()),
        ("size", json!([31415])),
        ("size", json!("NaN")),
        ("size", json!("Infinity")),
        ("size", json!("1e400")),
        ("size", json!("three")),
        ("size", json!("")),
        ("size", json!("1,250")),
        ("size", json!(1e300)),
        ("size", json!(1e-300)),
        ("size", json!(true)),
        ("size", json!({ "value": 3 })),
        ("opening-high", times.clone()),
        ("opening-high", json!(null)),
        ("opening-range", json!(5412.25)),
        ("opening-range", json!(["2026-03-02T14:30:00Z"])),
        (
            "opening-range",
            json!(["2026-03-02T15:00:00Z", "2026-03-02T14:30:00Z"]),
        ),
        ("opening-range", json!(["14:30", "15:00"])),
        ("opening-range", json!([0, 1])),
        ("opening-range", json!([])),
    ] {
        let body = json!({ "answer": answer });
        let refused = holder
            .post(&exercise_path(lessons.video, exercise), &body)
            .refused(400, "invalid_fields");
        let fields = refused["fields"].as_object().unwrap();
        assert_eq!(fields.keys().collect::<Vec<_>>(), ["answer"], "{exercise} {body}");
    }
    let path = exercise_path(lessons.video, "size");
    let refused = holder
        .post(&path, &json!({ "answer": 1, "answeredAt": "yesterday" }))
        .refused(400, "invalid_fields");
    assert!(refused["fields"]["answeredAt"].is_string());
    // NaN and infinity are no JSON either.
    for body in [
        &b"{\"answer\":NaN}"[..],
        b"{\"answer\":Infinity}",
        b"{\"answer\":1e400}",
    ] {
        let _ = holder
            .send("POST", &path, &[], Some(body))
            .refused(400, "invalid_json");
    }
    let _ = holder
        .post(&path, &json!({ "answer": 1, "more": 1 }))
        .refused(400, "invalid_json");
    let address = server.database().address();
    assert_eq!(
        (
            db_count(&address, "exercise_answers"),
            db_count(&address, "exercise_states")
        ),
        (0, 0)
    );
}

#[test]
fn only_who_may_open_the_lesson_answers() {
    let (server, folder, lessons) = open(Sqlite);
    let body = json!({ "answer": 1 });
    let (locked, preview) = (
        exercise_path(lessons.video, "size"),
        exercise_path(lessons.preview, "size"),
    );
    for path in [&locked, &preview] {
        let _ = server.visitor().post(path, &body).refused(401, "unauthenticated");
    }
    let other = folder.import_as("other", server.database(), &server.media());
    let mut member_of_other = member(&server, "Other", other, AccessTerm::Lifetime);
    let _ = member_of_other.post(&locked, &body).refused(403, "no_access");
    let _ = member_of_other.post(&preview, &body).ok(200);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Days(1));
    let _ = holder.post(&locked, &body).ok(200);
    for path in [
        exercise_path(lessons.video, "none"),
        exercise_path(lessons.video, "%20"),
        exercise_path(lessons.text, "size"),
        String::from("/api/videos/4711/exercises/size"),
        String::from("/api/videos/x/exercises/size"),
    ] {
        let _ = holder.post(&path, &body).refused(404, "not_found");
    }
    // The log stays when the access ends; answering does not.
    let address = server.database().address();
    db_run(
        &address,
        "UPDATE user_course_access SET expires_at = '2026-01-01 00:00:00', purchased_at = '2025-12-01 00:00:00'",
    );
    let _ = holder.post(&locked, &body).refused(403, "no_access");
    assert_eq!(db_count(&address, "exercise_answers"), 2);
    let key = fresh_key(&server, lessons.course, AccessTerm::Lifetime);
    let _ = holder
        .post("/api/user/redeem", &json!({ "purchaseKey": key }))
        .ok(200);
    let lesson = holder.get(&lesson_path(lessons.video)).ok(200);
    assert_eq!(lesson["exercises"][1]["result"]["correct"], false);
}

#[test]
fn an_import_keeps_results_by_id_and_takes_an_exercise_away() {
    let (server, folder, lessons) = open(Sqlite);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    let path = exercise_path(lessons.video, "size");
    let _ = holder.post(&path, &json!({ "answer": 31415.5 })).ok(200);
    let import = |text: &str| {
        folder.write("01-exercises.toml", text.as_bytes());
        folder.try_import(server.database(), &server.media()).unwrap();
    };
    // Another question under the same id, at another place.
    let (first, rest) = EXERCISES.split_once("\n\n").unwrap();
    import(&format!("{}\n\n{first}\n", rest.replacen("31415.5", "7", 1)));
    let lesson = holder.get(&lesson_path(lessons.video)).ok(200);
    assert_eq!(
        (
            &lesson["exercises"][0]["id"],
            &lesson["exercises"][0]["result"]["correct"]
        ),
        (&json!("size"), &json!(true))
    );
    assert_eq!(
        holder.post(&path, &json!({ "answer": 7 })).ok(200)["correct"],
        true
    );
    // An old tab answers what is gone.
    import(&EXERCISES.replacen("id = \"size\"", "id = \"sizes\"", 1));
    let _ = holder
        .post(&path, &json!({ "answer": 7 }))
        .refused(404, "not_found");
    let models = format!("/api/courses/{}/models", lessons.course.0);
    assert_eq!(holder.get(&models).ok(200)[0]["videos"][0]["exercisesDone"], 0);
    import(EXERCISES);
    assert_eq!(holder.get(&models).ok(200)[0]["videos"][0]["exercisesDone"], 1);
    assert_eq!(db_count(&server.database().address(), "exercise_answers"), 2);
}

#[rstest]
fn answers_of_two_devices_end_in_one_state_however_they_arrive(#[values(Sqlite, Postgres)] engine: Engine) {
    let (server, _folder, lessons) = open(engine);
    let start = Utc::now() - TimeDelta::days(20);
    let sent: Vec<Value> = [(0, 1), (3, 31415), (3, 9), (9, 31415), (15, 2), (16, 31415)]
        .into_iter()
        .map(|(day, answer)| json!({ "answer": answer, "answeredAt": (start + TimeDelta::days(day)).to_rfc3339() }))
        .collect();
    let mut states = Vec::new();
    for (n, order) in [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [2, 0, 5, 1, 4, 3]]
        .into_iter()
        .enumerate()
    {
        let mut browser = member(
            &server,
            &format!("Trader{n}"),
            lessons.course,
            AccessTerm::Lifetime,
        );
        let path = exercise_path(lessons.video, "size");
        for number in order {
            let body = &sent[number];
            let first = browser.post(&path, body).ok(200);
            // Sent again, because the answer was lost on its way.
            assert_eq!(browser.post(&path, body).ok(200), first);
        }
        let columns = "first_correct, ever_correct, last_correct, answered_at, stability_days, difficulty, due_at, revised_at";
        let casts: Vec<_> = columns
            .split(", ")
            .map(|column| format!("COALESCE(CAST({column} AS TEXT), '')"))
            .collect();
        let sql = format!(
            "SELECT {} AS t FROM exercise_states ORDER BY id DESC LIMIT 1",
            casts.join(" || ' ' || ")
        );
        states.push(db_texts(&server.database().address(), &sql));
    }
    assert_eq!(states[0], states[1]);
    assert_eq!(states[0], states[2]);
    assert_eq!(db_count(&server.database().address(), "exercise_answers"), 18);
    // A clock that is ahead is not trusted.
    let mut browser = member(&server, "Ahead", lessons.course, AccessTerm::Lifetime);
    let body = json!({ "answer": 1, "answeredAt": "2100-01-01T00:00:00Z" });
    let _ = browser.post(&exercise_path(lessons.video, "size"), &body).ok(200);
    let lesson = browser.get(&lesson_path(lessons.video)).ok(200);
    let answered = time(&lesson["exercises"][1]["result"]["answeredAt"]);
    assert!((Utc::now() - answered).abs() < TimeDelta::minutes(1));
}

#[test]
fn staff_see_how_many_a_member_answered() {
    let (server, _folder, lessons) = open(Sqlite);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    let (mut eva, _) = joined(&server, "Eva", Role::Support);
    let mut counts = || {
        let page = eva.get("/api/staff/members/1").ok(200);
        assert_eq!(page["exercises"][0]["courseId"], lessons.course.0);
        let count = |name: &str| page["exercises"][0][name].as_i64().unwrap();
        assert!(count("total") >= 3, "{page}");
        (count("answered"), count("right"))
    };
    assert_eq!(counts(), (0, 0));
    let all = answers();
    let (first, second) = (&all[0], &all[1]);
    let _ = holder
        .post(
            &exercise_path(lessons.video, first.0),
            &json!({ "answer": first.1 }),
        )
        .ok(200);
    let _ = holder
        .post(
            &exercise_path(lessons.video, second.0),
            &json!({ "answer": second.2 }),
        )
        .ok(200);
    assert_eq!(counts(), (2, 1));
    let _ = holder
        .post(
            &exercise_path(lessons.video, second.0),
            &json!({ "answer": second.1 }),
        )
        .ok(200);
    assert_eq!(counts(), (2, 2));
}
