//! Staff's commands as rows of the audit trail, and `portal audit list`.

use audit::{Act, Action, AuditStore as _};
use chrono::{TimeDelta, Utc};
use kernel::StoreError;
use serde_json::Value;
use support::audit::by_command;

use crate::fixture::{CommandFixture, run};

fn rows(fixture: &CommandFixture, more: &[&str]) -> Vec<Value> {
    let words = [&["audit", "list", "--format", "json"], more].concat();
    fixture.portal(&words).json().as_array().unwrap().clone()
}

fn trail_lines(fixture: &CommandFixture) -> Vec<String> {
    let text = |row: &Value, name: &str| row[name].as_str().unwrap_or("-").to_owned();
    let row = |row: &Value| {
        ["actor", "action", "user", "subject"]
            .map(|name| text(row, name))
            .join(" ")
    };
    rows(fixture, &[]).iter().map(row).collect()
}

/// What a command added to the trail.
fn added(fixture: &CommandFixture, words: &[&str]) -> Vec<String> {
    let before = trail_lines(fixture).len();
    fixture.portal(words).done();
    trail_lines(fixture).split_off(before)
}

fn append(fixture: &CommandFixture, acts: Vec<(Act, chrono::DateTime<Utc>)>) {
    let appended: Result<(), StoreError> = fixture
        .database()
        .write(move |store| acts.iter().try_for_each(|(act, at)| store.append_act(act, *at)));
    appended.unwrap();
}

#[test]
fn what_staff_do_to_members_and_keys_is_recorded() {
    let fixture = CommandFixture::with_course();
    assert_eq!(trail_lines(&fixture), ["staff courses.import - first-steps"]);
    let key = fixture.key();
    let named = format!("{}-… first-steps", &key[..5]);
    assert_eq!(
        trail_lines(&fixture)[1],
        format!("staff codes.issue - {named} for lifetime")
    );
    assert_eq!(
        added(&fixture, &["codes", "show", &key]),
        [format!("staff codes.show - {named}")]
    );
    assert_eq!(added(&fixture, &["codes", "list"]), ["staff codes.list - -"]);
    assert_eq!(
        added(&fixture, &["codes", "revoke", &key, "--yes"]),
        [format!("staff codes.revoke - {named}")]
    );
    assert_eq!(
        added(&fixture, &["codes", "revoke", &key, "--yes"]),
        Vec::<String>::new(),
        "nothing was done"
    );
    let mara = fixture.member("mara");
    fixture.second_factor(mara);
    for (words, row) in [
        (
            &["users", "grant", "mara", "first-steps", "--access", "90d"][..],
            "users.grant mara first-steps for 90d",
        ),
        (
            &["users", "revoke", "mara", "first-steps", "--yes"],
            "users.revoke mara first-steps",
        ),
        (&["users", "reset-link", "mara"], "users.reset-link mara -"),
        (&["users", "export", "mara"], "users.export mara -"),
        (
            &["users", "reset-second-factor", "mara", "--yes"],
            "users.reset-second-factor mara -",
        ),
        (&["users", "sign-out", "mara"], "users.sign-out mara -"),
        (&["users", "delete", "mara", "--yes"], "users.delete mara -"),
    ] {
        assert_eq!(added(&fixture, words), [format!("staff {row}")]);
    }
    fixture.member("mara");
    let nothing = &["users", "reset-second-factor", "mara"];
    assert_eq!(added(&fixture, nothing), Vec::<String>::new(), "it was off");
    // Nothing that can be used stands in the trail, and nothing of a member but the name.
    let text = fixture.portal(&["audit", "list", "--format", "csv"]).done();
    assert!(
        !text.contains(&key) && !text.contains('@') && !text.contains("token"),
        "{text}"
    );
}

