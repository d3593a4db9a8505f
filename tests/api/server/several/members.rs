//! Members who go on calling while servers come and go, and what was acknowledged to them.

use std::{
    collections::BTreeSet,
    net::SocketAddr,
    sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
};

use courses::{CourseId, VideoId};
use kernel::AccessTerm;
use persistence::Database;
use serde_json::{Value, json};
use support::{
    Answer, Browser,
    catalogue_fixture::{PASSWORD, credentials},
    samples::add_key,
    waiting::PAUSE,
};

/// What is in the catalogue.
pub struct Catalogue {
    /// The course with everything that members report on.
    pub futures: CourseId,
    /// What keys are redeemed for.
    pub crypto: CourseId,
    /// The first is longer than any test; the others are completed.
    pub videos: Vec<VideoId>,
}

/// What the servers do meanwhile, and so what a failure means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Servers {
    /// Join, and none ends: each request is answered.
    Join,
    /// End in order: a request that is sent once more is answered.
    End,
    /// Are killed: what was not answered may have happened or not.
    Die,
}

pub struct Member {
    pub name: String,
    pub browser: Browser,
    /// The cookies of sessions that were ended.
    pub ended: Vec<String>,
    pub position: i64,
    pub completed: BTreeSet<VideoId>,
    /// The keys that were acknowledged as redeemed.
    pub redeemed: Vec<String>,
    /// The subjects of the messages that were acknowledged.
    pub messages: BTreeSet<String>,
    password: String,
    step: usize,
    balancer: SocketAddr,
}

impl Member {
    /// A member whose calls go through a balancer from now on.
    pub fn new(name: &str, registered: &Browser, balancer: SocketAddr) -> Self {
        let mut browser = Browser::new(balancer);
        browser.set_cookie(registered.cookie());
        Self {
            name: name.to_owned(),
            browser,
            ended: Vec::new(),
            position: 0,
            completed: BTreeSet::new(),
            redeemed: Vec::new(),
            messages: BTreeSet::new(),
            password: PASSWORD.to_owned(),
            step: 0,
            balancer,
        }
    }

