//! Registration: a redemption by a new account.

use accounts::{
    Device, NameTaken, NewUser, SendLinkError, SessionToken, SessionTokenHash, User, VerifyLink,
    end_replaced_session, mail_link, open_session,
};
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::{PurchaseKey, PurchaseKeyStore, RedeemError, UsableKey, redeem::give};

/// All that a registration needs, already parsed and hashed.
#[derive(Debug)]
pub struct NewAccount {
    pub user: NewUser,
    pub key: PurchaseKey,
    pub token: SessionToken,
    pub device: Device,
    /// The session that the browser had before, if any; it ends.
    pub replaced: Option<SessionTokenHash>,
    /// Mailed to the address, unless the key proves it.
    pub link: VerifyLink,
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
/// nothing. The key is claimed first, so that a caller without a key gets to know nothing about names (no enumeration through
/// registration), and because a key is locked before a user.
///
/// A key that was mailed to the same address proves it; without one, the address is mailed a link.
///
/// # Errors
/// See [`RegisterError`]; the key stays unused on each.
pub fn register(
    store: &mut dyn PurchaseKeyStore,
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
    prove_address(store, user, new, &claimed, now)?;
    give(store, user, &hash, claimed, now).map_err(|error| match error {
        RedeemError::Store(error) => error.into(),
        RedeemError::KeyInvalid | RedeemError::NoSuchUser => RegisterError::KeyInvalid,
    })?;
    end_replaced_session(store, new.replaced.as_ref())?;
    open_session(store, user, &new.token, new.device.clone(), now)?;
    store.user(user)?.ok_or(RegisterError::KeyInvalid)
}

/// Verifies the address by the key, or mails a link. The key of an order was shown on the order's page too, where its payer could
/// read it: it brings the account that order alone, and no other that visitors made with the address.
fn prove_address(
    store: &mut dyn PurchaseKeyStore,
    user: UserId,
    new: &NewAccount,
    claimed: &UsableKey,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let email = &new.user.email;
    if !claimed.was_mailed_to(email) {
        return match mail_link(store, user, email, &new.link, now) {
            // The account page mails another link later.
            Ok(()) | Err(SendLinkError::TooManyMails | SendLinkError::AlreadyVerified) => Ok(()),
            Err(SendLinkError::Store(error)) => Err(error),
        };
    }
    store.set_email_verified(user)?;
    if store.adopt_order_of_key(user, &new.key.hash(), email)? {
        return Ok(());
    }
    store.adopt_orders(user, email)
}
