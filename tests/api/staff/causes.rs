//! Why a member cannot get in: each planted cause is found by one search and the page that its row leads to.

use std::net::Ipv4Addr;

use chrono::{DateTime, Utc};
use courses::CourseId;
use kernel::{AccessTerm, StoreError, UserId};
use orders::{OrderReference, WithdrawalError, WithdrawalPeriod, withdraw_as_member};
use rstest::rstest;
use serde_json::{Value, json};
use staff::Role;
use support::{
    Browser, Engine, Postgres, Server, Sqlite,
    authenticator::Authenticator,
    catalogue_fixture::{CatalogueFixture, PASSWORD, fresh_key, mailed_key, member, registration, sign_in},
    checkouts::{bought_course, context, order_plan, paid, refunded, tell},
    databases::tables::db_run,
    samples::noon,
    staff::joined,
};

struct Desk {
    server: Server,
    catalogue: CatalogueFixture,
    eva: Browser,
}

impl Desk {
    fn open(engine: Engine) -> Self {
        let server = Server::start(engine);
        let catalogue = CatalogueFixture::open(&server);
        let (eva, _) = joined(&server, "Eva", Role::Owner);
        Self {
            server,
            catalogue,
            eva,
        }
    }

    fn sql(&self, sql: &str) {
        db_run(&self.server.database().address(), sql);
    }

    /// A member who holds the other course.
    fn member(&self, name: &str) -> (Browser, UserId) {
        let browser = member(&self.server, name, self.catalogue.crypto, AccessTerm::Lifetime);
        (browser, self.user(name))
    }

    /// A member who holds the course that is asked about.
    fn holder(&self, name: &str) -> (Browser, UserId) {
        let browser = member(&self.server, name, self.catalogue.futures, AccessTerm::Lifetime);
        (browser, self.user(name))
    }

    fn user(&self, name: &str) -> UserId {
        let found: Result<_, StoreError> = self.server.database().read(|store| store.user_record(name));
        found.unwrap().unwrap().user.id
    }

    fn buy(&self, user: UserId) -> (OrderReference, orders::CheckoutSessionId) {
        bought_course(self.server.database(), &context(), user, self.catalogue.futures)
    }

    /// First click: the search. Its first row.
    fn search(&mut self, q: &str) -> Value {
        let found = self.eva.post("/api/staff/search", &json!({ "q": q })).ok(200);
        found[0].clone()
    }

    /// Second click: the page of the row's member. What it says about the course.
    #[track_caller]
    fn why(&mut self, q: &str) -> String {
        let row = self.search(q);
        let page = self
            .eva
            .get(&format!("/api/staff/members/{}", row["memberId"]))
            .ok(200);
        let courses = page["courses"].as_array().unwrap();
        let of =
            |course: &&Value| CourseId(course["courseId"].as_i64().unwrap() as i32) == self.catalogue.futures;
        courses.iter().find(of).unwrap()["why"]
            .as_str()
            .unwrap()
            .to_owned()
    }
}

#[test]
fn an_access_that_never_was_has_ended_or_was_revoked_is_named() {
    let mut desk = Desk::open(Sqlite);
    let _ = desk.member("Nora");
    assert_eq!(desk.why("nora@"), "No access was given yet.");

    let (_, ended) = desk.holder("Emil");
    let expires = format!(
        "UPDATE user_course_access SET expires_at = '2026-01-01 00:00:00' WHERE user_id = {}",
        ended.0
    );
    desk.sql(&expires);
    assert_eq!(desk.why("emil@"), "Ended on 2026-01-01 00:00 UTC.");

    let (_, taken) = desk.holder("Tom");
    let path = format!(
        "/api/staff/members/{}/grants/{}",
        taken.0, desk.catalogue.futures.0
    );
    let body = json!({ "reason": "by mistake" }).to_string();
    let _ = desk.eva.send("DELETE", &path, &[], Some(body.as_bytes())).ok(200);
    assert!(desk.why("tom@").starts_with("The access was taken away on "));
}

#[test]
fn a_refund_is_named_by_order_and_member() {
    let mut desk = Desk::open(Sqlite);
    let (_, rita) = desk.member("Rita");
    let (reference, session) = desk.buy(rita);
    tell(desk.server.database(), &context(), refunded(&session, 30_000));
    let refund = format!("Refunded on 2026-01-31 12:00 UTC: order {reference} was paid back whole.");
    assert_eq!(desk.why(&reference.to_string()[..12]), refund);
    assert_eq!(desk.why("rita@"), refund);

    let (_, wim) = desk.member("Wim");
    let (reference, _) = desk.buy(wim);
    let order = reference.clone();
    let withdrawn: Result<DateTime<Utc>, WithdrawalError> = desk.server.database().write(move |store| {
        let period = WithdrawalPeriod::default();
        withdraw_as_member(store, period, wim, Ipv4Addr::LOCALHOST.into(), &order, noon())
    });
    withdrawn.unwrap();
    let sentence = format!("Withdrawn on 2026-01-31 12:00 UTC: the buyer withdrew from order {reference}.");
    assert_eq!(desk.why(&reference.to_string()), sentence);
}

