//! What staff do with a whole course: hide, show, rename, remove.
//!
//! Decision: a removed course leaves its row behind, because orders and used keys refer to it; its lessons, members' progress and access
//! are gone. Cost: its slug is free for nothing but a new import of the same course.

use chrono::{DateTime, Utc};
use kernel::StoreError;

use super::CourseImportStore;
use crate::{CourseId, Slug};

/// The rows of whole courses, as staff change them. Every method may return [`StoreError`].
pub trait CourseStateStore: CourseImportStore {
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

/// Whether a course may be removed that has members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Members {
    /// A backup holds what they lose.
    AreInABackup,
    /// There must be none.
    None,
}

#[derive(Debug, thiserror::Error)]
pub enum RemoveCourseError {
    #[error("{0} members have or had access")]
    HasMembers(i64),
    #[error("an order of it waits for its payment")]
    IsBeingBought,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Removes a course; how many unused keys became invalid.
///
/// # Errors
/// [`RemoveCourseError`]; then nothing was changed.
pub fn remove_course<S: CourseStateStore + ?Sized>(
    store: &mut S,
    course: CourseId,
    members: Members,
    now: DateTime<Utc>,
) -> Result<usize, RemoveCourseError> {
    let count = store.count_learners(course)?;
    if members == Members::None && count > 0 {
        return Err(RemoveCourseError::HasMembers(count));
    }
    if store.is_being_bought(course)? {
        return Err(RemoveCourseError::IsBeingBought);
    }
    Ok(store.clear_course(course, now)?)
}