    /// Goes on until it is over; counts its steps.
    pub fn live(
        &mut self,
        database: &Database,
        catalogue: &Catalogue,
        servers: Servers,
        over: &AtomicBool,
        steps: &AtomicUsize,
    ) {
        while !over.load(Ordering::SeqCst) {
            if servers == Servers::Join {
                self.connect_again();
            }
            self.report(catalogue, servers);
            match self.step % 12 {
                1 | 4 | 7 | 10 => self.complete(catalogue, servers),
                2 | 8 => self.redeem(database, catalogue, servers),
                5 => self.write_message(servers),
                11 => self.change_password(servers),
                _ => {}
            }
            self.step += 1;
            steps.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// A kept connection would stay with one server.
    fn connect_again(&mut self) {
        let mut browser = Browser::new(self.balancer);
        browser.set_cookie(self.browser.cookie());
        self.browser = browser;
    }

    fn report(&mut self, catalogue: &Catalogue, servers: Servers) {
        let next = self.position + 1;
        let path = format!("/api/videos/{}/progress", catalogue.videos[0].0);
        if let Some(answer) = self.ask(servers, "PUT", &path, &json!({ "watchedSeconds": next })) {
            let _ = answer.ok(200);
            self.position = next;
        }
    }

    fn complete(&mut self, catalogue: &Catalogue, servers: Servers) {
        let video = catalogue.videos[1 + self.step % (catalogue.videos.len() - 1)];
        let path = format!("/api/videos/{}/progress", video.0);
        let body = json!({ "watchedSeconds": 5, "completed": true });
        if let Some(answer) = self.ask(servers, "PUT", &path, &body) {
            let _ = answer.ok(200);
            self.completed.insert(video);
        }
    }

    fn redeem(&mut self, database: &Database, catalogue: &Catalogue, servers: Servers) {
        static COUNT: AtomicU64 = AtomicU64::new(1_000_000);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let key = add_key(database, catalogue.crypto, AccessTerm::Days(1), number).reveal();
        if let Some(answer) = self.ask(
            servers,
            "POST",
            "/api/user/redeem",
            &json!({ "purchaseKey": key }),
        ) {
            let _ = answer.ok(200);
            self.redeemed.push(key);
        }
    }

    fn write_message(&mut self, servers: Servers) {
        let subject = format!("{} {}", self.name, self.step);
        let body = json!({
            "name": self.name,
            "email": "trader@example.com",
            "subject": subject,
            "message": "A message of ten characters and more.",
        });
        if let Some(answer) = self.ask(servers, "POST", "/api/contact", &body) {
            assert_eq!(answer.status, 202, "{}", String::from_utf8_lossy(&answer.body));
            self.messages.insert(subject);
        }
    }

    /// Then signs in on another device with it, and out on the first.
    fn change_password(&mut self, servers: Servers) {
        let next = format!("violet anchor {}", self.step);
        let body = json!({ "currentPassword": self.password, "newPassword": next });
        match self.ask(servers, "PUT", "/api/user/password", &body) {
            Some(answer) => {
                assert_eq!(answer.status, 204, "{}", String::from_utf8_lossy(&answer.body));
                self.password = next;
            }
            None => {
                let found = [&next, &self.password]
                    .into_iter()
                    .find(|password| self.opens(password));
                self.password = found.expect("the old password opens, or the new one").clone();
            }
        }
        let mut other = Browser::new(self.balancer);
        std::mem::swap(&mut self.browser, &mut other);
        let body = credentials(&self.name, &self.password);
        while self.browser.cookie().is_none() {
            match self.ask(servers, "POST", "/api/login", &body) {
                Some(answer) => drop(answer.ok(200)),
                None => std::thread::sleep(PAUSE),
            }
        }
        let cookie = other.cookie().expect("it was signed in").to_owned();
        if let Some(answer) = ask(&mut other, servers, "POST", "/api/logout", &json!({})) {
            assert_eq!(answer.status, 204);
            self.ended.push(cookie);
        }
    }

    /// Whether a password opens the account, once a server says so.
    fn opens(&self, password: &str) -> bool {
        let body = credentials(&self.name, password);
        loop {
            match ask(
                &mut Browser::new(self.balancer),
                Servers::Die,
                "POST",
                "/api/login",
                &body,
            ) {
                Some(answer) if [200, 401].contains(&answer.status) => return answer.status == 200,
                Some(answer) => panic!("a sign-in answers {}", answer.status),
                None => std::thread::sleep(PAUSE),
            }
        }
    }

    fn ask(&mut self, servers: Servers, method: &str, path: &str, body: &Value) -> Option<Answer> {
        ask(&mut self.browser, servers, method, path, body)
    }
}

/// The answer, asked for once more where servers end in order; `None` if a server that died, or that found no database, did not
/// say what became of it.
fn ask(browser: &mut Browser, servers: Servers, method: &str, path: &str, body: &Value) -> Option<Answer> {
    let body = body.to_string();
    let mut once = || match browser.try_send(method, path, &[], Some(body.as_bytes())) {
        Ok(answer) if answer.status < 500 => Ok(answer),
        Ok(answer) => Err(format!(
            "{} {}",
            answer.status,
            String::from_utf8_lossy(&answer.body)
        )),
        Err(error) => Err(error.to_string()),
    };
    match (once(), servers) {
        (Ok(answer), _) => Some(answer),
        (Err(_), Servers::Die) => None,
        (Err(first), Servers::Join) => panic!("{method} {path} failed: {first}"),
        (Err(first), Servers::End) => match once() {
            Ok(answer) => Some(answer),
            Err(second) => panic!("{method} {path} failed twice: {first}; {second}"),
        },
    }
}
