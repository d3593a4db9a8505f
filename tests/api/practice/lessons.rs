//! What a lesson and a course show of exercises, and what they never show.

use kernel::AccessTerm;
use serde_json::{Value, json};
use support::{
    Answer, Browser, Sqlite,
    catalogue_fixture::member,
    courses::lesson_folder::exercises::{answers, exercise_path},
    http::contract::Contract,
};

use super::open;
use crate::courses::lessons::lesson_path;

#[test]
fn a_lesson_shows_its_exercises_without_their_answers() {
    let (server, _folder, lessons) = open(Sqlite);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    let lesson = holder.get(&lesson_path(lessons.video)).ok(200);
    let chart = json!({
        "bars": [
            ["2026-03-02T14:30:00Z", 5410.0, 5411.5, 5408.25, 5409.0],
            ["2026-03-02T14:45:00Z", 5409.0, 5412.25, 5409.0, 5412.0],
            ["2026-03-02T15:00:00Z", 5412.0, 5412.25, 5407.75, 5408.0],
        ],
        "volumes": [1200.0, 900.0, 1500.5],
    });
    let plain = json!({
        "bars": [
            ["2026-03-02T14:30:00Z", 1.5, 2.0, 1.0, 2.0],
            ["2026-03-02T14:45:00Z", 2.0, 2.25, 1.75, 2.0],
        ],
    });
    let expected = json!([
        {
            "id": "tick-value", "kind": "choice",
            "prompt": "<p>What is <strong>one tick</strong> worth? &lt;script&gt;alert(1)&lt;/script&gt;</p>\n",
            "options": ["$1.25", "<b>$5</b>", "$12.50", "A quarter point"],
        },
        { "id": "size", "kind": "number", "prompt": "<p>How many contracts?</p>\n", "unit": "contracts" },
        {
            "id": "opening-high", "kind": "level", "prompt": "<p>Mark the high of the opening range.</p>\n",
            "chart": chart,
        },
        { "id": "opening-range", "kind": "range", "prompt": "<p>Mark the first half hour.</p>\n", "chart": chart },
        { "id": "to-the-bar", "kind": "range", "prompt": "<p>Mark the second bar.</p>\n", "chart": plain },
    ]);
    assert_eq!(lesson["exercises"], expected);
    // A preview's may be read by every caller.
    let preview = server.visitor().get(&lesson_path(lessons.preview)).ok(200);
    assert_eq!(preview["exercises"], expected);
    assert_eq!(
        holder.get(&lesson_path(lessons.text)).ok(200)["exercises"],
        json!([])
    );
}

/// Checks that a call lacks what only a result shows.
fn assert_tells_nothing(call: &str, answer: &Answer) {
    let text = String::from_utf8_lossy(&answer.body);
    for secret in ["Elucidation", "31415.5", "5411.3", "tolerance"] {
        assert!(!text.contains(secret), "{call} tells {secret}: {text}");
    }
    let json: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    assert!(
        !has_key(&json, &["answer", "explanation", "correct"]),
        "{call}: {text}"
    );
}

fn has_key(value: &Value, keys: &[&str]) -> bool {
    match value {
        Value::Object(map) => {
            // A refusal's message for a field has the field's name.
            let inner = map.iter().filter(|(key, _)| *key != "fields");
            map.keys().any(|key| keys.contains(&key.as_str()))
                || inner.into_iter().any(|(_, inner)| has_key(inner, keys))
        }
        Value::Array(items) => items.iter().any(|item| has_key(item, keys)),
        _ => false,
    }
}

/// Every call that can be made without a body, about the course and each of its lessons.
fn read_everything(browser: &mut Browser, lessons: &support::courses::lesson_folder::Lessons) -> usize {
    let mut calls = 0;
    for operation in Contract::shared().operations() {
        // The description of the calls names every key.
        if !operation.method.eq_ignore_ascii_case("get") || operation.path == "/api/openapi.json" {
            continue;
        }
        let lesson_ids = [lessons.video, lessons.preview, lessons.text].map(|lesson| lesson.0);
        let ids = if operation.path.contains("video") {
            lesson_ids.to_vec()
        } else {
            vec![lessons.course.0]
        };
        for id in ids {
            let path = operation.path.replace("{id}", &id.to_string());
            let path = path.replace("{language}", "en").replace("{reference}", "none");
            let answer = browser.get(&path);
            assert_tells_nothing(&path, &answer);
            calls += 1;
        }
    }
    calls
}

