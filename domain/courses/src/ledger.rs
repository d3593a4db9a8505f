//! The ledger of grants: each term that was granted, with its source, so that one can be taken back without the others.
//!
//! What a user holds now is [`crate::Grant`], one for each course. The ledger holds the terms that it is the sum of: to take back
//! what one order granted, the rest is replayed through [`crate::extended`], each term from the day it was granted.

use chrono::{DateTime, Utc};
use kernel::{AccessTerm, StoreError, UserId};

use crate::CourseId;

/// What granted a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrantSource {
    /// A purchase key, by its number.
    Key(i32),
    /// A member's order, by its number.
    Order(i32),
    Staff,
    /// Another site, from which the member was imported.
    Import,
}

/// One entry that was not taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LedgerEntry {
    pub granted_at: DateTime<Utc>,
    pub term: AccessTerm,
    /// The exact end of an imported access, which the term only gives in days.
    pub ends_at: Option<DateTime<Utc>>,
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
