//! The ledger of grants: each term that was granted, with its source, so that one can be taken back without the others.
//!
//! What a user holds now is [`crate::Grant`], one for each course. The ledger holds the terms that it is the sum of: to take back
//! what one order granted, the rest is replayed through [`extended`], each term from the day it was granted.

use accounts::AccountStore;
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::{CourseId, CourseStore, Grant, extended};
use kernel::AccessTerm;

/// What granted a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrantSource {
    /// A purchase key, by its number.
    Key(i32),
    /// A member's order, by its number.
    Order(i32),
    Staff,
}

/// What one entry granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given {
    Term(AccessTerm),
    /// An access from before there was a ledger, as it was then.
    Until(Option<DateTime<Utc>>),
}

/// One entry that was not taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LedgerEntry {
    pub granted_at: DateTime<Utc>,
    pub given: Given,
}

/// The ledger's rows. Every method may return [`StoreError`].
pub trait GrantLedger {
    fn record_grant(
        &mut self,
        user: UserId,
        course: CourseId,
        term: AccessTerm,
        source: GrantSource,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError>;
    /// The users and courses that a source granted, without what was taken back.
    fn granted_by(&mut self, source: GrantSource) -> Result<Vec<(UserId, CourseId)>, StoreError>;
    /// Ends the entries of a source for a user and a course.
    fn end_granted_by(
        &mut self,
        source: GrantSource,
        user: UserId,
        course: CourseId,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError>;
    /// Ends every entry of a user for a course.
    fn end_grants(&mut self, user: UserId, course: CourseId, now: DateTime<Utc>) -> Result<(), StoreError>;
    /// The entries that were not taken back, oldest first.
    fn ledger(&mut self, user: UserId, course: CourseId) -> Result<Vec<LedgerEntry>, StoreError>;
}

/// Takes back what a source granted, from every user who got it, and nothing else.
///
/// # Errors
/// [`StoreError`]
pub fn take_back<S: AccountStore + CourseStore + ?Sized>(
    store: &mut S,
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

/// The grant that the entries add up to; none where there is no entry.
fn replayed(entries: &[LedgerEntry]) -> Option<Grant> {
    entries.iter().fold(None, |running, entry| {
        Some(match entry.given {
            Given::Term(term) => extended(running.as_ref(), term, entry.granted_at),
            Given::Until(expires_at) => Grant {
                purchased_at: entry.granted_at,
                expires_at,
            },
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn entry(day: &str, given: Given) -> LedgerEntry {
        LedgerEntry {
            granted_at: at(&format!("{day}T00:00:00Z")),
            given,
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
        let three = Given::Term(AccessTerm::Months(3));
        let (first, second) = (entry("2026-01-01", three), entry("2026-02-01", three));
        assert_eq!(end(&[first, second]), Some(at("2026-07-01T00:00:00Z")));
        assert_eq!(end(&[second]), Some(at("2026-05-01T00:00:00Z")));
        assert_eq!(end(&[first]), Some(at("2026-04-01T00:00:00Z")));
    }

    #[test]
    fn an_access_from_before_the_ledger_is_where_the_rest_begins() {
        let before = entry("2026-01-01", Given::Until(Some(at("2026-03-01T00:00:00Z"))));
        let more = entry("2026-02-01", Given::Term(AccessTerm::Days(10)));
        assert_eq!(end(&[before, more]), Some(at("2026-03-11T00:00:00Z")));
        assert_eq!(end(&[entry("2026-01-01", Given::Until(None)), more]), None);
    }
}