#[test]
fn no_byte_of_an_answer_is_sent_before_the_first_try() {
    let (server, _folder, lessons) = open(Sqlite);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    assert!(read_everything(&mut holder, &lessons) > 20);
    read_everything(&mut server.visitor(), &lessons);
    for (exercise, ..) in answers() {
        let path = exercise_path(lessons.video, exercise);
        for body in [
            json!({ "answer": {} }),
            json!({}),
            json!({ "answer": true, "answeredAt": "never" }),
        ] {
            let refused = holder.post(&path, &body);
            assert_eq!(refused.status, 400);
            assert_tells_nothing(&path, &refused);
        }
        let refused = server.visitor().post(&path, &json!({ "answer": 1 }));
        assert_eq!(refused.status, 401);
        assert_tells_nothing(&path, &refused);
    }
    // The result of one exercise shows nothing of another.
    let first = holder.post(
        &exercise_path(lessons.video, "tick-value"),
        &json!({ "answer": [1] }),
    );
    let text = String::from_utf8_lossy(&first.body).into_owned();
    assert!(text.contains("Elucidation of <em>ticks</em>"), "{text}");
    assert!(
        !text.contains("of the high") && !text.contains("31415.5"),
        "{text}"
    );
    let lesson = holder.get(&lesson_path(lessons.video));
    let text = String::from_utf8_lossy(&lesson.body);
    assert!(
        !text.contains("Elucidation") && !text.contains("31415.5"),
        "{text}"
    );
}

#[test]
fn done_and_the_last_result_are_those_of_the_caller() {
    let (server, _folder, lessons) = open(Sqlite);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    let mut other = member(&server, "Other", lessons.course, AccessTerm::Lifetime);
    let models = format!("/api/courses/{}/models", lessons.course.0);
    let done = |browser: &mut Browser| -> Vec<(i64, i64)> {
        let found = browser.get(&models).ok(200);
        let sections = found.as_array().unwrap().iter();
        let videos = sections.flat_map(|section| section["videos"].as_array().unwrap());
        let number = |video: &Value, key: &str| video[key].as_i64().unwrap();
        videos
            .map(|video| (number(video, "exercises"), number(video, "exercisesDone")))
            .collect()
    };
    let before = holder.get(&models).header("etag").unwrap().to_owned();
    let lesson_before = holder
        .get(&lesson_path(lessons.video))
        .header("etag")
        .unwrap()
        .to_owned();
    assert_eq!(done(&mut holder), [(5, 0), (5, 0), (0, 0), (0, 0)]);
    let (exercise, right, wrong) = answers().remove(1);
    let path = exercise_path(lessons.video, exercise);
    let _ = holder.post(&path, &json!({ "answer": right })).ok(200);
    assert_eq!(done(&mut holder), [(5, 1), (5, 0), (0, 0), (0, 0)]);
    // What was right once stays done; the result is that of the last answer.
    let _ = holder.post(&path, &json!({ "answer": wrong })).ok(200);
    assert_eq!(done(&mut holder), [(5, 1), (5, 0), (0, 0), (0, 0)]);
    for (exercise, right, _) in answers() {
        let _ = holder
            .post(
                &exercise_path(lessons.preview, exercise),
                &json!({ "answer": right }),
            )
            .ok(200);
    }
    assert_eq!(done(&mut holder), [(5, 1), (5, 5), (0, 0), (0, 0)]);
    let lesson = holder.get(&lesson_path(lessons.video)).ok(200);
    let results: Vec<_> = lesson["exercises"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["result"]["correct"])
        .collect();
    let none = &Value::Null;
    assert_eq!(results, [none, &json!(false), none, none, none]);
    assert!(lesson["exercises"][1]["result"]["answeredAt"].is_string());
    assert!(lesson["exercises"][0].get("result").is_none());
    let preview = holder.get(&lesson_path(lessons.preview)).ok(200);
    assert_eq!(preview["exercises"][4]["result"]["correct"], true);
    // A browser that has the page from before gets the new one, and keeps that.
    for (path, etag) in [(&models, &before), (&lesson_path(lessons.video), &lesson_before)] {
        let changed = holder.send("GET", path, &[("If-None-Match", etag)], None);
        assert_eq!(changed.status, 200, "{path}");
        let etag = changed.header("etag").unwrap();
        assert_eq!(
            holder.send("GET", path, &[("If-None-Match", etag)], None).status,
            304,
            "{path}"
        );
    }
    // Of no other caller.
    assert_eq!(done(&mut other), [(5, 0), (5, 0), (0, 0), (0, 0)]);
    assert_eq!(done(&mut server.visitor()), [(5, 0), (5, 0), (0, 0), (0, 0)]);
    let preview = server.visitor().get(&lesson_path(lessons.preview)).ok(200);
    assert!(preview["exercises"][4].get("result").is_none());
    let same = other.send("GET", &models, &[("If-None-Match", &before)], None);
    assert_eq!(same.status, 304);
}
