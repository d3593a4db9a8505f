//! A user.

pub(crate) mod username;

use chrono::{DateTime, Utc};
use kernel::UserId;

/// A Discord account's id ("snowflake"), as Discord writes it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DiscordUserId(pub String);

/// The facts of a user that the user may see.
#[derive(Clone, PartialEq, Eq)]
pub struct User {
    pub id: UserId,
    pub username: String,
    pub email: String,
    /// Whether the account's mailbox was proved.
    pub email_verified: bool,
    /// A new address that waits for its link to be opened.
    pub pending_email: Option<String>,
    pub discord_user_id: Option<DiscordUserId>,
    /// Whether signing in wants a code.
    pub second_factor: bool,
    /// Whether the member is mailed after a while without watching.
    pub reminders: bool,
    /// Whether the address of the member's calendar works.
    pub calendar: bool,
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
    /// Whether the user holds any grant, expired or not.
    pub is_subscribed: bool,
    /// When the user's last access ends; `None` if an access has no end, and without any access.
    pub subscription_ends: Option<DateTime<Utc>>,
    pub discord_roles: Vec<String>,
    /// When the account was imported from another site; `None` if it registered here.
    pub imported_at: Option<DateTime<Utc>>,
    pub has_signed_in: bool,
}
