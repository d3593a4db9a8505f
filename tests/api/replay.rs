//! A member's runs of a lesson's replay.

mod access;
mod exercises;
mod open_runs;

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Browser, Engine, Postgres, Server, Sqlite,
    catalogue_fixture::member,
    courses::lesson_folder::{LessonFolder, Lessons, replay::add_replay},
    databases::tables::db_texts,
};

/// A server with a lesson that has a replay.
struct Market {
    server: Server,
    folder: LessonFolder,
    lessons: Lessons,
}

impl Market {
    fn open(engine: Engine) -> Self {
        let (server, folder) = (Server::start(engine), LessonFolder::new());
        add_replay(&folder);
        let lessons = folder.import(server.database(), &server.media());
        Self {
            server,
            folder,
            lessons,
        }
    }

    fn holder(&self, name: &str) -> Browser {
        member(&self.server, name, self.lessons.course, AccessTerm::Lifetime)
    }

    fn runs(&self) -> String {
        format!("/api/videos/{}/replay/runs", self.lessons.video.0)
    }
}

fn steps(run: &Value) -> String {
    format!("/api/replay-runs/{}/steps", run["id"])
}

fn end(run: &Value) -> String {
    format!("/api/replay-runs/{}/end", run["id"])
}

fn long(size: i64) -> Value {
    json!({ "act": "enter", "side": "long", "size": size, "type": "market", "stop": 98.0, "target": 113.5, "sure": 70 })
}

#[test]
fn a_run_begins_before_the_decision_and_tells_nothing_unseen() {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let answer = holder.post(&market.runs(), &json!({}));
    let unseen = ["110", "113.75", "116.25", "200"];
    let text = String::from_utf8_lossy(&answer.body).into_owned();
    for price in unseen {
        assert!(!text.contains(price), "{price} is not seen yet: {text}");
    }
    let run = answer.ok(201);
    assert_eq!(run["at"], 2);
    assert_eq!(run["of"], Value::Null);
    assert_eq!(run["videoId"], market.lessons.video.0);
    assert_eq!(
        run["bars"],
        json!([["2026-03-02T14:30:00Z", 100.0, 101.0, 99.0, 100.25]])
    );
    assert_eq!(run["forming"], false);
    assert_eq!(run["balance"], 5_000_000);
    assert_eq!(run["floors"], json!({ "maxLoss": 4_800_000, "dailyLoss": null }));
    assert_eq!(run["result"], Value::Null);
    let again = holder.post(&market.runs(), &json!({})).ok(200);
    assert_eq!(again["id"], run["id"], "the open run is answered instead");
}

