//! The trail's rows, as the rules use them.

use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::{Act, ActFilter, ActRecord, ChainHash, ChainLink, ChainedAct};

/// The end of the trail, as use cases write it.
pub trait AuditStore {
    /// Appends an act in the running transaction; the name of the user whom it concerns is read now. The row joins the chain as the
    /// last statement before the commit. May return [`StoreError`], and then the transaction must end.
    fn append_act(&mut self, act: &Act, now: DateTime<Utc>) -> Result<(), StoreError>;
}

/// Where the chain begins and ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainState {
    /// The last row that was removed for its age, or the start.
    pub anchor: ChainLink,
    /// When rows were last removed.
    pub anchored_at: Option<DateTime<Utc>>,
    /// The newest row.
    pub head: ChainLink,
}

/// The trail as it is read, verified and kept short. Every method may return [`StoreError`].
pub trait AuditRecordStore {
    /// The rows after a number that match, oldest first, at most `limit`.
    fn acts_after(
        &mut self,
        number: i64,
        filter: &ActFilter,
        limit: i64,
    ) -> Result<Vec<ActRecord>, StoreError>;
    /// Where the chain begins and ends; what a backup keeps of it is the head.
    fn chain_state(&mut self) -> Result<ChainState, StoreError>;
    /// The rows after a number as the chain sees them with their stored hashes, oldest first, at most `limit`.
    fn chain_after(&mut self, number: i64, limit: i64) -> Result<Vec<(ChainedAct, ChainHash)>, StoreError>;
    /// The users who were deleted before a time and whose names still stand in rows, at most `limit`.
    fn deleted_names(&mut self, before: DateTime<Utc>, limit: i64) -> Result<Vec<UserId>, StoreError>;
    /// Erases the names, addresses and salts of all rows that concern a user; answers how many.
    fn erase_names(&mut self, user: UserId) -> Result<usize, StoreError>;
    /// Removes the oldest rows, those before the first that is not older than `before`, at most `limit`, and keeps the hash of the
    /// last of them as the anchor; answers how many.
    fn remove_acts(
        &mut self,
        before: DateTime<Utc>,
        limit: i64,
        now: DateTime<Utc>,
    ) -> Result<usize, StoreError>;
}
