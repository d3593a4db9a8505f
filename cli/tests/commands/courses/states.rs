//! Whole courses: an example to begin with, drafts, hidden ones, renamed and removed ones.

use std::fs;

use courses::CourseId;
use serde_json::Value;
use support::checkouts::{context, order_course};

use crate::fixture::CommandFixture;

fn visibility(fixture: &CommandFixture) -> Value {
    fixture.portal(&["courses", "list", "--format", "json"]).json()[0]["visibility"].clone()
}

fn draft(fixture: &CommandFixture, is_draft: bool) {
    let manifest = fixture.path("course/course.toml");
    let text = fs::read_to_string(&manifest)
        .unwrap()
        .replace("draft = true\n", "");
    let draft = if is_draft { "draft = true\n" } else { "" };
    fs::write(
        manifest,
        text.replacen("\n\n[[sections]]", &format!("\n{draft}\n[[sections]]"), 1),
    )
    .unwrap();
}

#[test]
fn the_example_is_a_course_without_a_problem_and_writes_over_nothing() {
    let fixture = CommandFixture::new();
    fixture.portal(&["courses", "new", "mine"]).said();
    let checked = fixture.portal(&["courses", "check", "mine"]).said();
    assert!(
        checked.contains("no problems in 2 lessons") && checked.contains("$300.00 a course; a draft"),
        "{checked}"
    );
    assert!(!fixture.path("data").exists());
    let line = fixture.portal(&["courses", "new", "mine"]).refused();
    assert!(line.contains("not empty"), "{line}");
    fixture.portal(&["courses", "import", "mine"]).done();
    assert_eq!(visibility(&fixture), "draft");
    // What is exported is the same course.
    fixture.portal(&["courses", "export", "1", "out"]).said();
    let rows = ["courses", "import", "out", "--dry-run", "--format", "json"];
    let rows = fixture.portal(&rows).json();
    assert!(
        rows.as_array()
            .unwrap()
            .iter()
            .all(|row| row["change"] == "unchanged"),
        "{rows}"
    );
}

#[test]
fn a_hidden_course_stays_hidden_through_an_import() {
    let fixture = CommandFixture::with_course();
    assert_eq!(visibility(&fixture), "shown");
    let said = fixture.portal(&["courses", "hide", "first-steps"]).said();
    assert!(said.contains("is hidden"), "{said}");
    assert!(
        fixture
            .portal(&["courses", "hide", "1"])
            .said()
            .contains("nothing to do")
    );
    fixture.portal(&["courses", "import", "course"]).done();
    assert_eq!(visibility(&fixture), "hidden");
    fixture.key();
    fixture.portal(&["courses", "show", "first-steps"]).said();
    assert_eq!(visibility(&fixture), "shown");
    assert!(
        fixture
            .portal(&["courses", "show", "1"])
            .said()
            .contains("nothing to do")
    );
    fixture.portal(&["courses", "hide", "nowhere"]).refused();
    let rows = fixture.portal(&["audit", "list", "--format", "json"]).json();
    let actions: Vec<_> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["action"].as_str().unwrap())
        .collect();
    assert_eq!(
        actions.iter().filter(|action| **action == "courses.hide").count(),
        1
    );
    assert_eq!(
        actions.iter().filter(|action| **action == "courses.show").count(),
        1
    );
}

#[test]
fn a_draft_has_no_keys_and_a_course_with_members_is_no_draft() {
    let fixture = CommandFixture::with_course();
    let key = fixture.key();
    draft(&fixture, true);
    fixture.portal(&["courses", "import", "course"]).done();
    assert_eq!(visibility(&fixture), "draft");
    let line = fixture
        .portal(&["codes", "issue", "--course", "first-steps"])
        .refused();
    assert!(line.contains("draft"), "{line}");
    let line = fixture
        .portal(&["codes", "mail", &key, "ann@example.com"])
        .refused();
    assert!(line.contains("is a draft") && !line.contains("used"), "{line}");
    draft(&fixture, false);
    fixture.portal(&["courses", "import", "course"]).done();
    assert_eq!(visibility(&fixture), "shown");
    let shown = fixture
        .portal(&["codes", "show", &key, "--format", "json"])
        .json();
    assert_eq!(shown["state"], "unused");
    let (mara, course) = (fixture.member("mara"), CourseId(1));
    fixture
        .portal(&["users", "revoke", "mara", "first-steps", "--yes"])
        .said();
    let (_, page) = order_course(&fixture.database(), &context(), mara, course);
    fixture.sql("UPDATE orders SET status = 'awaiting_money'");
    draft(&fixture, true);
    let line = fixture.portal(&["courses", "import", "course"]).refused();
    assert!(
        line.contains("course.toml:") && line.contains(": an order of first-steps waits"),
        "{line}"
    );
    assert!(!page.0.is_empty());
    fixture.sql("DELETE FROM orders");
    fixture
        .portal(&["users", "grant", "mara", "first-steps", "--access", "3m"])
        .said();
    for words in [
        &["courses", "import", "course"][..],
        &["courses", "import", "course", "--dry-run"],
    ] {
        let line = fixture.portal(words).refused();
        assert!(
            line.contains("1 member") && line.contains("draft = true"),
            "{line}"
        );
    }
    assert_eq!(visibility(&fixture), "shown");
}

