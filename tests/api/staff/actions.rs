//! What staff do for a member: the page and the command leave the same rows, mails and lines of the trail.

use kernel::AccessTerm;
use serde_json::{Value, json};
use staff::Role;
use support::{
    Browser, Engine, Server, Sqlite,
    audit::trail,
    catalogue_fixture::{CatalogueFixture, member},
    databases::tables::{db_count, db_run, db_texts},
    server::run_to_end,
    staff::joined,
};

const REASON: &str = "lost phone";

struct Desk {
    server: Server,
    catalogue: CatalogueFixture,
    eva: Browser,
}

impl Desk {
    fn open(engine: Engine) -> Self {
        let server = Server::start(engine);
        let catalogue = CatalogueFixture::open(&server);
        let _ = member(&server, "Anna", catalogue.futures, AccessTerm::Months(3));
        let (eva, _) = joined(&server, "Eva", Role::Support);
        Self {
            server,
            catalogue,
            eva,
        }
    }

    fn page(&mut self, method: &str, path: &str, body: &Value) -> Value {
        let path = format!("/api/staff/{path}");
        let answer = self
            .eva
            .send(method, &path, &[], Some(body.to_string().as_bytes()));
        assert!(
            (200..300).contains(&answer.status),
            "{path}: {}",
            String::from_utf8_lossy(&answer.body)
        );
        answer.json()
    }

    fn command(&self, words: &[&str]) {
        let (code, out, errors) = run_to_end(&mut self.server.portal("Eva"), words);
        assert_eq!(code, Some(0), "{out}{errors}");
    }

    /// What an action left, without times, numbers and what is random.
    fn left(&self) -> Vec<Vec<Option<String>>> {
        let address = self.server.database().address();
        let texts = |sql: &str| db_texts(&address, sql);
        let acts = trail(self.server.database())
            .into_iter()
            .filter(|act| act.action.starts_with("users.") || act.action.starts_with("codes."));
        let acts = acts.map(|act| {
            let subject = act.subject.unwrap_or_default();
            let subject = subject
                .split_once("-… ")
                .map_or(subject.clone(), |(_, rest)| rest.to_owned());
            Some(format!(
                "{:?} {} {:?} {subject} {:?}",
                act.actor_name, act.action, act.user_name, act.reason
            ))
        });
        vec![
            acts.collect(),
            texts("SELECT kind || coalesce(address_key, '') AS t FROM outbox ORDER BY id"),
            texts(
                "SELECT CAST(user_id AS TEXT) || ' ' || CAST(course_id AS TEXT) || CASE WHEN expires_at IS NULL THEN ' lifetime' ELSE ' ends' END AS t FROM user_course_access ORDER BY course_id",
            ),
            texts(
                "SELECT term || source || CASE WHEN ended_at IS NULL THEN '' ELSE ' ended' END AS t FROM access_grants ORDER BY id",
            ),
            texts(
                "SELECT coalesce(pending_email, '-') || CASE WHEN EXISTS (SELECT 1 FROM mailed_tokens WHERE user_id = users.id AND purpose = 'reset_password') THEN ' reset' ELSE '' END AS t FROM users ORDER BY id",
            ),
            texts("SELECT term || coalesce(email, '') AS t FROM purchase_codes ORDER BY id"),
            vec![Some(db_count(&address, "sessions").to_string())],
        ]
    }
}