#[test]
fn the_operator_of_a_command_is_named_where_the_system_knows_the_name() {
    let fixture = CommandFixture::with_course();
    fixture
        .portal_with("PORTAL_STAFF", "eva", &["codes", "list"])
        .done();
    let mut command = fixture.command();
    command
        .args(["codes", "list"])
        .env("PORTAL_STAFF", "eva")
        .env("SUDO_USER", "max");
    run(&mut command).done();
    fixture.portal(&["codes", "list"]).done();
    let listed = rows(&fixture, &[]);
    let actors: Vec<_> = listed.iter().skip(1).map(|row| &row["actor"]).collect();
    assert_eq!(actors, ["eva", "max", "staff"]);
    for row in listed {
        assert_eq!(
            (&row["by"], &row["reason"]),
            (&Value::from("command"), &Value::Null)
        );
    }
}

#[test]
fn what_staff_do_to_courses_coupons_mails_and_the_whole_is_recorded() {
    let fixture = CommandFixture::with_course();
    for (words, row) in [
        (
            &["coupons", "create", "spring", "--percent", "10"][..],
            "coupons.create - SPRING",
        ),
        (&["coupons", "disable", "spring"], "coupons.disable - SPRING"),
        (&["courses", "import", "course"], "courses.import - first-steps"),
        (
            &["courses", "export", "first-steps", "copy"],
            "courses.export - first-steps",
        ),
        (&["backup", "one.tar"], "backup.create - one.tar"),
    ] {
        assert_eq!(added(&fixture, words), [format!("staff {row}")]);
    }
    let loaded = added(&fixture, &["demo", "load"]);
    assert_eq!(loaded.len(), 4);
    assert!(
        loaded.iter().all(|row| row.starts_with("staff demo.load - ")),
        "{loaded:?}"
    );
    fixture
        .portal(&[
            "codes",
            "issue",
            "--course",
            "first-steps",
            "--email",
            "a@example.com",
        ])
        .done();
    fixture.sql("UPDATE jobs SET due_at = NULL, attempts = 1, last_error = '550 no such user'");
    assert_eq!(
        added(&fixture, &["mail", "retry", "--all"]),
        ["staff mail.retry - 1 mail"]
    );
    // The trail goes back with all the rest, and goes on.
    fixture.portal(&["restore", "one.tar", "--yes"]).done();
    let now = trail_lines(&fixture);
    assert_eq!(now.len(), 6, "{now:?}");
    assert_eq!(now[5], "staff backup.restore - -");
    fixture.portal(&["doctor"]).done();
}

#[test]
fn a_refused_command_leaves_no_row() {
    let fixture = CommandFixture::with_course();
    let key = fixture.key();
    let before = trail_lines(&fixture);
    let mut other = key.clone().into_bytes();
    other.reverse();
    for words in [
        &["users", "grant", "unknown", "first-steps", "--access", "3m"][..],
        &["users", "delete", "unknown"],
        &["codes", "issue", "--course", "unknown"],
        &["codes", "show", "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA"],
        &["courses", "import", "missing"],
        &["orders", "refund", "missing"],
        &["backup", "missing/one.tar"],
    ] {
        fixture.portal(words).refused();
    }
    assert_eq!(trail_lines(&fixture), before);
}

/// The two rows of Mara as a table, and those of a name that is a formula as a CSV.
fn check_formats(fixture: &CommandFixture) {
    let csv = fixture
        .portal(&["audit", "list", "--user", "=Tom", "--format", "csv"])
        .done();
    assert_eq!(
        csv.lines().next().unwrap(),
        "at,actor,action,user,subject,from,by,reason"
    );
    assert!(csv.contains("'=Tom"), "a name is a formula: {csv}");
    let table = fixture.portal(&["audit", "list", "--user", "mara"]).done();
    assert!(table.starts_with("AT "), "{table}");
    // A long text goes on below its own column.
    assert_eq!(table.lines().filter(|line| line.starts_with("20")).count(), 2);
}

