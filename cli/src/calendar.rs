//! Days and months as staff type them, in UTC.

use chrono::{DateTime, Days, Months, NaiveDate, NaiveTime, Utc};

/// A calendar month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Month {
    /// Its first instant.
    pub begins: DateTime<Utc>,
    /// The first instant of the next month.
    pub ends: DateTime<Utc>,
}

/// A month such as `2026-11`.
pub fn parse_month(text: &str) -> Result<Month, String> {
    let wrong = || String::from("a month looks like 2026-11");
    let begins = day(&format!("{text}-01")).ok_or_else(wrong)?;
    let ends = begins.checked_add_months(Months::new(1)).ok_or_else(wrong)?;
    Ok(Month { begins, ends })
}

/// The instant at which a day such as `2026-12-31` is over.
pub fn parse_last_day(text: &str) -> Result<DateTime<Utc>, String> {
    day(text)
        .and_then(|start| start.checked_add_days(Days::new(1)))
        .ok_or_else(|| String::from("a day looks like 2026-12-31"))
}

fn day(text: &str) -> Option<DateTime<Utc>> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
    (text.len() == 10).then(|| day.and_time(NaiveTime::MIN).and_utc())
}
