//! What waits to be done outside of a request: a mail, a member's Discord roles, a refund, a message to a channel.
//!
//! Decision: everything that waits is a job, a row that the transaction of its cause writes. A job has a kind and a key, and the key names
//! the row with its facts; the server has one worker function for each kind. Ruled out: a queue for each feature, which had four ways to
//! claim, to put off and to end. Cost: a job's key is a text, also where it is a number.

use chrono::{DateTime, Utc};

use crate::StoreError;

/// Which worker does a job. It is stored, so the names are stable.
pub type JobKind = &'static str;

/// The order in which due jobs of one kind are done; within a rank the job that is due longest is first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum JobRank {
    /// A reader waits for it, its link expires, or it tells that an account may have been taken over.
    Urgent,
    /// It brings or documents what was paid for.
    Paid,
    Other,
}

impl JobRank {
    /// Every rank, the first to be done first.
    pub const ALL: [Self; 3] = [Self::Urgent, Self::Paid, Self::Other];

    /// As it is stored: the smallest is done first.
    #[must_use]
    pub fn number(self) -> i32 {
        self as i32
    }
}

/// A job to be enqueued.
#[derive(Debug, Clone, Copy)]
pub struct NewJob<'a> {
    pub kind: JobKind,
    /// The row that holds its facts; a kind has one job of a key.
    pub key: &'a str,
    /// What a program must know to do the job; a program that does not know it leaves the job to others.
    pub payload: Option<&'a str>,
    pub rank: JobRank,
    /// When it is due; `None`: at once, whatever the clocks of the servers say.
    pub due: Option<DateTime<Utc>>,
}

/// What came of a try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobOutcome {
    Done,
    /// It is due again at a time.
    Again {
        at: DateTime<Utc>,
        /// The problem, for staff.
        because: Option<String>,
        /// How many failures the next pause counts.
        attempts: i32,
    },
    /// It is given up, and kept for staff to see.
    Never {
        because: String,
    },
}

/// What waits. Every method may return [`StoreError`].
pub trait Jobs {
    /// Enqueues a job; it is done after the transaction commits. A job that waits is due anew; one that is under way is done once more.
    fn enqueue(&mut self, job: NewJob<'_>) -> Result<(), StoreError>;
    /// Takes a job back; a try that is under way ends it.
    fn forget(&mut self, kind: JobKind, key: &str) -> Result<(), StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_stored_in_the_order_in_which_jobs_are_done() {
        assert!(JobRank::ALL.is_sorted_by(|one, next| one.number() < next.number()));
    }
}