#[test]
fn a_trade_is_filled_from_the_next_sub_bar_and_judged_to_the_cent() {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let moved = holder
        .post(&steps(&run), &json!({ "at": 2, "steps": 1, "acts": [long(2)] }))
        .ok(200);
    assert_eq!(moved["at"], 3);
    assert_eq!(
        moved["bars"],
        json!([
            ["2026-03-02T14:30:00Z", 100.0, 101.0, 99.0, 100.25],
            ["2026-03-02T14:32:00Z", 110.0, 111.0, 109.0, 110.5]
        ])
    );
    assert_eq!(moved["forming"], true);
    // At the open, a tick of slippage against.
    assert_eq!(
        moved["events"],
        json!([{ "at": 3, "kind": "filled", "price": 110.25, "size": 2 }])
    );
    assert_eq!(
        moved["position"],
        json!({ "side": "long", "size": 2, "price": 110.25, "stop": 98.0, "target": 113.5, "since": 3, "closing": 0 })
    );
    assert_eq!(moved["balance"], 5_000_000 - 2 * 62);
    // The high of 113.75 trades through the target.
    let closed = holder
        .post(&steps(&run), &json!({ "at": 3, "steps": 8, "stopOnEvent": true }))
        .ok(200);
    assert_eq!(closed["at"], 5);
    assert_eq!(
        closed["events"],
        json!([{ "at": 5, "kind": "target", "price": 113.5, "size": 2 }])
    );
    let result = 2 * 13 * 125 - 4 * 62;
    assert_eq!(closed["balance"], 5_000_000 + result);
    let trade = &closed["trades"][0];
    assert_eq!(trade["result"], result);
    assert_eq!((&trade["exit"], &trade["sure"]), (&json!("target"), &json!(70)));
    assert_eq!((&trade["mae"], &trade["mfe"]), (&json!(5), &json!(13)));
    assert_eq!((&trade["entryAt"], &trade["exitAt"]), (&json!(3), &json!(5)));
    let ended = holder.post(&end(&run), &json!({ "at": 5 })).ok(200);
    assert_eq!(ended["of"], 10);
    let judged = &ended["result"];
    assert_eq!(judged["verdict"], "passed");
    assert_eq!(judged["profit"], result);
    assert_eq!(judged["met"][0]["rule"], "max_loss");
    assert!((judged["brier"].as_f64().unwrap() - 0.09).abs() < 1e-9);
    assert!(judged["plan"].as_str().unwrap().contains("high of the range"));
    assert!(judged["disclaimer"].as_str().unwrap().starts_with("Hypothetical"));
    let listed = holder.get(&market.runs()).ok(200);
    assert_eq!(listed[0]["verdict"], "passed");
    assert_eq!(listed[0]["result"]["profit"], result);
    // Another run plays the chart that was played the fewest times.
    let second = holder.post(&market.runs(), &json!({})).ok(201);
    assert_eq!(second["bars"][0][1], 200.0);
    let lesson = holder
        .get(&format!("/api/videos/{}/lesson", market.lessons.video.0))
        .ok(200);
    assert_eq!(
        (&lesson["replay"]["runs"], &lesson["replay"]["passed"]),
        (&json!(2), &json!(1))
    );
}

#[rstest]
fn what_happens_twice_happens_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let market = Market::open(engine);
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let step = json!({ "at": 2, "steps": 1, "acts": [long(1)] });
    let _ = holder.post(&steps(&run), &step).ok(200);
    let _ = holder.post(&steps(&run), &step).refused(409, "run_moved");
    let _ = holder
        .post(&end(&run), &json!({ "at": 2 }))
        .refused(409, "run_moved");
    let seen = holder.get(&format!("/api/replay-runs/{}", run["id"])).ok(200);
    assert_eq!((&seen["at"], &seen["tradesToday"]), (&json!(3), &json!(1)));
    let _ = holder.post(&end(&run), &json!({ "at": 3 })).ok(200);
    let _ = holder
        .post(&steps(&run), &json!({ "at": 3, "steps": 1 }))
        .refused(409, "run_ended");
    let _ = holder
        .post(&end(&run), &json!({ "at": 3 }))
        .refused(409, "run_ended");
}

#[rstest]
fn two_steps_at_once_are_one(#[values(Sqlite, Postgres)] engine: Engine) {
    let market = Market::open(engine);
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let senders: Vec<_> = (0..6)
            .map(|_| {
                let (mut tab, path) = (holder.clone(), steps(&run));
                scope.spawn(move || tab.post(&path, &json!({ "at": 2, "steps": 1 })).status)
            })
            .collect();
        senders.into_iter().map(|sender| sender.join().unwrap()).collect()
    });
    assert_eq!(
        statuses.iter().filter(|status| **status == 200).count(),
        1,
        "{statuses:?}"
    );
    assert_eq!(
        statuses.iter().filter(|status| **status == 409).count(),
        5,
        "{statuses:?}"
    );
    let seen = holder.get(&format!("/api/replay-runs/{}", run["id"])).ok(200);
    assert_eq!(seen["at"], 3);
}

