//! The trail's rows, as the rules use them.

use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::Act;

/// The end of the trail, as use cases write it.
pub trait AuditStore {
    /// Appends an act in the running transaction; the name of the user whom it concerns is read now. May return [`StoreError`], and
    /// then the transaction must end.
    fn append_act(&mut self, act: &Act, now: DateTime<Utc>) -> Result<(), StoreError>;
    /// What was removed so far.
    fn removed_acts(&mut self) -> Result<RemovedActs, StoreError>;
    /// The users who were deleted before a time and whose names still stand in rows, at most `limit`.
    fn deleted_names(&mut self, before: DateTime<Utc>, limit: i64) -> Result<Vec<UserId>, StoreError>;
    /// Erases the names and addresses of all rows that concern a user; answers how many.
    fn erase_names(&mut self, user: UserId) -> Result<usize, StoreError>;
    /// Removes the oldest rows, those before the first of `before` or later, at most `limit`, and notes up to which;
    /// answers how many.
    fn remove_acts(
        &mut self,
        before: DateTime<Utc>,
        limit: i64,
        now: DateTime<Utc>,
    ) -> Result<usize, StoreError>;
    /// What each name looked at after a time, by name.
    fn looks_since(&mut self, since: DateTime<Utc>) -> Result<Vec<Looks>, StoreError>;
}

/// What was removed from the trail for its age.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemovedActs {
    /// The number of the last row, or 0.
    pub last: i64,
    /// When rows were last removed.
    pub at: Option<DateTime<Utc>>,
}

/// What one name of staff looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looks {
    pub name: String,
    /// Different members whose page was read.
    pub members: usize,
    /// Hours in which was searched.
    pub search_hours: usize,
}
