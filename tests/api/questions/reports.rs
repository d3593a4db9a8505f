//! Reports of public answered questions, what staff decide of them, and whose questions come first.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Engine, Postgres, Server, Sqlite,
    audit::trail,
    catalogue_fixture::member,
    databases::tables::{db_count, db_run},
    mailbox::mail_with,
    samples::add_course,
    server::run_to_end,
};

use super::Class;

const REASON: &str = "It names another member.";

impl Class {
    fn answered(&mut self, text: &str) -> i64 {
        let id = self.ask(text, false);
        let _ = self.answer(id, true).ok(200);
        id
    }

    fn report(&mut self, id: i64) -> support::Answer {
        self.jo.post(
            &format!("/api/questions/{id}/report"),
            &json!({ "reason": REASON }),
        )
    }

    fn hide(&mut self, id: i64) -> support::Answer {
        self.eva.post(
            &format!("/api/staff/questions/{id}/hide"),
            &json!({ "reason": REASON }),
        )
    }

    fn reports(&mut self) -> Value {
        self.eva.get("/api/staff/today").ok(200)["reports"].clone()
    }

    fn finds(&mut self) -> usize {
        let found = self.jo.get("/api/search?q=zebra").ok(200);
        found["results"].as_array().or(found.as_array()).unwrap().len()
    }

    fn command(&self, words: &[&str]) -> (Option<i32>, String, String) {
        run_to_end(&mut self.server.portal("Eva"), words)
    }
}

#[rstest]
fn a_reported_question_is_mailed_and_waits_for_staff(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut class = Class::open(engine);
    let id = class.answered("Why is a zebra a tick?");
    assert_eq!(class.report(id).status, 202);
    let _ = class.report(id).refused(409, "already_reported");
    let mail = mail_with(&class.server, "was reported");
    assert!(mail.contains(REASON) && mail.contains("Jo"), "{mail}");
    let reports = class.reports();
    assert_eq!(
        (
            &reports[0]["questionId"],
            &reports[0]["text"],
            &reports[0]["reason"],
            &reports[0]["by"]
        ),
        (
            &json!(id),
            &json!("Why is a zebra a tick?"),
            &json!(REASON),
            &json!("Jo")
        )
    );
    assert_eq!(reports[0]["videoId"], class.catalogue.videos[0].0);
    let export = class.jo.get("/api/user/export").ok(200);
    assert_eq!(export["reports"][0]["reason"], REASON);
    assert!(
        !class
            .anna
            .get("/api/user/export")
            .ok(200)
            .to_string()
            .contains(REASON)
    );

    let path = format!("/api/staff/questions/{id}/reports");
    let body = json!({ "reason": "a fair question" }).to_string();
    let _ = class
        .eva
        .send("DELETE", &path, &[], Some(b"{}"))
        .refused(400, "invalid_fields");
    assert_eq!(
        class.eva.send("DELETE", &path, &[], Some(body.as_bytes())).status,
        204
    );
    assert_eq!(class.reports(), json!([]));
    let _ = class.report(id).refused(409, "already_reported");
    assert_eq!(class.seen(), [1, 1], "it stays");
    let acts: Vec<String> = trail(class.server.database())
        .into_iter()
        .map(|act| act.action)
        .collect();
    assert!(
        acts.contains(&String::from("questions.report")) && acts.contains(&String::from("questions.keep")),
        "{acts:?}"
    );
}

#[test]
fn a_hidden_question_is_seen_by_its_asker_alone() {
    let mut class = Class::open(Sqlite);
    let id = class.answered("Why is a zebra a tick?");
    assert_eq!(class.finds(), 1);
    assert_eq!(class.report(id).status, 202);
    assert_eq!(class.hide(id).ok(200)["hidden"], true);
    let _ = class.hide(id).refused(409, "question_hidden");
    assert_eq!(
        (class.seen(), class.finds(), class.reports()),
        ([1, 0], 0, json!([]))
    );
    let path = class.path();
    assert_eq!(class.anna.get(&path).ok(200)[0]["hidden"], true);
    let found = class.anna.get("/api/search?q=zebra").ok(200);
    assert!(
        !found.to_string().contains("zebra a tick"),
        "search finds it for nobody: {found}"
    );
    assert!(mail_with(&class.server, "is hidden").contains(REASON));
    let _ = class.report(id).refused(404, "not_found");
    let (code, _, errors) = class.command(&["doctor"]);
    assert!(
        !errors.contains("search"),
        "the index is whole: {code:?} {errors}"
    );
    assert_eq!(
        class.eva.get("/api/staff/questions?answered=true").ok(200)[0]["hidden"],
        true
    );
}

