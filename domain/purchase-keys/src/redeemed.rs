//! A key that was redeemed already. A request that is sent again, after an answer that was lost, is told so and does nothing twice.

use accounts::Username;
use courses::{Course, Visibility};
use kernel::{StoreError, UserId};

use crate::{KeyState, PurchaseKey, PurchaseKeyStore, RedeemError};

/// The course of a key that this user redeemed.
///
/// # Errors
/// [`RedeemError::KeyInvalid`] if the key is unknown, unused, revoked or another user's; [`RedeemError::Store`].
pub fn redeemed_course(
    store: &mut dyn PurchaseKeyStore,
    user: UserId,
    key: &PurchaseKey,
) -> Result<Course, RedeemError> {
    let user = store.user(user)?.ok_or(RedeemError::NoSuchUser)?;
    let record = store.key_record(&key.hash())?;
    let own =
        record.filter(|key| key.state == KeyState::Used && key.used_by.as_ref() == Some(&user.username));
    let course = store.course(own.ok_or(RedeemError::KeyInvalid)?.course)?;
    let seen = course.filter(|course| course.visibility != Visibility::Draft);
    seen.ok_or(RedeemError::KeyInvalid)
}

/// Whether the account of this name redeemed the key, as its registration did.
///
/// # Errors
/// [`StoreError`]
pub fn was_redeemed_by(
    store: &mut dyn PurchaseKeyStore,
    username: &Username,
    key: &PurchaseKey,
) -> Result<bool, StoreError> {
    let record = store.key_record(&key.hash())?;
    Ok(record.is_some_and(|key| key.used_by.as_deref() == Some(username.as_str())))
}
