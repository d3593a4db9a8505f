//! Giving and taking course access.

use accounts::{AccountStore, StoreError, UserId};
use chrono::{DateTime, Utc};

use crate::{AccessTerm, CourseId, CourseStore, Grant, extended};

#[derive(Debug, thiserror::Error)]
pub enum GrantError {
    #[error("there is no such user")]
    NoSuchUser,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Gives a user a course for a term, or extends what runs; see [`extended`].
///
/// # Errors
/// See [`GrantError`].
pub fn grant_access<S: AccountStore + CourseStore + ?Sized>(
    store: &mut S,
    user: UserId,
    course: CourseId,
    term: AccessTerm,
    now: DateTime<Utc>,
) -> Result<Grant, GrantError> {
    // Two keys redeemed at once must both count: the second reads what the first wrote.
    if !store.lock_user(user)? {
        return Err(GrantError::NoSuchUser);
    }
    let running = store.grant_of(user, course)?;
    let grant = extended(running.as_ref(), term, now);
    store.put_grant(user, course, &grant)?;
    Ok(grant)
}

/// Takes a user's access to a course; false where there was none.
///
/// # Errors
/// See [`GrantError`].
pub fn revoke_access<S: AccountStore + CourseStore + ?Sized>(
    store: &mut S,
    user: UserId,
    course: CourseId,
) -> Result<bool, GrantError> {
    if !store.lock_user(user)? {
        return Err(GrantError::NoSuchUser);
    }
    Ok(store.delete_grant(user, course)?)
}
