//! The replays of lessons on both databases.

use std::fmt::Write;

use chrono::DateTime;
use courses::{
    VideoId,
    lesson::{
        replay::store::{CurrentReplay, ReplayContentStore as _},
        store::LessonStore as _,
    },
};
use outbound::{MediaStore, read_course_folder};
use replay::SubBar;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    courses::lesson_folder::{LessonFolder, Lessons, stored_files},
    databases::tables::db_count,
};

const REPLAY: &str = r#"title = "The first hour"
prompt = "Trade."
plan = "As the lesson says."
charts = ["es.csv", "es-2.csv"]
bar = "1m"
begin = "14:35"

[instrument]
name = "MES"
tick = 0.25
tick_value = 1.25
currency = "USD"
most = 5

[account]
balance = 50000.00
"#;

/// 2,500 sub-bars of a second from 14:30 on; no two are alike.
fn chart(first: i64) -> String {
    let mut text = String::from("time,open,high,low,close\n");
    for n in 0..2_500 {
        let time = DateTime::from_timestamp(1_772_461_800 + n, 0).unwrap();
        let (open, close) = (first + n % 7, first + (n + 1) % 7);
        let (high, low) = (open.max(close) + n % 3, open.min(close) - n % 5);
        writeln!(text, "{},{open},{high},{low},{close}", time.format("%FT%TZ")).unwrap();
    }
    text
}

fn open(engine: Engine) -> (TestDatabase, tempfile::TempDir, MediaStore, LessonFolder, Lessons) {
    let database = TestDatabase::new(engine);
    let home = tempfile::tempdir().unwrap();
    let media = MediaStore::in_folder(home.path().join("media"));
    let folder = LessonFolder::new();
    let after = "title = \"How to read a chart\"";
    folder.change(after, &format!("{after}\nreplay = \"03-replay.toml\""));
    folder.write("03-replay.toml", REPLAY.as_bytes());
    folder.write("es.csv", chart(5_000).as_bytes());
    folder.write("es-2.csv", chart(6_000).as_bytes());
    let lessons = folder.import(&database, &media);
    (database, home, media, folder, lessons)
}

fn current(database: &TestDatabase, lesson: VideoId) -> Option<CurrentReplay> {
    database.read(|store| store.current_replay(lesson)).unwrap()
}

#[rstest]
fn a_replay_comes_out_as_it_went_in(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, _home, media, folder, lessons) = open(engine);
    let read = read_course_folder(folder.path()).unwrap();
    let expected = read.lessons[1][0].replay.as_ref().unwrap();
    let content = |lesson| {
        database
            .read(|store| store.lesson_content(lesson))
            .unwrap()
            .replay
    };
    let found = content(lessons.text).unwrap();
    assert_eq!(found.file, "03-replay.toml");
    assert_eq!(found.definition, expected.definition);
    assert_eq!(content(lessons.video), None);
    assert_eq!(stored_files(&media, "replays"), 2);
    let now = current(&database, lessons.text).unwrap();
    assert_eq!(now.definition, expected.definition);
    let by_id = database.read(|store| store.replay_definition(now.id)).unwrap();
    assert_eq!(by_id.as_ref(), Some(&expected.definition));
    assert_eq!(current(&database, lessons.video), None);
    for (chart, expected) in now.charts.iter().zip(&expected.charts) {
        assert_eq!(
            (chart.file.as_str(), chart.step, chart.sub_bars),
            (expected.file.file.as_str(), 1, 2_500)
        );
        assert_eq!(chart.rows, expected.packed.rows);
    }
}

#[rstest]
fn sub_bars_are_read_by_their_numbers(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, _home, _media, _folder, lessons) = open(engine);
    let chart = current(&database, lessons.text).unwrap().charts[0].id;
    let read = |numbers| database.read(|store| store.sub_bars(chart, numbers)).unwrap();
    let all = read(0..2_500);
    assert_eq!(all.len(), 2_500);
    let expected = SubBar {
        time: 1_772_461_800,
        open: 20_000,
        high: 20_004,
        low: 20_000,
        close: 20_004,
    };
    assert_eq!(all[0], expected);
    for numbers in [0..1, 1_023..1_025, 1_024..2_048, 2_047..2_500, 2_499..2_500] {
        assert_eq!(read(numbers.clone()), all[numbers.clone()], "{numbers:?}");
    }
    assert_eq!(read(2_490..9_000), all[2_490..]);
    assert_eq!(read(9_000..9_001), []);
    assert_eq!(read(7..7), []);
}

#[rstest]
fn an_import_replaces_what_changed_and_forgets_what_nothing_has(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, _home, media, folder, lessons) = open(engine);
    let before = current(&database, lessons.text).unwrap();
    let again = folder.import(&database, &media);
    assert_eq!(again.text, lessons.text);
    assert_eq!(
        current(&database, lessons.text).as_ref(),
        Some(&before),
        "nothing changed"
    );
    folder.write("es.csv", chart(5_001).as_bytes());
    folder.write(
        "03-replay.toml",
        REPLAY.replace("0.25", "0.5").replace("1.25", "2.50").as_bytes(),
    );
    let _ = folder.import(&database, &media);
    let after = current(&database, lessons.text).unwrap();
    assert_ne!(after.id, before.id);
    assert_ne!(after.charts[0].rows, before.charts[0].rows);
    assert_eq!(
        after.charts[1].rows, before.charts[1].rows,
        "the tick is no change of the rows"
    );
    let count = |table: &str| db_count(&database.address(), table);
    assert_eq!(
        (
            count("replay_definitions"),
            count("replay_charts"),
            count("replay_chart_parts")
        ),
        (1, 2, 6)
    );
    folder.change("\nreplay = \"03-replay.toml\"", "");
    let _ = folder.import(&database, &media);
    assert_eq!(current(&database, lessons.text), None);
    for table in [
        "lesson_replays",
        "lesson_replay_charts",
        "replay_definitions",
        "replay_charts",
        "replay_chart_parts",
    ] {
        assert_eq!(count(table), 0, "{table}");
    }
    assert_eq!(stored_files(&media, "replays"), 0);
}
