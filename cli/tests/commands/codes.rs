use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader, Read},
    process::Stdio,
    thread,
};

use crate::fixture::{CommandFixture, run};

#[test]
fn issuing_prints_keys_and_nothing_else() {
    let fixture = CommandFixture::with_course();
    let outcome = fixture.portal(&["codes", "issue", "--course", "first-steps", "--count", "3"]);
    assert_eq!(outcome.err, "3 keys for first-steps, each without end\n");
    let out = outcome.done();
    let keys: BTreeSet<_> = out.lines().collect();
    assert_eq!(keys.len(), 3);
    assert!(
        keys.iter()
            .all(|key| key.len() == 29 && key.split('-').count() == 5)
    );
    let listed = fixture.portal(&["codes", "list", "--format", "json"]).json();
    let listed: BTreeSet<_> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|key| key["key"].as_str().unwrap())
        .collect();
    assert_eq!(listed, keys);
}

#[test]
fn a_course_is_named_by_its_number_too_and_an_unknown_one_is_refused() {
    let fixture = CommandFixture::with_course();
    assert_eq!(
        fixture
            .portal(&["codes", "issue", "--course", "1"])
            .done()
            .lines()
            .count(),
        1
    );
    let line = fixture
        .portal(&["codes", "issue", "--course", "second-steps"])
        .refused();
    assert!(
        line.contains("second-steps") && line.contains("portal courses list"),
        "{line}"
    );
    fixture.portal(&["codes", "issue", "--course", "2"]).refused();
    fixture.portal(&["codes", "list", "--course", "2"]).refused();
}

#[test]
fn the_keys_of_one_issue_wait_in_one_mail_for_their_address() {
    let fixture = CommandFixture::with_course();
    let issue = [
        "codes",
        "issue",
        "--course",
        "1",
        "--count",
        "2",
        "--access",
        "3m",
        "--email",
        "Trader@Example.com",
    ];
    let issued = fixture.portal(&issue);
    assert!(
        issued.err.contains("; 1 mail to Trader@Example.com will be sent"),
        "{}",
        issued.err
    );
    assert_eq!(issued.done().lines().count(), 2);
    let outbox = fixture.dump().remove("outbox").unwrap();
    assert_eq!(outbox.matches("trader@example.com").count(), 1);
    let listed = fixture.portal(&["codes", "list", "--format", "json"]).json();
    assert_eq!(listed[0]["email"], "trader@example.com");
    assert_eq!(listed[0]["access"], "3m");
    assert_eq!(listed[0]["state"], "unused");
    assert!(listed[0]["usedAt"].is_null());
    assert!(listed[0]["createdAt"].as_str().unwrap().ends_with('Z'));
}

#[test]
fn wrong_usage_is_exit_2_and_issues_nothing() {
    let fixture = CommandFixture::with_course();
    for words in [
        &["codes"][..],
        &["codes", "issue"],
        &["codes", "issue", "--course", "1", "--count", "0"],
        &["codes", "issue", "--course", "1", "--count", "10001"],
        &["codes", "issue", "--course", "1", "--access", "3x"],
        &["codes", "issue", "--course", "1", "--email", "nobody"],
        &["codes", "list", "--used", "--unused"],
        &["codes", "list", "--format", "xml"],
        &["codes", "show"],
        &["codes", "frobnicate"],
    ] {
        fixture.portal(words).misused();
    }
    assert_eq!(
        fixture.portal(&["codes", "list", "--format", "json"]).done(),
        "[]\n"
    );
}

#[test]
fn two_orders_at_once_both_count() {
    let fixture = CommandFixture::with_course();
    let orders: Vec<_> = (0..4)
        .map(|_| {
            let mut command = fixture.command();
            thread::spawn(move || {
                run(command.args(["codes", "issue", "--course", "1", "--count", "500"])).done()
            })
        })
        .collect();
    let mut keys = BTreeSet::new();
    for order in orders {
        keys.extend(order.join().unwrap().lines().map(str::to_owned));
    }
    assert_eq!(keys.len(), 2_000);
    let listed = fixture
        .portal(&["codes", "list", "--unused", "--format", "csv"])
        .done();
    assert_eq!(listed.lines().count(), 2_001);
}

