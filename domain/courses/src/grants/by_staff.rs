//! Giving and taking access by staff, with its line of the trail.

use accounts::AccountStore;
use audit::{ActingStaff, Action, AuditStore};
use chrono::{DateTime, Utc};
use kernel::{AccessTerm, UserId};

use crate::{Course, CourseStore, Grant, GrantError, grant_access, revoke_access};

/// [`grant_access`], by a command or in the pages of staff.
///
/// # Errors
/// See [`GrantError`].
pub fn grant_by_staff<S: AccountStore + CourseStore + AuditStore + ?Sized>(
    store: &mut S,
    user: UserId,
    course: &Course,
    term: AccessTerm,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<Grant, GrantError> {
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
pub fn revoke_by_staff<S: AccountStore + CourseStore + AuditStore + ?Sized>(
    store: &mut S,
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
