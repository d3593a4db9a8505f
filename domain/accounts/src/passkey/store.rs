//! The passkeys' rows, as the rules use them.

use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};
use sha2::{Digest, Sha256};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PasskeyId(pub i32);

/// What an authenticator calls a credential: bytes of its own choice.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CredentialId(pub Vec<u8>);

/// A challenge, as the database knows it once it was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChallengeHash(pub [u8; 32]);

impl ChallengeHash {
    /// Of what the challenge was kept as.
    #[must_use]
    pub fn of(kept: &[u8]) -> Self {
        Self(Sha256::digest(kept).into())
    }
}

/// A passkey as its member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyRecord {
    pub id: PasskeyId,
    pub name: String,
    pub created_at: DateTime<Utc>,
    /// When it last opened a session.
    pub last_used_at: Option<DateTime<Utc>>,
}

/// A passkey as a signature is checked against it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownPasskey {
    pub id: PasskeyId,
    pub user: UserId,
    /// The public key and what is known of the credential, in the form of the library that checks signatures.
    pub credential: String,
}

/// A passkey to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPasskey {
    pub id: CredentialId,
    /// [`KnownPasskey::credential`]
    pub credential: String,
    /// The signature counter that the authenticator reported.
    pub counter: u32,
    /// Made by the server, see [`crate::Device::passkey_name`].
    pub name: String,
}

/// The passkeys and the challenges that were answered. Every method may return [`StoreError`].
pub trait PasskeyStore {
    /// What a user's authenticators call the passkeys.
    fn passkey_credentials(&mut self, user: UserId) -> Result<Vec<CredentialId>, StoreError>;
    /// Adds a passkey; `None` if the credential is registered already, by any account.
    fn insert_passkey(
        &mut self,
        user: UserId,
        new: &NewPasskey,
        now: DateTime<Utc>,
    ) -> Result<Option<PasskeyId>, StoreError>;
    /// The signature counter of one of a user's passkeys.
    fn passkey_counter(&mut self, user: UserId, passkey: PasskeyId) -> Result<Option<u32>, StoreError>;
    /// Writes down a sign-in by a passkey.
    fn set_passkey_used(
        &mut self,
        passkey: PasskeyId,
        credential: &str,
        counter: u32,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError>;
    /// Removes one of a user's passkeys; returns its name, or `None` if that user has no such passkey.
    fn delete_passkey(&mut self, user: UserId, passkey: PasskeyId) -> Result<Option<String>, StoreError>;
    /// Writes down that a challenge was answered; of any number of concurrent callers, one gets true.
    fn use_challenge(
        &mut self,
        challenge: &ChallengeHash,
        expires: DateTime<Utc>,
    ) -> Result<bool, StoreError>;
}