#[test]
fn a_key_is_read_however_it_is_typed() {
    let fixture = CommandFixture::with_course();
    let key = fixture.key();
    let sloppy = key.to_lowercase().replace('0', "o").replace('1', "l");
    for typed in [
        key.clone(),
        sloppy.replace('-', ""),
        sloppy.replace('-', " "),
        sloppy.replace('-', "\u{2013}"),
    ] {
        let shown = fixture
            .portal(&["codes", "show", &typed, "--format", "json"])
            .json();
        assert_eq!(shown["key"], key.as_str());
    }
    let words: Vec<_> = ["codes", "show"].into_iter().chain(key.split('-')).collect();
    assert!(fixture.portal(&words).done().contains(&key));
}

#[test]
fn what_is_no_key_is_refused_without_a_database() {
    let fixture = CommandFixture::new();
    for verb in ["show", "revoke"] {
        let line = fixture.portal(&["codes", verb, "ABCDE-FG"]).refused();
        assert!(line.contains("not a purchase key"), "{line}");
    }
    assert!(!fixture.path("data").exists());
    let fixture = CommandFixture::installed();
    let unknown = "00000-00000-00000-00000-00000";
    let line = fixture.portal(&["codes", "show", unknown]).refused();
    assert!(line.contains("never issued"), "{line}");
}

#[test]
fn revoking_twice_is_done_and_a_used_key_is_refused() {
    let fixture = CommandFixture::with_course();
    let key = fixture.key();
    assert!(
        fixture
            .portal(&["codes", "revoke", &key, "--yes"])
            .said()
            .starts_with("revoked ")
    );
    assert!(
        fixture
            .portal(&["codes", "revoke", &key, "--yes"])
            .said()
            .contains("nothing to do")
    );
    assert_eq!(
        fixture
            .portal(&["codes", "show", &key, "--format", "json"])
            .json()["state"],
        "revoked"
    );
    fixture.member("mara");
    let used = fixture
        .portal(&["codes", "list", "--used", "--format", "json"])
        .json();
    assert_eq!(used.as_array().unwrap().len(), 1);
    assert_eq!(used[0]["usedBy"], "mara");
    let line = fixture
        .portal(&["codes", "revoke", used[0]["key"].as_str().unwrap(), "--yes"])
        .refused();
    assert!(
        line.contains("mara") && line.contains("portal users revoke"),
        "{line}"
    );
    let unused = fixture
        .portal(&["codes", "list", "--unused", "--format", "json"])
        .json();
    assert_eq!(unused.as_array().unwrap().len(), 0);
}

#[test]
fn a_key_under_another_session_key_shows_its_beginning_and_can_still_be_revoked() {
    let fixture = CommandFixture::with_course();
    let key = fixture.key();
    std::fs::remove_file(fixture.path("data/session.key")).unwrap();
    fixture.portal(&["session-key", "replace", "--yes"]).said();
    let outcome = fixture.portal(&["codes", "list", "--format", "json"]);
    assert!(outcome.err.contains("another session key"), "{}", outcome.err);
    assert_eq!(outcome.json()[0]["key"], format!("{}-…", &key[..5]));
    fixture.portal(&["codes", "revoke", &key, "--yes"]).said();
}

