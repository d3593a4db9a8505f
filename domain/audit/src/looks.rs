//! How much names of staff looked at, counted from the trail: reading a member and searching stand there once an hour each.
//!
//! Decision: two fixed numbers, above what a long day of support comes to. Cost: a name that stays just below them is not reported.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

/// What is counted: the last day.
pub const LOOKS_WITHIN: TimeDelta = TimeDelta::hours(24);
/// So many different members read within the day are odd.
pub const ODD_MEMBERS: usize = 50;
/// So many hours of the day with a search are odd.
pub const ODD_SEARCH_HOURS: usize = 12;

/// What one name of staff looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looks {
    pub name: String,
    /// Different members whose page was read.
    pub members: usize,
    /// Hours in which was searched.
    pub search_hours: usize,
}

/// The trail's rows about looking. The method may return [`StoreError`].
pub trait LookStore {
    /// What each name looked at after a time, by name.
    fn looks_since(&mut self, since: DateTime<Utc>) -> Result<Vec<Looks>, StoreError>;
}

/// The names that looked unusually much within the last day.
///
/// # Errors
/// [`StoreError`]
pub fn odd_looks<S: LookStore + ?Sized>(store: &mut S, now: DateTime<Utc>) -> Result<Vec<Looks>, StoreError> {
    let mut looks = store.looks_since(now - LOOKS_WITHIN)?;
    looks.retain(|looks| looks.members >= ODD_MEMBERS || looks.search_hours >= ODD_SEARCH_HOURS);
    Ok(looks)
}
