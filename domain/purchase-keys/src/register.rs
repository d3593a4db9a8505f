//! Registration: a redemption by a new account.

use accounts::{
    Device, NameTaken, NewUser, SessionToken, SessionTokenHash, User, end_replaced_session, open_session,
};
use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{PurchaseKey, PurchaseKeyStore, RedeemError, redeem::give};

/// All that a registration needs, already parsed and hashed.
#[derive(Debug)]
pub struct NewAccount {
    pub user: NewUser,
    pub key: PurchaseKey,
    pub token: SessionToken,
    pub device: Device,
    /// The session that the browser had before, if any; it ends.
    pub replaced: Option<SessionTokenHash>,
}

#[derive(Debug, thiserror::Error)]
pub enum RegisterError {
    #[error("the purchase key opens nothing")]
    KeyInvalid,
    #[error("the user name is taken")]
    UsernameTaken,
    #[error("the e-mail address is taken")]
    EmailTaken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Inserts the user, uses the key, grants its course, ends the session that the browser had before and opens one, all or
/// nothing. The key is claimed first, so that a caller without one learns nothing about names (no enumeration through
/// registration), and because a key is locked before a user.
///
/// # Errors
/// See [`RegisterError`]; the key stays unused on each.
pub fn register<S: PurchaseKeyStore + ?Sized>(
    store: &mut S,
    new: &NewAccount,
    now: DateTime<Utc>,
) -> Result<User, RegisterError> {
    let hash = new.key.hash();
    let claimed = store.claim_key(&hash, now)?.ok_or(RegisterError::KeyInvalid)?;
    let user = store.insert_user(&new.user, now).map_err(|taken| match taken {
        NameTaken::Username => RegisterError::UsernameTaken,
        NameTaken::Email => RegisterError::EmailTaken,
        NameTaken::Store(error) => error.into(),
    })?;
    give(store, user, &hash, claimed, now).map_err(|error| match error {
        RedeemError::Store(error) => error.into(),
        RedeemError::KeyInvalid | RedeemError::NoSuchUser => RegisterError::KeyInvalid,
    })?;
    end_replaced_session(store, new.replaced.as_ref())?;
    open_session(store, user, &new.token, new.device.clone(), now)?;
    store.user(user)?.ok_or(RegisterError::KeyInvalid)
}
