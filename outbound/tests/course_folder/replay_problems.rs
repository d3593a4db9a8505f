//! The file and the line of every problem with a replay and its charts.

use std::fmt::Write;

use outbound::read_course_folder;
use rstest::rstest;

use super::{
    lessons::{shown, write},
    replays::{REPLAY, chart, with_replay},
};

fn problems_of(file: &str, text: &str) -> String {
    let folder = with_replay();
    write(folder.path(), file, text);
    shown(folder.path(), &read_course_folder(folder.path()).unwrap_err())
}

#[rstest]
#[case(
    "begin = \"14:30\"",
    "begins = \"14:30\"",
    "7: begins: is an unknown key; the nearest is begin"
)]
#[case("tick = 0.25\n", "", "12: instrument.tick: is missing")]
#[case(
    "tick = 0.25",
    "tick = \"0.25\"",
    "14: instrument.tick: must be a number, not a text"
)]
#[case("tick = 0.25", "tick = 0.0", "14: instrument.tick: 0.0 is not above 0")]
#[case(
    "tick_value = 1.25",
    "tick_value = 1.255",
    "15: instrument.tick_value: 1.255 has more than two decimals"
)]
#[case("tick_value = 1.25", "tick_value = 0", "15: instrument.tick_value: ")]
#[case(
    "commission = 0.62",
    "commission = 0.625",
    "17: instrument.commission: 0.625 has more than two decimals"
)]
#[case(
    "slippage_ticks = 1",
    "slippage_ticks = 1.5",
    "18: instrument.slippage_ticks: must be a whole number, not a number with decimals"
)]
#[case(
    "slippage_ticks = 1",
    "slippage_ticks = -1",
    "18: instrument.slippage_ticks: "
)]
#[case("most = 5", "most = 0", "19: instrument.most: ")]
#[case("most = 5", "most = -1", "19: instrument.most: -1 is not from 0 to")]
#[case(
    "balance = 50000.00",
    "balance = 50000.001",
    "22: account.balance: 50000.001 has more than two decimals"
)]
#[case(
    "balance = 50000.00",
    "balance = 1e3",
    "22: account.balance: 1e3 is no decimal number"
)]
#[case(
    "balance = 50000.00",
    "balance = 50000.0000000000001",
    "22: account.balance: 50000.0000000000001 has more than"
)]
#[case("[account]\nbalance = 50000.00", "", "1: account: is missing")]
#[case(
    "bar = \"5m\"",
    "bar = \"5 minutes\"",
    "6: bar: \"5 minutes\" is no time such as"
)]
#[case("bar = \"5m\"", "bar = \"7m\"", "6: bar: ")]
#[case("bar = \"5m\"", "bar = \"15s\"", "6: bar: es-03-02.csv: ")]
#[case(
    "begin = \"14:30\"",
    "begin = \"24:30\"",
    "7: begin: \"24:30\" is no time of day"
)]
#[case("begin = \"14:30\"", "begin = \"14:00\"", "7: begin: es-03-02.csv: ")]
#[case("begin = \"14:30\"", "begin = \"15:00\"", "7: begin: es-03-02.csv: ")]
#[case("end = \"16:00\"", "end = \"14:30\"", "8: end: ")]
#[case(
    "timezone = \"America/New_York\"",
    "timezone = \"EST5\"",
    "10: timezone: \"EST5\" is no time zone of IANA"
)]
#[case("lock = 50000.00", "lock = 47999.99", "26: rules.max_loss")]
#[case(
    "trails = \"day\"",
    "trails = \"week\"",
    "26: rules.max_loss.trails: \"week\" is not one of never, day, peak"
)]
#[case("amount = 2000.00, ", "", "26: rules.max_loss.amount: is missing")]
#[case(
    "{ amount = 1000.00, from = \"balance\", then = \"pause\" }",
    "1000",
    "27: rules.daily_loss: must be a table, not a number"
)]
#[case(
    "then = \"pause\"",
    "than = \"pause\"",
    "27: rules.daily_loss.than: is an unknown key; the nearest is then"
)]
#[case("best_day = 0.5", "best_day = 1.01", "28: rules.best_day: ")]
#[case("best_day = 0.5", "best_day = 0", "28: rules.best_day: 0 is not above 0")]
#[case("days = 3", "days = 0", "29: rules.days: ")]
#[case("source = \"https://rules.example/evaluation\"\n", "", "32: rules.read_on: ")]
#[case("read_on = 2026-11-01\n", "", "32: rules.source: ")]
#[case(
    "read_on = 2026-11-01",
    "read_on = \"2026-11-01\"",
    "33: rules.read_on: must be a date such as 2026-11-01, not a text"
)]
#[case(
    "\"https://rules.example/evaluation\"",
    "\"javascript:alert(1)\"",
    "32: rules.source: must be an address"
)]
#[case("title = \"The first hour\"", "title = \" \"", "2: title: must not be empty")]
#[case(
    "\"more/es-03-03.csv\"]",
    "\"es-03-02.csv\"]",
    "5: charts[1]: es-03-02.csv is named twice"
)]
#[case("\"es-03-02.csv\", ", "\"gone.csv\", ", "5: there is no file \"gone.csv\"")]
#[case(
    "\"es-03-02.csv\", ",
    "\"../es.csv\", ",
    "5: \"../es.csv\" is not a path within the folder"
)]
#[case(
    "charts = [\"es-03-02.csv\", \"more/es-03-03.csv\"]",
    "charts = []",
    "5: charts: "
)]
fn a_problem_of_a_replay_names_its_line(#[case] right: &str, #[case] wrong: &str, #[case] problem: &str) {
    assert!(REPLAY.contains(right), "{right}");
    let found = problems_of("04-replay.toml", &REPLAY.replacen(right, wrong, 1));
    let expected = format!("04-replay.toml:{problem}");
    assert!(found.starts_with(&expected), "{found:?} instead of {expected:?}");
}

