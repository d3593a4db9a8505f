mod finding;

use ::mail::{MailStore as _, MailedToken, TokenPurpose, TokenSubject};
mod staff;

use diesel::connection::SimpleConnection;

use crate::fixture::{CommandFixture, connect};

#[test]
fn a_member_is_named_by_number_name_or_address() {
    let fixture = CommandFixture::with_course();
    fixture.member("Mara");
    for name in ["1", "mara", "MARA", "mara@example.com", "Mara@Example.com"] {
        assert_eq!(
            fixture
                .portal(&["users", "show", name, "--format", "json"])
                .json()["username"],
            "Mara"
        );
    }
    let line = fixture.portal(&["users", "show", "nobody"]).refused();
    assert!(
        line.contains("nobody") && line.contains("portal users list"),
        "{line}"
    );
}

#[test]
fn a_name_that_is_anothers_number_is_not_guessed() {
    let fixture = CommandFixture::with_course();
    fixture.member("mara");
    fixture.member("1");
    for words in [
        &["users", "delete", "1"][..],
        &["users", "show", "1"],
        &["users", "reset-link", "1"],
    ] {
        let line = fixture.portal(words).refused();
        assert!(
            line.contains("mara@example.com") && line.contains("1@example.com"),
            "{line}"
        );
    }
    assert_eq!(
        fixture
            .portal(&["users", "list", "--format", "json"])
            .json()
            .as_array()
            .unwrap()
            .len(),
        2
    );
    fixture
        .portal(&["users", "delete", "1@example.com", "--yes"])
        .said();
    assert_eq!(
        fixture.portal(&["users", "show", "1", "--format", "json"]).json()["username"],
        "mara"
    );
}

#[test]
fn grants_add_up_and_are_taken_back_once() {
    let fixture = CommandFixture::with_course();
    fixture.member("mara");
    let course = |format: &str| {
        fixture
            .portal(&["users", "show", "mara", "--format", format])
            .json()["courses"]
            .clone()
    };
    fixture
        .portal(&["users", "revoke", "mara", "first-steps", "--yes"])
        .said();
    assert_eq!(course("json").as_array().unwrap().len(), 0);
    assert!(
        fixture
            .portal(&["users", "revoke", "mara", "first-steps", "--yes"])
            .said()
            .contains("nothing to do")
    );
    fixture
        .portal(&["users", "grant", "mara", "first-steps", "--access", "90d"])
        .said();
    let first = course("json")[0]["expiresAt"].as_str().unwrap().to_owned();
    fixture
        .portal(&["users", "grant", "mara", "1", "--access", "3m"])
        .said();
    let second = course("json")[0]["expiresAt"].as_str().unwrap().to_owned();
    assert!(second > first, "{first} {second}");
    assert!(
        fixture
            .portal(&["users", "grant", "mara", "1", "--access", "lifetime"])
            .said()
            .ends_with("; now without end")
    );
    assert!(course("json")[0]["expiresAt"].is_null());
    fixture.portal(&["users", "grant", "mara", "1"]).misused();
    fixture
        .portal(&["users", "grant", "mara", "nothing", "--access", "3m"])
        .refused();
    fixture
        .portal(&["users", "grant", "mara", "1", "--access", "0d"])
        .misused();
}

#[test]
fn a_reset_link_is_the_only_output() {
    let fixture = CommandFixture::with_course();
    fixture.member("mara");
    let outcome = fixture.portal_with(
        "PORTAL_PUBLIC_URL",
        "https://courses.example.com",
        &["users", "reset-link", "mara"],
    );
    assert_eq!(outcome.err, "");
    let link = outcome.done();
    assert!(
        link.starts_with("https://courses.example.com/reset-password?token=") && link.lines().count() == 1
    );
    let token = link.trim().rsplit_once('=').unwrap().1.to_owned();
    let hash = MailedToken::presented(TokenPurpose::ResetPassword, &token).hash();
    let used = fixture
        .database()
        .write(move |store| store.take_token(&hash, chrono::Utc::now()))
        .unwrap();
    let used = used.unwrap();
    assert_eq!(used.subject, TokenSubject::User(kernel::UserId(1)));
    assert_eq!(used.email_key, None, "handed over, it proves no mailbox");
}

#[test]
fn signing_out_ends_every_session_of_one_member() {
    let fixture = CommandFixture::with_course();
    fixture.member("mara");
    fixture.member("noor");
    assert!(
        fixture
            .portal(&["users", "sign-out", "mara"])
            .said()
            .contains("1 session")
    );
    assert!(
        fixture
            .portal(&["users", "sign-out", "mara"])
            .said()
            .contains("nothing to do")
    );
    assert_eq!(fixture.dump()["sessions"].lines().count(), 1);
}

