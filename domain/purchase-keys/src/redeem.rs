//! Verifying a key, and redeeming it by a member.

use ::mail::EmailAddress;
use chrono::{DateTime, Utc};
use courses::{Course, GrantError, GrantSource, grant_from};
use kernel::{StoreError, UserId};

use crate::{KeyHash, PurchaseKey, PurchaseKeyStore, UsableKey};

#[derive(Debug, thiserror::Error)]
pub enum RedeemError {
    /// Unknown, used or revoked; the same for all three, so that an attacker cannot search for keys.
    #[error("the purchase key opens nothing")]
    KeyInvalid,
    #[error("there is no such user")]
    NoSuchUser,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The course that a key would open now.
///
/// # Errors
/// [`RedeemError::KeyInvalid`], [`RedeemError::Store`].
pub fn verify_key(store: &mut dyn PurchaseKeyStore, key: &PurchaseKey) -> Result<Course, RedeemError> {
    Ok(store
        .usable_key(&key.hash())?
        .ok_or(RedeemError::KeyInvalid)?
        .course)
}

/// Redeems a key for a user: the key is used, the course granted or its running access extended. A key that was mailed to the user's
/// verified address makes the user the buyer of its order.
///
/// # Errors
/// See [`RedeemError`].
pub fn redeem_key(
    store: &mut dyn PurchaseKeyStore,
    user: UserId,
    key: &PurchaseKey,
    now: DateTime<Utc>,
) -> Result<Course, RedeemError> {
    let key = &key.hash();
    // The key, then the user, then what refers to the user: the order of locks that every write keeps (docs/concurrency.md).
    let claimed = store.claim_key(key, now)?.ok_or(RedeemError::KeyInvalid)?;
    if !store.lock_user(user)? {
        return Err(RedeemError::NoSuchUser);
    }
    let member = store.user(user)?.filter(|member| member.email_verified);
    if let Some(email) = member.and_then(|member| EmailAddress::parse(&member.email).ok())
        && claimed.was_mailed_to(&email)
    {
        store.adopt_order_of_key(user, key, &email)?;
    }
    give(store, user, key, claimed, now)
}

/// Grants what a claimed key opens to a user whose row the caller holds.
pub(crate) fn give(
    store: &mut dyn PurchaseKeyStore,
    user: UserId,
    key: &KeyHash,
    claimed: UsableKey,
    now: DateTime<Utc>,
) -> Result<Course, RedeemError> {
    store.set_key_user(key, user)?;
    let source = GrantSource::Key(claimed.id.0);
    grant_from(store, user, claimed.course.id, claimed.term, source, now).map_err(|error| match error {
        GrantError::NoSuchUser => RedeemError::NoSuchUser,
        GrantError::Store(error) => error.into(),
    })?;
    Ok(claimed.course)
}