#[rstest]
fn what_waits_for_the_member_is_named(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut desk = Desk::open(engine);
    let futures = desk.catalogue.futures;
    let _ = desk.member("Karin");
    let key = mailed_key(&desk.server, futures, AccessTerm::Lifetime, "karin@example.com");
    let hint = &key[..5];
    let unused = format!("The key {hint}-… was mailed to the member and is not used yet.");
    assert_eq!(desk.why("karin@"), unused);
    desk.sql(&format!(
        "UPDATE purchase_codes SET revoked_at = '2026-02-01 10:00:00' WHERE hint = '{hint}'"
    ));
    assert_eq!(
        desk.why("karin@"),
        format!("The key {hint}-… was revoked on 2026-02-01 10:00 UTC.")
    );

    // Bought by a visitor with the address that the account has not proved.
    let (_, session) = order_plan(desk.server.database(), &context(), "vera@example.com");
    tell(desk.server.database(), &context(), paid(&session));
    let key = fresh_key(&desk.server, desk.catalogue.crypto, AccessTerm::Lifetime);
    let _ = desk
        .server
        .visitor()
        .post("/api/register", &registration("Vera", &key))
        .ok(201);
    assert!(desk.why("VERA").starts_with("The address is not verified: "));
}

#[test]
fn what_keeps_an_open_course_shut_is_named() {
    let mut desk = Desk::open(Sqlite);
    let (mut first, _) = desk.holder("Dora");
    let mut second = sign_in(&desk.server, "Dora");
    let position = desk.catalogue.progress(0);
    for browser in [&mut first, &mut second] {
        let watched = browser.put(&position, &json!({ "watchedSeconds": 3 }));
        assert_eq!(watched.status, 200);
    }
    let sentence = desk.why("dora@");
    assert!(
        sentence.starts_with("Open without end, but too many devices watch now: "),
        "{sentence}"
    );

    let (mut factor, _) = desk.holder("Sven");
    let _ = Authenticator::turned_on(&mut factor);
    assert_eq!(
        desk.why("sven@"),
        "Open without end, but signing in asks for a code of the second factor."
    );
}

#[test]
fn a_course_that_is_hidden_or_a_draft_says_so() {
    let mut desk = Desk::open(Sqlite);
    let _ = desk.member("Hugo");
    let of = |flag: &str| {
        format!(
            "UPDATE courses SET {flag} WHERE id = {}",
            desk.catalogue.futures.0
        )
    };
    let (hidden, draft) = (of("hidden = TRUE"), of("draft = TRUE"));
    desk.sql(&hidden);
    assert_eq!(
        desk.why("hugo@"),
        "No access was given yet; the course is hidden from members without access."
    );
    desk.sql(&draft);
    assert_eq!(
        desk.why("hugo@"),
        "No access was given yet; the course is a draft, which no member sees."
    );
}

#[test]
fn a_deleted_account_is_named_by_the_row_of_its_order_key_and_name() {
    let mut desk = Desk::open(Sqlite);
    let key = mailed_key(
        &desk.server,
        desk.catalogue.crypto,
        AccessTerm::Lifetime,
        "gerd@example.com",
    );
    let mut gerd = desk.server.visitor();
    let _ = gerd.post("/api/register", &registration("Gerd", &key)).ok(201);
    let (reference, _) = desk.buy(desk.user("Gerd"));
    let body = json!({ "currentPassword": PASSWORD }).to_string();
    let deleted = gerd.send("DELETE", "/api/user", &[], Some(body.as_bytes()));
    assert_eq!(deleted.status, 204);
    for q in [&reference.to_string()[..], &key, "gerd"] {
        let row = desk.search(q);
        assert_eq!(row["memberId"], Value::Null, "{row}");
        let detail = row["detail"].as_str().unwrap();
        let (_, day) = detail.split_once("The account was deleted on ").expect(detail);
        assert_eq!(day, Utc::now().format("%-d %B %Y.").to_string(), "{row}");
        // An order is known by its reference, all else by a number.
        assert_eq!(row["id"].is_i64(), row["kind"] != "order", "{row}");
    }
}