#[test]
fn a_run_has_two_thousand_acts_at_most_and_a_cancelled_entry_none() {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let mut act = |acts: Vec<Value>| holder.post(&steps(&run), &json!({ "at": 2, "steps": 0, "acts": acts }));
    let pair = || vec![long(1), json!({ "act": "cancel" })];
    for _ in 0..5 {
        let _ = act([pair(), pair(), pair(), pair(), pair()].concat()).ok(200);
    }
    let kept = || {
        db_texts(
            &market.server.database().address(),
            "SELECT acts AS t FROM replay_runs",
        )
    };
    assert_eq!(kept(), [Some(String::from("[]"))]);
    let _ = act(vec![long(1)]).ok(200);
    let protect = || json!({ "act": "protect", "target": null });
    for _ in 0..199 {
        let _ = act(vec![protect(); 10]).ok(200);
    }
    let _ = act(vec![protect(); 9]).ok(200);
    let before = kept();
    let refused = act(vec![protect()]).refused(400, "act_refused");
    assert!(
        refused["fields"]["acts"].as_str().unwrap().contains("2000"),
        "{refused}"
    );
    assert_eq!(kept(), before);
}

#[test]
fn a_refused_act_undoes_the_whole_call() {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let refused = holder
        .post(
            &steps(&run),
            &json!({ "at": 2, "steps": 1, "acts": [long(1), { "act": "cancel" }, { "act": "cancel" }] }),
        )
        .refused(400, "act_refused");
    assert!(refused["fields"]["acts"].is_string(), "{refused}");
    let seen = holder.get(&format!("/api/replay-runs/{}", run["id"])).ok(200);
    assert_eq!((&seen["at"], &seen["waiting"]), (&json!(2), &Value::Null));
}

#[rstest]
#[case(json!({ "at": 2, "steps": 3_001 }), "steps")]
#[case(json!({ "at": 2, "steps": 1, "acts": vec![json!({ "act": "cancel" }); 11] }), "acts")]
#[case(json!({ "at": 2, "steps": 1, "acts": [{ "act": "enter", "side": "long", "size": 0, "type": "market" }] }), "acts")]
#[case(json!({ "at": 2, "steps": 1, "acts": [{ "act": "enter", "side": "long", "size": 1, "type": "limit" }] }), "acts")]
#[case(json!({ "at": 2, "steps": 1, "acts": [{ "act": "enter", "side": "long", "size": 1, "type": "limit", "price": 99.1 }] }), "acts")]
#[case(json!({ "at": 2, "steps": 1, "acts": [{ "act": "enter", "side": "long", "size": 1, "type": "market", "price": 99.0 }] }), "acts")]
#[case(json!({ "at": 2, "steps": 1, "acts": [{ "act": "enter", "side": "long", "size": 1, "type": "market", "sure": 49 }] }), "acts")]
#[case(json!({ "at": 2, "steps": 1, "acts": [{ "act": "protect" }] }), "acts")]
fn what_is_not_of_its_form_names_its_field(#[case] body: Value, #[case] field: &str) {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let answer = holder.post(&steps(&run), &body).ok(400);
    assert_ne!(answer["code"], "act_refused");
    assert!(answer["fields"][field].is_string(), "{answer}");
}

#[test]
fn the_last_sub_bar_ends_the_run() {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let ended = holder
        .post(&steps(&run), &json!({ "at": 2, "steps": 3_000 }))
        .ok(200);
    assert_eq!((&ended["at"], &ended["of"]), (&json!(10), &json!(10)));
    assert_eq!(ended["result"]["verdict"], "short", "without a trade");
    assert!(ended["endedAt"].is_string());
}

