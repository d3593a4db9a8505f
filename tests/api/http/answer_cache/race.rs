//! Many read while something changes again and again: no request sees what a change before it has ended.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    time::Instant,
};

use courses::{AccessStore as _, Grant};
use kernel::{AccessTerm, StoreError, UserId};
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Answer, Browser, Engine, Postgres, Server, Sqlite, at_once,
    catalogue_fixture::{CatalogueFixture, member, sign_in},
    samples::noon,
    server::TIMEOUT,
};

use super::{COURSES, USER, models_path};

const READERS: u64 = 4;
/// Between two changes, of all readers: enough for each to find a kept answer.
const READS: u64 = 4 * READERS;

/// Counts of changes and reads.
#[derive(Default)]
struct Counts {
    begun: AtomicU64,
    done: AtomicU64,
    reads: AtomicU64,
}

impl Counts {
    fn wait_for_reads(&self) {
        let (start, wanted) = (Instant::now(), self.reads.load(SeqCst) + READS);
        while self.reads.load(SeqCst) < wanted {
            assert!(start.elapsed() < TIMEOUT, "the readers have ended");
            std::thread::yield_now();
        }
    }
}

/// Makes changes one after the other while others read. `seen` tells of an answer whether an odd number of changes was made before
/// it: what it sees lies between the changes that were done when its request began and those that had begun when it ended.
fn race(
    browser: &Browser,
    path: &str,
    changes: u64,
    change: impl Fn(u64) + Sync,
    seen: impl Fn(&Answer) -> bool + Sync,
) {
    let counts = Counts::default();
    at_once(READERS + 1, |thread| {
        if thread == 0 {
            for number in 1..=changes {
                counts.wait_for_reads();
                counts.begun.store(number, SeqCst);
                change(number);
                counts.done.store(number, SeqCst);
            }
            return;
        }
        let (mut browser, start) = (browser.clone(), Instant::now());
        loop {
            assert!(start.elapsed() < 2 * TIMEOUT, "the changes have ended");
            let done = counts.done.load(SeqCst);
            let answer = browser.fetch("GET", path, &[], None).expect("an answer");
            let begun = counts.begun.load(SeqCst);
            if done == begun {
                assert_eq!(seen(&answer), done % 2 == 1, "{path} after {done} changes");
            }
            let _ = counts.reads.fetch_add(1, SeqCst);
            if done == changes {
                break;
            }
        }
    });
}

/// The first video has no address.
fn is_closed(answer: &Answer) -> bool {
    answer.ok(200)[0]["videos"][0]["url"] == Value::Null
}

#[rstest]
fn no_request_after_another_process_took_access_back_sees_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let mut reader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let id = reader.get(USER).ok(200)["id"].as_i64().expect("a number");
    let user = UserId(i32::try_from(id).expect("a small number"));
    let course = catalogue.futures;
    let change = |number: u64| {
        let changed: Result<(), StoreError> = server.database().write(move |store| {
            if number % 2 == 1 {
                return store.delete_grant(user, course).map(|_| ());
            }
            let grant = Grant {
                purchased_at: noon(),
                expires_at: None,
            };
            store.put_grant(user, course, &grant)
        });
        changed.expect("a write");
    };
    race(&reader, &models_path(&catalogue), 60, change, is_closed);
    race(&reader, COURSES, 60, change, |answer| answer.ok(200) == json!([]));
}

#[rstest]
fn no_request_after_a_change_by_the_server_sees_what_was_before(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let reader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let other = Mutex::new(sign_in(&server, "Trader"));
    let progress = catalogue.progress(0);
    let change = |number: u64| {
        let report = json!({ "watchedSeconds": 5, "completed": number % 2 == 1 });
        let mut other = other.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = other.put(&progress, &report).ok(200);
    };
    race(&reader, COURSES, 60, change, |answer| {
        answer.ok(200)[0]["completedVideos"] == 1
    });
}

#[rstest]
fn no_request_after_a_session_ended_is_answered(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    for path in [USER, COURSES].repeat(4) {
        let reader = sign_in(&server, "Trader");
        let leaving = Mutex::new(reader.clone());
        let change = |_| {
            let mut leaving = leaving.lock().unwrap_or_else(PoisonError::into_inner);
            let left = leaving.send("POST", "/api/logout", &[], None);
            assert_eq!(left.status, 204);
        };
        race(&reader, path, 1, change, |answer| answer.status == 401);
    }
}
