//! Members, a buyer and staff who go on calling while servers of two versions come and go. Each call must be answered.

use std::{
    collections::BTreeSet,
    net::SocketAddr,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use serde_json::{Value, json};
use support::{
    Answer, Browser,
    catalogue_fixture::{PASSWORD, credentials, registration},
    courses::lesson_folder::exercises::answers,
    staff,
    stripe::{Page, WEBHOOK_SECRET, events, server::checkout},
    waiting::until_within,
};

use super::site::World;
use crate::server::several::{CALLS, OnPanic};

/// A browser that opens a connection for each call, so that each of its calls may reach another server.
#[derive(Clone)]
pub struct Caller(pub Browser);

impl Caller {
    pub fn new(address: SocketAddr) -> Self {
        Self(Browser::of_any_version(address))
    }

    /// An answer with this status; its JSON, or null where it has no body.
    fn ask(&mut self, method: &str, path: &str, body: &Value, status: u16) -> Value {
        let body = (!body.is_null()).then(|| body.to_string());
        let answer = self.send(method, path, &[], body.as_deref().map(str::as_bytes));
        let text = String::from_utf8_lossy(&answer.body);
        assert_eq!(answer.status, status, "{method} {path}: {text}");
        serde_json::from_str(&text).unwrap_or_default()
    }

    fn get(&mut self, path: &str) -> Value {
        self.ask("GET", path, &Value::Null, 200)
    }

    fn send(&mut self, method: &str, path: &str, more: &[(&str, &str)], body: Option<&[u8]>) -> Answer {
        let headers = [&[("connection", "close")], more].concat();
        let answer = self.0.try_send(method, path, &headers, body);
        answer.unwrap_or_else(|error| panic!("{method} {path} was not answered: {error}"))
    }
}

/// Who calls, and how far each is.
pub struct Load {
    pub members: Vec<Member>,
    pub buyer: Buyer,
    pub staff: Staff,
}

/// How many rounds each caller has made.
pub struct Pace {
    over: AtomicBool,
    rounds: Vec<AtomicUsize>,
}

impl Pace {
    /// Waits until each caller has made so many rounds more.
    pub fn wait_for(&self, rounds: usize) {
        let made = |round: &AtomicUsize| round.load(Ordering::SeqCst);
        let wanted: Vec<_> = self.rounds.iter().map(|round| made(round) + rounds).collect();
        until_within(CALLS, "the callers go on", || {
            let reached = self
                .rounds
                .iter()
                .zip(&wanted)
                .all(|(round, wanted)| made(round) >= *wanted);
            reached || self.over.load(Ordering::SeqCst)
        });
        assert!(!self.over.load(Ordering::SeqCst), "a call failed");
    }
}

impl Load {
    /// Lets all of them call while something is done.
    pub fn during<T>(&mut self, world: &World, act: impl FnOnce(&Pace) -> T) -> T {
        let pace = Pace {
            over: AtomicBool::new(false),
            rounds: (0..self.members.len() + 2).map(|_| AtomicUsize::new(0)).collect(),
        };
        let Self {
            members,
            buyer,
            staff,
        } = self;
        let mut rounds: Vec<Box<dyn FnMut() + Send + '_>> = Vec::new();
        for member in members {
            rounds.push(Box::new(move || member.round(world)));
        }
        rounds.push(Box::new(move || buyer.round(world)));
        rounds.push(Box::new(move || staff.round(world)));
        std::thread::scope(|scope| {
            let _over = support::waiting::SetOnDrop(&pace.over);
            for (mut round, made) in rounds.into_iter().zip(&pace.rounds) {
                let over = &pace.over;
                scope.spawn(move || {
                    // One that panics must not leave the others waiting.
                    let _failed = OnPanic(over);
                    while !over.load(Ordering::SeqCst) {
                        round();
                        made.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
            act(&pace)
        })
    }
}

pub struct Member {
    pub name: String,
    pub caller: Caller,
    /// The keys that were acknowledged as redeemed.
    pub redeemed: Vec<String>,
    /// The subjects of the messages that were acknowledged.
    pub messages: BTreeSet<String>,
    /// The texts of the questions that were acknowledged.
    pub questions: BTreeSet<String>,
    password: String,
    round: usize,
}

impl Member {
    /// Registers with a key of the first course.
    pub fn register(name: &str, key: &str, address: SocketAddr) -> Self {
        let mut caller = Caller::new(address);
        caller.ask("POST", "/api/register", &registration(name, key), 201);
        Self {
            name: name.to_owned(),
            caller,
            redeemed: Vec::new(),
            messages: BTreeSet::new(),
            questions: BTreeSet::new(),
            password: PASSWORD.to_owned(),
            round: 0,
        }
    }

    fn round(&mut self, world: &World) {
        self.watch(world);
        match self.round % 8 {
            0 => self.answer(world),
            1 => self.redeem(world),
            2 => self.write_message(),
            3 => self.use_another_device(),
            4 => self.trade(world),
            5 => self.question(world),
            6 => self.read(world),
            _ => self.change_password(),
        }
        self.round += 1;
    }

    fn watch(&mut self, world: &World) {
        let video = world.catalogue.video;
        let user = self.caller.get("/api/user");
        assert_eq!(user["username"], self.name);
        let lesson = self.caller.get(&format!("/api/videos/{video}/lesson"));
        assert!(lesson["replay"].is_object(), "{lesson}");
        let range = [("range", "bytes=0-99")];
        let media = self
            .caller
            .send("GET", &format!("/media/videos/{video}"), &range, None);
        assert_eq!((media.status, media.body.len()), (206, 100));
        let at = 1 + self.round % 2;
        let report = json!({ "watchedSeconds": at });
        self.caller
            .ask("PUT", &format!("/api/videos/{video}/progress"), &report, 200);
        let rows = self
            .caller
            .get(&format!("/api/courses/{}/progress", world.catalogue.lessons));
        let row = rows
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["videoId"] == video);
        assert_eq!(row.map(|row| &row["watchedSeconds"]), Some(&json!(at)), "{rows}");
    }

    fn answer(&mut self, world: &World) {
        for (exercise, right, _) in answers() {
            let path = format!("/api/videos/{}/exercises/{exercise}", world.catalogue.video);
            let graded = self.caller.ask("POST", &path, &json!({ "answer": right }), 200);
            assert_eq!(graded["correct"], true, "{exercise}");
        }
    }

    fn redeem(&mut self, world: &World) {
        let key = world.key();
        let body = json!({ "purchaseKey": key });
        self.caller.ask("POST", "/api/user/redeem", &body, 200);
        self.redeemed.push(key);
    }

    fn write_message(&mut self) {
        let subject = format!("{} {}", self.name, self.round);
        let body = json!({
            "name": self.name, "email": "trader@example.com", "subject": subject,
            "message": "A message of ten characters and more.",
        });
        self.caller.ask("POST", "/api/contact", &body, 202);
        self.messages.insert(subject);
    }

    /// Signs in on it with the password of now, and out.
    fn use_another_device(&mut self) {
        let mut other = Caller::new(self.caller.0.address());
        other.ask(
            "POST",
            "/api/login",
            &credentials(&self.name, &self.password),
            200,
        );
        other.get("/api/user");
        other.ask("POST", "/api/logout", &json!({}), 204);
        other.ask("GET", "/api/user", &Value::Null, 401);
    }

    /// A run that one server begins and the other one may go on with, to the end of its chart.
    fn trade(&mut self, world: &World) {
        let path = format!("/api/videos/{}/replay/runs", world.catalogue.video);
        let mut run = self.caller.ask("POST", &path, &json!({}), 201);
        while run["result"].is_null() {
            let path = format!("/api/replay-runs/{}/steps", run["id"]);
            run = self
                .caller
                .ask("POST", &path, &json!({ "at": run["at"], "steps": 1 }), 200);
        }
        assert!(run["result"]["verdict"].is_string(), "{run}");
    }

    /// A member may have few that wait.
    fn question(&mut self, world: &World) {
        let path = format!("/api/videos/{}/questions", world.catalogue.video);
        if self.questions.len() < 3 {
            let text = format!("What is question {} of {}?", self.round, self.name);
            let body = json!({ "text": text, "seconds": 1, "private": false });
            self.caller.ask("POST", &path, &body, 201);
            self.questions.insert(text);
        }
        let seen = self.caller.get(&path);
        for text in &self.questions {
            let is_there = seen.as_array().unwrap().iter().any(|row| row["text"] == *text);
            assert!(is_there, "{text} is not in {seen}");
        }
    }

    fn read(&mut self, world: &World) {
        let course = world.catalogue.lessons;
        for path in [
            String::from("/api/courses"),
            String::from("/api/user/courses"),
            format!("/api/courses/{course}/models"),
            format!("/api/courses/{course}/access"),
            format!("/api/videos/{}/replay/runs", world.catalogue.video),
        ] {
            self.caller.get(&path);
        }
    }

    fn change_password(&mut self) {
        let next = format!("violet anchor {}", self.round);
        let body = json!({ "currentPassword": self.password, "newPassword": next });
        self.caller.ask("PUT", "/api/user/password", &body, 204);
        self.password = next;
    }
}

/// Visitors who buy a plan, one after the other.
pub struct Buyer {
    caller: Caller,
    pub paid: Vec<Page>,
}

impl Buyer {
    pub fn new(address: SocketAddr) -> Self {
        Self {
            caller: Caller::new(address),
            paid: Vec::new(),
        }
    }

    fn round(&mut self, world: &World) {
        let email = format!("buyer{}@example.com", self.paid.len());
        let answer = self.caller.ask("POST", "/api/checkout", &checkout(&email), 200);
        let page = world.stripe.page_at(answer["url"].as_str().unwrap());
        let body = world.stripe.pay(&page.id).body();
        let signature = events::signature(WEBHOOK_SECRET, events::time(), &body);
        let headers = [("stripe-signature", signature.as_str())];
        // As often as Stripe may deliver it.
        for _ in 0..2 {
            let taken = self
                .caller
                .send("POST", "/api/webhooks/stripe", &headers, Some(&body));
            assert_eq!(taken.status, 200, "{}", String::from_utf8_lossy(&taken.body));
        }
        assert_eq!(self.order(&page)["status"], "paid");
        self.paid.push(page);
    }

    /// The order of a page, as the address that its buyer comes back to shows it.
    pub fn order(&mut self, page: &Page) -> Value {
        let (_, back) = page.form["success_url"].split_once("?order=").expect("an order");
        self.caller.get(&format!("/api/orders/{back}"))
    }
}

/// A name of staff who is signed in.
pub struct Staff {
    caller: Caller,
    round: usize,
}

impl Staff {
    /// Opens the link that the command printed.
    pub fn join(link: &str, address: SocketAddr) -> Self {
        let (_, token) = link.trim().split_once("token=").expect("a link with its token");
        let mut caller = Caller::new(address);
        let _ = staff::join(&mut caller.0, token);
        Self { caller, round: 0 }
    }

    fn round(&mut self, world: &World) {
        self.caller.get("/api/staff/today");
        self.caller.get("/api/staff/questions");
        let member = self.caller.get("/api/staff/members/1");
        assert!(member["courses"].is_array(), "{member}");
        if self.round.is_multiple_of(4) {
            let grant =
                json!({ "courseId": world.catalogue.notes, "access": "1d", "reason": "asked for it" });
            self.caller
                .ask("POST", "/api/staff/members/1/grants", &grant, 200);
        }
        self.round += 1;
    }
}
