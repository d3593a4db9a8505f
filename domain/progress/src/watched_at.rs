//! When a report was so, and what it changes where a newer one is kept already.
//!
//! A browser keeps reports while it is offline and sends them later, and two devices of a member report in any order. The newest
//! report's position stands; a completion counts however late it comes.

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};

use crate::{CompletionChange, PlayedParts, Position, PositionChange};

/// A time that is further ahead counts as now (contract, `PUT /api/videos/{id}/progress`).
pub const CLOCK_TOLERANCE: TimeDelta = TimeDelta::minutes(5);

/// When a report was so, to the microsecond, never before 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchedAt {
    time: DateTime<Utc>,
    /// A kept time after this one is a clock's error, and stands for nothing.
    trusted_until: DateTime<Utc>,
}

impl WatchedAt {
    /// A report that does not say when it was so is of now: it is never older than what is kept.
    #[must_use]
    pub fn arrived(now: DateTime<Utc>) -> Self {
        Self {
            time: now,
            trusted_until: now,
        }
    }

    /// By the clock of the member's device.
    #[must_use]
    pub fn stated(time: DateTime<Utc>, now: DateTime<Utc>) -> Self {
        let trusted_until = now + CLOCK_TOLERANCE;
        let time = if time > trusted_until { now } else { time };
        // A leap second is written as the next one, which both databases keep.
        let time = DateTime::from_timestamp_micros(time.timestamp_micros()).unwrap_or(now);
        Self {
            time: time.max(DateTime::UNIX_EPOCH).trunc_subsecs(6),
            trusted_until,
        }
    }

    #[must_use]
    pub fn time(self) -> DateTime<Utc> {
        self.time
    }

    /// The latest time that a kept report may bear.
    #[must_use]
    pub fn trusted_until(self) -> DateTime<Utc> {
        self.trusted_until
    }

    /// Whether the kept report is newer. Of two reports at the same instant, the report that comes later stands.
    #[must_use]
    pub fn is_older_than(self, kept: DateTime<Utc>) -> bool {
        self.time < kept && kept <= self.trusted_until
    }
}

/// A position as it is kept, and when it was so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptPosition {
    pub position: Position,
    pub last_watched: DateTime<Utc>,
}

/// Everything that a report changes in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgressChange {
    pub position: PositionChange,
    pub watched_at: WatchedAt,
    /// `None` if the report adds no part to those kept.
    pub played: Option<PlayedChange>,
}

/// Parts to add. What was read before saves a store a statement while no other report is written; it decides nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedChange {
    pub seen: PlayedParts,
    pub added: PlayedParts,
}

impl PositionChange {
    /// As a report of `now` that says nothing about what was played.
    #[must_use]
    pub fn at(self, now: DateTime<Utc>) -> ProgressChange {
        ProgressChange {
            position: self,
            watched_at: WatchedAt::arrived(now),
            played: None,
        }
    }
}

