//! What all members watched and finished on each day, for staff's numbers of the week.
//!
//! Decision: added up with each report, because what is kept of a member says when a video was watched last and not how much on which day.
//! A day's sums name no member. Cost: a report that is sent twice counts twice.

use chrono::{DateTime, Days, NaiveDate, Utc};
use courses::{CourseId, VideoId};
use kernel::{StoreError, UserId};

use crate::PlayedInterval;

/// The days of the numbers, today the last one (UTC).
pub const WEEK_DAYS: u8 = 7;

/// What was watched on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchedDay {
    pub day: NaiveDate,
    pub seconds: i64,
    pub finished: i64,
}

/// How many members with access started a lesson and finished it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LessonCount {
    pub course: CourseId,
    pub lesson: VideoId,
    /// They reached a second of it, or finished it.
    pub started: i64,
    pub finished: i64,
}

/// The sums of the days. Every method may return [`StoreError`].
pub trait WatchedDayStore {
    /// Adds what a member watched to a day.
    fn add_watched(&mut self, user: UserId, watched: WatchedDay) -> Result<(), StoreError>;
    /// The days from this one on of which there is something, the oldest first.
    fn watched_days(&mut self, from: NaiveDate) -> Result<Vec<WatchedDay>, StoreError>;
    /// Forgets the days before this one.
    fn forget_watched_days(&mut self, before: NaiveDate) -> Result<(), StoreError>;
}

/// What the numbers of the week are read from. Every method may return [`StoreError`].
pub trait WeekStore {
    /// How many members have a position that was watched at a time or later.
    fn members_who_watched(&mut self, since: DateTime<Utc>) -> Result<i64, StoreError>;
    /// The courses to which a member has access at `now`.
    fn courses_with_members(&mut self, now: DateTime<Utc>) -> Result<Vec<CourseId>, StoreError>;
    /// The lessons that a member with access at `now` has started.
    fn lesson_counts(&mut self, now: DateTime<Utc>) -> Result<Vec<LessonCount>, StoreError>;
}

/// The first day of the week that ends now.
#[must_use]
pub fn week_begins(now: DateTime<Utc>) -> NaiveDate {
    let today = now.date_naive();
    today
        .checked_sub_days(Days::new(u64::from(WEEK_DAYS - 1)))
        .unwrap_or(today)
}

/// What a report adds to its day; `None` if it adds nothing, or if its day is over for the numbers.
pub(crate) fn watched_by_report(
    played: &[PlayedInterval],
    duration_seconds: i32,
    finished: bool,
    at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Option<WatchedDay> {
    let duration = f64::from(duration_seconds);
    let seconds: f64 = played.iter().map(|played| played.seconds(duration_seconds)).sum();
    let seconds = seconds.min(duration).round();
    let day = at.min(now).date_naive();
    ((seconds > 0.0 || finished) && day >= week_begins(now)).then_some(WatchedDay {
        day,
        // At most a duration, which is an i32.
        seconds: seconds as i64,
        finished: finished.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn watched(played: &[(f64, f64)], finished: bool, time: &str) -> Option<(String, i64, i64)> {
        let played: Vec<_> = played
            .iter()
            .filter_map(|(from, to)| PlayedInterval::between(*from, *to))
            .collect();
        let found = watched_by_report(&played, 60, finished, at(time), at("2026-03-15T01:00:00Z"))?;
        Some((found.day.to_string(), found.seconds, found.finished))
    }

    #[test]
    fn a_report_counts_for_the_day_on_which_it_was_so() {
        let day = |day: &str, seconds, finished| Some((String::from(day), seconds, finished));
        let now = "2026-03-15T01:00:00Z";
        assert_eq!(
            watched(&[(0.0, 9.6), (20.0, 30.0)], false, now),
            day("2026-03-15", 20, 0)
        );
        assert_eq!(
            watched(&[(50.0, 900.0)], true, "2026-03-14T23:59:59Z"),
            day("2026-03-14", 10, 1)
        );
        assert_eq!(
            watched(&[(0.0, 60.0), (0.0, 60.0)], false, now),
            day("2026-03-15", 60, 0)
        );
        assert_eq!(
            watched(&[], true, "2026-03-15T01:04:00Z"),
            day("2026-03-15", 0, 1)
        );
        assert_eq!(watched(&[], false, now), None);
        assert_eq!(watched(&[(0.0, 9.0)], true, "2026-03-08T23:59:59Z"), None);
        assert_eq!(
            watched(&[(0.0, 9.0)], true, "2026-03-09T00:00:00Z"),
            day("2026-03-09", 9, 1)
        );
    }
}
