//! Questions beside a lesson: who sees them, how many there may be, their answers, and what is reported of them.

mod reports;

use diesel::{Connection as _, PgConnection, connection::SimpleConnection as _};
use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use staff::Role;
use support::{
    Browser, Engine, Postgres, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, PASSWORD, member},
    databases::tables::{db_count, db_run},
    mailbox::mail_with,
    samples::{course, import},
    server::database_setting,
    staff::joined,
    waiting::until,
};

struct Class {
    server: Server,
    catalogue: CatalogueFixture,
    anna: Browser,
    jo: Browser,
    eva: Browser,
}

impl Class {
    fn open(engine: Engine) -> Self {
        Self::over(Server::start(engine))
    }

    fn over(server: Server) -> Self {
        let catalogue = CatalogueFixture::open(&server);
        let [anna, jo] =
            ["Anna", "Jo"].map(|name| member(&server, name, catalogue.futures, AccessTerm::Lifetime));
        let (eva, _) = joined(&server, "Eva", Role::Support);
        Self {
            server,
            catalogue,
            anna,
            jo,
            eva,
        }
    }

    fn path(&self) -> String {
        format!("/api/videos/{}/questions", self.catalogue.videos[0].0)
    }

    fn ask(&mut self, text: &str, private: bool) -> i64 {
        let body = json!({ "text": text, "seconds": 3, "private": private });
        let asked = self.anna.post(&self.path(), &body).ok(201);
        assert_eq!(
            (&asked["by"], &asked["mine"], &asked["answer"]),
            (&json!("Anna"), &json!(true), &Value::Null)
        );
        asked["id"].as_i64().unwrap()
    }

    fn answer(&mut self, id: i64, public: bool) -> support::Answer {
        let body = json!({ "text": "Because **of** <b>it</b>.", "public": public });
        self.eva.post(&format!("/api/staff/questions/{id}/answer"), &body)
    }

    /// What two members see of the lesson's questions.
    fn seen(&mut self) -> [usize; 2] {
        let path = self.path();
        [&mut self.anna, &mut self.jo].map(|browser| browser.get(&path).ok(200).as_array().unwrap().len())
    }
}

