//! Series over six years in six zones, as the pages' answer and the calendar show them, against a second table of zones.

use std::collections::HashMap;

use audit::ActingStaff;
use calcard::{Entry, Parser};
use chrono::{DateTime, LocalResult, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone as _, Utc};
use chrono_tz::Tz;
use courses::CourseStore as _;
use live::{LiveText, LiveTitle, Minutes, NewLive, Place, PlanError, WallTime, Weekly, Zone, plan_live};
use proptest::{
    prelude::*,
    sample::select,
    strategy::ValueTree as _,
    test_runner::{Config, RngSeed, TestRunner},
};
use serde_json::json;
use support::Sqlite;

use super::{JOIN, Room};

const SERIES: usize = 2_000;
const ZONES: [&str; 6] = [
    "Europe/Brussels",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Tokyo",
    "America/Sao_Paulo",
    "Pacific/Auckland",
];
/// Of one session; its end is this much later.
const MINUTES: i64 = 75;

fn second_table(zone: Tz, wall: NaiveDateTime) -> Option<DateTime<Utc>> {
    match zone.from_local_datetime(&wall) {
        LocalResult::Single(at) | LocalResult::Ambiguous(at, _) => Some(at.with_timezone(&Utc)),
        LocalResult::None => None,
    }
}

/// Plans series until there are enough; the start of each session by the second table.
fn plan_series(room: &Room) -> HashMap<i32, DateTime<Utc>> {
    let mut runner = TestRunner::new(Config {
        rng_seed: RngSeed::Fixed(43),
        failure_persistence: None,
        ..Config::default()
    });
    let given = (select(&ZONES[..]), 0_i64..6 * 365 * 24 * 60, 2_i64..=4);
    let first = NaiveDate::from_ymd_opt(2026, 1, 1)
        .unwrap()
        .and_time(NaiveTime::MIN);
    let before = first.and_utc() - TimeDelta::days(2);
    let (mut expected, mut planned) = (HashMap::new(), 0);
    while planned < SERIES {
        let (name, minute, weeks) = given.new_tree(&mut runner).unwrap().current();
        let zone: Tz = name.parse().unwrap();
        let start = first + TimeDelta::minutes(minute);
        let new = NewLive {
            title: LiveTitle::parse("Open floor").unwrap(),
            text: LiveText::default(),
            start: WallTime(start),
            zone: Zone::parse(name).unwrap(),
            minutes: Minutes::new(MINUTES).unwrap(),
            place: Place::Address(live::JoinAddress::parse(JOIN).unwrap()),
            weekly: Weekly::new(weeks).ok(),
        };
        let course = room.course;
        let ids = room.server.database().write(move |store| {
            let course = store.course(course)?.expect("the course");
            plan_live(store, &course, &new, &ActingStaff::at_command(None, None), before)
        });
        match ids {
            Ok(ids) => {
                planned += 1;
                let walls = (0..weeks).map(|week| start + TimeDelta::weeks(week));
                let instants = walls.map(|wall| second_table(zone, wall).expect("a wall time of the zone"));
                expected.extend(ids.into_iter().map(|id| id.0).zip(instants));
            }
            Err(PlanError::Skipped(_)) => {}
            Err(other) => panic!("{name} {start}: {other}"),
        }
    }
    expected
}

#[test]
fn the_pages_and_the_calendar_of_2000_series_say_the_minutes_of_a_second_table() {
    let room = Room::open(Sqlite);
    let expected = plan_series(&room);
    let mut anna = room.member("Anna");
    // The sessions of the last 90 days and those to come.
    let seen_since = Utc::now() - TimeDelta::days(90) - TimeDelta::minutes(MINUTES);
    let seen = expected
        .values()
        .filter(|start| **start > seen_since + TimeDelta::minutes(1))
        .count();
    assert!(seen > 1_000, "the years of the test are over");
    let url = anna.post("/api/user/calendar", &json!({})).ok(201)["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let listed = anna.get("/api/live").ok(200);
    let listed = listed.as_array().unwrap();
    assert!(listed.len() >= seen, "{} of {seen}", listed.len());
    for row in listed {
        let start = expected[&i32::try_from(row["id"].as_i64().unwrap()).unwrap()];
        let said =
            ["startsAt", "endsAt", "joinsAt"].map(|key| row[key].as_str().unwrap().parse::<DateTime<Utc>>());
        let wanted = [
            start,
            start + TimeDelta::minutes(MINUTES),
            start - TimeDelta::minutes(15),
        ];
        assert_eq!(said.map(Result::unwrap), wanted, "{row}");
    }

    let (_, path) = url.split_once("/calendar/").unwrap();
    let calendar = room.server.visitor().get(&format!("/calendar/{path}"));
    let text = String::from_utf8(calendar.body).unwrap();
    assert!(matches!(Parser::new(&text).entry(), Entry::ICalendar(_)));
    let calendars: Result<Vec<_>, _> = ical::IcalParser::new(text.as_bytes()).collect();
    let events = calendars.unwrap().remove(0).events;
    assert_eq!(events.len(), listed.len());
    for event in events {
        let property = |name: &str| {
            let found = event.properties.iter().find(|property| property.name == name);
            found
                .and_then(|property| property.value.clone())
                .unwrap_or_default()
        };
        let id: i32 = property("URL").rsplit('/').next().unwrap().parse().unwrap();
        let utc = |at: DateTime<Utc>| at.format("%Y%m%dT%H%M%SZ").to_string();
        let start = expected[&id];
        assert_eq!(
            [property("DTSTART"), property("DTEND")],
            [utc(start), utc(start + TimeDelta::minutes(MINUTES))],
            "session {id}"
        );
    }
}
