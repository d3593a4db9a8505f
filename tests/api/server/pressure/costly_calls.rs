//! What one member's calls may cost the others: those that cost much run one after the other.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    net::Ipv4Addr,
    path::Path,
    time::{Duration, Instant},
};

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Browser, Engine, Postgres, Server, Sqlite,
    catalogue_fixture::member,
    courses::lesson_folder::{
        LessonFolder, Lessons,
        replay::{REPLAY, add_replay},
    },
    databases::tables::db_run,
    http::{contract::Contract, slow_reader::SlowReader},
};

/// A run of them is an answer of some megabytes, which no socket takes at once.
const SUB_BARS: usize = 100_000;

/// A row of the table in `docs/security.md`.
struct Row {
    call: String,
    in_turn: bool,
}

fn table() -> Vec<Row> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/security.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let (_, rest) = page
        .split_once("| call | bounded by | in turn |\n| --- | --- | --- |\n")
        .expect("the table");
    let (rows, _) = rest.split_once("\n\n").expect("its end");
    let row = |line: &str| {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [call, bound, in_turn] = cells[..] else {
            panic!("{line}");
        };
        assert!(!bound.is_empty() && ["yes", "no"].contains(&in_turn), "{line}");
        Row {
            call: call.trim_matches('`').to_owned(),
            in_turn: in_turn == "yes",
        }
    };
    rows.lines().map(row).collect()
}

#[test]
fn every_read_of_a_member_has_its_bound_in_the_table() {
    let listed: BTreeSet<_> = table().into_iter().map(|row| row.call).collect();
    let operations = Contract::shared().operations();
    for operation in operations.iter().filter(|operation| operation.method == "GET") {
        if ["member", "holder"].contains(&operation.who_may()) {
            let call = operation.name();
            assert!(listed.contains(&call), "{call}: what bounds it?");
        }
    }
    for call in &listed {
        let is_there = operations.iter().any(|operation| operation.name() == *call);
        assert!(is_there, "{call} is no call");
    }
}

struct Market {
    server: Server,
    lessons: Lessons,
}

impl Market {
    /// A lesson with a replay of a long chart, each of whose sub-bars is a shown bar.
    fn open(engine: Engine) -> Self {
        let (server, folder) = (Server::start(engine), LessonFolder::new());
        add_replay(&folder);
        let replay = REPLAY
            .replace(", \"second.csv\"", "")
            .replace("bar = \"2m\"", "bar = \"1m\"")
            .replace("begin = \"14:32\"\nend = \"14:40\"", "begin = \"00:02\"");
        folder.write("01-replay.toml", replay.as_bytes());
        let mut chart = String::from("time,open,high,low,close\n");
        let first = chrono::DateTime::from_timestamp(1_767_225_600, 0).unwrap();
        for minute in 0..SUB_BARS {
            let time = first + chrono::TimeDelta::minutes(minute as i64);
            let time = time.format("%Y-%m-%dT%H:%M:%SZ");
            writeln!(chart, "{time},100.00,101.00,99.00,100.25").unwrap();
        }
        folder.write("first.csv", chart.as_bytes());
        let lessons = folder.import(server.database(), &server.media());
        Self { server, lessons }
    }

    fn holder(&self, name: &str) -> Browser {
        member(&self.server, name, self.lessons.course, AccessTerm::Lifetime)
    }

    /// The address of a run that has seen the whole chart.
    fn long_run(&self, browser: &mut Browser) -> String {
        let runs = format!("/api/videos/{}/replay/runs", self.lessons.video.0);
        let run = browser.post(&runs, &json!({})).ok(201)["id"].clone();
        let sql = format!("UPDATE replay_runs SET at = {} WHERE id = {run}", SUB_BARS - 1);
        db_run(&self.server.database().address(), &sql);
        format!("/api/replay-runs/{run}")
    }
}

/// An answer that is begun and not taken: the member's turn is not over.
fn taken_turn(server: &Server, browser: &Browser, path: &str) -> SlowReader {
    let mut reader = SlowReader::connect(server.address(), Ipv4Addr::new(127, 0, 0, 7));
    let cookie = browser.cookie().expect("a member has a cookie");
    reader.send(&format!(
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
    ));
    assert_eq!(reader.read(15), 15, "the answer has begun");
    reader
}

#[rstest]
fn calls_of_the_table_wait_for_the_members_turn_and_no_others_do(#[values(Sqlite, Postgres)] engine: Engine) {
    let market = Market::open(engine);
    let (mut holder, mut other) = (market.holder("Trader"), market.holder("Other"));
    let run = market.long_run(&mut holder);
    let others = market.long_run(&mut other);
    let reader = taken_turn(&market.server, &holder, &run);
    let rows = table();
    std::thread::scope(|scope| {
        for Row { call, in_turn } in &rows {
            let mut browser = holder.clone();
            let market = &market;
            scope.spawn(move || {
                let (method, path) = call.split_once(' ').unwrap();
                let id = if path.contains("/courses/") {
                    market.lessons.course.0
                } else {
                    market.lessons.video.0
                };
                let path = path
                    .replace("{id}", &id.to_string())
                    .replace("{reference}", "ORDER")
                    .replace("{number}", "CN-2026-000001");
                let answer = match method {
                    "GET" => browser.get(&path),
                    _ if path.ends_with("/steps") => browser.post(&path, &json!({ "at": 0, "steps": 0 })),
                    _ => browser.post(&path, &json!({ "at": 0 })),
                };
                assert_eq!(answer.status == 429, *in_turn, "{call}: {}", answer.status);
                if *in_turn {
                    assert_eq!(answer.json()["code"], "too_many_calls", "{call}");
                    assert_eq!(answer.header("retry-after"), Some("1"), "{call}");
                }
            });
        }
        // Another member's calls wait for none of these.
        let before = Instant::now();
        let seen = other.get(&format!("{others}?from={}", SUB_BARS - 2)).ok(200);
        assert_eq!(seen["bars"].as_array().unwrap().len(), 2);
        assert!(before.elapsed() < Duration::from_secs(2));
    });
    drop(reader);
    let _ = holder.get(&format!("{run}?from={}", SUB_BARS - 2)).ok(200);
}
