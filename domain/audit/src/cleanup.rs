//! What leaves the trail: rows past their age, and the names of accounts that were deleted.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

use crate::{Act, Action, AuditStore};

/// The names of a deleted account stay readable for this long, so that a deletion does not hide what came before it; the law wants
/// an erasure within a month (GDPR, article 12(3)).
pub const NAMES_KEPT: TimeDelta = TimeDelta::days(30);
/// Rows are removed at most this often, each time with a row that says so.
pub const TRIM_PAUSE: TimeDelta = TimeDelta::hours(24);
/// In one transaction.
pub const TRIM_BATCH: i64 = 5_000;

/// Accounts in one transaction.
const ERASE_BATCH: i64 = 20;

/// Erases the names of accounts that were deleted [`NAMES_KEPT`] ago, in one transaction; an act says whose. Answers how many
/// accounts; fewer than asked for means that none is left.
///
/// # Errors
/// [`StoreError`]
pub fn erase_deleted_names(store: &mut dyn AuditStore, now: DateTime<Utc>) -> Result<usize, StoreError> {
    let users = store.deleted_names(now - NAMES_KEPT, ERASE_BATCH)?;
    for user in &users {
        store.erase_names(*user)?;
        store.append_act(&Act::by_system(Action::AuditNamesErased).concerning(*user), now)?;
    }
    Ok(users.len())
}

/// Removes rows that are older than `days` days, at most [`TRIM_BATCH`] of them; an act says up to which. Answers how many.
///
/// # Errors
/// [`StoreError`]
pub fn trim_trail(store: &mut dyn AuditStore, days: u32, now: DateTime<Utc>) -> Result<usize, StoreError> {
    let Some(before) = now.checked_sub_signed(TimeDelta::days(days.into())) else {
        return Ok(0);
    };
    let removed = store.remove_acts(before, TRIM_BATCH, now)?;
    if removed > 0 {
        let last = store.removed_acts()?.last;
        let act = Act::by_system(Action::AuditTrimmed).about(&format!("rows up to {last}"));
        store.append_act(&act, now)?;
    }
    Ok(removed)
}
