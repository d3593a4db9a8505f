//! The message about a new public question in a Discord channel: the lesson's title and its link, one for each question.
//!
//! Decision: a message is sent under the question's own number, by which Discord takes it once (`nonce`), so that a try after a lost answer
//! adds no second message.

use std::time::Duration;

use chrono::TimeDelta;
use kernel::JobKind;

use crate::Question;

/// The job that sends a message; its key is the number of the question.
pub const NOTICE_JOB: JobKind = "question_notice";

/// What the channel reads of a question.
#[must_use]
pub fn notice_message(question: &Question, public_url: &str) -> String {
    format!(
        "{}\n{}",
        question.place.lesson_title,
        question.place.link(public_url, question.seconds)
    )
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
    /// For how long to wait after so many earlier failures.
    #[must_use]
    pub fn pause(&self, attempts: i32) -> TimeDelta {
        let doubled = 1_i64 << attempts.clamp(0, 5);
        match self {
            Self::Wait(wait) => TimeDelta::from_std(*wait).unwrap_or(TimeDelta::minutes(1)),
            Self::Passing(_) => TimeDelta::seconds(doubled.min(30)),
            Self::Refused(_) => TimeDelta::minutes(doubled.min(30)),
        }
    }
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