#[test]
fn a_renamed_course_is_found_by_its_new_slug() {
    let fixture = CommandFixture::with_course();
    fixture.write_course("second", "second-steps", "Second steps");
    fixture.portal(&["courses", "import", "second"]).done();
    fixture
        .portal(&["courses", "rename-slug", "first-steps", "beginning"])
        .said();
    fixture.portal(&["courses", "hide", "beginning"]).said();
    fixture.portal(&["courses", "hide", "first-steps"]).refused();
    let line = fixture
        .portal(&["courses", "rename-slug", "1", "second-steps"])
        .refused();
    assert!(line.contains("another course"), "{line}");
    fixture
        .portal(&["courses", "rename-slug", "1", "Not A Slug"])
        .misused();
    assert!(
        fixture
            .portal(&["courses", "rename-slug", "1", "beginning"])
            .said()
            .contains("nothing to do")
    );
}

#[test]
fn a_course_without_members_is_removed_with_its_files_and_its_keys() {
    let fixture = CommandFixture::with_course();
    let key = fixture.key();
    let line = fixture.portal(&["courses", "remove", "first-steps"]).refused();
    assert!(line.contains("--yes"), "{line}");
    let line = fixture
        .portal(&[
            "courses",
            "remove",
            "first-steps",
            "--yes",
            "--backup",
            "none.tar",
        ])
        .refused();
    assert!(line.contains("none.tar"), "{line}");
    let said = fixture
        .portal(&["courses", "remove", "first-steps", "--yes"])
        .said();
    assert!(said.contains("1 unused key is invalid"), "{said}");
    assert_eq!(
        fixture
            .portal(&["courses", "list", "--format", "json"])
            .json()
            .as_array()
            .unwrap()
            .len(),
        0
    );
    assert_eq!(fixture.media(), Vec::<String>::new());
    let shown = fixture
        .portal(&["codes", "show", &key, "--format", "json"])
        .json();
    assert_eq!(shown["state"], "revoked");
    fixture
        .portal(&["courses", "remove", "first-steps", "--yes"])
        .refused();
    let said = fixture.portal(&["doctor"]).done();
    assert!(!said.contains("not indexed"), "{said}");
    // The same folder makes the course again, and its old key stays invalid.
    let again = fixture
        .portal(&["courses", "import", "course", "--format", "json"])
        .json();
    assert_eq!(
        (&again[0]["created"], &again[0]["videos"]),
        (&true.into(), &3.into())
    );
    let shown = fixture
        .portal(&["codes", "show", &key, "--format", "json"])
        .json();
    assert_eq!(shown["state"], "revoked");
}

#[test]
fn a_course_of_former_members_with_progress_is_removed_with_a_backup() {
    let fixture = CommandFixture::with_course();
    fixture.member("mara");
    fixture.sql(
        "INSERT INTO video_progress (user_id, video_id, watched_seconds, completed, last_watched) \
         SELECT u.id, min(v.id), 5, FALSE, '2026-01-01 00:00:00' FROM users u, videos v GROUP BY u.id",
    );
    fixture
        .portal(&["users", "revoke", "mara", "first-steps", "--yes"])
        .said();
    let line = fixture
        .portal(&["courses", "remove", "first-steps", "--yes"])
        .refused();
    assert!(line.contains("--backup FILE"), "{line}");
    fixture.portal(&["backup", "b.tar"]).said();
    let words = ["courses", "remove", "first-steps", "--yes", "--backup", "b.tar"];
    fixture.portal(&words).said();
}

#[test]
fn a_course_with_members_is_removed_with_a_backup_that_holds_it() {
    let fixture = CommandFixture::with_course();
    fixture.portal(&["backup", "before.tar"]).said();
    fixture.write_course("second", "second-steps", "Second steps");
    fixture.portal(&["courses", "import", "second"]).done();
    fixture
        .portal(&["courses", "rename-slug", "first-steps", "beginning"])
        .said();
    fixture
        .portal(&["courses", "rename-slug", "second-steps", "first-steps"])
        .said();
    fixture.member("mara");
    fixture.portal(&["backup", "now.tar"]).said();
    fs::write(fixture.path("words.tar"), "words").unwrap();
    let rows = fixture.dump();
    for (words, expected) in [
        (
            &["courses", "remove", "first-steps", "--yes"][..],
            "--backup FILE",
        ),
        (
            &["courses", "remove", "first-steps", "--backup", "now.tar"],
            "--yes",
        ),
        (
            &[
                "courses",
                "remove",
                "first-steps",
                "--yes",
                "--backup",
                "words.tar",
            ],
            "not a backup",
        ),
        (
            &[
                "courses",
                "remove",
                "first-steps",
                "--yes",
                "--backup",
                "none.tar",
            ],
            "none.tar",
        ),
    ] {
        let line = fixture.portal(words).refused();
        assert!(line.contains(expected), "{line}");
        assert_eq!(fixture.dump(), rows);
    }
    fixture
        .portal(&["courses", "rename-slug", "first-steps", "third-steps"])
        .said();
    let line = fixture
        .portal(&["courses", "remove", "third-steps", "--yes", "--backup", "now.tar"])
        .refused();
    assert!(line.contains("does not hold third-steps"), "{line}");
    fixture.portal(&["backup", "last.tar"]).said();
    fixture
        .portal(&[
            "courses",
            "remove",
            "third-steps",
            "--yes",
            "--backup",
            "last.tar",
        ])
        .said();
    let shown = fixture
        .portal(&["users", "show", "mara", "--format", "json"])
        .json();
    assert_eq!(shown["courses"].as_array().unwrap().len(), 0);
    assert_eq!(shown["isSubscribed"], false);
}