#[rstest]
#[case(
    "14:29:20Z,5410,5411.25",
    "14:29:20Z,5410.10,5411.25",
    "4: open: \"5410.10\" is off the tick of 0.25"
)]
#[case("14:29:20Z,5410,5411.25", "14:29:20Z,5410,5409.25", "4: ")]
#[case("14:29:20Z,5410", "14:29:10Z,5410", "4: ")]
#[case("14:29:20Z,5410", "14:29:05Z,5410", "4: ")]
#[case("14:29:20Z,5410", "14:29:23Z,5410", "3: ")]
#[case(
    "14:29:20Z,5410",
    "14:29:20.5Z,5410",
    "4: time: \"2026-03-02T14:29:20.5Z\" has a fraction of a second"
)]
#[case(
    "14:29:20Z,5410",
    "15:29:20+01:00,5410",
    "4: time: \"2026-03-02T15:29:20+01:00\" is not in UTC"
)]
#[case(
    ",2.5\n",
    "\n",
    "4: has 5 fields instead of 6: time,open,high,low,close,volume"
)]
#[case(",2.5\n", ",-2.5\n", "4: the volume is negative")]
#[case("time,open", "when,open", "1: time: \"when\" is no time")]
#[case("time,open,high", "time,high,open", "1: the columns must be")]
fn a_problem_of_a_replays_chart_names_its_line(
    #[case] right: &str,
    #[case] wrong: &str,
    #[case] problem: &str,
) {
    let text = chart();
    assert!(text.contains(right), "{right}");
    let found = problems_of("es-03-02.csv", &text.replacen(right, wrong, 1));
    let expected = format!("es-03-02.csv:{problem}");
    assert!(found.starts_with(&expected), "{found:?} instead of {expected:?}");
}

#[test]
fn every_wrong_row_is_named_up_to_ten() {
    let text = chart().replace("5410.75", "5410.80");
    let found = problems_of("es-03-02.csv", &text);
    let lines: Vec<_> = found.lines().collect();
    assert_eq!(lines.len(), 10);
    assert_eq!(
        lines[9],
        "es-03-02.csv:11: close: \"5410.80\" is off the tick of 0.25"
    );
}

#[test]
fn each_problem_of_a_replay_is_named_once() {
    let text = REPLAY
        .replace("tick_value = 1.25", "tick_value = 1.255")
        .replace("trails = \"day\"", "trails = \"week\"")
        .replace("begin = \"14:30\"", "begin = \"half past two\"")
        .replace("\"es-03-02.csv\", ", "\"gone.csv\", ");
    let found = problems_of("04-replay.toml", &text);
    let lines: Vec<_> = found
        .lines()
        .map(|line| line.split(": ").next().unwrap())
        .collect();
    assert_eq!(
        lines,
        [
            "04-replay.toml:5",
            "04-replay.toml:7",
            "04-replay.toml:15",
            "04-replay.toml:26"
        ]
    );
}

#[test]
fn two_hundred_thousand_rows_are_taken_and_one_more_is_named() {
    let rows = |count: i64| {
        let mut text = String::new();
        for n in 0..count {
            let time = chrono::DateTime::from_timestamp(1_772_461_740 + n, 0).unwrap();
            writeln!(text, "{},5410,5411,5409,5410", time.format("%FT%TZ")).unwrap();
        }
        text
    };
    let folder = with_replay();
    let many = rows(200_001);
    let most = many.trim_end().rsplit_once('\n').unwrap().0;
    write(folder.path(), "es-03-02.csv", most);
    let read = read_course_folder(folder.path()).unwrap();
    let packed = &read.lessons[0][0].replay.as_ref().unwrap().charts[0].packed;
    assert_eq!(packed.sub_bars, 200_000);
    write(folder.path(), "es-03-02.csv", &many);
    let found = shown(folder.path(), &read_course_folder(folder.path()).unwrap_err());
    assert!(found.starts_with("es-03-02.csv:200001: "), "{found}");
    assert_eq!(found.lines().count(), 1);
}
