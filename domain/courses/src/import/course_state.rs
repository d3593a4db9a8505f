//! What staff do with a whole course: hide, show, rename, remove.
//!
//! Decision: a removed course leaves its row behind, because orders and used keys refer to it; its lessons, members' progress and access
//! are gone. Cost: its slug is free for nothing but a new import of the same course.

use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{CourseId, CourseStore};

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
pub fn remove_course(
    store: &mut dyn CourseStore,
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
