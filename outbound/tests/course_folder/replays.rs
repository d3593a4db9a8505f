//! The replay of a lesson: what is taken, and the way out again.

use std::{fmt::Write, fs};

use outbound::{FolderReplay, MediaStore, replay_text, store_course, write_course_folder};
use replay::{DailyAnchor, Then, Trails};

use super::{
    exports::catalogued,
    lessons::{MANIFEST, folder, read, write},
};

pub(crate) const REPLAY: &str = r#"# The contract's own example.
title = "The first hour"
prompt = "Trade the **opening range** by the plan of this lesson."
plan = "The high of the first half hour."
charts = ["es-03-02.csv", "more/es-03-03.csv"]
bar = "5m"
begin = "14:30"
end = "16:00"
day_ends = "22:00"
timezone = "America/New_York"

[instrument]
name = "MES"
tick = 0.25
tick_value = 1.25
currency = "USD"
commission = 0.62
slippage_ticks = 1
most = 5

[account]
balance = 50000.00

[rules]
profit_target = 1500.00
max_loss = { amount = 2000.00, trails = "day", lock = 50000.00 }
daily_loss = { amount = 1000.00, from = "balance", then = "pause" }
best_day = 0.5
days = 3
trades = 3
risk = 100.00
source = "https://rules.example/evaluation"
read_on = 2026-11-01
"#;

pub(crate) const PLAIN: &str = r#"title = "A market"
prompt = "Trade."
charts = ["more/es-03-03.csv"]
bar = "1m"
begin = "14:30"

[instrument]
name = "EUR/USD"
tick = 0.00005
tick_value = 5
currency = "USD"
most = 1

[account]
balance = 1000
"#;

/// Two minutes of 10-second sub-bars around half past two, with volumes.
pub(crate) fn chart() -> String {
    let mut text = String::from("time,open,high,low,close,volume\n");
    for n in 0..12 {
        let (minute, second) = (29 + n / 6, n % 6 * 10);
        writeln!(
            text,
            "2026-03-02T14:{minute}:{second:02}Z,5410,5411.25,5409.50,5410.75,{n}.5"
        )
        .unwrap();
    }
    text
}

pub(crate) fn with_replay() -> tempfile::TempDir {
    let folder = folder();
    let manifest = MANIFEST
        .replacen(
            "preview = true\n",
            "preview = true\nreplay = \"04-replay.toml\"\n",
            1,
        )
        .replacen(
            "title = \"How to read a chart\"\n",
            "title = \"How to read a chart\"\nreplay = \"05-replay.toml\"\n",
            1,
        );
    for (name, text) in [
        ("course.toml", manifest.as_str()),
        ("04-replay.toml", REPLAY),
        ("05-replay.toml", PLAIN),
        ("es-03-02.csv", &chart()),
        ("more/es-03-03.csv", &chart().replace("-02T", "-03T")),
    ] {
        write(folder.path(), name, text);
    }
    folder
}

#[test]
fn a_replay_is_read_with_its_charts() {
    let folder = with_replay();
    let read = read(folder.path());
    assert_eq!(read.warnings, []);
    let FolderReplay {
        file,
        definition,
        charts,
    } = read.lessons[0][0].replay.clone().unwrap();
    assert_eq!(file, "04-replay.toml");
    assert_eq!(
        (definition.bar, definition.begin.to_string()),
        (300, String::from("14:30"))
    );
    let instrument = &definition.instrument;
    assert_eq!(
        (
            instrument.tick.to_string(),
            instrument.tick_value,
            instrument.commission
        ),
        (String::from("0.25"), 125, 62)
    );
    assert_eq!(definition.account.balance, 5_000_000);
    let max_loss = definition.rules.max_loss.unwrap();
    assert_eq!(
        (max_loss.amount, max_loss.trails, max_loss.lock),
        (200_000, Trails::Day, Some(5_000_000))
    );
    let daily_loss = definition.rules.daily_loss.unwrap();
    assert_eq!(
        (daily_loss.from, daily_loss.then),
        (DailyAnchor::Balance, Then::Pause)
    );
    assert_eq!(definition.rules.best_day.unwrap().to_string(), "0.5");
    assert_eq!(definition.rules.read_on.unwrap().to_string(), "2026-11-01");
    assert_eq!(definition.timezone.as_deref(), Some("America/New_York"));
    let sizes: Vec<_> = charts
        .iter()
        .map(|chart| (chart.file.file.as_str(), chart.packed.step, chart.packed.sub_bars))
        .collect();
    assert_eq!(sizes, [("es-03-02.csv", 10, 12), ("more/es-03-03.csv", 10, 12)]);
    let plain = read.lessons[0][1].replay.clone().unwrap().definition;
    assert_eq!((plain.plan.as_str(), plain.instrument.tick_value), ("", 500));
    assert_eq!(plain.rules, replay::Rules::default());
}

#[test]
fn a_replay_goes_out_as_it_came_in() {
    let folder = with_replay();
    let before = read(folder.path());
    let media = MediaStore::in_folder(folder.path().join(".media"));
    let imported = store_course(&before, &media).unwrap();
    let (course, sections, contents) = catalogued(&imported);
    let target = folder.path().join(".out");
    write_course_folder(&course, &sections, &contents, &media, &target).unwrap();
    let after = read(&target);
    assert_eq!(after.warnings, []);
    for (before, after) in before.lessons[0].iter().zip(&after.lessons[0]) {
        let (before, after) = (before.replay.clone().unwrap(), after.replay.clone().unwrap());
        assert_eq!(before.definition, after.definition);
        let packed = |replay: &FolderReplay| {
            let charts = replay.charts.iter();
            charts.map(|chart| chart.packed.clone()).collect::<Vec<_>>()
        };
        assert_eq!(packed(&before), packed(&after));
    }
    for name in ["es-03-02.csv", "more/es-03-03.csv"] {
        let bytes = |folder: &std::path::Path| fs::read(folder.join(name)).unwrap();
        assert_eq!(bytes(&target), bytes(folder.path()), "{name}, its volumes too");
    }
}

#[test]
fn a_definition_is_written_in_the_words_of_the_contract() {
    let folder = with_replay();
    let read = read(folder.path());
    let text = replay_text(&read.lessons[0][0].replay.as_ref().unwrap().definition).unwrap();
    for line in [
        "bar = \"5m\"",
        "day_ends = \"22:00\"",
        "tick = 0.25",
        "commission = 0.62",
        "read_on = 2026-11-01",
        "trails = \"day\"",
        "then = \"pause\"",
    ] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    let plain = replay_text(&read.lessons[0][1].replay.as_ref().unwrap().definition).unwrap();
    assert!(
        plain.contains("tick = 0.00005") && !plain.contains("[rules]"),
        "{plain}"
    );
}
