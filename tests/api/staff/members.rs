//! Searching, and the page of a member with the reason why each course is open or closed.

use std::sync::Mutex;

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use staff::Role;
use support::{
    Browser, Engine, Postgres, Server, Sqlite,
    audit::actions,
    authenticator::Authenticator,
    catalogue_fixture::{CatalogueFixture, fresh_key, member, sign_in},
    checkouts::{context, order_plan, paid, tell},
    databases::tables::db_run,
    parallel::at_once,
    staff::joined,
};

struct Desk {
    server: Server,
    catalogue: CatalogueFixture,
    eva: Browser,
    anna: Browser,
}

impl Desk {
    fn open(engine: Engine) -> Self {
        let server = Server::start(engine);
        let catalogue = CatalogueFixture::open(&server);
        let anna = member(&server, "Anna", catalogue.futures, AccessTerm::Lifetime);
        let (eva, _) = joined(&server, "Eva", Role::Owner);
        Self {
            server,
            catalogue,
            eva,
            anna,
        }
    }

    fn search(&mut self, q: &str) -> Vec<Value> {
        let found = self.eva.post("/api/staff/search", &json!({ "q": q })).ok(200);
        found.as_array().unwrap().clone()
    }

    fn page(&mut self) -> Value {
        let id = self.search("anna@")[0]["memberId"].clone();
        self.eva.get(&format!("/api/staff/members/{id}")).ok(200)
    }

    /// The sentence about the futures course.
    fn why(&mut self) -> String {
        let page = self.page();
        let course = page["courses"]
            .as_array()
            .unwrap()
            .iter()
            .find(|course| course["courseId"] == self.catalogue.futures.0);
        course.unwrap()["why"].as_str().unwrap().to_owned()
    }

    fn sql(&self, sql: &str) {
        db_run(&self.server.database().address(), sql);
    }
}

#[rstest]
fn a_member_is_found_with_and_without_accents(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut desk = Desk::open(engine);
    let mut named = Vec::new();
    for name in [
        "Jos\u{e9} \u{c1}lvarez",
        "Isil",
        "I\u{15f}\u{131}l",
        "\u{130}lker",
        "Stra\u{df}er",
        "Joseph",
    ] {
        let database = desk.server.database();
        let address = format!("{}@example.com", named.len());
        named.push(support::samples::add_user_at(database, name, &address));
    }
    let mut titles = |q: &str| {
        let found = desk.search(q).into_iter();
        let mut titles: Vec<_> = found
            .map(|row| row["title"].as_str().unwrap().to_owned())
            .collect();
        titles.sort();
        titles
    };
    assert_eq!(titles("jose"), ["Joseph", "Jos\u{e9} \u{c1}lvarez"]);
    assert_eq!(titles("JOS\u{c9}"), ["Joseph", "Jos\u{e9} \u{c1}lvarez"]);
    assert_eq!(titles("alvarez"), ["Jos\u{e9} \u{c1}lvarez"]);
    assert_eq!(titles("isil"), ["Isil", "I\u{15f}\u{131}l"]);
    assert_eq!(titles("I\u{15e}IL"), ["Isil", "I\u{15f}\u{131}l"]);
    assert_eq!(titles("ilker"), ["\u{130}lker"]);
    assert_eq!(titles("\u{130}LKER"), ["\u{130}lker"]);
    assert_eq!(titles("strasser"), ["Stra\u{df}er"]);
    assert_eq!(titles("\u{301}\u{301}\u{301}"), Vec::<String>::new());
}

#[rstest]
fn a_member_is_found_by_any_part_of_name_address_key_and_order(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut desk = Desk::open(engine);
    let key = fresh_key(&desk.server, desk.catalogue.crypto, AccessTerm::Lifetime);
    for q in ["ann", "NNA", "anna@exam", "  anna "] {
        let found = desk.search(q);
        assert_eq!(
            found[0],
            json!({ "kind": "member", "id": 1, "title": "Anna", "detail": "anna@example.com", "memberId": 1 }),
            "{q}"
        );
    }
    for part in [
        &key[..],
        &key[..5],
        &key.to_lowercase(),
        &key.replace('-', " ")[..],
    ] {
        let found = desk.search(part);
        let row = found
            .iter()
            .find(|row| row["kind"] == "key")
            .unwrap_or_else(|| panic!("{part}: {found:?}"));
        assert!(row["detail"].as_str().unwrap().contains("not used yet"), "{row}");
        assert!(
            !row.to_string().contains(&key) && row["memberId"].is_null(),
            "{row}"
        );
    }
    // Nothing between the shown signs and the whole key: an unused key is not guessed sign by sign.
    let plain = key.replace('-', "");
    for part in [
        &key[..4],
        &key[..7],
        &plain[..6],
        &plain[..24],
        &plain[1..6],
        &key[6..],
    ] {
        assert_eq!(desk.search(part), Vec::<Value>::new(), "{part}");
    }
    assert_eq!(desk.search("nobody-has-this").len(), 0);
    // What means something to the database's patterns means nothing here.
    assert_eq!(desk.search("%%%").len(), 0);
    assert_eq!(desk.search("a__a@").len(), 0);
    for q in ["", "an", " an "] {
        let refused = desk.eva.post("/api/staff/search", &json!({ "q": q }));
        assert!(refused.refused(400, "invalid_fields")["fields"]["q"].is_string());
    }
}