#[test]
fn the_page_and_the_command_leave_the_same() {
    let (mut page, command) = (Desk::open(Sqlite), Desk::open(Sqlite));
    assert_eq!(page.left(), command.left());
    let crypto = page.catalogue.crypto.0;
    let reason = json!({ "reason": REASON });
    let with = |more: Value| {
        let mut body = reason.clone();
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body
    };
    let grant = with(json!({ "courseId": crypto, "access": "90d" }));
    let row = page.page("POST", "members/1/grants", &grant);
    assert_eq!((&row["courseId"], &row["open"]), (&json!(crypto), &json!(true)));
    command.command(&[
        "users", "grant", "Anna", "crypto", "--access", "90d", "--reason", REASON,
    ]);
    assert_eq!(page.left(), command.left(), "grant");

    let futures = page.catalogue.futures.0;
    page.page("DELETE", &format!("members/1/grants/{futures}"), &reason);
    command.command(&["users", "revoke", "Anna", "futures", "--reason", REASON, "--yes"]);
    assert_eq!(page.left(), command.left(), "revoke");

    page.page("POST", "members/1/reset-mail", &reason);
    command.command(&["users", "reset-mail", "Anna", "--reason", REASON]);
    assert_eq!(page.left(), command.left(), "reset mail");

    page.page(
        "PUT",
        "members/1/email",
        &with(json!({ "email": "anna.new@example.com" })),
    );
    command.command(&[
        "users",
        "email",
        "Anna",
        "anna.new@example.com",
        "--reason",
        REASON,
    ]);
    assert_eq!(page.left(), command.left(), "e-mail");

    page.page("POST", "members/1/verify-mail", &reason);
    command.command(&["users", "verify-mail", "Anna", "--reason", REASON]);
    assert_eq!(page.left(), command.left(), "verify mail");

    page.page("POST", "members/1/sign-out", &reason);
    command.command(&["users", "sign-out", "Anna", "--reason", REASON]);
    assert_eq!(page.left(), command.left(), "sign out");

    let keys = with(json!({ "courseId": crypto, "count": 2, "access": "3m", "email": "jo@example.com" }));
    assert_eq!(
        page.page("POST", "keys", &keys)["keys"].as_array().unwrap().len(),
        2
    );
    command.command(&[
        "codes",
        "issue",
        "--course",
        "crypto",
        "--count",
        "2",
        "--access",
        "3m",
        "--email",
        "jo@example.com",
        "--reason",
        REASON,
    ]);
    assert_eq!(page.left(), command.left(), "keys");
    let acts = page.left().swap_remove(0);
    assert_eq!(acts.len(), 8);
    assert!(
        acts.iter()
            .flatten()
            .all(|act| act.contains("Eva") && act.contains(REASON)),
        "{acts:?}"
    );
}

#[test]
fn the_link_is_mailed_again_only_while_an_address_waits_for_it() {
    let mut desk = Desk::open(Sqlite);
    let reason = json!({ "reason": REASON });
    let mails = |desk: &Desk| desk.left().swap_remove(1).len();
    let (path, before) = ("/api/staff/members/1/verify-mail", mails(&desk));
    let _ = desk.eva.post(path, &reason).refused(409, "already_verified");
    let address = desk.server.database().address();
    db_run(&address, "UPDATE users SET verified_email_key = NULL");
    for _ in 0..2 {
        assert_eq!(
            desk.page("POST", "members/1/verify-mail", &reason),
            json!({ "queued": true })
        );
    }
    assert_eq!(
        mails(&desk),
        before + 2,
        "to the account's own address, which is not verified"
    );
    db_run(&address, "UPDATE users SET verified_email_key = email_key");
    let _ = desk.eva.post(path, &reason).refused(409, "already_verified");
    desk.page(
        "PUT",
        "members/1/email",
        &json!({ "email": "anna.new@example.com", "reason": REASON }),
    );
    assert_eq!(
        desk.page("POST", "members/1/verify-mail", &reason),
        json!({ "queued": true })
    );
    let _ = desk
        .eva
        .post("/api/staff/members/4711/verify-mail", &reason)
        .refused(404, "not_found");
}

#[test]
fn every_action_wants_a_reason_of_at_most_500_characters() {
    let mut desk = Desk::open(Sqlite);
    let futures = desk.catalogue.futures.0;
    let calls = [
        (
            "POST",
            String::from("members/1/grants"),
            json!({ "courseId": futures, "access": "90d" }),
        ),
        ("DELETE", format!("members/1/grants/{futures}"), json!({})),
        ("POST", String::from("members/1/sign-out"), json!({})),
        ("POST", String::from("members/1/reset-mail"), json!({})),
        ("POST", String::from("members/1/verify-mail"), json!({})),
        ("POST", String::from("members/1/discord-sync"), json!({})),
        (
            "PUT",
            String::from("members/1/email"),
            json!({ "email": "a@example.com" }),
        ),
        (
            "POST",
            String::from("keys"),
            json!({ "courseId": futures, "count": 1, "access": "90d" }),
        ),
        ("POST", String::from("mails/1/retry"), json!({})),
    ];
    let before = desk.left();
    for (method, path, body) in calls {
        for reason in [Value::Null, json!("  "), json!("x".repeat(501))] {
            let mut body = body.clone();
            if !reason.is_null() {
                body["reason"] = reason;
            }
            let answer = desk.eva.send(
                method,
                &format!("/api/staff/{path}"),
                &[],
                Some(body.to_string().as_bytes()),
            );
            assert!(
                answer.refused(400, "invalid_fields")["fields"]["reason"].is_string(),
                "{method} {path}"
            );
        }
    }
    assert_eq!(desk.left(), before);
}

