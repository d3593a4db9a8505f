//! What an import would change, and which lesson a renamed file is.

use std::fs;

use serde_json::{Value, json};

use crate::fixture::CommandFixture;

/// Gives members progress in a lesson.
fn watch(fixture: &CommandFixture, title: &str, members: &[i32]) {
    for member in members {
        fixture.sql(&format!(
            "INSERT INTO video_progress (user_id, video_id, watched_seconds, last_watched) \
             SELECT {member}, id, 1, '2026-11-01 10:00:00' FROM videos WHERE title = '{title}'"
        ));
    }
}

fn changes(fixture: &CommandFixture) -> Vec<(String, String, i64)> {
    let words = ["courses", "import", "course", "--dry-run", "--format", "json"];
    let rows = fixture.portal(&words).json();
    let row = |row: &Value| {
        let text = |key: &str| row[key].as_str().unwrap().to_owned();
        (text("lesson"), text("change"), row["members"].as_i64().unwrap())
    };
    rows.as_array().unwrap().iter().map(row).collect()
}

fn rewrite(fixture: &CommandFixture, from: &str, to: &str) {
    let manifest = fixture.path("course/course.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    assert!(text.contains(from), "{from} is not in {text}");
    fs::write(manifest, text.replace(from, to)).unwrap();
}

fn row(lesson: &str, change: &str, members: i64) -> (String, String, i64) {
    (lesson.to_owned(), change.to_owned(), members)
}

#[test]
fn a_dry_run_of_a_new_course_makes_no_installation() {
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    let outcome = fixture.portal(&["courses", "import", "course", "--dry-run", "--format", "json"]);
    assert!(
        outcome
            .err
            .contains("First steps (first-steps): $300.00 a course, a new course")
            && outcome.err.contains("lessons: 3 new"),
        "{}",
        outcome.err
    );
    let rows = outcome.json();
    assert_eq!(rows[0], json!({ "lesson": "One", "change": "new", "members": 0 }));
    assert_eq!(rows.as_array().unwrap().len(), 3);
    assert!(!fixture.path("data").exists());
}

#[test]
fn a_dry_run_names_each_change_and_changes_nothing() {
    let fixture = CommandFixture::with_course();
    fixture.member("mara");
    fixture.member("noor");
    watch(&fixture, "One", &[1, 2]);
    watch(&fixture, "Three", &[1]);
    let unchanged = [
        row("One", "unchanged", 2),
        row("Two", "unchanged", 0),
        row("Three", "unchanged", 1),
    ];
    assert_eq!(changes(&fixture), unchanged);

    // Another name for the same bytes, a new title, a new place.
    fs::rename(fixture.path("course/one.mp4"), fixture.path("course/01-one.mp4")).unwrap();
    rewrite(&fixture, "one.mp4", "01-one.mp4");
    rewrite(&fixture, "title = \"Two\"", "title = \"The second\"");
    rewrite(&fixture, "price = 30000", "price = 300");
    let (rows, media) = (fixture.dump(), fixture.media());
    assert_eq!(
        changes(&fixture),
        [
            row("One", "renamed", 2),
            row("The second", "changed", 0),
            row("Three", "unchanged", 1)
        ]
    );
    let said = fixture.portal(&["courses", "import", "course", "--dry-run"]).err;
    assert!(said.contains("$3.00 a course, was $300.00"), "{said}");
    assert_eq!((fixture.dump(), fixture.media()), (rows, media));
}

#[test]
fn a_lesson_that_changes_its_section_is_moved_and_one_that_makes_room_is_not() {
    let fixture = CommandFixture::with_course();
    let lesson = |file: &str, title: &str| {
        format!("[[sections.videos]]\nfile = \"{file}\"\ntitle = \"{title}\"\ndescription = \"")
    };
    let three = lesson("clips/three.webm", "Three") + "3\"\n";
    rewrite(&fixture, &three, "");
    let one = lesson("one.mp4", "One") + "1\"\n";
    rewrite(&fixture, &one, &format!("{three}\n{one}"));
    assert_eq!(
        changes(&fixture),
        [
            row("Three", "moved", 0),
            row("One", "unchanged", 0),
            row("Two", "unchanged", 0)
        ]
    );
}

#[test]
fn the_same_bytes_under_another_name_are_the_same_lesson() {
    let fixture = CommandFixture::with_course();
    fixture.member("mara");
    watch(&fixture, "One", &[1]);
    let progress = fixture.dump()["video_progress"].clone();
    fs::rename(fixture.path("course/one.mp4"), fixture.path("course/renamed.mp4")).unwrap();
    rewrite(&fixture, "one.mp4", "renamed.mp4");
    fixture.portal(&["courses", "import", "course"]).done();
    assert_eq!(fixture.dump()["video_progress"], progress);
    let videos = fixture.dump()["videos"].clone();
    assert!(
        videos.contains("renamed.mp4") && !videos.contains("'one.mp4'"),
        "{videos}"
    );
    assert_eq!(videos.lines().count(), 3);
}

#[test]
fn names_that_change_places_keep_each_lessons_progress_with_its_bytes() {
    let fixture = CommandFixture::with_course();
    fixture.member("mara");
    watch(&fixture, "One", &[1]);
    let path = |name: &str| fixture.path(&format!("course/{name}"));
    // Both are of one type, so that each may have the other's name.
    fs::write(
        path("two.mp4"),
        [
            fs::read(path("one.mp4")).unwrap(),
            vec![0, 0, 0, 8, b'f', b'r', b'e', b'e'],
        ]
        .concat(),
    )
    .unwrap();
    rewrite(&fixture, "two.mov", "two.mp4");
    fixture.portal(&["courses", "import", "course"]).done();
    let (one, two) = (
        fs::read(path("one.mp4")).unwrap(),
        fs::read(path("two.mp4")).unwrap(),
    );
    fs::write(path("one.mp4"), &two).unwrap();
    fs::write(path("two.mp4"), &one).unwrap();
    assert_eq!(
        changes(&fixture),
        [
            row("One", "renamed", 0),
            row("Two", "renamed", 1),
            row("Three", "unchanged", 0)
        ]
    );
    fixture.portal(&["courses", "import", "course"]).done();
    assert_eq!(
        changes(&fixture),
        [
            row("One", "unchanged", 0),
            row("Two", "unchanged", 1),
            row("Three", "unchanged", 0)
        ]
    );
}

#[test]
fn lessons_with_progress_leave_only_on_request() {
    let fixture = CommandFixture::with_course();
    fixture.member("mara");
    let two = "[[sections.videos]]\nfile = \"two.mov\"\ntitle = \"Two\"\ndescription = \"2\"\n";
    rewrite(&fixture, two, "");
    assert_eq!(changes(&fixture)[2], row("Two", "left-out", 0));
    watch(&fixture, "Two", &[1]);
    assert_eq!(changes(&fixture)[2], row("Two", "left-out", 1));
    let rows = fixture.dump();
    let line = fixture.portal(&["courses", "import", "course"]).refused();
    assert!(line.contains("\"Two\"") && line.contains("--yes"), "{line}");
    assert_eq!(fixture.dump(), rows);
    let done = fixture
        .portal(&["courses", "import", "course", "--yes", "--format", "json"])
        .json();
    assert_eq!(done[0]["withdrawn"], 1);
    // It comes back with its progress, and without one nothing is asked.
    rewrite(
        &fixture,
        "[[sections]]\nname = \"B\"",
        &format!("{two}\n[[sections]]\nname = \"B\""),
    );
    assert_eq!(changes(&fixture)[1], row("Two", "new", 1));
    fixture.portal(&["courses", "import", "course"]).done();
    assert_eq!(fixture.dump()["video_progress"], rows["video_progress"]);
}
