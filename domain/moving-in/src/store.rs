//! The rows that an import reads and writes.

use accounts::DiscordUserId;
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};
use progress::ProgressStore;
use purchase_keys::{KeyHash, PurchaseKeyStore};

use crate::{ImportPlan, KnownAccess, KnownKey, KnownMember, KnownPosition};

/// A member of the plan cannot be written, because accounts changed after it was made.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error("accounts of this site changed while the import was decided; nothing was written, run it again")]
    Changed,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The rows of every feature that an import fills. Every method may return [`StoreError`].
pub trait MovingInStore: PurchaseKeyStore + ProgressStore {
    /// The accounts that have one of these keys of an e-mail address.
    fn known_members(&mut self, email_keys: &[String]) -> Result<Vec<KnownMember>, StoreError>;
    /// The keys of all user names.
    fn username_keys(&mut self) -> Result<Vec<String>, StoreError>;
    /// Those of these Discord accounts that an account is linked to.
    fn linked_discord_accounts(
        &mut self,
        accounts: &[DiscordUserId],
    ) -> Result<Vec<DiscordUserId>, StoreError>;
    /// What these users hold, and what an earlier import gave them that was taken back.
    fn known_access(&mut self, users: &[UserId]) -> Result<Vec<KnownAccess>, StoreError>;
    fn known_positions(&mut self, users: &[UserId]) -> Result<Vec<KnownPosition>, StoreError>;
    fn known_keys(&mut self, keys: &[KeyHash]) -> Result<Vec<KnownKey>, StoreError>;
    /// Writes a plan. What a known member did since it was made stays: the later end and the newer position win.
    /// [`WriteError::Changed`] where a name, an address or a key of the plan was taken meanwhile.
    fn write_plan(&mut self, plan: &ImportPlan, now: DateTime<Utc>) -> Result<(), WriteError>;
    /// Records when a member's invitation is mailed.
    fn set_invited(&mut self, user: UserId, at: DateTime<Utc>) -> Result<(), StoreError>;
}
