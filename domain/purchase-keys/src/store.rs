//! The purchase keys' rows, as the rules use them.

use ::mail::EmailAddress;
use chrono::{DateTime, Utc};
use courses::{Course, CourseId, CourseStore};
use kernel::AccessTerm;
use kernel::{StoreError, UserId};

use crate::{KeyHash, PurchaseKey};

/// The number of an issued key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(pub i32);

/// What a new key opens, and who gets it.
#[derive(Debug, Clone)]
pub struct IssueOrder {
    pub course: Course,
    pub term: AccessTerm,
    /// Where the key is mailed to. Any account may redeem it.
    pub email: Option<EmailAddress>,
}

/// A key that can be redeemed now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsableKey {
    pub id: KeyId,
    pub course: Course,
    pub term: AccessTerm,
    /// The form of the address that it was mailed to, see [`EmailAddress::key`].
    pub mailed_to: Option<String>,
}

impl UsableKey {
    /// Whether it was mailed to an address.
    #[must_use]
    pub fn was_mailed_to(&self, email: &EmailAddress) -> bool {
        self.mailed_to.as_deref() == Some(email.key().as_str())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyState {
    Unused,
    Used,
    Revoked,
}

impl KeyState {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unused => "unused",
            Self::Used => "used",
            Self::Revoked => "revoked",
        }
    }
}

/// A key as staff see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRecord {
    pub id: KeyId,
    /// `None` if it was sealed under a secret that is no longer in use.
    pub key: Option<PurchaseKey>,
    pub hint: String,
    pub state: KeyState,
    pub course: CourseId,
    pub course_slug: String,
    pub term: AccessTerm,
    /// The address that it was mailed to.
    pub email: Option<String>,
    pub created_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
    /// The user who used it; `None` also after that user was deleted.
    pub used_by: Option<String>,
    pub revoked_at: Option<DateTime<Utc>>,
    /// What staff noted when they issued it; members never see it.
    pub note: Option<String>,
}

/// The purchase keys' rows, and the accounts and courses that a redemption touches. Every method may return [`StoreError`].
pub trait PurchaseKeyStore: CourseStore {
    fn insert_key(
        &mut self,
        key: &PurchaseKey,
        order: &IssueOrder,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError>;
    /// A key that is neither used nor revoked, or `None`.
    fn usable_key(&mut self, key: &KeyHash) -> Result<Option<UsableKey>, StoreError>;
    /// Marks a key as used and returns what it opens, or `None` if it is used, revoked or unknown. Of any number of concurrent
    /// callers, exactly one gets the key.
    fn claim_key(&mut self, key: &KeyHash, now: DateTime<Utc>) -> Result<Option<UsableKey>, StoreError>;
    /// Records the address that a key was mailed to, in place of an earlier one.
    fn set_key_email(&mut self, key: &KeyHash, email: &EmailAddress) -> Result<(), StoreError>;
    /// Records the user who claimed a key.
    fn set_key_user(&mut self, key: &KeyHash, user: UserId) -> Result<(), StoreError>;
    /// Makes a user the buyer of the paid order that a key was issued for, where a visitor made it with this address; whether the key
    /// was issued for an order. An order that has a buyer keeps it.
    fn adopt_order_of_key(
        &mut self,
        user: UserId,
        key: &KeyHash,
        email: &EmailAddress,
    ) -> Result<bool, StoreError>;
    /// Revokes an unused key; returns its state before, or `None` if there is no such key.
    fn revoke_key(&mut self, key: &KeyHash, now: DateTime<Utc>) -> Result<Option<KeyState>, StoreError>;
    fn key_record(&mut self, key: &KeyHash) -> Result<Option<KeyRecord>, StoreError>;
}