#[test]
fn a_run_on_a_replaced_chart_is_closed_as_it_stands() {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let _ = holder
        .post(&steps(&run), &json!({ "at": 2, "steps": 1, "acts": [long(1)] }))
        .ok(200);
    let changed = support::courses::lesson_folder::replay::FIRST.replace("116.00", "115.75");
    market.folder.write("first.csv", changed.as_bytes());
    let _ = market
        .folder
        .import(market.server.database(), &market.server.media());
    let refused = holder
        .post(&steps(&run), &json!({ "at": 3, "steps": 1 }))
        .refused(409, "run_ended");
    assert!(
        refused["message"].as_str().unwrap().contains("replaced"),
        "{refused}"
    );
    let kept = holder.get(&format!("/api/replay-runs/{}", run["id"])).ok(200);
    assert_eq!(
        (&kept["at"], &kept["result"]["verdict"]),
        (&json!(3), &json!("short"))
    );
    assert_eq!(kept["trades"][0]["exit"], "end");
    // At the last seen close of 110.50, a tick against.
    assert_eq!(kept["trades"][0]["exitPrice"], 110.25);
    let _ = holder.post(&market.runs(), &json!({})).ok(201);
}

#[test]
fn the_newest_twenty_runs_are_listed_without_what_their_review_draws() {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let ids: Vec<_> = (0..23)
        .map(|_| {
            let run = holder.post(&market.runs(), &json!({})).ok(201);
            let _ = holder.post(&end(&run), &json!({ "at": run["at"] })).ok(200);
            run["id"].as_i64().unwrap()
        })
        .collect();
    let newest = holder.get(&market.runs()).ok(200);
    let listed = |page: &Value| -> Vec<i64> {
        let runs = page.as_array().unwrap().iter();
        runs.map(|run| run["id"].as_i64().unwrap()).collect()
    };
    let expected: Vec<_> = ids.iter().rev().copied().collect();
    assert_eq!(listed(&newest), expected[..20]);
    let result = newest[0]["result"].as_object().unwrap();
    assert!(result.contains_key("profit") && result.contains_key("disclaimer"));
    assert!(!result.contains_key("curve") && !result.contains_key("plan"));
    let before = format!("{}?before={}", market.runs(), expected[19]);
    assert_eq!(listed(&holder.get(&before).ok(200)), expected[20..]);
    let of_none = format!("{}?before={}", market.runs(), expected[22]);
    assert_eq!(holder.get(&of_none).ok(200), json!([]));
    for wrong in ["x", "", "1&before=2", "99999999999"] {
        let answer = holder.get(&format!("{}?before={wrong}", market.runs()));
        answer.wrong_fields(&[("before", "before must be the id of a run")]);
    }
    let whole = holder.get(&format!("/api/replay-runs/{}", ids[0])).ok(200);
    assert!(whole["result"]["curve"].is_array() && whole["result"]["plan"].is_string());
}

#[test]
fn a_run_is_read_from_the_last_shown_bar_that_was_known() {
    let market = Market::open(Sqlite);
    let mut holder = market.holder("Trader");
    let run = holder.post(&market.runs(), &json!({})).ok(201);
    let moved = holder.post(&steps(&run), &json!({ "at": 2, "steps": 3 })).ok(200);
    let path = format!("/api/replay-runs/{}", run["id"]);
    let mut times = |from: &str| -> Vec<Value> {
        let seen = holder.get(&format!("{path}{from}")).ok(200);
        assert_eq!(seen["at"], 5);
        let bars = seen["bars"].as_array().unwrap().iter();
        bars.map(|bar| bar[0].clone()).collect()
    };
    let all = [
        "2026-03-02T14:30:00Z",
        "2026-03-02T14:32:00Z",
        "2026-03-02T14:34:00Z",
    ];
    assert_eq!(times(""), all);
    assert_eq!(times("?from=0"), all);
    assert_eq!(times("?from=2"), all);
    assert_eq!(times("?from=3"), all[1..], "as a step from there answers");
    assert_eq!(times("?from=5"), all[2..]);
    assert_eq!(times("?from=900"), all[2..]);
    assert_eq!(moved["bars"].as_array().unwrap().len(), 3);
    for wrong in ["-1", "x", "1.5"] {
        let answer = holder.get(&format!("{path}?from={wrong}"));
        answer.wrong_fields(&[("from", "from must be the number of sub-bars that were seen")]);
    }
}
