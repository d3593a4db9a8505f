//! A server that sells through the fake Stripe, and its buyers.

use courses::{CourseId, CourseType};
use serde_json::{Value, json};

use crate::{
    Answer, Browser, Engine, Server, TestDatabase,
    catalogue_fixture::registration,
    databases::tables::{db_count, db_texts},
    samples::{add_course, course, import},
    stripe::{FakeStripe, Page},
};

pub struct StripeServer {
    pub stripe: FakeStripe,
    pub server: Server,
    /// What the plans open, for $300.00 by itself.
    pub futures: CourseId,
    /// What no plan opens.
    pub crypto: CourseId,
}

impl StripeServer {
    #[must_use]
    pub fn open(engine: Engine) -> Self {
        Self::with(engine, &[])
    }

    /// [`Self::open`] with settings on top.
    #[must_use]
    pub fn with(engine: Engine, settings: &[(&str, &str)]) -> Self {
        Self::over(TestDatabase::new(engine), settings)
    }

    /// [`Self::with`] over a database that is already there.
    #[must_use]
    pub fn over(database: TestDatabase, settings: &[(&str, &str)]) -> Self {
        let stripe = FakeStripe::start();
        let given = stripe.settings();
        let mut all: Vec<_> = given
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        all.extend(settings);
        let server = Server::over(database, &all);
        let futures = add_course(server.database(), "futures");
        let mut other = course("crypto");
        other.course_type = CourseType::Crypto;
        let crypto = import(server.database(), other);
        Self {
            stripe,
            server,
            futures,
            crypto,
        }
    }

    /// The answer to a visitor who wants the cheaper plan.
    #[must_use]
    pub fn ask(&self, email: &str) -> Answer {
        self.server.visitor().post("/api/checkout", &checkout(email))
    }

    /// The page on which a visitor pays for the cheaper plan.
    #[must_use]
    pub fn page(&self, email: &str) -> Page {
        self.page_of(&self.ask(email))
    }

    /// The page on which a member pays for a course.
    #[must_use]
    pub fn page_for(&self, member: &mut Browser, course: CourseId) -> Page {
        let path = format!("/api/courses/{}/checkout", course.0);
        self.page_of(&member.send("POST", &path, &[], None))
    }

    fn page_of(&self, answer: &Answer) -> Page {
        let url = answer.ok(200)["url"].as_str().expect("an address").to_owned();
        self.stripe.page_at(&url)
    }

    /// An order as its buyer sees it.
    #[must_use]
    pub fn order(&self, page: &Page) -> Value {
        // By the address that the buyer is sent to: only that one shows keys.
        let (_, back) = page.form["success_url"].split_once("?order=").expect("an order");
        let path = format!("/api/orders/{back}");
        self.server.visitor().get(&path).ok(200)
    }

    #[must_use]
    pub fn status(&self, page: &Page) -> String {
        self.order(page)["status"].as_str().expect("a status").to_owned()
    }

    /// The key that a paid order shows.
    #[must_use]
    pub fn key(&self, page: &Page) -> String {
        let order = self.order(page);
        let keys = order["purchaseKeys"].as_array().expect("keys");
        assert_eq!(keys.len(), 1, "the plan opens one course");
        keys[0].as_str().expect("a key").to_owned()
    }

    /// Registers an account with a key; whether the key worked.
    #[must_use]
    pub fn registers(&self, name: &str, key: &str) -> bool {
        let answer = self
            .server
            .visitor()
            .post("/api/register", &registration(name, key));
        match answer.status {
            201 => true,
            400 => {
                answer.refused(400, "purchase_key_invalid");
                false
            }
            other => panic!("a registration answers {other}"),
        }
    }

    /// How many rows there are; see [`db_count`].
    #[must_use]
    pub fn count(&self, from: &str) -> i64 {
        db_count(&self.server.database().address(), from)
    }

    /// The first column, named `t`, of each row.
    #[must_use]
    pub fn texts(&self, sql: &str) -> Vec<Option<String>> {
        db_texts(&self.server.database().address(), sql)
    }

    /// How many mails of a kind were written, delivered or not.
    #[must_use]
    pub fn mails(&self, kind: &str) -> i64 {
        self.count(&format!("outbox WHERE kind = '{kind}'"))
    }
}

/// The request of a visitor who wants the cheaper plan.
#[must_use]
pub fn checkout(email: &str) -> Value {
    json!({ "plan": "basic", "email": email, "firstName": "Jo", "lastName": "Trader" })
}

/// Whether a member may see a course now, and until when.
#[must_use]
pub fn access(member: &mut Browser, course: CourseId) -> (bool, Option<String>) {
    let json = member.get(&format!("/api/courses/{}/access", course.0)).ok(200);
    let until = json["expiresAt"].as_str().map(str::to_owned);
    (json["hasAccess"].as_bool().expect("yes or no"), until)
}
