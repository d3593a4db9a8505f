//! Series over six years in six zones: what mails and events say of each date, against the instants of a second table of zones.

use chrono::{LocalResult, NaiveDate, NaiveTime, TimeZone as _};
use chrono_tz::Tz;
use live::{EventTask, Weekly, cancel_live, event_task};
use proptest::{
    prelude::*,
    sample::select,
    strategy::ValueTree as _,
    test_runner::{Config, RngSeed, TestRunner},
};

use super::*;

const SERIES: usize = 2_000;
const ZONES: [&str; 6] = [
    "Europe/Brussels",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Tokyo",
    "America/Sao_Paulo",
    "Pacific/Auckland",
];
const MINUTES: i64 = 90;

/// The instant of a wall time by the second table; of a time that happens twice the first.
fn second_table(zone: Tz, wall: NaiveDateTime) -> Option<DateTime<Utc>> {
    match zone.from_local_datetime(&wall) {
        LocalResult::Single(at) | LocalResult::Ambiguous(at, _) => Some(at.with_timezone(&Utc)),
        LocalResult::None => None,
    }
}

/// How a mail writes the times, by the second table.
fn in_words(zone: Tz, start: DateTime<Utc>) -> [String; 2] {
    let end = start + TimeDelta::minutes(MINUTES);
    let local = [start, end].map(|at| at.with_timezone(&zone));
    let hours = |from: String, to: String| format!("{from} to {to}");
    let clock = "%H:%M";
    [
        format!(
            "{}, {} {}",
            local[0].format("%A %-d %B %Y"),
            hours(
                local[0].format(clock).to_string(),
                local[1].format(clock).to_string()
            ),
            zone.name()
        ),
        format!(
            "{} UTC)",
            hours(start.format(clock).to_string(), end.format(clock).to_string())
        ),
    ]
}

fn planned(database: &TestDatabase, course: CourseId) -> Vec<(Tz, Vec<NaiveDateTime>, Vec<LiveId>)> {
    let mut runner = TestRunner::new(Config {
        rng_seed: RngSeed::Fixed(42),
        failure_persistence: None,
        ..Config::default()
    });
    let given = (select(&ZONES[..]), 0_i64..6 * 365 * 24 * 60, 2_i64..=5);
    let first = NaiveDate::from_ymd_opt(2026, 1, 1)
        .unwrap()
        .and_time(NaiveTime::MIN);
    let before = first.and_utc() - days(2);
    let mut series = Vec::new();
    while series.len() < SERIES {
        let (name, minute, weeks) = given.new_tree(&mut runner).unwrap().current();
        let zone: Tz = name.parse().unwrap();
        let start = first + TimeDelta::minutes(minute);
        let walls: Vec<_> = (0..weeks).map(|week| start + TimeDelta::weeks(week)).collect();
        let new = NewLive {
            start: WallTime(start),
            zone: Zone::parse(name).unwrap(),
            weekly: Weekly::new(weeks).ok(),
            ..new(before)
        };
        let skipped = walls.iter().any(|wall| second_table(zone, *wall).is_none());
        let ids = plan_in(database, course, new, before);
        assert_eq!(ids.is_err(), skipped, "{name} {start}");
        series.extend(ids.ok().map(|ids| (zone, walls, ids)));
    }
    series
}

#[test]
fn mails_and_events_of_2000_series_say_the_minutes_of_a_second_table() {
    let database = TestDatabase::new(Sqlite);
    let course = add_course(&database, "live-room");
    let series = planned(&database, course);
    let all: Result<_, StoreError> = database.read(|store| {
        let which = WhichLive::EndingAfter(DateTime::UNIX_EPOCH);
        store.live_for_staff(which, None, noon(), 100_000)
    });
    let sessions: std::collections::HashMap<_, _> = all
        .unwrap()
        .into_iter()
        .map(|live| (live.session.id, live.session))
        .collect();
    let mut dates = 0;
    for (zone, walls, ids) in &series {
        assert_eq!(walls.len(), ids.len());
        for (wall, id) in walls.iter().zip(ids) {
            let (expected, session) = (second_table(*zone, *wall).unwrap(), &sessions[id]);
            assert_eq!(session.times.starts_at, expected, "{zone} {wall}");
            let EventTask::Put(event) = event_task(Some(session), ORIGIN, expected - days(1)) else {
                panic!("an event of {zone} {wall}");
            };
            assert_eq!(event.starts_at, Some(expected));
            assert_eq!(event.ends_at, expected + TimeDelta::minutes(MINUTES));
            dates += 1;
        }
    }
    assert!(dates >= 2 * SERIES);
    // The last date of each series is cancelled, and its mail read.
    let _ = holder(&database, course, "Anna");
    let last: Vec<_> = series
        .iter()
        .map(|(zone, walls, ids)| (*zone, walls[walls.len() - 1], ids[ids.len() - 1]))
        .collect();
    let cancelled = last.clone();
    let done: Result<(), CancelError> = database.write(move |store| {
        let reason = Reason::parse("a holiday").expect("a reason");
        for (_, wall, id) in cancelled {
            cancel_live(store, id, &reason, ORIGIN, &by(), wall.and_utc() - days(2))?;
        }
        Ok(())
    });
    done.unwrap();
    let told = left(&database);
    assert_eq!(told.len(), SERIES);
    for (zone, wall, id) in last {
        let link = format!("{ORIGIN}/portal/live/{}", id.0);
        let is_of = |text: &str| text.lines().any(|line| line.trim() == link);
        let mail = told
            .iter()
            .find(|mail| is_of(&mail.2))
            .unwrap_or_else(|| panic!("a mail of {link}"));
        for words in in_words(zone, second_table(zone, wall).unwrap()) {
            assert!(mail.2.contains(&words), "{words} is not in {}", mail.2);
        }
    }
}
