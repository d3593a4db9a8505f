//! What an ended run asks in the revision.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot continue ends with a panic"
)]

use courses::lesson::exercise::{Exercise, Question};
use replay::{
    Account, Act, ActAt, Change, Chart, DailyAnchor, DailyLoss, Definition, Entry, EntryType, Instrument,
    MaxLoss, Rules, Run, Side, SubBar, Then, Tick, TimeOfDay, Trails,
};
use replay_runs::{MAX_RUN_EXERCISES, RunId, exercises_of};

const NOON: i64 = 1_772_452_800;

fn definition(rules: Rules) -> Definition {
    Definition {
        title: String::new(),
        prompt: String::new(),
        plan: String::new(),
        charts: vec!["one.csv".into()],
        bar: 60,
        begin: TimeOfDay::parse("12:01").unwrap(),
        end: None,
        day_ends: None,
        instrument: Instrument {
            name: "MES".into(),
            tick: Tick::parse("0.25").unwrap(),
            tick_value: 125,
            currency: "USD".into(),
            commission: 62,
            slippage_ticks: 0,
            most: 5,
        },
        account: Account { balance: 5_000_000 },
        rules,
        timezone: None,
    }
}

/// A sub-bar at each price, a minute apart; the first was seen.
fn chart(prices: &[i64]) -> Chart {
    let bar = |(minute, price): (i64, &i64)| SubBar {
        time: NOON + minute * 60,
        open: *price,
        high: *price,
        low: *price,
        close: *price,
    };
    Chart::new((0..).zip(prices).map(bar).collect()).unwrap()
}

fn long(size: i64, stop: Option<i64>) -> Act {
    Act::Enter(Entry {
        side: Side::Long,
        size,
        entry_type: EntryType::Market,
        stop,
        target: None,
        sure: None,
    })
}

fn stop(change: Change) -> Act {
    Act::Protect {
        stop: change,
        target: Change::Leave,
    }
}

/// Plays to the end of the chart; an act is done when so many sub-bars were seen.
fn asked_of(rules: Rules, prices: &[i64], acts: &[(usize, Act)]) -> Vec<Exercise> {
    let (definition, chart) = (definition(rules), chart(prices));
    let mut run = Run::begin(&definition, &chart);
    let acts: Vec<ActAt> = acts
        .iter()
        .map(|(at, act)| ActAt { at: *at, act: *act })
        .collect();
    loop {
        let now = run.at();
        for ActAt { act, .. } in acts.iter().filter(|act| act.at == now) {
            run.act(act).unwrap();
        }
        if !run.step() {
            break;
        }
    }
    exercises_of(&run, RunId(7), &acts)
}

fn answer(exercise: &Exercise) -> (String, String) {
    match &exercise.question {
        Question::Number { unit, answer, .. } => (answer.to_string(), unit.clone().unwrap()),
        other => panic!("{other:?}"),
    }
}

fn max_loss(amount: i64) -> Rules {
    Rules {
        max_loss: Some(MaxLoss {
            amount,
            trails: Trails::Never,
            lock: None,
        }),
        ..Rules::default()
    }
}

#[test]
fn a_trade_with_a_stop_that_was_kept_asks_nothing() {
    let kept = [(1, long(2, Some(19_990))), (2, stop(Change::Move(19_995)))];
    assert_eq!(
        asked_of(Rules::default(), &[20_000, 20_000, 20_010, 19_990], &kept),
        []
    );
}

#[test]
fn an_open_run_asks_nothing() {
    let (definition, chart) = (definition(Rules::default()), chart(&[20_000, 20_000, 20_000]));
    let mut run = Run::begin(&definition, &chart);
    run.act(&long(1, None)).unwrap();
    run.step();
    assert_eq!(exercises_of(&run, RunId(7), &[]), []);
}

#[test]
fn a_trade_without_a_stop_asks_what_a_stop_would_have_risked() {
    let asked = asked_of(
        Rules::default(),
        &[20_000, 20_000, 19_992, 20_004],
        &[(1, long(2, None))],
    );
    let [exercise] = asked.as_slice() else {
        panic!("{asked:?}")
    };
    assert_eq!(exercise.id.as_str(), "replay-7-1");
    // Eight ticks of two contracts are 20.00, and four commissions of 0.62.
    assert_eq!(answer(exercise), ("22.48".into(), "USD".into()));
    for part in ["long of 2 MES at 5000 ", "no stop", "8 ticks away", "0.62 USD"] {
        assert!(exercise.prompt.contains(part), "{part}: {}", exercise.prompt);
    }
    assert!(exercise.explanation.as_ref().unwrap().contains("22.48"));
}

