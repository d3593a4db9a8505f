//! The questions' rows, as the rules use them.

use chrono::{DateTime, Utc};
use courses::{CourseStore, Grant, VideoId};
use kernel::{StoreError, UserId};

use crate::{Answer, NewQuestion, Question, QuestionId};

/// Which questions staff list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnsweredWhich {
    /// Oldest first.
    Waiting,
    /// Newest first.
    Answered,
}

/// The questions. Every method may return [`StoreError`]; a deleted question is left out, but where it counts.
pub trait QuestionStore: CourseStore {
    fn insert_question(
        &mut self,
        user: UserId,
        new: &NewQuestion<'_>,
        now: DateTime<Utc>,
    ) -> Result<QuestionId, StoreError>;
    fn question(&mut self, id: QuestionId) -> Result<Option<Question>, StoreError>;
    /// The questions of a lesson, by second.
    fn questions_of_lesson(&mut self, video: VideoId) -> Result<Vec<Question>, StoreError>;
    /// For staff, at most `limit`.
    fn questions_for_staff(&mut self, which: AnsweredWhich, limit: i64) -> Result<Vec<Question>, StoreError>;
    /// The grants, ended or not, of the courses with priority; of all members, or of one.
    fn priority_grants(&mut self, user: Option<UserId>) -> Result<Vec<(UserId, Grant)>, StoreError>;
    /// Keeps a report; false where the member reported the question before.
    fn insert_report(
        &mut self,
        id: QuestionId,
        user: UserId,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError>;
    /// Ends the reports of a question that wait; answers how many there were.
    fn keep_reports(&mut self, id: QuestionId, now: DateTime<Utc>) -> Result<usize, StoreError>;
    /// Hides a question, and takes it out of the search; false if it is hidden.
    fn set_hidden(&mut self, question: &Question, now: DateTime<Utc>) -> Result<bool, StoreError>;
    /// When a member asked after a time, deleted questions too, oldest first.
    fn asked_since(&mut self, user: UserId, since: DateTime<Utc>) -> Result<Vec<DateTime<Utc>>, StoreError>;
    /// Deletes an unanswered question of a member; false if there is no such question.
    fn delete_unanswered(
        &mut self,
        user: UserId,
        id: QuestionId,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError>;
    /// Answers a question; where the answer is public, the search of the course finds both from then on. False where it is answered,
    /// deleted or unknown; of any number of concurrent callers, one gets true.
    fn set_answer(&mut self, question: &Question, answer: &Answer) -> Result<bool, StoreError>;
}
