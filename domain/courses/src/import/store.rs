//! The rows of courses, as imports and staff change them.

use chrono::{DateTime, Utc};
use kernel::StoreError;

use super::{ImportOutcome, ImportedCourse, identity::KnownLesson};
use crate::{CourseId, Slug};

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
    /// Hides a course from callers without access; false where it was hidden.
    fn hide_course(&mut self, course: CourseId, now: DateTime<Utc>) -> Result<bool, StoreError>;
    /// Shows a hidden course again; false where it was shown.
    fn show_course(&mut self, course: CourseId, now: DateTime<Utc>) -> Result<bool, StoreError>;
    /// Gives a course another slug; false where another course has it, or had it before it was removed.
    fn rename_course(
        &mut self,
        course: CourseId,
        slug: &Slug,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError>;
    /// Users who have access, or progress from an access that was taken away.
    fn count_learners(&mut self, course: CourseId) -> Result<i64, StoreError>;
    /// Whether an order of the course waits for its payment.
    fn is_being_bought(&mut self, course: CourseId) -> Result<bool, StoreError>;
    /// Takes away a course's lessons, with members' progress in them, and every access; makes its unused keys invalid. How many keys.
    fn clear_course(&mut self, course: CourseId, now: DateTime<Utc>) -> Result<usize, StoreError>;
}
