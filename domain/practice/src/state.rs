//! The state of an exercise for one member: made from the log of answers, in the order of time.

use chrono::{DateTime, Utc};

use crate::Memory;

/// An entry of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LoggedAnswer {
    pub at: DateTime<Utc>,
    pub correct: bool,
}

/// What the log says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PracticeState {
    /// Whether the first try was right.
    pub first_correct: bool,
    /// Whether any answer was right.
    pub ever_correct: bool,
    pub last: LoggedAnswer,
    pub memory: Memory,
    pub due_at: DateTime<Utc>,
    /// When it was last answered after it had become due.
    pub revised_at: Option<DateTime<Utc>>,
}

/// The state after all answers of a log, in any order; `None` for an empty log.
#[must_use]
pub fn replay(log: &[LoggedAnswer]) -> Option<PracticeState> {
    let mut log = log.to_vec();
    log.sort_unstable();
    let (first, later) = log.split_first()?;
    let start = PracticeState::after_first(*first);
    Some(later.iter().fold(start, |state, answer| state.after(*answer)))
}

impl PracticeState {
    #[must_use]
    pub fn after_first(answer: LoggedAnswer) -> Self {
        let memory = Memory::after_first(answer.correct);
        Self {
            first_correct: answer.correct,
            ever_correct: answer.correct,
            last: answer,
            memory,
            due_at: answer.at + memory.interval(),
            revised_at: None,
        }
    }

    /// The state after one more answer, which is not older than the last.
    #[must_use]
    pub fn after(self, answer: LoggedAnswer) -> Self {
        let memory = self.memory.after(answer.at - self.last.at, answer.correct);
        Self {
            first_correct: self.first_correct,
            ever_correct: self.ever_correct || answer.correct,
            last: answer,
            memory,
            due_at: answer.at + memory.interval(),
            revised_at: if answer.at >= self.due_at {
                Some(answer.at)
            } else {
                self.revised_at
            },
        }
    }
}
