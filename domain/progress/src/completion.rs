//! When a video counts as finished.

/// A video is finished when this share of it was reached (contract, `PUT /api/videos/{id}/progress`).
pub const COMPLETE_AT_PERCENT: i64 = 90;

/// A member's position in a video.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// Where to resume, in whole seconds; never beyond the video's duration.
    pub watched_seconds: i32,
    pub completed: bool,
}

/// What a player reports, or the member by a button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// Seconds from the start, 0 or more.
    pub watched_seconds: i32,
    /// Some: the member pressed the button. None: a report of the player.
    pub completed: Option<bool>,
}

/// What becomes of a kept completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompletionChange {
    /// It stays as it is; a video never reported on is not completed.
    Keep,
    Complete,
    TakeBack,
}

/// What a report changes. It does not depend on the position before, so a store can apply it without reading first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionChange {
    pub watched_seconds: i32,
    pub completion: CompletionChange,
}

impl PositionChange {
    /// A report moves the position either way and finishes the video at 90 % of its duration; no later report undoes that.
    /// The member's own button always decides; of a text, whose duration is 0, nothing else does.
    #[must_use]
    pub fn of(report: Report, duration_seconds: i32) -> Self {
        let watched_seconds = report.watched_seconds.clamp(0, duration_seconds.max(0));
        let percent = i64::from(watched_seconds) * 100;
        let reached = duration_seconds > 0 && percent >= i64::from(duration_seconds) * COMPLETE_AT_PERCENT;
        let completion = match report.completed {
            Some(true) => CompletionChange::Complete,
            Some(false) => CompletionChange::TakeBack,
            None if reached => CompletionChange::Complete,
            None => CompletionChange::Keep,
        };
        Self {
            watched_seconds,
            completion,
        }
    }

    /// The position that a store keeps afterwards.
    #[must_use]
    pub fn applied_to(self, before: Position) -> Position {
        Position {
            watched_seconds: self.watched_seconds,
            completed: match self.completion {
                CompletionChange::Keep => before.completed,
                CompletionChange::Complete => true,
                CompletionChange::TakeBack => false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn after_report(before: Position, report: Report, duration_seconds: i32) -> Position {
        PositionChange::of(report, duration_seconds).applied_to(before)
    }

    fn report(watched_seconds: i32) -> Report {
        Report {
            watched_seconds,
            completed: None,
        }
    }

    #[test]
    fn ninety_per_cent_finishes_and_a_second_less_does_not() {
        assert!(!after_report(Position::default(), report(89), 100).completed);
        assert!(after_report(Position::default(), report(90), 100).completed);
        // 90 % of 61 s is 54.9 s.
        assert!(!after_report(Position::default(), report(54), 61).completed);
        assert!(after_report(Position::default(), report(55), 61).completed);
    }

    #[test]
    fn a_finished_video_stays_finished_when_it_is_watched_again() {
        let finished = after_report(Position::default(), report(100), 100);
        assert_eq!(
            after_report(finished, report(3), 100),
            Position {
                watched_seconds: 3,
                completed: true
            }
        );
    }

    #[test]
    fn only_the_member_takes_completion_back() {
        let finished = Position {
            watched_seconds: 100,
            completed: true,
        };
        let by_hand = Report {
            watched_seconds: 100,
            completed: Some(false),
        };
        assert!(!after_report(finished, by_hand, 100).completed);
    }

    #[test]
    fn a_report_below_the_mark_says_nothing_about_completion() {
        let completion = |report| PositionChange::of(report, 100).completion;
        assert_eq!(completion(report(89)), CompletionChange::Keep);
        assert_eq!(completion(report(90)), CompletionChange::Complete);
        let by_hand = |completed| Report {
            watched_seconds: 5,
            completed: Some(completed),
        };
        assert_eq!(completion(by_hand(true)), CompletionChange::Complete);
        assert_eq!(completion(by_hand(false)), CompletionChange::TakeBack);
    }

    #[test]
    fn a_position_is_kept_at_most_at_the_duration() {
        assert_eq!(
            after_report(Position::default(), report(i32::MAX), 100).watched_seconds,
            100
        );
    }

    #[test]
    fn only_the_button_finishes_a_text() {
        for watched_seconds in [0, 1, i32::MAX] {
            let before = Position::default();
            assert_eq!(after_report(before, report(watched_seconds), 0), before);
            let by_hand = Report {
                watched_seconds,
                completed: Some(true),
            };
            assert_eq!(
                after_report(before, by_hand, 0),
                Position {
                    watched_seconds: 0,
                    completed: true
                }
            );
        }
    }

    proptest! {
        #[test]
        fn reports_never_unfinish_and_never_leave_the_video(
            reported in prop::collection::vec(any::<i32>(), 1..20), duration in 1..=i32::MAX,
        ) {
            let mut position = Position::default();
            for seconds in reported {
                let next = after_report(position, report(seconds), duration);
                prop_assert!(next.completed || !position.completed);
                prop_assert!((0..=duration).contains(&next.watched_seconds));
                position = next;
            }
        }
    }
}
