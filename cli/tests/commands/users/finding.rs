//! Which members a list has, and everything that is shown of one.

use crate::fixture::CommandFixture;

fn names(fixture: &CommandFixture, options: &[&str]) -> Vec<String> {
    let words = [&["users", "list", "--format", "json"][..], options].concat();
    let rows = fixture.portal(&words).json();
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| row["username"].as_str().unwrap().to_owned())
        .collect()
}

/// A position in the first lessons of the one course, so many days ago.
fn watched(fixture: &CommandFixture, name: &str, lessons: usize, completed: bool, days: u32) {
    fixture.sql(&format!(
        "INSERT INTO video_progress (user_id, video_id, watched_seconds, completed, last_watched) \
         SELECT u.id, v.id, 1, {completed}, datetime('now', '-{days} days') FROM users u, \
         (SELECT id FROM videos ORDER BY id LIMIT {lessons}) v WHERE u.username = '{name}'"
    ));
}

#[test]
fn members_are_found_by_text_course_and_how_they_stand() {
    let fixture = CommandFixture::with_course();
    for name in ["Fresh", "Stuck", "Busy", "Done", "Ending", "Ended"] {
        fixture.member(name);
    }
    watched(&fixture, "Stuck", 1, false, 14);
    watched(&fixture, "Busy", 1, false, 13);
    watched(&fixture, "Done", 3, true, 40);
    watched(&fixture, "Ended", 1, false, 40);
    fixture.sql(
        "UPDATE user_course_access SET expires_at = datetime('now', '+10 days') WHERE user_id = 5; \
         UPDATE user_course_access SET expires_at = datetime('now', '-1 day') WHERE user_id = 6;",
    );
    assert_eq!(names(&fixture, &[]).len(), 6);
    assert_eq!(names(&fixture, &["--search", "END"]), ["Ending", "Ended"]);
    assert_eq!(names(&fixture, &["--search", "stuck@example"]), ["Stuck"]);
    assert_eq!(
        names(&fixture, &["--course", "first-steps"]),
        ["Fresh", "Stuck", "Busy", "Done", "Ending"]
    );
    assert_eq!(names(&fixture, &["--not-started"]), ["Fresh", "Ending"]);
    for options in [&["--stuck"][..], &["--stuck", "--course", "1"]] {
        assert_eq!(names(&fixture, options), ["Stuck"]);
    }
    assert_eq!(names(&fixture, &["--ends-within", "14d"]), ["Ending"]);
    assert_eq!(names(&fixture, &["--ends-within", "9d"]), Vec::<String>::new());
    assert_eq!(
        names(&fixture, &["--not-started", "--search", "fresh"]),
        ["Fresh"]
    );
    fixture.write_course("second", "second-steps", "Second steps");
    fixture.portal(&["courses", "import", "second"]).done();
    assert_eq!(
        names(&fixture, &["--stuck", "--course", "second-steps"]),
        Vec::<String>::new()
    );
    fixture
        .portal(&["users", "list", "--course", "nowhere"])
        .refused();
    fixture
        .portal(&["users", "list", "--ends-within", "soon"])
        .misused();
    fixture
        .portal(&["users", "list", "--stuck", "--not-started"])
        .misused();
    let none = fixture.portal(&["users", "list", "--search", "zzz"]);
    assert!(none.err.contains("no such users"), "{}", none.err);
}

#[test]
fn everything_of_a_member_is_shown_and_no_key_in_clear() {
    let fixture = CommandFixture::with_course();
    let user = fixture.member("mara");
    fixture.second_factor(user);
    fixture.sql(&format!(
        "INSERT INTO audit_acts (at, actor, action, user_id) VALUES (datetime('now'), 'member', 'session.opened', {})",
        user.0
    ));
    let key = fixture.key();
    fixture
        .portal(&["codes", "mail", &key, "mara@example.com"])
        .said();
    let outcome = fixture.portal(&["users", "show", "mara", "--format", "json"]);
    assert!(!outcome.out.contains(&key));
    let shown = outcome.json();
    assert_eq!(shown["secondFactor"], true);
    assert!(
        shown["lastSignIn"].is_string() && shown["lastSeen"].is_string(),
        "{shown}"
    );
    let states: Vec<_> = shown["keys"]
        .as_array()
        .unwrap()
        .iter()
        .map(|key| key["state"].clone())
        .collect();
    assert_eq!(states, ["used", "unused"]);
    assert_eq!(shown["keys"][1]["key"], format!("{}-…", &key[..5]));
    assert_eq!(
        (&shown["passkeys"], &shown["orders"]),
        (&serde_json::json!([]), &serde_json::json!([]))
    );
    let table = fixture.portal(&["users", "show", "mara"]).done();
    for part in [
        "SECOND FACTOR     on",
        "LAST SIGN-IN      2",
        "\ncourses\n",
        "\nkeys\n",
    ] {
        assert!(table.contains(part), "{part:?} is not in {table}");
    }
    assert!(!table.contains("\norders\n") && !table.contains(&key), "{table}");
}

#[test]
fn a_table_fits_eighty_columns_or_says_what_it_left_out() {
    let fixture = CommandFixture::with_course();
    for name in ["mara", "a_rather_long_name_of_a_member"] {
        fixture.member(name);
    }
    fixture
        .portal(&[
            "codes",
            "issue",
            "--course",
            "1",
            "--email",
            "somebody.with.a.long.name@example.com",
        ])
        .done();
    for words in [
        &["codes", "list"][..],
        &["users", "list"],
        &["courses", "list"],
        &["audit", "list"],
        &["mail", "list"],
    ] {
        let outcome = fixture.portal(words);
        let (err, table) = (outcome.err.clone(), outcome.done());
        for line in table.lines() {
            assert!(line.chars().count() <= 80, "{words:?}: {line}");
        }
        if words == ["codes", "list"] {
            assert!(
                err.contains("left out") && err.contains("ISSUED") && err.contains("--format"),
                "{err}"
            );
            assert!(
                table
                    .lines()
                    .all(|line| line.contains('-') || line.starts_with("KEY")),
                "{table}"
            );
        }
    }
}
