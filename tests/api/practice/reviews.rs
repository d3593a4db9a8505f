//! What is asked again: when it is due, in which order, how much of it, and of which courses.

use chrono::{TimeDelta, Utc};
use kernel::AccessTerm;
use serde_json::{Value, json};
use support::{
    Browser, Server, Sqlite,
    catalogue_fixture::member,
    courses::lesson_folder::LessonFolder,
    courses::lesson_folder::exercises::{answers, exercise_path},
    databases::tables::db_run,
    waiting::on_one_day,
};

use super::open;
use crate::courses::lessons::lesson_path;

const REVIEWS: &str = "/api/user/reviews";

fn ids(browser: &mut Browser) -> Vec<String> {
    let found = browser.get(REVIEWS).ok(200);
    let reviews = found.as_array().unwrap().iter();
    reviews
        .map(|review| review["exercise"]["id"].as_str().unwrap().to_owned())
        .collect()
}

fn ago(days: i64, minutes: i64) -> String {
    (Utc::now() - TimeDelta::days(days) - TimeDelta::minutes(minutes)).to_rfc3339()
}

#[test]
fn what_is_due_comes_as_in_its_lesson_the_longest_overdue_first() {
    let (server, _folder, lessons) = open(Sqlite);
    let _ = server.visitor().get(REVIEWS).refused(401, "unauthenticated");
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    assert_eq!(holder.get(REVIEWS).ok(200), json!([]));
    for (n, (exercise, _, wrong)) in answers().into_iter().enumerate() {
        let body = json!({ "answer": wrong, "answeredAt": ago(30, i64::try_from(n).unwrap()) });
        let _ = holder
            .post(&exercise_path(lessons.video, exercise), &body)
            .ok(200);
    }
    // This one was answered again a moment ago.
    let (exercise, right, _) = answers().remove(0);
    let _ = holder
        .post(
            &exercise_path(lessons.video, exercise),
            &json!({ "answer": right }),
        )
        .ok(200);
    let found = holder.get(REVIEWS).ok(200);
    let lesson = holder.get(&lesson_path(lessons.video)).ok(200);
    let expected: Vec<_> = [4, 3, 2, 1]
        .into_iter()
        .map(|n: usize| &lesson["exercises"][n])
        .collect();
    let found: Vec<_> = found.as_array().unwrap().iter().collect();
    assert_eq!(
        found.iter().map(|review| &review["exercise"]).collect::<Vec<_>>(),
        expected
    );
    for review in &found {
        assert_eq!(
            (&review["videoId"], &review["courseId"], &review["lessonTitle"]),
            (
                &json!(lessons.video.0),
                &json!(lessons.course.0),
                &json!("What a future is")
            )
        );
        assert_eq!(review["exercise"]["result"]["correct"], false);
    }
    let due: Vec<&str> = found
        .iter()
        .map(|review| review["dueAt"].as_str().unwrap())
        .collect();
    assert!(due.is_sorted(), "{due:?}");
    // Answered by the same call, it is no longer due.
    let (exercise, right, _) = answers().remove(4);
    let _ = holder
        .post(
            &exercise_path(lessons.video, exercise),
            &json!({ "answer": right }),
        )
        .ok(200);
    assert_eq!(ids(&mut holder), ["opening-range", "opening-high", "size"]);
}

/// A course with this many exercises in one lesson.
fn course_of(server: &Server, count: usize) -> (LessonFolder, support::courses::lesson_folder::Lessons) {
    let folder = LessonFolder::new();
    let exercises = (0..count).map(|n| {
        format!("[[exercises]]\nid = \"e{n:03}\"\nkind = \"number\"\nprompt = \"{n}?\"\nanswer = {n}\n\n")
    });
    folder.write("many.toml", exercises.collect::<String>().as_bytes());
    let title = "title = \"What a future is\"\n";
    folder.change(title, &format!("{title}exercises = \"many.toml\"\n"));
    let lessons = folder.import(server.database(), &server.media());
    (folder, lessons)
}

#[test]
fn at_most_twenty_a_day_and_only_of_courses_with_access_now() {
    on_one_day();
    let server = Server::start(Sqlite);
    let (folder, lessons) = course_of(&server, 30);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    for n in 0..30_i64 {
        let body = json!({ "answer": n, "answeredAt": ago(100, n) });
        let _ = holder
            .post(&exercise_path(lessons.video, &format!("e{n:03}")), &body)
            .ok(200);
    }
    let expected: Vec<_> = (10..30).rev().map(|n| format!("e{n:03}")).collect();
    assert_eq!(ids(&mut holder), expected);
    // What the course lacks now is not asked.
    folder.change("exercises = \"many.toml\"\n", "");
    folder.try_import(server.database(), &server.media()).unwrap();
    assert_eq!(ids(&mut holder), [""; 0]);
    let title = "title = \"What a future is\"\n";
    folder.change(title, &format!("{title}exercises = \"many.toml\"\n"));
    folder.try_import(server.database(), &server.media()).unwrap();
    assert_eq!(ids(&mut holder), expected);
    let address = server.database().address();
    db_run(
        &address,
        "UPDATE user_course_access SET expires_at = '2026-01-01 00:00:00', purchased_at = '2025-12-01 00:00:00'",
    );
    assert_eq!(ids(&mut holder), [""; 0]);
    db_run(&address, "UPDATE user_course_access SET expires_at = NULL");
    // A day's work is done after twenty; the other ten wait for tomorrow.
    for (n, exercise) in expected.iter().enumerate() {
        assert_eq!(ids(&mut holder).len(), 20 - n);
        let _ = holder
            .post(&exercise_path(lessons.video, exercise), &json!({ "answer": -1 }))
            .ok(200);
    }
    assert_eq!(holder.get(REVIEWS).ok(200), Value::Array(Vec::new()));
}