#[test]
fn a_stop_that_was_moved_away_asks_for_the_size_at_the_wider_stop() {
    let acts = [(1, long(2, Some(19_992))), (2, stop(Change::Move(19_986)))];
    let asked = asked_of(Rules::default(), &[20_000, 20_000, 20_000, 20_004], &acts);
    let [exercise] = asked.as_slice() else {
        panic!("{asked:?}")
    };
    // A contract risks 14 x 1.25 + 2 x 0.62 = 18.74; 1 % of the account is 500.00.
    assert_eq!(answer(exercise), ("26".into(), "contracts".into()));
    for part in [
        "8 ticks away, and you moved it to 14 ticks",
        "500.00 USD, 1 % of the account",
    ] {
        assert!(exercise.prompt.contains(part), "{part}: {}", exercise.prompt);
    }
}

#[test]
fn a_stop_that_was_removed_asks_for_the_size_at_the_first_stop() {
    let acts = [(1, long(2, Some(19_992))), (2, stop(Change::Remove))];
    let asked = asked_of(Rules::default(), &[20_000, 20_000, 20_000, 20_004], &acts);
    // A contract risks 8 x 1.25 + 2 x 0.62 = 11.24.
    assert_eq!(answer(asked.first().unwrap()), ("44".into(), "contracts".into()));
    assert!(asked.first().unwrap().prompt.contains("you removed it"));
}

#[test]
fn a_broken_rule_asks_how_far_the_floor_was() {
    let acts = [(1, long(2, Some(19_000)))];
    let asked = asked_of(max_loss(200_000), &[20_000, 20_000, 19_200, 19_200], &acts);
    let [exercise] = asked.as_slice() else {
        panic!("{asked:?}")
    };
    // 49,998.76 less 48,000.00 is 1,998.76; a tick costs 2.50, so the eight hundredth touches.
    assert_eq!(answer(exercise), ("800".into(), "ticks".into()));
    for part in [
        "largest loss",
        "balance of 49998.76 USD",
        "floor was 48000.00 USD",
    ] {
        assert!(exercise.prompt.contains(part), "{part}: {}", exercise.prompt);
    }
}

#[test]
fn the_balance_of_a_later_trade_has_the_results_before_it() {
    // The first gains 10 ticks less two commissions, 11.26; the second begins at 50,010.64.
    let acts = [
        (1, long(1, Some(19_990))),
        (2, Act::Close(None)),
        (3, long(1, Some(19_000))),
    ];
    let asked = asked_of(
        max_loss(50_000),
        &[20_000, 20_000, 20_010, 20_000, 19_500, 19_500],
        &acts,
    );
    let [exercise] = asked.as_slice() else {
        panic!("{asked:?}")
    };
    assert!(
        exercise.prompt.contains("balance of 50010.64 USD"),
        "{}",
        exercise.prompt
    );
    assert_eq!(answer(exercise).0, "409");
}

#[test]
fn a_day_that_was_paused_and_a_run_that_failed_ask_once_each() {
    let rules = Rules {
        daily_loss: Some(DailyLoss {
            amount: 10_000,
            from: DailyAnchor::Balance,
            then: Then::Pause,
        }),
        ..max_loss(20_000)
    };
    let asked = asked_of(
        rules,
        &[20_000, 20_000, 19_000, 19_000],
        &[(1, long(1, Some(18_000)))],
    );
    let texts: Vec<&str> = asked.iter().map(|exercise| exercise.prompt.as_str()).collect();
    let [first, second] = texts.as_slice() else {
        panic!("{texts:?}")
    };
    assert!(
        first.contains("daily loss") && second.contains("largest loss"),
        "{texts:?}"
    );
}

#[test]
fn the_parts_of_a_trade_ask_once() {
    let acts = [
        (1, long(2, None)),
        (2, Act::Close(Some(1))),
        (3, Act::Close(None)),
    ];
    assert_eq!(
        asked_of(Rules::default(), &[20_000, 20_000, 20_001, 20_002, 20_002], &acts).len(),
        1
    );
}

#[test]
fn a_run_asks_at_most_three() {
    let acts: Vec<(usize, Act)> = (0..5)
        .flat_map(|n| [(1 + 2 * n, long(1, None)), (2 + 2 * n, Act::Close(None))])
        .collect();
    let asked = asked_of(Rules::default(), &[20_000; 12], &acts);
    assert_eq!(asked.len(), MAX_RUN_EXERCISES);
    let ids: Vec<&str> = asked.iter().map(|exercise| exercise.id.as_str()).collect();
    assert_eq!(ids, ["replay-7-1", "replay-7-2", "replay-7-3"]);
}
