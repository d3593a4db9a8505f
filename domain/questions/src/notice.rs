//! The message about a new public question in a Discord channel: the lesson's title and its link, one for each question.
//!
//! Decision: a queue of its own beside the one of members' roles, whose rows are accounts. A message is sent between two transactions under
//! the question's own number, by which Discord takes it once (`nonce`), so that a try after a lost answer adds no second one.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

use crate::{QuestionId, QuestionPlace};

/// How long one worker may take for a message; then another one tries.
pub const NOTICE_CLAIM: TimeDelta = TimeDelta::minutes(1);

/// A message whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionNotice {
    pub question: QuestionId,
    pub place: QuestionPlace,
    pub seconds: i32,
    /// How often it failed before.
    pub attempts: i32,
}

impl QuestionNotice {
    /// What the channel reads.
    #[must_use]
    pub fn message(&self, public_url: &str) -> String {
        format!(
            "{}\n{}",
            self.place.lesson_title,
            self.place.link(public_url, self.seconds)
        )
    }
}

/// Why a message was not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoticeFailure {
    /// Discord asks to wait.
    #[error("Discord asks to wait {} s", .0.as_secs())]
    Wait(Duration),
    /// Discord fails or does not answer.
    #[error("{0}")]
    Passing(String),
    /// Only the owner can remove the problem.
    #[error("{0}")]
    Refused(String),
}

impl NoticeFailure {
    /// When to try again after so many earlier failures.
    fn pause(&self, attempts: i32) -> TimeDelta {
        let doubled = 1_i64 << attempts.clamp(0, 5);
        match self {
            Self::Wait(wait) => TimeDelta::from_std(*wait).unwrap_or(TimeDelta::minutes(1)),
            Self::Passing(_) => TimeDelta::seconds(doubled.min(30)),
            Self::Refused(_) => TimeDelta::minutes(doubled.min(30)),
        }
    }
}

/// The messages that wait. Every method may return [`StoreError`].
pub trait NoticeQueue {
    /// Queues the message about a question that was just asked.
    fn enqueue_notice(&mut self, question: QuestionId, now: DateTime<Utc>) -> Result<(), StoreError>;
    /// Whether any is due; a read, so that asking often costs nothing.
    fn has_due_notice(&mut self, now: DateTime<Utc>) -> Result<bool, StoreError>;
    /// Takes the notice that has been due longest, for [`NOTICE_CLAIM`].
    fn claim_notice(&mut self, now: DateTime<Utc>) -> Result<Option<QuestionNotice>, StoreError>;
    fn finish_notice(&mut self, question: QuestionId) -> Result<(), StoreError>;
    fn postpone_notice(
        &mut self,
        question: QuestionId,
        due: DateTime<Utc>,
        problem: &str,
    ) -> Result<(), StoreError>;
    /// How many notices wait, and the problem of the notice that has failed most often.
    fn notice_state(&mut self) -> Result<(i64, Option<String>), StoreError>;
}

/// Postpones a message that was not sent.
///
/// # Errors
/// [`StoreError`]
pub fn notice_failed<S: NoticeQueue + ?Sized>(
    store: &mut S,
    notice: &QuestionNotice,
    failure: &NoticeFailure,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let due = now + failure.pause(notice.attempts);
    store.postpone_notice(notice.question, due, &failure.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_are_apart_by_growing_pauses_and_by_what_discord_asks() {
        let passing = NoticeFailure::Passing(String::from("no answer"));
        let refused = NoticeFailure::Refused(String::from("no permission"));
        let pauses = [0, 1, 5, 50].map(|attempts| passing.pause(attempts).num_seconds());
        assert_eq!(pauses, [1, 2, 30, 30]);
        let pauses = [0, 4, 50].map(|attempts| refused.pause(attempts).num_minutes());
        assert_eq!(pauses, [1, 16, 30]);
        assert_eq!(
            NoticeFailure::Wait(Duration::from_secs(7)).pause(3),
            TimeDelta::seconds(7)
        );
    }
}