#[test]
fn an_export_holds_the_person_and_no_secret() {
    let fixture = CommandFixture::with_course();
    fixture.member("mara");
    fixture.member("noor");
    fixture
        .portal(&["codes", "issue", "--course", "1", "--email", "mara@example.com"])
        .done();
    fixture.portal(&["users", "reset-link", "mara"]).done();
    let keys = fixture.portal(&["codes", "list", "--format", "json"]).json();
    let text = fixture.portal(&["users", "export", "mara"]).done();
    let export: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(export["account"]["email"], "mara@example.com");
    assert_eq!(export["courses"].as_array().unwrap().len(), 1);
    assert_eq!(export["sessions"][0]["device"], "a browser");
    assert_eq!(export["account"]["emailVerified"], false);
    assert_eq!(export["verificationLink"]["email"], "mara@example.com");
    // Nothing proved the address yet: what was mailed to it may be another person's.
    let of_address = |export: &serde_json::Value| {
        let mails = export["mails"].as_array().unwrap().iter();
        let kinds = mails.map(|mail| mail["kind"].as_str().unwrap().to_owned());
        (
            kinds.collect::<Vec<_>>(),
            export["purchaseKeys"].as_array().unwrap().len(),
        )
    };
    assert_eq!(of_address(&export), (vec![String::from("verify_address")], 1));
    fixture.sql("UPDATE users SET verified_email_key = email_key");
    let verified = fixture.portal(&["users", "export", "mara"]).json();
    let kinds = ["verify_address", "purchase_key"].map(String::from);
    assert_eq!(of_address(&verified), (kinds.to_vec(), 2));
    assert!(!text.contains("noor") && !text.contains("argon2"));
    for key in keys.as_array().unwrap() {
        assert!(!text.contains(key["key"].as_str().unwrap()));
    }
}

#[test]
fn a_deleted_member_leaves_a_used_key_and_a_free_name() {
    let fixture = CommandFixture::with_course();
    fixture.member("mara");
    fixture
        .portal(&["codes", "issue", "--course", "1", "--email", "mara@example.com"])
        .done();
    let said = fixture.portal(&["users", "delete", "mara", "--yes"]).said();
    assert!(said.contains("mara"), "{said}");
    let rows = fixture.dump();
    for table in [
        "users",
        "sessions",
        "user_course_access",
        "video_progress",
        "outbox",
    ] {
        assert_eq!(rows[table], "", "{table}");
    }
    let used = fixture
        .portal(&["codes", "list", "--used", "--format", "json"])
        .json();
    assert_eq!(
        (used.as_array().unwrap().len(), used[0]["usedBy"].is_null()),
        (1, true)
    );
    assert_eq!(fixture.member("Mara").0, 2);
}

#[test]
fn a_name_of_before_the_rule_commands_no_terminal() {
    let fixture = CommandFixture::with_course();
    fixture.sql(
        "INSERT INTO users (username, username_key, email, email_key, password, created_at) VALUES \
         ('Ma' || char(8238) || 'ra' || char(27) || '[2J', 'a', 'a@example.com', 'a@example.com', 'x', '2026-01-01 00:00:00')",
    );
    for format in ["table", "csv"] {
        let text = fixture.portal(&["users", "list", "--format", format]).done();
        assert!(text.contains("Ma\\u{202e}ra\\u{1b}[2J"), "{format}: {text:?}");
        assert!(
            !text.contains('\u{202e}') && !text.contains('\u{1b}'),
            "{format}: {text:?}"
        );
    }
}

#[test]
fn a_name_that_is_a_formula_is_harmless_in_a_spreadsheet() {
    let fixture = CommandFixture::with_course();
    fixture.sql(
        "INSERT INTO users (username, username_key, email, email_key, password, created_at) VALUES \
         ('=HYPERLINK(\"x\",\"y\")', 'a', '+1@example.com', '+1@example.com', 'x', '2026-01-01 00:00:00'), \
         ('-1', 'b', '@x', '@x', 'x', '2026-01-01 00:00:00')",
    );
    let csv = fixture.portal(&["users", "list", "--format", "csv"]).done();
    assert!(
        csv.contains("1,\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\",'+1@example.com,2026-01-01T00:00:00Z,false,,\n"),
        "{csv}"
    );
    assert!(csv.contains("2,'-1,'@x,"), "{csv}");
    for (wide, row) in [("＝1+1", "2,'＝1+1,"), (" ＠x", "2,' ＠x,")] {
        fixture.sql(&format!("UPDATE users SET username = '{wide}' WHERE id = 2"));
        let csv = fixture.portal(&["users", "list", "--format", "csv"]).done();
        assert!(csv.contains(row), "{csv}");
    }
    let json = fixture.portal(&["users", "list", "--format", "json"]).json();
    assert_eq!(json[0]["username"], "=HYPERLINK(\"x\",\"y\")");
}