#[test]
fn a_public_question_is_seen_by_others_once_it_is_answered() {
    let mut class = Class::open(Sqlite);
    let id = class.ask("  Why is a tick a quarter?  ", false);
    assert_eq!(class.seen(), [1, 0]);
    let waiting = class.eva.get("/api/staff/questions").ok(200);
    assert_eq!(
        (&waiting[0]["id"], &waiting[0]["text"]),
        (&json!(id), &json!("Why is a tick a quarter?"))
    );
    assert_eq!(waiting[0]["courseId"], class.catalogue.futures.0);
    let answered = class.answer(id, true).ok(200);
    assert_eq!(answered["answer"]["by"], "Eva");
    assert!(
        answered["answer"]["html"]
            .as_str()
            .unwrap()
            .contains("<strong>of</strong> &lt;b&gt;"),
        "{answered}"
    );
    assert_eq!(class.seen(), [1, 1]);
    let mail = mail_with(&class.server, "Your question about");
    assert!(
        mail.contains(&format!("lesson={}&t=3", class.catalogue.videos[0].0)),
        "{mail}"
    );
    let _ = class.answer(id, true).refused(409, "question_answered");
    let refused = class.anna.delete(&format!("/api/questions/{id}"));
    let _ = refused.refused(409, "question_answered");
    assert_eq!(class.eva.get("/api/staff/questions").ok(200), json!([]));
    assert_eq!(
        class
            .eva
            .get("/api/staff/questions?answered=true")
            .ok(200)
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn a_private_question_stays_private() {
    let mut class = Class::open(Sqlite);
    let private = class.ask("May I ask this alone?", true);
    let refused = class.answer(private, true);
    assert!(refused.refused(400, "invalid_fields")["fields"]["public"].is_string());
    let _ = class.answer(private, false).ok(200);
    let public = class.ask("And may I ask this too?", false);
    let _ = class.answer(public, false).ok(200);
    assert_eq!(
        class.seen(),
        [2, 0],
        "an answer for the asker alone is seen by another member"
    );
}

#[test]
fn five_questions_are_asked_in_a_day_deleted_ones_counted() {
    let mut class = Class::open(Sqlite);
    let ids: Vec<i64> = (0..5)
        .map(|n| class.ask(&format!("Question number {n}"), false))
        .collect();
    assert_eq!(
        class.anna.delete(&format!("/api/questions/{}", ids[0])).status,
        204
    );
    let _ = class
        .anna
        .delete(&format!("/api/questions/{}", ids[0]))
        .refused(404, "not_found");
    let _ = class
        .jo
        .delete(&format!("/api/questions/{}", ids[1]))
        .refused(404, "not_found");
    assert_eq!(class.seen(), [4, 0]);
    let body = json!({ "text": "One question more", "seconds": 0, "private": false });
    let refused = class.anna.post(&class.path(), &body);
    let _ = refused.refused(429, "too_many_attempts");
    let seconds: i64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((80_000..=86_401).contains(&seconds), "{seconds}");
    db_run(
        &class.server.database().address(),
        "UPDATE questions SET asked_at = '2026-01-01 00:00:00' WHERE id = 1",
    );
    let _ = class.anna.post(&class.path(), &body).ok(201);
}

#[test]
fn a_question_wants_access_text_and_a_second_of_the_lesson() {
    let mut class = Class::open(Sqlite);
    let path = class.path();
    for (body, field) in [
        (
            json!({ "text": "too short", "seconds": 0, "private": false }),
            "text",
        ),
        (
            json!({ "text": "x".repeat(1_001), "seconds": 0, "private": false }),
            "text",
        ),
        (
            json!({ "text": "long enough", "seconds": -1, "private": false }),
            "seconds",
        ),
        (
            json!({ "text": "long enough", "seconds": 1_000_000, "private": false }),
            "seconds",
        ),
    ] {
        let refused = class.anna.post(&path, &body);
        assert!(
            refused.refused(400, "invalid_fields")["fields"][field].is_string(),
            "{body:.80}"
        );
    }
    let body = json!({ "text": "long enough", "seconds": 0, "private": false });
    let other = format!("/api/videos/{}/questions", class.catalogue.other_videos[0].0);
    let _ = class.anna.post(&other, &body).refused(403, "no_access");
    let _ = class.anna.get(&other).refused(403, "no_access");
    let _ = class
        .anna
        .post("/api/videos/4711/questions", &body)
        .refused(404, "not_found");
    assert_eq!(db_count(&class.server.database().address(), "questions"), 0);
}

#[test]
fn after_a_deletion_the_public_answered_questions_stay_without_the_name() {
    let mut class = Class::open(Sqlite);
    let answered = class.ask("Why is a tick a quarter?", false);
    let _ = class.answer(answered, true).ok(200);
    let _ = class.ask("Nobody answers this one", false);
    let private = class.ask("And this one is private", true);
    let _ = class.answer(private, false).ok(200);
    let body = json!({ "currentPassword": PASSWORD }).to_string();
    assert_eq!(
        class
            .anna
            .send("DELETE", "/api/user", &[], Some(body.as_bytes()))
            .status,
        204
    );
    let path = class.path();
    let left = class.jo.get(&path).ok(200);
    assert_eq!(
        (left.as_array().unwrap().len(), &left[0]["by"]),
        (1, &json!("A member"))
    );
    assert_eq!(db_count(&class.server.database().address(), "questions"), 1);
}

/// What a member finds for a word, of answers alone.
fn answers_found(browser: &mut Browser, word: &str) -> Vec<Value> {
    let found = browser.get(&format!("/api/search?q={word}")).ok(200);
    let found = found.as_array().unwrap().iter();
    found.filter(|hit| hit["kind"] == "answer").cloned().collect()
}

#[rstest]
fn the_search_finds_public_answers_with_their_second_and_no_other(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let mut class = Class::open(engine);
    let public = class.ask("Why is a zebra striped?", false);
    for browser in [&mut class.anna, &mut class.jo] {
        assert_eq!(
            answers_found(browser, "zebra"),
            [Value::Null; 0],
            "not answered yet"
        );
    }
    let _ = class.answer(public, true).ok(200);
    for (text, private) in [("Is my giraffe private?", true), ("Is this giraffe mine?", false)] {
        let id = class.ask(text, private);
        let _ = class.answer(id, false).ok(200);
    }
    let expected = json!([{
        "kind": "answer", "videoId": class.catalogue.videos[0].0, "courseId": class.catalogue.futures.0,
        "courseTitle": "Title of futures", "lessonTitle": "Title of a.mp4",
        "seconds": 3.0, "snippet": "Why is a zebra striped?", "highlights": [[9, 14]],
    }]);
    for browser in [&mut class.anna, &mut class.jo] {
        assert_eq!(json!(answers_found(browser, "zebra")), expected);
        let by_answer = answers_found(browser, "because");
        assert_eq!(by_answer.len(), 1);
        assert!(
            by_answer[0]["snippet"]
                .as_str()
                .unwrap()
                .starts_with("Because of "),
            "{by_answer:?}"
        );
        assert_eq!(
            answers_found(browser, "giraffe"),
            [Value::Null; 0],
            "an answer for one member"
        );
    }
    let mut other = member(
        &class.server,
        "Otto",
        class.catalogue.crypto,
        AccessTerm::Lifetime,
    );
    assert_eq!(
        answers_found(&mut other, "zebra"),
        [Value::Null; 0],
        "without access"
    );
}

#[test]
fn imports_and_a_deletion_leave_public_answers_found_where_their_lesson_is() {
    let mut class = Class::open(Sqlite);
    let id = class.ask("Why is a zebra striped?", false);
    let _ = class.answer(id, true).ok(200);
    let mut without = course("futures");
    without.sections[0].videos.remove(0);
    for (imported, found) in [(course("futures"), 1), (without, 0), (course("futures"), 1)] {
        import(class.server.database(), imported);
        assert_eq!(answers_found(&mut class.jo, "zebra").len(), found);
    }
    let body = json!({ "currentPassword": PASSWORD }).to_string();
    let deleted = class.anna.send("DELETE", "/api/user", &[], Some(body.as_bytes()));
    assert_eq!(deleted.status, 204);
    assert_eq!(
        answers_found(&mut class.jo, "zebra").len(),
        1,
        "the answer stays without the name"
    );
}

/// The deletion is committed while the answer waits for the question's row.
#[test]
fn an_answer_that_loses_against_the_askers_deletion_is_404() {
    let mut class = Class::open(Postgres);
    let id = class.ask("Why is a tick a quarter?", false);
    let address = class.server.database().address();
    let mut asker = PgConnection::establish(&database_setting(&address)).unwrap();
    asker
        .batch_execute(&format!(
            "BEGIN; UPDATE questions SET deleted_at = now(), text = '' WHERE id = {id}"
        ))
        .unwrap();
    let answer = std::thread::scope(|scope| {
        let answering = scope.spawn(|| class.answer(id, true));
        until("the answer waits for the row", || {
            db_count(
                &address,
                "pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
            ) > 0
        });
        asker.batch_execute("COMMIT").unwrap();
        answering.join().unwrap()
    });
    assert_eq!(answer.status, 404, "{answer:?}");
    assert_eq!(db_count(&address, "outbox WHERE kind = 'question_answered'"), 0);
}
