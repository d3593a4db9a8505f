//! The second factors' rows, as the rules use them.

use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use super::{
    recovery_code::RecoveryCodeHash,
    totp::{TimeStep, TotpSecret},
};

/// A user's second factor, offered or on.
#[derive(Debug, Clone)]
pub struct SecondFactor {
    /// `None` if it was sealed under another session key: only recovery codes are accepted then.
    pub secret: Option<TotpSecret>,
    pub offered_at: DateTime<Utc>,
    /// `None`: offered, and not on.
    pub on_since: Option<DateTime<Utc>>,
    /// What [`crate::CodeLimit`] counts with.
    pub codes_full_at: Option<DateTime<Utc>>,
}

/// The second factors, at most one of each user, with their recovery codes. Every method may return [`StoreError`].
pub trait SecondFactorStore {
    /// The user's second factor, offered or on.
    fn second_factor(&mut self, user: UserId) -> Result<Option<SecondFactor>, StoreError>;
    /// Makes this the user's only secret, without used steps and recovery codes. The factor must not be on.
    fn offer_secret(
        &mut self,
        user: UserId,
        secret: &TotpSecret,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError>;
    /// Turns the offered factor on, with these recovery codes and no others; false where it is on.
    fn turn_on(
        &mut self,
        user: UserId,
        recovery: &[RecoveryCodeHash],
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError>;
    /// Removes the factor with all that belongs to it; false where it was not on.
    fn turn_off(&mut self, user: UserId) -> Result<bool, StoreError>;
    /// Uses up the code of a step; of any number of concurrent callers, one gets true.
    fn take_step(&mut self, user: UserId, step: TimeStep) -> Result<bool, StoreError>;
    /// Uses up a recovery code; of any number of concurrent callers, one gets true.
    fn take_recovery_code(
        &mut self,
        user: UserId,
        code: &RecoveryCodeHash,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError>;
    /// Keeps what [`crate::CodeLimit`] counts with.
    fn set_codes_full_at(&mut self, user: UserId, full_at: DateTime<Utc>) -> Result<(), StoreError>;
}
