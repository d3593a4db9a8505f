//! Giving and taking course access.

pub(crate) mod by_staff;

use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::{CourseId, CourseStore, Grant, GrantSource, LedgerEntry, extended, later_end};
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
pub fn grant_access(
    store: &mut dyn CourseStore,
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
pub fn grant_from(
    store: &mut dyn CourseStore,
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
    // The ledger first: its row refers to the course, which is locked before the job that a grant enqueues.
    store.record_grant(user, course, term, source, now)?;
    store.put_grant(user, course, &grant)?;
    Ok(grant)
}

/// Removes a user's whole access to a course, from every source; false where there was none.
///
/// # Errors
/// See [`GrantError`].
pub fn revoke_access(
    store: &mut dyn CourseStore,
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

/// Takes back what a source granted, from every user who got it, and nothing else.
///
/// # Errors
/// [`StoreError`]
pub fn take_back(
    store: &mut dyn CourseStore,
    source: GrantSource,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for (user, course) in store.granted_by(source)? {
        // A concurrent extension of this access happens before or after, not between.
        if !store.lock_user(user)? {
            continue;
        }
        store.end_granted_by(source, user, course, now)?;
        match replayed(&store.ledger(user, course)?) {
            Some(grant) => store.put_grant(user, course, &grant)?,
            None => {
                store.delete_grant(user, course)?;
            }
        }
    }
    Ok(())
}

/// The grant that the entries add up to. Returns `None` without an entry.
fn replayed(entries: &[LedgerEntry]) -> Option<Grant> {
    entries.iter().fold(None, |running, entry| {
        Some(match entry.ends_at {
            None => extended(running.as_ref(), entry.term, entry.granted_at),
            Some(_) => {
                let imported = Grant {
                    purchased_at: entry.granted_at,
                    expires_at: entry.ends_at,
                };
                later_end(running.as_ref(), &imported)
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn entry(day: &str, term: AccessTerm) -> LedgerEntry {
        LedgerEntry {
            granted_at: at(&format!("{day}T00:00:00Z")),
            term,
            ends_at: None,
        }
    }

    fn end(entries: &[LedgerEntry]) -> Option<DateTime<Utc>> {
        replayed(entries).unwrap().expires_at
    }

    #[test]
    fn no_entry_makes_no_grant() {
        assert_eq!(replayed(&[]), None);
    }

    #[test]
    fn what_is_left_runs_from_the_day_it_was_given() {
        let three = AccessTerm::Months(3);
        let (first, second) = (entry("2026-01-01", three), entry("2026-02-01", three));
        assert_eq!(end(&[first, second]), Some(at("2026-07-01T00:00:00Z")));
        assert_eq!(end(&[second]), Some(at("2026-05-01T00:00:00Z")));
        assert_eq!(end(&[first]), Some(at("2026-04-01T00:00:00Z")));
    }

    #[test]
    fn an_imported_access_is_replayed_to_its_second() {
        let imported = LedgerEntry {
            ends_at: Some(at("2026-02-10T08:30:07Z")),
            ..entry("2026-01-01", AccessTerm::Days(41))
        };
        let bought = entry("2026-02-01", AccessTerm::Months(1));
        assert_eq!(end(&[imported]), Some(at("2026-02-10T08:30:07Z")));
        assert_eq!(end(&[imported, bought]), Some(at("2026-03-10T08:30:07Z")));
        let earlier = LedgerEntry {
            ends_at: Some(at("2026-01-31T00:00:00Z")),
            ..imported
        };
        assert_eq!(end(&[imported, earlier]), end(&[imported]));
    }
}
