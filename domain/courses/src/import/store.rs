//! The rows of courses, as imports and staff change them.

use chrono::{DateTime, Utc};
use kernel::StoreError;

use super::{ImportOutcome, ImportedCourse, identity::KnownLesson};
use crate::CourseId;

/// Courses as they are changed. Every method may return [`StoreError`].
pub trait CourseChangeStore {
    /// Inserts or updates an imported course, found by its slug. Which row a video keeps, [`super::identity::lessons_of_files`] decides; videos
    /// that the import lacks leave the catalogue but keep their progress. A course that was removed is there again, without members.
    fn put_course(
        &mut self,
        course: &ImportedCourse,
        now: DateTime<Utc>,
    ) -> Result<ImportOutcome, StoreError>;
    /// The lessons of a course in their order, then the lessons that were left out.
    fn known_lessons(&mut self, course: CourseId) -> Result<Vec<KnownLesson>, StoreError>;
    /// How many members have access to a course, or had it.
    fn count_members(&mut self, course: CourseId) -> Result<i64, StoreError>;
    /// Users who have access, or progress from an access that was taken away.
    fn count_learners(&mut self, course: CourseId) -> Result<i64, StoreError>;
    /// Whether an order of the course waits for its payment.
    fn is_being_bought(&mut self, course: CourseId) -> Result<bool, StoreError>;
    /// Takes away a course's lessons, with members' progress in them, and every access; makes its unused keys invalid. How many keys.
    fn clear_course(&mut self, course: CourseId, now: DateTime<Utc>) -> Result<usize, StoreError>;
}
