//! Who a user is.

use chrono::{DateTime, Utc};
use kernel::UserId;

/// A Discord account's id ("snowflake"), as Discord writes it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DiscordUserId(pub String);

/// What a user may know of itself; what every call that answers "the user" answers.
#[derive(Clone, PartialEq, Eq)]
pub struct User {
    pub id: UserId,
    pub username: String,
    pub email: String,
    pub discord_user_id: Option<DiscordUserId>,
}

impl std::fmt::Debug for User {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("User")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// A user as staff see it.
#[derive(Clone, PartialEq, Eq)]
pub struct UserRecord {
    pub user: User,
    pub created_at: DateTime<Utc>,
    /// Whether the user was ever granted a course that nobody took back.
    pub is_subscribed: bool,
    /// When the last of the user's accesses ends; none for an access without end, or without any access.
    pub subscription_ends: Option<DateTime<Utc>>,
    pub discord_roles: Vec<String>,
}
