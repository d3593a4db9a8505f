//! As many members as a busy evening has, each writing as fast as it is answered.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Answer, Browser, Engine, Postgres, Server, Sqlite, at_once,
    catalogue_fixture::{PASSWORD, fresh_key, member},
    courses::lesson_folder::{
        LessonFolder,
        exercises::{add_exercises, answers, exercise_path},
    },
    databases::tables::{db_count, db_texts},
    http::available_again,
    samples::{course, import, section, video, videos_of},
    waiting::allowed,
};

const WRITERS: u64 = 64;
/// Changing a name takes a password's hash, which is meant to be slow: one write in so many.
const NAME_CHANGES: i64 = 12;

/// How long they write in `make endurance`; docs/operating.md says how to ask for more.
fn duration() -> Duration {
    let set = std::env::var("PORTAL_TEST_SECONDS").ok();
    let seconds = set.map_or(60, |seconds| {
        seconds.parse().expect("PORTAL_TEST_SECONDS is a number")
    });
    Duration::from_secs(seconds)
}

/// The answers that a writer got.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Told {
    acknowledged: i64,
    refused: i64,
}

impl Told {
    /// Whether it was done.
    #[track_caller]
    fn note(&mut self, answer: &Answer) -> bool {
        if answer.status == 503 {
            // With Retry-After, which this asserts.
            let _ = answer.refused(503, answer.json()["code"].as_str().unwrap());
            self.refused += 1;
            return false;
        }
        let _ = answer.ok(200);
        self.acknowledged += 1;
        true
    }
}

struct Writer {
    number: u64,
    browser: Browser,
    /// The last position that was acknowledged.
    position: i64,
    /// The last name that was acknowledged.
    name: String,
    positions: Told,
    answers: Told,
    names: Told,
}

impl Writer {
    fn write(&mut self, until: Instant, progress: &str, exercise: &str) {
        let (right, wrong) = answers()
            .into_iter()
            .find_map(|(name, right, wrong)| (name == "tick-value").then_some((right, wrong)))
            .expect("the exercise");
        let mut step = 0;
        while Instant::now() < until {
            step += 1;
            let answer = self.browser.put(progress, &json!({ "watchedSeconds": step }));
            if self.positions.note(&answer) {
                self.position = step;
            }
            let given = if step % 2 == 0 { &right } else { &wrong };
            let answer = self.browser.post(exercise, &json!({ "answer": given }));
            self.answers.note(&answer);
            if step % NAME_CHANGES == 1 {
                let name = format!("writer{}step{step}", self.number);
                let email = format!("writer{}@example.com", self.number);
                let change = json!({ "username": name, "email": email, "currentPassword": PASSWORD });
                if self.names.note(&self.browser.put("/api/user/account", &change)) {
                    self.name = name;
                }
            }
        }
    }
}

/// Reads until the writers have ended; how many were answered.
fn read_meanwhile(server: &Server, over: &AtomicBool) -> u64 {
    let mut visitor = server.visitor();
    let mut count = 0;
    while !over.load(Ordering::SeqCst) {
        for path in ["/healthz", "/api/courses", "/api/site", "/readyz"] {
            let start = Instant::now();
            let _ = available_again(|| visitor.get(path)).ok(200);
            assert!(
                start.elapsed() < allowed(Duration::from_secs(5)),
                "{path}: {:?}",
                start.elapsed()
            );
            count += 1;
        }
    }
    count
}

#[rstest]
fn what_64_writers_are_answered_is_stored(#[values(Sqlite, Postgres)] engine: Engine) {
    write_for(engine, Duration::from_secs(5));
}

#[rstest]
#[ignore = "a minute; make endurance runs it"]
fn what_64_writers_are_answered_in_a_minute_is_stored(#[values(Sqlite, Postgres)] engine: Engine) {
    write_for(engine, duration());
}

fn write_for(engine: Engine, duration: Duration) {
    let server = Server::start(engine);
    let folder = LessonFolder::new();
    add_exercises(&folder);
    let lessons = folder.import(server.database(), &server.media());
    let mut long = course("futures");
    // Longer than anyone writes, so that no position is cut at the end.
    long.sections = vec![section("All", vec![video("long.mp4", 1_000_000)])];
    let futures = import(server.database(), long);
    let watched = videos_of(server.database(), futures)[0];
    let progress = format!("/api/videos/{}/progress", watched.0);
    let exercise = exercise_path(lessons.video, "tick-value");
    let mut writers = at_once(WRITERS, |number| {
        let name = format!("writer{number}");
        let mut browser = member(&server, &name, lessons.course, AccessTerm::Lifetime);
        let key = fresh_key(&server, futures, AccessTerm::Lifetime);
        let _ = browser
            .post("/api/user/redeem", &json!({ "purchaseKey": key }))
            .ok(200);
        Writer {
            number,
            browser,
            position: 0,
            name,
            positions: Told::default(),
            answers: Told::default(),
            names: Told::default(),
        }
    });
    let over = AtomicBool::new(false);
    let until = Instant::now() + duration;
    let reads = std::thread::scope(|scope| {
        let reader = scope.spawn(|| read_meanwhile(&server, &over));
        std::thread::scope(|scope| {
            for writer in &mut writers {
                let (progress, exercise) = (progress.as_str(), exercise.as_str());
                scope.spawn(move || writer.write(until, progress, exercise));
            }
        });
        over.store(true, Ordering::SeqCst);
        reader.join().expect("every read is answered")
    });
    assert!(reads > 0);
    let address = server.database().address();
    let log = server.log();
    assert!(!log.contains("database is locked"), "{log}");
    let (mut done, mut refused) = (0, 0);
    for writer in &mut writers {
        let number = writer.number;
        done += writer.positions.acknowledged + writer.answers.acknowledged + writer.names.acknowledged;
        refused += writer.positions.refused + writer.answers.refused + writer.names.refused;
        assert!(
            writer.positions.acknowledged > 0,
            "writer {number} was never answered"
        );
        let user = format!("(SELECT id FROM users WHERE email = 'writer{number}@example.com')");
        let position =
            format!("SELECT CAST(watched_seconds AS TEXT) AS t FROM video_progress WHERE user_id = {user}");
        let position: Vec<i64> = db_texts(&address, &position)
            .into_iter()
            .flatten()
            .map(|text| text.parse().expect("a number"))
            .collect();
        assert_eq!(position, [writer.position], "writer {number}");
        let kept = db_count(&address, &format!("exercise_answers WHERE user_id = {user}"));
        assert_eq!(kept, writer.answers.acknowledged, "writer {number}");
        let shown = writer.browser.get("/api/user").ok(200);
        assert_eq!(shown["username"], writer.name.as_str(), "writer {number}");
    }
    println!("{done} writes were acknowledged and {refused} refused; {reads} reads were answered");
}
