//! Wall times against a second table of zones, by another maker.

use chrono::{LocalResult, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone as _, Utc};
use chrono_tz::Tz;
use live::Zone;
use proptest::{prelude::*, sample::select, test_runner::RngSeed};

/// With clocks that change on three rules, on none, and by half an hour.
const ZONES: [&str; 6] = [
    "Europe/Brussels",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Tokyo",
    "America/Sao_Paulo",
    "Pacific/Auckland",
];

fn first_day() -> NaiveDateTime {
    let day = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap_or_default();
    day.and_time(NaiveTime::MIN)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        rng_seed: RngSeed::Fixed(26),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn each_date_of_a_series_is_the_same_instant_by_both_tables(
        name in select(&ZONES[..]),
        minute in 0_i64..6 * 365 * 24 * 60,
        weeks in 2_i64..=26,
    ) {
        let (zone, other) = (Zone::parse(name).unwrap(), name.parse::<Tz>().unwrap());
        for week in 0..weeks {
            let wall = first_day() + TimeDelta::minutes(minute) + TimeDelta::weeks(week);
            let expected = match other.from_local_datetime(&wall) {
                LocalResult::Single(at) | LocalResult::Ambiguous(at, _) => Some(at.with_timezone(&Utc)),
                LocalResult::None => None,
            };
            let instant = zone.instant(wall).ok();
            prop_assert_eq!(instant, expected, "{} {}", name, wall);
            if let Some(at) = instant {
                prop_assert_eq!(zone.wall(at), at.with_timezone(&other).naive_local());
            }
        }
    }
}
