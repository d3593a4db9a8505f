//! Purchase keys: issued, verified, redeemed; and registration, which is a redemption by a new account.
//!
//! Decision: the database finds a key by its SHA-256 and keeps its text sealed under a secret that is not in the database.
//! Staff must be able to show a key again (a customer who lost the mail), so a hash alone is not enough; an attacker who reads
//! the database or a backup still gets no usable key. A key has 120 random bits, so an unsalted hash is enough to find it.
//! Cost: a change of the session key seals every key anew; where that key is lost, keys still work but can no longer be shown.
//!
//! How use cases take their store is decided in `kernel`.

mod issue;
mod key;
mod redeem;
mod redeemed;
mod register;
mod store;

pub use issue::{
    KEY_RANDOM_BYTES, MailKeyError,
    by_staff::{IssueError, issue_by_staff},
    issue_key, mail_key, mail_keys,
};
pub use key::{ImportedKeyError, KeyHash, PurchaseKey, PurchaseKeyError};
pub use redeem::{RedeemError, redeem_key, verify_key};
pub use redeemed::{redeemed_course, was_redeemed_by};
pub use register::{NewAccount, RegisterError, register};
pub use store::{IssueOrder, KeyId, KeyRecord, KeyState, PurchaseKeyStore, UsableKey};
