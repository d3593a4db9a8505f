//! How members stand in their courses: who has not begun, who stopped, whose access ends (contract, `users list`).

use chrono::{DateTime, TimeDelta, Utc};
use courses::{Access, CourseId, Grant, access_now};
use kernel::UserId;

/// A member who watched nothing for so long is stuck (contract, "The third part, settled").
pub const STUCK_AFTER: TimeDelta = TimeDelta::days(14);

/// A member in one course that was given to them and not taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CourseStanding {
    pub user: UserId,
    pub course: CourseId,
    pub grant: Grant,
    /// Lessons of the course that the member has finished.
    pub finished: usize,
    /// Lessons of the course.
    pub lessons: usize,
    /// When the member watched in the course last; `None` if they have not begun.
    pub last_watched: Option<DateTime<Utc>>,
}

impl CourseStanding {
    /// Whether the member has access now.
    #[must_use]
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        access_now(Some(&self.grant), now).is_open()
    }

    #[must_use]
    pub fn has_not_started(&self, now: DateTime<Utc>) -> bool {
        self.is_open(now) && self.last_watched.is_none()
    }

    /// Started, not finished, and nothing watched for [`STUCK_AFTER`], with access.
    #[must_use]
    pub fn is_stuck(&self, now: DateTime<Utc>) -> bool {
        self.is_open(now)
            && self.finished < self.lessons
            && self.last_watched.is_some_and(|last| now - last >= STUCK_AFTER)
    }

    /// Whether a running access ends before a time.
    #[must_use]
    pub fn ends_before(&self, time: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        matches!(access_now(Some(&self.grant), now), Access::Open { until: Some(until) } if until <= time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        format!("{text}T12:00:00Z").parse().unwrap()
    }

    fn standing(expires: Option<&str>, finished: usize, last_watched: Option<&str>) -> CourseStanding {
        CourseStanding {
            user: UserId(1),
            course: CourseId(1),
            grant: Grant {
                purchased_at: at("2026-01-01"),
                expires_at: expires.map(at),
            },
            finished,
            lessons: 2,
            last_watched: last_watched.map(at),
        }
    }

    #[test]
    fn a_member_is_stuck_after_fourteen_days_without_watching() {
        let now = at("2026-03-15");
        assert!(standing(None, 1, Some("2026-03-01")).is_stuck(now));
        assert!(
            !standing(None, 1, Some("2026-03-02")).is_stuck(now),
            "watched 13 days ago"
        );
        assert!(!standing(None, 2, Some("2026-01-02")).is_stuck(now), "finished");
        assert!(!standing(None, 0, None).is_stuck(now), "not begun");
        assert!(
            !standing(Some("2026-03-10"), 1, Some("2026-02-01")).is_stuck(now),
            "ended"
        );
    }

    #[test]
    fn who_has_not_begun_and_whose_access_ends_has_access() {
        let now = at("2026-03-15");
        assert!(standing(None, 0, None).has_not_started(now));
        assert!(!standing(Some("2026-03-10"), 0, None).has_not_started(now));
        assert!(standing(Some("2026-03-20"), 0, None).ends_before(at("2026-03-29"), now));
        assert!(!standing(Some("2026-03-30"), 0, None).ends_before(at("2026-03-29"), now));
        assert!(!standing(Some("2026-03-10"), 0, None).ends_before(at("2026-03-29"), now));
        assert!(!standing(None, 0, None).ends_before(at("2026-03-29"), now));
    }
}
