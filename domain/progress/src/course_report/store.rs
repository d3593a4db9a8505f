//! The rows of staff's reports, as the rules use them.

use courses::{CourseId, Grant, VideoId};
use kernel::{StoreError, UserId};

use super::replays::ReplayTry;
use crate::{PlayedParts, Position};

/// A member's first answer to an exercise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstTry {
    pub video: VideoId,
    pub exercise: String,
    pub correct: bool,
}

/// What is kept of one member and lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonProgress {
    pub video: VideoId,
    pub position: Position,
    pub played: PlayedParts,
}

/// What staff's reports are read from. Every method may return [`StoreError`].
pub trait CourseReportStore {
    /// Who was ever granted a course and still has the row, by number after `after`, at most `limit`.
    fn grants_of_course(
        &mut self,
        course: CourseId,
        after: UserId,
        limit: i64,
    ) -> Result<Vec<(UserId, Grant)>, StoreError>;
    /// What these members did in the videos that are in the course now.
    fn progress_of(&mut self, users: &[UserId], course: CourseId) -> Result<Vec<LessonProgress>, StoreError>;
    /// These members' first answers to the exercises that are in the course now.
    fn first_tries_of(&mut self, users: &[UserId], course: CourseId) -> Result<Vec<FirstTry>, StoreError>;
    /// These members' runs in the lessons that are in the course now, by number after `after`, at most `limit`.
    fn replay_tries_of(
        &mut self,
        users: &[UserId],
        course: CourseId,
        after: i32,
        limit: i64,
    ) -> Result<Vec<ReplayTry>, StoreError>;
}