#[test]
fn looking_stands_in_the_trail_once_an_hour_without_the_words() {
    let mut desk = Desk::open(Sqlite);
    let before = actions(desk.server.database()).len();
    for _ in 0..3 {
        // It finds no key, which stands in the trail each time.
        assert_eq!(desk.search("has-no-key"), Vec::<Value>::new());
        let _ = desk.eva.get("/api/staff/members/1").ok(200);
    }
    assert_eq!(
        actions(desk.server.database())[before..],
        ["staff.search", "users.show"]
    );
    let trail = desk.eva.get("/api/staff/members/1").ok(200)["trail"].clone();
    let last = trail.as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["actor"], &last["by"], &last["action"]),
        (&json!("Eva"), &json!("staff"), &json!("users.show"))
    );
    assert!(
        !support::audit::trail_lines(desk.server.database())
            .join(" ")
            .contains("has-no-key")
    );
}

#[rstest]
fn a_search_that_finds_a_key_stands_in_the_trail_each_time(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut desk = Desk::open(engine);
    let key = fresh_key(&desk.server, desk.catalogue.crypto, AccessTerm::Lifetime);
    let _ = desk.search("anna@");
    let number = desk.search(&key)[0]["id"].clone();
    for _ in 0..2 {
        let _ = desk.search(&key[..5]);
    }
    let lines = support::audit::trail_lines(desk.server.database());
    let of_key = lines
        .iter()
        .filter(|line| line.contains("staff.search") && line.contains(&number.to_string()));
    assert_eq!(of_key.count(), 3, "{lines:?}");
    assert!(!lines.join(" ").contains(&key[..5]), "{lines:?}");
}

#[test]
fn a_name_of_staff_searches_sixty_times_a_minute() {
    let mut desk = Desk::open(Sqlite);
    let mut answer = || desk.eva.post("/api/staff/search", &json!({ "q": "anna" }));
    let let_through = (0..65)
        .map(|_| answer())
        .filter(|answer| answer.status == 200)
        .count();
    // A minute gives one search a second back.
    assert!((60..65).contains(&let_through), "{let_through}");
    let refused = answer();
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").is_some());
    let (mut max, _) = joined(&desk.server, "Max", Role::Support);
    let _ = max.post("/api/staff/search", &json!({ "q": "anna" })).ok(200);
}

#[rstest]
fn looks_at_once_stand_in_the_trail_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let desk = Desk::open(engine);
    let before = actions(desk.server.database()).len();
    let at_work = Mutex::new(desk.eva);
    at_once(8, |number| {
        let mut eva = at_work.lock().unwrap().clone();
        if number % 2 == 0 {
            let _ = eva.get("/api/staff/members/1").ok(200);
        } else {
            let _ = eva
                .post("/api/staff/search", &json!({ "q": "has-no-key" }))
                .ok(200);
        }
    });
    let mut recorded = actions(desk.server.database()).split_off(before);
    recorded.sort_unstable();
    assert_eq!(recorded, ["staff.search", "users.show"]);
}

#[test]
fn what_an_earlier_owner_of_the_address_bought_is_not_the_members() {
    let mut desk = Desk::open(Sqlite);
    let database = desk.server.database();
    let (_, session) = order_plan(database, &context(), "anna@example.com");
    tell(database, &context(), paid(&session));
    let page = desk.page();
    let of = |page: &Value, list: &str| page[list].as_array().unwrap().len();
    let (orders, keys) = (of(&page, "orders"), of(&page, "keys"));
    assert!(orders == 1 && keys >= 2, "{page}");
    let _ = member(&desk.server, "Bo", desk.catalogue.futures, AccessTerm::Lifetime);
    desk.sql("INSERT INTO order_buyers (order_id, user_id) SELECT o.id, u.id FROM orders o, users u WHERE u.username = 'Bo'");
    desk.sql("UPDATE orders SET status = 'refunded', ended_at = '2026-01-02 00:00:00'");
    let page = desk.page();
    assert_eq!((of(&page, "orders"), of(&page, "keys")), (0, keys - 2), "{page}");
    let why = |course: &Value| course["why"].as_str().unwrap().to_owned();
    let sentences: Vec<_> = page["courses"].as_array().unwrap().iter().map(why).collect();
    assert!(!sentences.join(" ").contains("efunded"), "{sentences:?}");
}