#[test]
fn rows_are_listed_by_user_and_time_in_every_format() {
    let fixture = CommandFixture::with_course();
    let (mara, tom) = (fixture.member("Mara"), fixture.member("=Tom"));
    let now = Utc::now();
    let from = "203.0.113.9".parse().unwrap();
    append(
        &fixture,
        vec![
            (
                Act::by_member(Action::SessionOpened, mara, from),
                now - TimeDelta::days(40),
            ),
            (
                Act::by_member(Action::SessionRefused, tom, from),
                now - TimeDelta::days(20),
            ),
            (
                Act::by_member(Action::AccountPasswordChanged, mara, from),
                now - TimeDelta::days(10),
            ),
        ],
    );
    let of = |more: &[&str]| -> Vec<String> {
        let found = rows(&fixture, more);
        found
            .iter()
            .map(|row| row["action"].as_str().unwrap().to_owned())
            .collect()
    };
    for name in ["mara", "1", "#1", "MARA@example.com"] {
        assert_eq!(
            of(&["--user", name]),
            ["session.opened", "account.password-changed"],
            "{name}"
        );
    }
    assert_eq!(
        of(&["--user", "mara", "--since", "30d"]),
        ["account.password-changed"]
    );
    assert_eq!(of(&["--user", "mara", "--since", "2m"]).len(), 2);
    let day = (now - TimeDelta::days(11)).format("%Y-%m-%d").to_string();
    assert_eq!(
        of(&["--user", "mara", "--since", &day]),
        ["account.password-changed"]
    );
    assert_eq!(of(&["--user", "mara", "--since", "1d"]), Vec::<String>::new());
    let row = &rows(&fixture, &["--user", "mara", "--since", "30d"])[0];
    let keys: Vec<_> = row.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys.len(), 8);
    for (name, value) in [("actor", "Mara"), ("user", "Mara"), ("from", "203.0.113.9")] {
        assert_eq!(row[name], value);
    }
    assert!(row["subject"].is_null());
    assert!(
        row["at"]
            .as_str()
            .unwrap()
            .parse::<chrono::DateTime<Utc>>()
            .is_ok()
    );
    check_formats(&fixture);
    assert!(
        fixture
            .portal(&["audit", "list", "--user", "unknown"])
            .refused()
            .contains("unknown")
    );
    assert!(
        fixture
            .portal(&["audit", "list", "--since", "soon"])
            .misused()
            .contains("30d")
    );
    // An account that is gone is found by the name of its time, and by its number.
    fixture.portal(&["users", "delete", "mara", "--yes"]).done();
    assert_eq!(of(&["--user", "mara"]).last().unwrap(), "users.delete");
    assert_eq!(of(&["--user", "1"]).len(), 3);
}

#[test]
fn an_empty_list_is_empty_in_every_format() {
    let fixture = CommandFixture::installed();
    assert_eq!(rows(&fixture, &[]), Vec::<Value>::new());
    let outcome = fixture.portal(&["audit", "list"]);
    assert_eq!(outcome.out, "");
    assert_eq!(outcome.err.lines().count(), 1);
    let csv = fixture.portal(&["audit", "list", "--format", "csv"]).done();
    assert_eq!(csv, "at,actor,action,user,subject,from,by,reason\n");
}

#[test]
fn a_long_list_is_whole_in_every_format_and_a_closed_pipe_is_no_failure() {
    let fixture = CommandFixture::installed();
    fixture.portal(&["users", "list"]).done();
    let now = Utc::now();
    let acts = (0..5_000).map(|n| {
        (
            by_command(Action::UsersGrant).about(&format!("row {n} \u{4f60}")),
            now,
        )
    });
    append(&fixture, acts.collect());
    let all = rows(&fixture, &[]);
    assert_eq!(all.len(), 5_000);
    assert!(
        all.iter()
            .enumerate()
            .all(|(n, row)| row["subject"] == format!("row {n} \u{4f60}"))
    );
    for format in ["table", "csv"] {
        let text = fixture.portal(&["audit", "list", "--format", format]).done();
        assert_eq!(text.lines().count(), 5_001, "{format}");
        assert!(text.lines().last().unwrap().contains("row 4999"));
    }
    let mut head = fixture.command_of("sh");
    let portal = fixture.command().get_program().to_string_lossy().into_owned();
    head.args(["-c", &format!("{portal} audit list | head -n 1")]);
    assert!(run(&mut head).done().starts_with("AT "));
}