#[test]
fn a_sync_says_what_discord_refused_last() {
    let mut desk = Desk::open(Sqlite);
    let address = desk.server.database().address();
    db_run(
        &address,
        "UPDATE users SET discord_user_id = '401' WHERE username = 'Anna'",
    );
    let reason = json!({ "reason": REASON });
    let answer = desk.page("POST", "members/1/discord-sync", &reason);
    assert_eq!(answer, json!({ "queued": true, "why": null }));
    db_run(
        &address,
        "UPDATE jobs SET attempts = 2, last_error = 'the bot may not manage this role'",
    );
    let answer = desk.page("POST", "members/1/discord-sync", &reason);
    assert_eq!(
        answer,
        json!({ "queued": true, "why": "the bot may not manage this role" })
    );
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let mut desk = Desk::open(Sqlite);
    let before = desk.left();
    let reason = json!({ "reason": REASON });
    let _ = desk
        .eva
        .post("/api/staff/members/4711/sign-out", &reason)
        .refused(404, "not_found");
    let _ = desk
        .eva
        .post("/api/staff/members/1/discord-sync", &reason)
        .refused(409, "discord_not_linked");
    let _ = desk
        .eva
        .post("/api/staff/mails/4711/retry", &reason)
        .refused(404, "not_found");
    let keys = |count: i64, course: i32| json!({ "courseId": course, "count": count, "access": "90d", "reason": REASON });
    let _ = desk
        .eva
        .post("/api/staff/keys", &keys(1, 4711))
        .refused(404, "not_found");
    for count in [0, -1, 1_001] {
        let answer = desk
            .eva
            .post("/api/staff/keys", &keys(count, desk.catalogue.futures.0));
        assert!(answer.refused(400, "invalid_fields")["fields"]["count"].is_string());
    }
    let _ = member(&desk.server, "Jo", desk.catalogue.futures, AccessTerm::Lifetime);
    let taken = json!({ "email": "jo@example.com", "reason": REASON });
    let _ = desk
        .eva
        .put("/api/staff/members/1/email", &taken)
        .refused(409, "email_taken");
    assert_eq!(desk.left()[0], before[0]);
}

#[test]
fn a_note_is_read_by_staff_and_stands_in_the_trail_without_its_text() {
    let mut desk = Desk::open(Sqlite);
    let note = desk.page("POST", "members/1/notes", &json!({ "text": " called\ntwice " }));
    assert_eq!(
        (&note["text"], &note["by"]),
        (&json!("called\ntwice"), &json!("Eva"))
    );
    desk.page("POST", "members/1/notes", &json!({ "text": "and again" }));
    let page = desk.eva.get("/api/staff/members/1").ok(200);
    let texts: Vec<_> = page["notes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|note| note["text"].clone())
        .collect();
    assert_eq!(texts, ["and again", "called\ntwice"]);
    assert!(
        !support::audit::trail_lines(desk.server.database())
            .join(" ")
            .contains("twice")
    );
    let refused = desk
        .eva
        .post("/api/staff/members/1/notes", &json!({ "text": " " }));
    assert!(refused.refused(400, "invalid_fields")["fields"]["text"].is_string());
}

#[test]
fn a_draft_gets_neither_members_nor_keys() {
    let mut desk = Desk::open(Sqlite);
    let (address, crypto) = (desk.server.database().address(), desk.catalogue.crypto.0);
    let keys = "purchase_codes";
    let before = (db_count(&address, "user_course_access"), db_count(&address, keys));
    db_run(
        &address,
        &format!("UPDATE courses SET draft = TRUE WHERE id = {crypto}"),
    );
    let grant = json!({ "courseId": crypto, "access": "3m", "reason": REASON });
    let _ = desk
        .eva
        .post("/api/staff/members/1/grants", &grant)
        .refused(404, "not_found");
    let issue = json!({ "courseId": crypto, "count": 1, "access": "3m", "reason": REASON });
    let _ = desk.eva.post("/api/staff/keys", &issue).refused(404, "not_found");
    let slug = db_texts(
        &address,
        &format!("SELECT slug AS t FROM courses WHERE id = {crypto}"),
    );
    let slug = slug[0].as_deref().unwrap();
    for words in [
        &["users", "grant", "Anna", slug, "--access", "3m"][..],
        &["codes", "issue", "--course", slug, "--access", "3m"],
    ] {
        let (code, _, errors) = run_to_end(&mut desk.server.portal("Eva"), words);
        assert!(
            code == Some(1) && errors.contains("is a draft"),
            "{words:?}: {errors}"
        );
    }
    let after = (db_count(&address, "user_course_access"), db_count(&address, keys));
    assert_eq!(after, before);
}
