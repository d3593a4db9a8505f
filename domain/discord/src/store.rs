//! The rows of links, accounts and invites, as the rules use them.

use accounts::DiscordUserId;
use chrono::{DateTime, Utc};
use courses::{CourseId, CourseStore};
use kernel::{StoreError, UserId};

use crate::Roles;

/// The Discord account belongs to another user.
#[derive(Debug, thiserror::Error)]
pub enum AccountTaken {
    #[error("the Discord account is linked to another user")]
    Taken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What is stored of a Discord account.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemberState {
    /// Our roles that it has, or may have.
    pub roles: Roles,
    /// Whether it is known to have exactly these.
    pub certain: bool,
    /// Since when it is known not to be in the guild.
    pub left_at: Option<DateTime<Utc>>,
    /// When the last request was sent that may still take effect.
    pub late_at: Option<DateTime<Utc>>,
}

/// An invite that works once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invite {
    pub code: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// Which user has which Discord account, what is remembered of accounts, and invites to courses' channels. Every method may return
/// [`StoreError`]; an option is `None` if the row does not exist.
pub trait DiscordStore: CourseStore {
    /// Links or unlinks; [`AccountTaken`] where the account is another user's.
    fn set_discord_account(
        &mut self,
        user: UserId,
        account: Option<&DiscordUserId>,
    ) -> Result<(), AccountTaken>;
    fn holder_of(&mut self, account: &DiscordUserId) -> Result<Option<UserId>, StoreError>;
    /// Every role that a course names now.
    fn course_roles(&mut self) -> Result<Roles, StoreError>;
    fn member_state(&mut self, account: &DiscordUserId) -> Result<Option<MemberState>, StoreError>;
    fn save_member_state(&mut self, account: &DiscordUserId, state: &MemberState) -> Result<(), StoreError>;
    fn forget_member(&mut self, account: &DiscordUserId) -> Result<(), StoreError>;
    /// Writes an account's roles to its user's row, if it is linked; whose row the caller has locked.
    fn show_roles(&mut self, account: &DiscordUserId, roles: &Roles) -> Result<(), StoreError>;
    /// The newest invite of a user to a course that has not expired.
    fn live_invite(
        &mut self,
        user: UserId,
        course: CourseId,
        now: DateTime<Utc>,
    ) -> Result<Option<Invite>, StoreError>;
    /// Lets one caller at a time make an invite for a user and a course, for as long as `until`; false for all others.
    fn claim_invite(
        &mut self,
        user: UserId,
        course: CourseId,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<bool, StoreError>;
    fn release_invite(&mut self, user: UserId, course: CourseId) -> Result<(), StoreError>;
    fn insert_invite(&mut self, user: UserId, course: CourseId, invite: &Invite) -> Result<(), StoreError>;
    fn mark_invite_used(&mut self, code: &str, now: DateTime<Utc>) -> Result<(), StoreError>;
}
