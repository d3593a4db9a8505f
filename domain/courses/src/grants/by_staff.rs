//! Giving and taking access by staff, with its line of the trail.

use audit::{ActingStaff, Action};
use chrono::{DateTime, Utc};
use kernel::{AccessTerm, StoreError, UserId};

use crate::{Course, CourseStore, DraftCourse, Grant, GrantError, grant_access, revoke_access};

#[derive(Debug, thiserror::Error)]
pub enum StaffGrantError {
    #[error(transparent)]
    Draft(#[from] DraftCourse),
    #[error(transparent)]
    Grant(#[from] GrantError),
}

impl From<StoreError> for StaffGrantError {
    fn from(error: StoreError) -> Self {
        Self::Grant(error.into())
    }
}

/// [`grant_access`], by a command or in the pages of staff.
///
/// # Errors
/// See [`StaffGrantError`].
pub fn grant_by_staff(
    store: &mut dyn CourseStore,
    user: UserId,
    course: &Course,
    term: AccessTerm,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<Grant, StaffGrantError> {
    course.check_not_draft()?;
    let grant = grant_access(store, user, course.id, term, now)?;
    let subject = format!("{} for {term}", course.slug);
    let act = by.act(Action::UsersGrant).concerning(user).about(&subject);
    store.append_act(&act, now)?;
    Ok(grant)
}

/// [`revoke_access`], by a command or in the pages of staff. False where there was none; then nothing is done.
///
/// # Errors
/// See [`GrantError`].
pub fn revoke_by_staff(
    store: &mut dyn CourseStore,
    user: UserId,
    course: &Course,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<bool, GrantError> {
    let revoked = revoke_access(store, user, course.id, now)?;
    if revoked {
        let act = by.act(Action::UsersRevoke).concerning(user);
        store.append_act(&act.about(course.slug.as_str()), now)?;
    }
    Ok(revoked)
}
