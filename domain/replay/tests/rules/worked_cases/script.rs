//! The first two parts of a case: a definition, a chart, and what is done in which order.

use chrono::NaiveDate;
use replay::{
    Account, Act, Change, Chart, DailyAnchor, DailyLoss, Definition, Entry, EntryType, Instrument, MaxLoss,
    Rules, Share, Side, SubBar, Then, Tick, TimeOfDay, Trails,
};

use crate::agreement::Move;

const DAY: i64 = 86_400;
const STEP: i64 = 60;

pub enum Task {
    Make(Move),
    Refused(Act),
}

pub struct Script {
    pub definition: Definition,
    pub chart: Chart,
    pub tasks: Vec<Task>,
}

impl Script {
    pub fn read(setup: &str, happens: &str) -> Self {
        let definition = definition(setup);
        let midnight = NaiveDate::from_ymd_opt(2026, 1, 5)
            .unwrap()
            .and_hms_opt(0, 0, 0)
            .unwrap();
        let mut time = midnight.and_utc().timestamp() + definition.begin.seconds() - STEP;
        let mut bars = vec![bar(time, "100")];
        let mut tasks = Vec::new();
        let mut chart_ends = false;
        for text in happens.split(';').map(str::trim).filter(|text| !text.is_empty()) {
            if text == "chart ends" {
                chart_ends = true;
            } else if text.starts_with(|first: char| first.is_ascii_digit() || first == '+') {
                let (when, prices) = text
                    .split_once(' ')
                    .map_or((None, text), |(when, prices)| (Some(when), prices));
                time = when.map_or(time + STEP, |when| time_of(time, when));
                bars.push(bar(time, prices));
                tasks.push(Task::Make(Move::Step));
            } else if let Some(refused) = text.strip_prefix("no ") {
                tasks.push(Task::Refused(act(refused)));
            } else {
                tasks.push(Task::Make(match text {
                    "end" => Move::End,
                    "replaced" => Move::Replace,
                    _ => Move::Act(act(text)),
                }));
            }
        }
        if !chart_ends {
            let close = bars.last().unwrap().close.to_string();
            bars.extend([bar(time + STEP, &close), bar(time + 2 * STEP, &close)]);
        }
        Self {
            definition,
            chart: Chart::new(bars).unwrap(),
            tasks,
        }
    }
}

/// `14:30` of the same date, `+14:30` of the next.
fn time_of(before: i64, when: &str) -> i64 {
    let days = when.bytes().filter(|byte| *byte == b'+').count() as i64;
    let time = TimeOfDay::parse(when.trim_start_matches('+')).unwrap().seconds();
    before - before.rem_euclid(DAY) + days * DAY + time
}

/// `open/high/low/close`, or one price for all.
fn bar(time: i64, prices: &str) -> SubBar {
    let prices: Vec<i64> = prices.split('/').map(|price| price.parse().unwrap()).collect();
    let (open, high, low, close) = match prices.as_slice() {
        [price] => (*price, *price, *price, *price),
        [open, high, low, close] => (*open, *high, *low, *close),
        _ => panic!("a sub-bar has one price or four: {prices:?}"),
    };
    SubBar {
        time,
        open,
        high,
        low,
        close,
    }
}

fn act(text: &str) -> Act {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["cancel"] => Act::Cancel,
        ["close"] => Act::Close(None),
        ["close", size] => Act::Close(Some(size.parse().unwrap())),
        ["protect", changes @ ..] => Act::Protect {
            stop: change(changes, "sl"),
            target: change(changes, "tp"),
        },
        ["buy", rest @ ..] => Act::Enter(entry(Side::Long, rest)),
        ["sell", rest @ ..] => Act::Enter(entry(Side::Short, rest)),
        _ => panic!("no act: {text}"),
    }
}

fn value_of<'w>(words: &[&'w str], key: &str) -> Option<&'w str> {
    words
        .iter()
        .find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
}

