//! Giving and taking course access.

use accounts::AccountStore;
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::{CourseId, CourseStore, Grant, GrantSource, extended};
use kernel::AccessTerm;

#[derive(Debug, thiserror::Error)]
pub enum GrantError {
    #[error("there is no such user")]
    NoSuchUser,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Grants a user a course for a term by order of staff, or extends a running access; see [`extended`].
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
    grant_from(store, user, course, term, GrantSource::Staff, now)
}

/// [`grant_access`] by any source: what the source granted can be taken back later.
///
/// # Errors
/// See [`GrantError`].
pub fn grant_from<S: AccountStore + CourseStore + ?Sized>(
    store: &mut S,
    user: UserId,
    course: CourseId,
    term: AccessTerm,
    source: GrantSource,
    now: DateTime<Utc>,
) -> Result<Grant, GrantError> {
    // Two keys redeemed at once must both count: the second reads what the first wrote.
    if !store.lock_user(user)? {
        return Err(GrantError::NoSuchUser);
    }
    let running = store.grant_of(user, course)?;
    let grant = extended(running.as_ref(), term, now);
    // The ledger first: its row refers to the course, which is locked before the queue that a grant writes to.
    store.record_grant(user, course, term, source, now)?;
    store.put_grant(user, course, &grant)?;
    Ok(grant)
}

/// Removes a user's whole access to a course, from every source; false where there was none.
///
/// # Errors
/// See [`GrantError`].
pub fn revoke_access<S: AccountStore + CourseStore + ?Sized>(
    store: &mut S,
    user: UserId,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<bool, GrantError> {
    if !store.lock_user(user)? {
        return Err(GrantError::NoSuchUser);
    }
    store.end_grants(user, course, now)?;
    Ok(store.delete_grant(user, course)?)
}
