//! Days and months as staff type them, in UTC.

use chrono::{DateTime, Days, Months, NaiveDate, NaiveTime, TimeDelta, Utc};
use kernel::AccessTerm;

/// A calendar month, or a quarter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Month {
    /// Its first instant.
    pub begins: DateTime<Utc>,
    /// The first instant after it.
    pub ends: DateTime<Utc>,
}

/// A month such as `2026-11`.
pub fn parse_month(text: &str) -> Result<Month, String> {
    let wrong = || String::from("a month looks like 2026-11");
    let begins = day(&format!("{text}-01")).ok_or_else(wrong)?;
    let ends = begins.checked_add_months(Months::new(1)).ok_or_else(wrong)?;
    Ok(Month { begins, ends })
}

/// A quarter such as `2026Q4`.
pub fn parse_quarter(text: &str) -> Result<Month, String> {
    let wrong = || String::from("a quarter looks like 2026Q4");
    let (year, quarter) = text.split_once(['Q', 'q']).ok_or_else(wrong)?;
    let first = match quarter {
        "1" => "01",
        "2" => "04",
        "3" => "07",
        "4" => "10",
        _ => return Err(wrong()),
    };
    let begins = day(&format!("{year}-{first}-01")).ok_or_else(wrong)?;
    let ends = begins.checked_add_months(Months::new(3)).ok_or_else(wrong)?;
    Ok(Month { begins, ends })
}

/// The instant at which a day such as `2026-12-31` is over.
pub fn parse_last_day(text: &str) -> Result<DateTime<Utc>, String> {
    day(text)
        .and_then(|start| start.checked_add_days(Days::new(1)))
        .ok_or_else(|| String::from("a day looks like 2026-12-31"))
}

/// A time in the past: so long before `now`, such as `30d` or `3m`, or the first instant of a day such as `2026-11-22`.
pub fn parse_since(text: &str, now: DateTime<Utc>) -> Result<DateTime<Utc>, String> {
    let term = text.parse().ok().and_then(|term: AccessTerm| match term {
        AccessTerm::Months(months) => now.checked_sub_months(Months::new(months)),
        AccessTerm::Days(days) => now.checked_sub_signed(TimeDelta::days(days.into())),
        AccessTerm::Lifetime => None,
    });
    term.or_else(|| day(text))
        .ok_or_else(|| String::from("a time looks like 30d, 3m or 2026-11-22"))
}

/// A time to come: so long after `now`, such as `14d` or `1m`.
pub fn parse_until(text: &str, now: DateTime<Utc>) -> Result<DateTime<Utc>, String> {
    let term = text.parse().ok();
    term.and_then(|term: AccessTerm| term.end_from(now))
        .ok_or_else(|| String::from("a time looks like 14d or 1m"))
}

fn day(text: &str) -> Option<DateTime<Utc>> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
    (text.len() == 10).then(|| day.and_time(NaiveTime::MIN).and_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_is_three_months_of_its_year() {
        let quarter = parse_quarter("2026Q4").unwrap();
        assert_eq!(quarter.begins.to_rfc3339(), "2026-10-01T00:00:00+00:00");
        assert_eq!(quarter.ends.to_rfc3339(), "2027-01-01T00:00:00+00:00");
        assert_eq!(
            parse_quarter("2026q1").unwrap().ends.to_rfc3339(),
            "2026-04-01T00:00:00+00:00"
        );
        for text in [
            "", "2026", "2026Q0", "2026Q5", "26Q1", "Q4", "2026-Q4", "2026Q04", "2026-11",
        ] {
            assert!(parse_quarter(text).is_err(), "{text:?} was taken for a quarter");
        }
    }

    #[test]
    fn a_time_to_come_is_typed_as_a_term() {
        let now: DateTime<Utc> = "2026-03-31T12:00:00Z".parse().unwrap();
        let until = |text| parse_until(text, now).map(|time| time.to_rfc3339());
        assert_eq!(until("14d").as_deref(), Ok("2026-04-14T12:00:00+00:00"));
        assert_eq!(until("1m").as_deref(), Ok("2026-04-30T12:00:00+00:00"));
        for text in ["", "14", "lifetime", "2026-04-01"] {
            assert!(until(text).is_err(), "{text:?} was taken for a time");
        }
    }

    #[test]
    fn a_time_in_the_past_is_typed_as_a_term_or_a_day() {
        let now: DateTime<Utc> = "2026-03-31T12:00:00Z".parse().unwrap();
        let since = |text| parse_since(text, now).map(|time| time.to_rfc3339());
        assert_eq!(since("30d").as_deref(), Ok("2026-03-01T12:00:00+00:00"));
        assert_eq!(since("1m").as_deref(), Ok("2026-02-28T12:00:00+00:00"));
        assert_eq!(since("2026-03-01").as_deref(), Ok("2026-03-01T00:00:00+00:00"));
        for text in ["", "30", "-3d", "lifetime", "2026-13-01", "99999999d"] {
            assert!(since(text).is_err(), "{text:?} was taken for a time");
        }
    }
}