#[test]
fn the_page_shows_what_there_is_of_a_member() {
    let mut desk = Desk::open(Sqlite);
    let watched = desk
        .anna
        .put(&desk.catalogue.progress(0), &json!({ "watchedSeconds": 30 }));
    assert_eq!(watched.status, 200);
    let page = desk.page();
    assert_eq!(
        (&page["username"], &page["email"]),
        (&json!("Anna"), &json!("anna@example.com"))
    );
    assert_eq!(page["discord"], Value::Null);
    let courses = page["courses"].as_array().unwrap();
    assert_eq!(courses.len(), 2, "every course of the catalogue");
    assert_eq!(
        (&courses[0]["courseId"], &courses[0]["open"]),
        (&json!(desk.catalogue.futures.0), &json!(true))
    );
    assert_eq!(courses[0]["why"], "Open without end.");
    assert!(
        courses[0]["lastLesson"].is_string() && courses[0]["lastWatched"].is_string(),
        "{}",
        courses[0]
    );
    assert_eq!(
        (&courses[1]["open"], &courses[1]["why"]),
        (&json!(false), &json!("No access was given yet."))
    );
    assert_eq!((&page["exercises"], &page["runs"]), (&json!([]), &json!([])));
    assert_eq!(page["keys"][0]["state"], "used");
    assert_eq!(page["devices"].as_array().unwrap().len(), 1);
    assert!(
        page["mails"]
            .as_array()
            .unwrap()
            .iter()
            .all(|mail| mail["kind"].is_string())
    );
    let _ = desk.eva.get("/api/staff/members/4711").refused(404, "not_found");
}

/// What keeps a member out, planted; and what the sentence says.
#[test]
fn each_cause_is_said_in_one_sentence() {
    let mut desk = Desk::open(Sqlite);
    assert_eq!(desk.why(), "Open without end.");
    desk.sql("UPDATE user_course_access SET expires_at = '2099-01-01 00:00:00'");
    assert_eq!(desk.why(), "Open until 2099-01-01 00:00 UTC.");
    desk.sql("UPDATE user_course_access SET expires_at = '2026-01-01 00:00:00'");
    assert_eq!(desk.why(), "Ended on 2026-01-01 00:00 UTC.");
    desk.sql("UPDATE user_course_access SET expires_at = NULL");

    // Too many devices, and a second factor.
    let mut second = sign_in(&desk.server, "Anna");
    for browser in [&mut desk.anna, &mut second] {
        assert_eq!(
            browser
                .put(&desk.catalogue.progress(0), &json!({ "watchedSeconds": 3 }))
                .status,
            200
        );
    }
    let why = desk.why();
    assert!(
        why.starts_with("Open without end, but too many devices watch now: "),
        "{why}"
    );
    desk.sql("UPDATE sessions SET watching_at = NULL");
    let _ = Authenticator::turned_on(&mut desk.anna);
    assert_eq!(
        desk.why(),
        "Open without end, but signing in asks for a code of the second factor."
    );

    // Taken away by staff.
    let path = format!("/api/staff/members/1/grants/{}", desk.catalogue.futures.0);
    let body = json!({ "reason": "by mistake" }).to_string();
    let row = desk.eva.send("DELETE", &path, &[], Some(body.as_bytes())).ok(200);
    assert!(
        row["why"]
            .as_str()
            .unwrap()
            .starts_with("The access was taken away on "),
        "{row}"
    );
    assert_eq!(row["open"], false);
}

#[rstest]
fn a_deleted_account_is_found_by_the_search(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut desk = Desk::open(engine);
    let body = json!({ "currentPassword": support::catalogue_fixture::PASSWORD }).to_string();
    assert_eq!(
        desk.anna
            .send("DELETE", "/api/user", &[], Some(body.as_bytes()))
            .status,
        204
    );
    let found = desk.search("anna");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["memberId"], Value::Null);
    assert!(found[0]["id"].is_i64(), "{}", found[0]);
    assert!(
        found[0]["detail"]
            .as_str()
            .unwrap()
            .starts_with("The account was deleted on "),
        "{}",
        found[0]
    );
}

#[rstest]
fn a_nul_in_a_text_is_no_error_of_the_server(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut desk = Desk::open(engine);
    let note = desk
        .eva
        .post("/api/staff/members/1/notes", &json!({ "text": "a\0b" }));
    assert!(note.status < 300, "{}", note.status);
    assert_eq!(desk.page()["notes"][0]["text"], "ab");
    let found = desk.eva.post("/api/staff/search", &json!({ "q": "ann\0a" }));
    assert!(found.status < 500, "{}", found.status);
    let error = json!({ "route": "/portal", "message": "a\0b", "version": "1.0.0" });
    let reported = desk.anna.post("/api/page-errors", &error);
    assert!(reported.status < 500, "{}", reported.status);
}