impl ProgressChange {
    /// The position that a store keeps afterwards. A report that is older than what is kept may complete, and changes nothing else.
    #[must_use]
    pub fn applied_to(&self, before: Option<KeptPosition>) -> KeptPosition {
        match before {
            Some(kept) if self.watched_at.is_older_than(kept.last_watched) => {
                let completes = self.position.completion == CompletionChange::Complete;
                let completed = kept.position.completed || completes;
                KeptPosition {
                    position: Position {
                        completed,
                        ..kept.position
                    },
                    ..kept
                }
            }
            other => KeptPosition {
                position: self
                    .position
                    .applied_to(other.map(|kept| kept.position).unwrap_or_default()),
                last_watched: self.watched_at.time(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Report;
    use proptest::prelude::*;
    use rstest::rstest;

    fn now() -> DateTime<Utc> {
        "2026-03-01T12:00:00Z".parse().unwrap()
    }

    fn stated(seconds_ago: i64, watched_seconds: i32, completed: Option<bool>) -> ProgressChange {
        let report = Report {
            watched_seconds,
            completed,
        };
        ProgressChange {
            position: PositionChange::of(report, 100),
            watched_at: WatchedAt::stated(now() - TimeDelta::seconds(seconds_ago), now()),
            played: None,
        }
    }

    fn after(changes: &[ProgressChange]) -> KeptPosition {
        let kept = changes
            .iter()
            .fold(None, |kept, change| Some(change.applied_to(kept)));
        kept.unwrap()
    }

    fn position(watched_seconds: i32, completed: bool) -> Position {
        Position {
            watched_seconds,
            completed,
        }
    }

    #[rstest]
    #[case("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z")]
    #[case("0000-01-01T00:00:00+23:59", "1970-01-01T00:00:00Z")]
    #[case("2026-03-01T12:05:00Z", "2026-03-01T12:05:00Z")]
    #[case("2026-03-01T12:05:00.000001Z", "2026-03-01T12:00:00Z")]
    #[case("2100-01-01T00:00:00Z", "2026-03-01T12:00:00Z")]
    #[case("9999-12-31T23:59:59Z", "2026-03-01T12:00:00Z")]
    #[case("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z")]
    #[case("2026-03-01T13:00:00.123456789+01:00", "2026-03-01T12:00:00.123456Z")]
    fn a_stated_time_is_kept_within_reason(#[case] stated: &str, #[case] kept: &str) {
        let time = WatchedAt::stated(stated.parse().unwrap(), now()).time();
        assert_eq!(time, kept.parse::<DateTime<Utc>>().unwrap());
    }

    #[test]
    fn an_older_report_never_moves_the_position_and_may_complete() {
        let kept = after(&[stated(10, 50, None), stated(11, 70, None)]);
        assert_eq!(kept.position, position(50, false));
        let kept = after(&[stated(10, 50, None), stated(3_600, 95, None)]);
        assert_eq!(kept.position, position(50, true));
        assert_eq!(kept.last_watched, now() - TimeDelta::seconds(10));
    }

    #[test]
    fn only_what_is_not_older_takes_a_completion_back() {
        let kept = after(&[stated(10, 95, None), stated(11, 5, Some(false))]);
        assert_eq!(kept.position, position(95, true));
        let kept = after(&[stated(10, 95, None), stated(10, 5, Some(false))]);
        assert_eq!(kept.position, position(5, false));
    }

    #[test]
    fn a_report_without_a_time_always_stands() {
        let ahead = ProgressChange {
            watched_at: WatchedAt::stated(now() + CLOCK_TOLERANCE, now()),
            ..stated(0, 80, None)
        };
        let plain = ProgressChange {
            watched_at: WatchedAt::arrived(now()),
            ..stated(0, 20, None)
        };
        let kept = after(&[ahead, plain]);
        assert_eq!((kept.position, kept.last_watched), (position(20, false), now()));
    }

    #[test]
    fn a_time_that_a_wrong_clock_left_behind_stands_for_nothing() {
        let lost = KeptPosition {
            position: position(80, true),
            last_watched: now() + CLOCK_TOLERANCE + TimeDelta::seconds(1),
        };
        let kept = stated(30, 20, None).applied_to(Some(lost));
        assert_eq!(kept.position, position(20, true));
        assert_eq!(kept.last_watched, now() - TimeDelta::seconds(30));
    }

    /// Reports at different times, in any order.
    fn shuffled() -> impl Strategy<Value = (Vec<ProgressChange>, Vec<ProgressChange>)> {
        let report = (0..=100_i32, prop::option::of(any::<bool>()));
        prop::collection::btree_map(-300_i64..100_000, report, 1..12)
            .prop_map(|reports| {
                let changes = reports.into_iter();
                changes
                    .map(|(ago, (seconds, completed))| stated(ago, seconds, completed))
                    .collect::<Vec<_>>()
            })
            .prop_flat_map(|reports| (Just(reports.clone()), Just(reports).prop_shuffle()))
    }

    proptest! {
        #[test]
        fn any_order_of_the_same_reports_ends_in_the_newest_position((reports, shuffled) in shuffled()) {
            let kept = after(&shuffled);
            let newest = &reports[0];
            prop_assert_eq!(kept.position.watched_seconds, newest.position.watched_seconds);
            prop_assert_eq!(kept.last_watched, newest.watched_at.time());
        }

        #[test]
        fn a_completion_stays_unless_something_newer_takes_it_back((_, reports) in shuffled()) {
            let mut kept: Option<KeptPosition> = None;
            for report in &reports {
                let next = report.applied_to(kept);
                let before = kept.is_some_and(|kept| kept.position.completed);
                if before && !next.position.completed {
                    prop_assert_eq!(report.position.completion, CompletionChange::TakeBack);
                    prop_assert!(kept.is_some_and(|kept| report.watched_at.time() >= kept.last_watched));
                }
                if report.position.completion == CompletionChange::Complete {
                    prop_assert!(next.position.completed);
                }
                kept = Some(next);
            }
        }

        #[test]
        fn without_a_mark_by_hand_any_order_ends_in_the_same_completion((reports, shuffled) in shuffled()) {
            let without_marks = |reports: Vec<ProgressChange>| {
                let kept = reports.into_iter().filter(|report| report.position.completion != CompletionChange::TakeBack);
                kept.collect::<Vec<_>>()
            };
            let (first, second) = (without_marks(reports), without_marks(shuffled));
            if !first.is_empty() {
                prop_assert_eq!(after(&first), after(&second));
            }
        }
    }
}
