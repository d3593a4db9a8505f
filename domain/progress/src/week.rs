//! Staff's numbers of the week: who watched, and where members stop.
//!
//! Decision: read from the positions when staff ask. Cost: a position says when a video was watched last, so how much was watched on a day
//! is not known. Sums of each day would be one more write of each report.

use chrono::{DateTime, Days, NaiveDate, Utc};
use courses::{CourseId, VideoId};

/// The days of the numbers, today the last one (UTC).
pub const WEEK_DAYS: u8 = 7;

/// How many members with access started a lesson and finished it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LessonCount {
    pub course: CourseId,
    pub lesson: VideoId,
    /// They reached a second of it, or finished it.
    pub started: i64,
    pub finished: i64,
}

/// The first day of the week that ends now.
#[must_use]
pub fn week_begins(now: DateTime<Utc>) -> NaiveDate {
    let today = now.date_naive();
    today
        .checked_sub_days(Days::new(u64::from(WEEK_DAYS - 1)))
        .unwrap_or(today)
}
