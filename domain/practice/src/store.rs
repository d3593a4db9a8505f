//! The rows of answers and of the states made from them, as the rules use them.

use chrono::{DateTime, Utc};
use courses::{
    CourseId, CourseStore, Grant, VideoId,
    lesson::exercise::{Exercise, ExerciseId},
};
use kernel::{StoreError, UserId};

use crate::{LoggedAnswer, PracticeState};

/// A member's results in one exercise are kept by this, across all imports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExerciseRef {
    pub user: UserId,
    pub lesson: VideoId,
    pub exercise: ExerciseId,
}

/// An answer on its way into the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAnswer {
    pub logged: LoggedAnswer,
    /// The answer as it was understood.
    pub text: String,
}

/// A member's last answer to an exercise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastResult {
    pub exercise: ExerciseId,
    pub last: LoggedAnswer,
}

/// Where an exercise that is due is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DueRow {
    /// Of a lesson; each import makes the row anew.
    Lesson(i32),
    /// Made from a run of the member's.
    ReplayRun(i32),
}

/// An exercise that should be asked again, or an exercise of a run that waits for its first answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueExercise {
    pub row: DueRow,
    pub exercise: ExerciseId,
    pub lesson: VideoId,
    pub course: CourseId,
    pub lesson_title: String,
    /// `None` until the first answer.
    pub last: Option<LoggedAnswer>,
    pub due_at: DateTime<Utc>,
}

/// Every method may return [`StoreError`].
pub trait ReviewStore {
    /// An exercise that is in the lesson now, without its chart, or one of a run of the member's in it.
    fn exercise(&mut self, of: &ExerciseRef) -> Result<Option<Exercise>, StoreError>;
    /// The state of an exercise. Until the transaction ends, no other changes it or adds to its log.
    fn lock_state(&mut self, of: &ExerciseRef) -> Result<Option<PracticeState>, StoreError>;
    /// Adds to the log; false where the same answer of the same time is there already.
    fn log_answer(&mut self, of: &ExerciseRef, answer: &NewAnswer) -> Result<bool, StoreError>;
    /// The whole log of an exercise.
    fn logged_answers(&mut self, of: &ExerciseRef) -> Result<Vec<LoggedAnswer>, StoreError>;
    fn put_state(&mut self, of: &ExerciseRef, state: &PracticeState) -> Result<(), StoreError>;
    /// Every grant of a member, ended or not.
    fn grants_of(&mut self, user: UserId) -> Result<Vec<(CourseId, Grant)>, StoreError>;
    /// How many exercises a member has answered since, each after it had become due.
    fn revised_since(&mut self, user: UserId, since: DateTime<Utc>) -> Result<i64, StoreError>;
    /// The exercises of these courses that are due, the longest overdue first.
    fn due_exercises(
        &mut self,
        user: UserId,
        courses: &[CourseId],
        now: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<DueExercise>, StoreError>;
}

/// The rows of a review, and of the course that its exercise belongs to.
pub trait PracticeStore: CourseStore + ReviewStore {}
