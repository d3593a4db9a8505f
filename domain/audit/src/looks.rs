//! How much names of staff looked at, counted from the trail: reading a member and searching stand there once an hour each.
//!
//! Decision: two fixed numbers, above what a long day of support comes to. Cost: a name that stays just below them is not reported.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

use crate::{AuditStore, Looks};

/// What is counted: the last day.
pub const LOOKS_WITHIN: TimeDelta = TimeDelta::hours(24);
/// So many different members read within the day are odd.
pub const ODD_MEMBERS: usize = 50;
/// So many hours of the day with a search are odd.
pub const ODD_SEARCH_HOURS: usize = 12;

/// The names that looked unusually much within the last day.
///
/// # Errors
/// [`StoreError`]
pub fn odd_looks(store: &mut dyn AuditStore, now: DateTime<Utc>) -> Result<Vec<Looks>, StoreError> {
    let mut looks = store.looks_since(now - LOOKS_WITHIN)?;
    looks.retain(|looks| looks.members >= ODD_MEMBERS || looks.search_hours >= ODD_SEARCH_HOURS);
    Ok(looks)
}