#[test]
fn only_public_answered_questions_are_reported_and_hidden() {
    let mut class = Class::open(Sqlite);
    let waiting = class.ask("Why is a tick a quarter?", false);
    let private = class.ask("Why is my account red?", true);
    let _ = class.answer(private, false).ok(200);
    for id in [waiting, private, 4711] {
        let _ = class.report(id).refused(404, "not_found");
        let _ = class.hide(id).refused(404, "not_found");
    }
    let id = class.answered("Why is a zebra a tick?");
    let path = format!("/api/questions/{id}/report");
    for reason in [
        json!({}),
        json!({ "reason": "  " }),
        json!({ "reason": "x".repeat(501) }),
    ] {
        assert!(class.jo.post(&path, &reason).refused(400, "invalid_fields")["fields"]["reason"].is_string());
    }
    let _ = class
        .server
        .visitor()
        .post(&path, &json!({ "reason": REASON }))
        .refused(401, "unauthenticated");
    let other = add_course(class.server.database(), "other");
    let mut stranger = member(&class.server, "Stranger", other, AccessTerm::Lifetime);
    let _ = stranger
        .post(&path, &json!({ "reason": REASON }))
        .refused(403, "no_access");
    assert_eq!(
        db_count(&class.server.database().address(), "question_reports"),
        0
    );
}

#[test]
fn commands_decide_as_the_pages_do() {
    let mut class = Class::open(Sqlite);
    let (first, second) = (
        class.answered("Why is a zebra a tick?"),
        class.answered("Why is a tick a quarter?"),
    );
    assert_eq!(class.report(first).status, 202);
    assert_eq!(class.report(second).status, 202);
    let (first, second) = (first.to_string(), second.to_string());
    let (code, _, errors) = class.command(&["questions", "hide", &first, "--reason", REASON]);
    assert_eq!(code, Some(0), "{errors}");
    let (code, _, errors) = class.command(&["questions", "keep", &second, "--reason", "fair"]);
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(class.reports(), json!([]));
    let (code, _, errors) = class.command(&["questions", "hide", &first, "--reason", REASON]);
    assert_eq!((code, errors.lines().count()), (Some(1), 1), "{errors}");
    assert_eq!(class.command(&["questions", "hide", &second]).0, Some(2));
    assert_eq!(class.command(&["questions", "keep", "4711"]).0, Some(1));
}

#[test]
fn questions_and_messages_of_members_with_priority_come_first() {
    let server = Server::with(Sqlite, &[("PORTAL_CONTACT_TO", "owner@example.com")]);
    let mut class = Class::over(server);
    let first = class.ask("Why is a tick a quarter?", false);
    let body = json!({ "text": "Why is the floor red?", "seconds": 3, "private": false });
    let path = class.path();
    let second = class.jo.post(&path, &body).ok(201)["id"].clone();
    let listed = |class: &mut Class| {
        let rows = class.eva.get("/api/staff/questions").ok(200);
        let row = |row: &Value| (row["id"].clone(), row["priority"].clone());
        rows.as_array().unwrap().iter().map(row).collect::<Vec<_>>()
    };
    let (first, second) = (json!(first), second);
    assert_eq!(
        listed(&mut class),
        [(first.clone(), json!(false)), (second.clone(), json!(false))]
    );
    let room = add_course(class.server.database(), "room");
    let address = class.server.database().address();
    db_run(
        &address,
        &format!("UPDATE courses SET priority = TRUE WHERE id = {}", room.0),
    );
    let (code, _, errors) = class.command(&["users", "grant", "Jo", "room", "--access", "lifetime"]);
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(
        listed(&mut class),
        [(second.clone(), json!(true)), (first.clone(), json!(false))]
    );
    assert_eq!(
        class.eva.get("/api/staff/today").ok(200)["questions"][0]["id"],
        second
    );
    let message = json!({
        "name": "Jo", "email": "jo@example.com", "subject": "A broker", "message": "Which broker do you use?",
    });
    assert_eq!(class.jo.post("/api/contact", &message).status, 202);
    let _ = mail_with(&class.server, "[Priority] A broker");
    let other = json!({
        "name": "Anna", "email": "anna@example.com", "subject": "A chart", "message": "Which chart do you use?",
    });
    assert_eq!(class.anna.post("/api/contact", &other).status, 202);
    assert!(!mail_with(&class.server, "A chart").contains("[Priority]"));
    assert_eq!(
        class.command(&["users", "revoke", "Jo", "room", "--yes"]).0,
        Some(0)
    );
    assert_eq!(
        listed(&mut class),
        [(first, json!(false)), (second, json!(false))]
    );
}