#[test]
fn on_a_terminal_destroying_asks_and_no_means_no() {
    let fixture = CommandFixture::with_course();
    fixture.member("mara");
    let ask = |answer: &str| {
        let mut terminal = fixture.on_terminal("users delete mara");
        terminal.answer("[y/N] ", format!("{answer}\n").as_bytes());
        terminal.end()
    };
    let (code, text) = ask("n");
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("Delete mara") && text.contains("[y/N]") && text.contains("nothing was changed"),
        "{text}"
    );
    let (code, text) = ask("");
    assert_eq!(code, Some(1), "{text}");
    assert_eq!(fixture.dump()["users"].lines().count(), 1);
    let (code, text) = ask("y");
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(fixture.dump()["users"], "");
    fixture.member("mara");
    let (code, text) = fixture.on_terminal("users delete mara --yes").end();
    assert_eq!((code, text.contains("[y/N]")), (Some(0), false), "{text}");
    assert_eq!(fixture.dump()["users"], "");
}

#[test]
fn a_lost_second_factor_is_turned_off_once_with_a_mail() {
    let fixture = CommandFixture::with_course();
    let user = fixture.member("mara");
    let said = fixture.portal(&["users", "reset-second-factor", "mara"]).said();
    assert!(said.contains("nothing to do"), "{said}");
    let mails = || fixture.dump()["outbox"].lines().count();
    let before = mails();
    let secret = fixture.second_factor(user);
    let shown = || {
        fixture
            .portal(&["users", "show", "mara", "--format", "json"])
            .json()
    };
    assert_eq!(shown()["secondFactor"], true);
    let export = fixture.portal(&["users", "export", "mara"]).done();
    assert!(export.contains("\"recoveryCodesLeft\": 10"), "{export}");
    assert!(!export.contains(&secret.base32()));
    let said = fixture
        .portal(&["users", "reset-second-factor", "mara", "--yes"])
        .said();
    assert!(said.contains("password alone"), "{said}");
    assert_eq!(shown()["secondFactor"], false);
    let rows = fixture.dump();
    for table in ["second_factors", "second_factor_steps", "recovery_codes"] {
        assert_eq!(rows[table], "", "{table}");
    }
    assert_eq!(mails(), before + 2, "one mail for on, one for off");
    fixture
        .portal(&["users", "reset-second-factor", "nobody"])
        .refused();
}

#[test]
fn a_list_of_several_pages_has_every_row_once() {
    let fixture = CommandFixture::with_course();
    fixture.member("Mara");
    connect(&fixture.path("data/portal.db"))
        .batch_execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2499)
             INSERT INTO users (username, username_key, email, email_key, password, created_at)
             SELECT 'm' || i, 'm' || i, i || '@example.com', i || '@example.com', 'hash', '2026-11-22 10:00:00' FROM n;
             INSERT INTO purchase_codes (code, sealed_code, hint, used, course_id, term, created_at)
             SELECT randomblob(32), randomblob(32), 'HINT', FALSE, 1, 'lifetime', created_at FROM users WHERE id > 1",
        )
        .unwrap();
    let users = fixture.portal(&["users", "list", "--format", "json"]).json();
    let ids: Vec<_> = users
        .as_array()
        .unwrap()
        .iter()
        .map(|user| user["id"].as_i64().unwrap())
        .collect();
    assert_eq!(ids, (1..=2500).collect::<Vec<_>>());
    let table = fixture.portal(&["users", "list"]).done();
    assert_eq!(table.lines().count(), 2501);
    assert!(
        table.starts_with("ID  ") && table.ends_with('\n'),
        "{}",
        &table[..200]
    );
    let keys = fixture.portal(&["codes", "list", "--format", "csv"]);
    assert!(
        keys.err
            .starts_with("2499 keys were issued under another session key"),
        "{}",
        keys.err
    );
    assert_eq!(keys.done().lines().count(), 2501);
}
