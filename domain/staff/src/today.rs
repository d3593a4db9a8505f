//! What is to do today.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::UserId;

/// A member with access who has not watched for this long is stuck (contract, "Staff and questions, settled").
pub const STUCK_AFTER: TimeDelta = TimeDelta::days(14);
/// An access that ends within this time is listed (contract, "Staff in the browser").
pub const ENDING_WITHIN: TimeDelta = TimeDelta::days(14);
/// The most rows of each list.
pub const LISTED_TODAY: i64 = 100;

/// A member with access who stopped before the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StuckMember {
    pub member: UserId,
    pub username: String,
    pub course_id: i32,
    pub title: String,
    /// `None` where nothing was watched.
    pub last_watched: Option<DateTime<Utc>>,
}

/// An access that ends soon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndingAccess {
    pub member: UserId,
    pub username: String,
    pub course_id: i32,
    pub title: String,
    pub expires_at: DateTime<Utc>,
}

/// Something that needs a hand, and what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble<K> {
    pub member: Option<UserId>,
    pub username: Option<String>,
    /// What it is about: a mail's number, an order's reference, a Discord account.
    pub about: K,
    pub detail: String,
}