fn change(words: &[&str], key: &str) -> Change {
    match value_of(words, key) {
        None => Change::Leave,
        Some("none") => Change::Remove,
        Some(price) => Change::Move(price.parse().unwrap()),
    }
}

fn entry(side: Side, words: &[&str]) -> Entry {
    let price = |key| value_of(words, key).map(|price| price.parse().unwrap());
    let entry_type = match (price("limit"), price("stop")) {
        (None, None) => EntryType::Market,
        (Some(price), None) => EntryType::Limit(price),
        (None, Some(price)) => EntryType::Stop(price),
        _ => panic!("one type: {words:?}"),
    };
    Entry {
        side,
        size: words.first().unwrap().parse().unwrap(),
        entry_type,
        stop: price("sl"),
        target: price("tp"),
        sure: value_of(words, "sure").map(|sure| sure.parse().unwrap()),
    }
}

fn definition(setup: &str) -> Definition {
    let words: Vec<&str> = setup.split_whitespace().collect();
    let known = [
        "value", "comm", "slip", "most", "balance", "bar", "begin", "end", "ends", "max", "daily", "goal",
        "best", "days", "trades", "risk",
    ];
    for word in &words {
        let key = word.split('=').next().unwrap();
        assert!(known.contains(&key), "no key of a set-up: {word}");
    }
    let number = |key: &str| value_of(&words, key).map(|text| text.parse::<i64>().unwrap());
    let time = |key: &str| value_of(&words, key).map(|text| TimeOfDay::parse(text).unwrap());
    let rules = Rules {
        profit_target: number("goal"),
        max_loss: value_of(&words, "max").map(max_loss),
        daily_loss: value_of(&words, "daily").map(daily_loss),
        best_day: value_of(&words, "best").map(|text| Share::parse(text).unwrap()),
        days: number("days").map(|days| days as u32),
        trades: number("trades").map(|trades| trades as u32),
        risk: number("risk"),
        source: None,
        read_on: None,
    };
    Definition {
        title: "Case".into(),
        prompt: String::new(),
        plan: String::new(),
        charts: vec!["case.csv".into()],
        bar: number("bar").unwrap_or(1) * 60,
        begin: time("begin").unwrap_or(TimeOfDay::parse("10:01").unwrap()),
        end: time("end"),
        day_ends: time("ends"),
        instrument: Instrument {
            name: "C".into(),
            tick: Tick::parse("1").unwrap(),
            tick_value: number("value").unwrap_or(100),
            currency: "USD".into(),
            commission: number("comm").unwrap_or(0),
            slippage_ticks: number("slip").unwrap_or(0),
            most: number("most").unwrap_or(5) as u32,
        },
        account: Account {
            balance: number("balance").unwrap_or(100_000),
        },
        rules,
        timezone: None,
    }
}

/// `2000,peak` or `2000,day,100000`.
fn max_loss(text: &str) -> MaxLoss {
    let parts: Vec<&str> = text.split(',').collect();
    MaxLoss {
        amount: parts[0].parse().unwrap(),
        trails: match parts[1] {
            "never" => Trails::Never,
            "day" => Trails::Day,
            "peak" => Trails::Peak,
            other => panic!("no way to trail: {other}"),
        },
        lock: parts.get(2).map(|lock| lock.parse().unwrap()),
    }
}

/// `1000,balance,pause`.
fn daily_loss(text: &str) -> DailyLoss {
    let parts: Vec<&str> = text.split(',').collect();
    DailyLoss {
        amount: parts[0].parse().unwrap(),
        from: match parts[1] {
            "balance" => DailyAnchor::Balance,
            "higher" => DailyAnchor::Higher,
            other => panic!("no anchor: {other}"),
        },
        then: match parts[2] {
            "fail" => Then::Fail,
            "pause" => Then::Pause,
            other => panic!("neither fail nor pause: {other}"),
        },
    }
}