#[test]
fn a_reader_that_leaves_early_ends_the_command_quietly() {
    let fixture = CommandFixture::with_course();
    fixture
        .portal(&["codes", "issue", "--course", "1", "--count", "5000"])
        .done();
    for format in ["table", "json", "csv"] {
        let mut child = fixture
            .command()
            .args(["codes", "list", "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::with_capacity(64, child.stdout.take().unwrap())
            .read_line(&mut first)
            .unwrap();
        let mut words = String::new();
        child.stderr.take().unwrap().read_to_string(&mut words).unwrap();
        assert_eq!(words, "", "{format}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{format}");
    }
}

#[test]
fn an_empty_list_is_no_data_and_a_hint() {
    let fixture = CommandFixture::with_course();
    let outcome = fixture.portal(&["codes", "list"]);
    assert!(outcome.err.contains("portal codes issue"));
    assert_eq!(outcome.done(), "");
    let header = fixture.portal(&["codes", "list", "--format", "csv"]).done();
    assert_eq!(
        header,
        "key,course,state,access,email,createdAt,usedAt,usedBy,revokedAt,note\n"
    );
}

#[test]
fn a_file_of_addresses_gets_a_key_each_and_a_note_stays_with_staff() {
    let fixture = CommandFixture::with_course();
    std::fs::write(
        fixture.path("to.txt"),
        "# the workshop\nann@example.com\n\n  Ben@Example.com\r\n",
    )
    .unwrap();
    let words = [
        "codes", "issue", "--course", "1", "--access", "3m", "--to", "to.txt", "--note", "March",
    ];
    let outcome = fixture.portal(&words);
    assert!(
        outcome
            .err
            .starts_with("2 keys for first-steps, each for 3 months from its use; 2 mails"),
        "{}",
        outcome.err
    );
    let keys: Vec<_> = outcome.done().lines().map(str::to_owned).collect();
    let listed = fixture.portal(&["codes", "list", "--format", "json"]).json();
    for (row, (key, address)) in listed
        .as_array()
        .unwrap()
        .iter()
        .zip(keys.iter().zip(["ann@example.com", "ben@example.com"]))
    {
        assert_eq!(
            (&row["key"], &row["email"], &row["note"]),
            (&key.as_str().into(), &address.into(), &"March".into())
        );
    }
    let mails = fixture.dump()["outbox"].clone();
    assert_eq!(mails.lines().count(), 2);
    assert!(!mails.contains("March"), "a note is mailed");
    for (text, expected) in [
        (
            "ann@example.com\nnobody\n",
            "to.txt:2: \"nobody\" is not an e-mail address",
        ),
        (
            "ann@example.com\nANN@example.com\n",
            "to.txt:2: \"ANN@example.com\" stands in the file twice",
        ),
        ("# nobody\n", "no address"),
    ] {
        std::fs::write(fixture.path("to.txt"), text).unwrap();
        let line = fixture.portal(&words).refused();
        assert!(line.contains(expected), "{line}");
    }
    assert_eq!(
        fixture
            .portal(&["codes", "list", "--format", "json"])
            .json()
            .as_array()
            .unwrap()
            .len(),
        2
    );
    fixture
        .portal(&[
            "codes", "issue", "--course", "1", "--to", "to.txt", "--count", "2",
        ])
        .misused();
}

#[test]
fn a_key_is_mailed_again_until_it_is_used() {
    let fixture = CommandFixture::with_course();
    let key = fixture.key();
    let said = fixture.portal(&["codes", "mail", &key, "Ann@Example.com"]).said();
    assert!(said.contains("Ann@Example.com") && !said.contains(&key), "{said}");
    let shown = fixture
        .portal(&["codes", "show", &key, "--format", "json"])
        .json();
    assert_eq!(shown["email"], "ann@example.com");
    assert_eq!(fixture.dump()["outbox"].lines().count(), 1);
    fixture.portal(&["codes", "mail", &key, "nobody"]).misused();
    fixture.portal(&["codes", "revoke", &key, "--yes"]).said();
    let line = fixture
        .portal(&["codes", "mail", &key, "ann@example.com"])
        .refused();
    assert!(line.contains("is revoked"), "{line}");
    assert_eq!(fixture.dump()["outbox"].lines().count(), 1);
}
