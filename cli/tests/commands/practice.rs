//! Exercises in commands: in and out of a course folder, in the report, and in what is held about a member.

use std::fs;

use chrono::{DateTime, TimeDelta, Utc};
use courses::VideoId;
use kernel::{StoreError, UserId};
use practice::{ExerciseRef, LoggedAnswer, NewAnswer, keep_answer};

use crate::fixture::CommandFixture;

const EXERCISES: &str = "[[exercises]]\nid = \"hard\"\nkind = \"number\"\nprompt = \"How many?\"\nanswer = 3\n\n\
     [[exercises]]\nid = \"easy\"\nkind = \"level\"\nprompt = \"Mark it.\"\nchart = \"chart.csv\"\nanswer = 1.25\n";

const CHART: &str = "time,open,high,low,close\n2026-03-02T14:30:00Z,1,1.5,1,1.25\n";

fn with_exercises() -> CommandFixture {
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    let manifest = fs::read_to_string(fixture.path("course/course.toml")).unwrap();
    let manifest = manifest.replacen(
        "title = \"One\"\n",
        "title = \"One\"\nexercises = \"one.toml\"\n",
        1,
    );
    fs::write(fixture.path("course/course.toml"), manifest).unwrap();
    fs::write(fixture.path("course/one.toml"), EXERCISES).unwrap();
    fs::write(fixture.path("course/chart.csv"), CHART).unwrap();
    fixture.portal(&["courses", "import", "course"]).done();
    fixture
}

fn answer(fixture: &CommandFixture, user: UserId, exercise: &str, at: DateTime<Utc>, correct: bool) {
    let of = ExerciseRef {
        user,
        lesson: VideoId(1),
        exercise: exercise.parse().unwrap(),
    };
    let new = NewAnswer {
        logged: LoggedAnswer { at, correct },
        text: String::from("3"),
    };
    let kept: Result<_, StoreError> = fixture
        .database()
        .write(move |store| keep_answer(store, &of, &new));
    kept.unwrap();
}

#[test]
fn the_report_tells_what_is_right_at_the_first_try_and_names_what_is_hard() {
    let fixture = with_exercises();
    let now = Utc::now();
    for (name, right) in [("ann", true), ("ben", false), ("cem", false)] {
        let user = fixture.member(name);
        answer(&fixture, user, "hard", now, right);
        answer(&fixture, user, "hard", now + TimeDelta::seconds(1), true);
        answer(&fixture, user, "easy", now, true);
    }
    let answer = fixture.portal(&["courses", "report", "first-steps", "--format", "json"]);
    assert_eq!(
        answer.err,
        "exercise hard of \"One\": 33 % right at the first try (1 of 3)\n"
    );
    let rows = answer.json();
    assert_eq!(rows[0]["exercisesRightFirstTry"], 4.0 / 6.0);
    assert_eq!(rows[1]["exercisesRightFirstTry"], serde_json::Value::Null);
    let csv = fixture
        .portal(&["courses", "report", "1", "--format", "csv"])
        .done();
    assert!(csv.contains("One,3,0,0,,0.6666666666666666,0,0,\n"), "{csv}");
    let table = fixture.portal(&["courses", "report", "1"]).done();
    assert!(
        table.contains("RIGHT FIRST TRY") && table.contains("66 %"),
        "{table}"
    );
}

#[test]
fn an_exported_course_has_its_exercises_again() {
    let fixture = with_exercises();
    fixture
        .portal(&["courses", "export", "first-steps", "copy"])
        .done();
    assert_eq!(fs::read_to_string(fixture.path("copy/chart.csv")).unwrap(), CHART);
    let user = fixture.member("ann");
    answer(&fixture, user, "easy", Utc::now(), true);
    let before = fixture.dump();
    fixture.portal(&["courses", "import", "copy"]).done();
    let after = fixture.dump();
    for table in ["exercise_answers", "exercise_states"] {
        assert_eq!(before[table], after[table], "{table}");
    }
    fixture
        .portal(&["courses", "export", "first-steps", "again"])
        .done();
    for name in ["course.toml", "one.toml", "chart.csv"] {
        let read = |folder: &str| fs::read_to_string(fixture.path(folder).join(name)).unwrap();
        assert_eq!(read("copy"), read("again"), "{name}");
    }
}

#[test]
fn a_bad_exercise_changes_nothing_and_names_its_line() {
    let fixture = with_exercises();
    let before = fixture.dump();
    let text = EXERCISES.replacen("answer = 1.25", "answer = 2", 1);
    fs::write(fixture.path("course/one.toml"), text).unwrap();
    let line = fixture.portal(&["courses", "import", "course"]).refused();
    assert!(
        line.contains("course/one.toml:12: exercises[1].answer: 2 is not between"),
        "{line}"
    );
    assert_eq!(fixture.dump(), before);
}

#[test]
fn answers_are_shown_to_the_member_and_go_with_the_account() {
    let fixture = with_exercises();
    let user = fixture.member("ann");
    answer(
        &fixture,
        user,
        "easy",
        "2026-03-02T14:30:00Z".parse().unwrap(),
        true,
    );
    let answer = fixture.portal(&["users", "export", "ann"]).json();
    assert_eq!(
        answer["exercises"],
        serde_json::json!([{
            "course": "first-steps", "file": "one.mp4", "exercise": "easy", "answeredAt": "2026-03-02T14:30:00Z",
            "answer": "3", "correct": true,
        }])
    );
    fixture.portal(&["users", "delete", "ann", "--yes"]).done();
    let rows = fixture.dump();
    assert!(rows["exercise_answers"].is_empty() && rows["exercise_states"].is_empty());
}
