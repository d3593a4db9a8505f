//! Passkeys: sign-in without a password, by a key pair that an authenticator keeps and shows only after it verified its user.
//!
//! A passkey is both factors, something that is had and something that is known or is part of the person, so no code is asked for beside
//! it (NIST SP 800-63B, multi-factor cryptographic authenticators). Adding one therefore wants both factors of the account as well.
//! The password stays, so that a lost passkey locks no account.
//!
//! Decision: the cryptography is checked before a use case runs, outside of any transaction (`outbound`); the rules get its result.
//! What two requests could race for is decided here, in one transaction: a challenge counts once, and a signature counter only rises.

pub(crate) mod store;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, UserId};

use crate::{
    AccountStore, BrowserSeen, CodeAttempt, CodeRefused, Credentials, CredentialsChanged, Device,
    SessionToken, SessionTokenHash, User,
    account::check_unchanged,
    alert::{report_new_browser, report_passkey},
    end_replaced_session, open_session,
    passkey::store::{ChallengeHash, CredentialId, NewPasskey, PasskeyId, PasskeyRecord},
    second_factor::check_code,
};
use ::mail::PasskeyChange;

/// The most passkeys of one account.
pub const PASSKEYS_PER_USER: usize = 10;
/// How long a challenge may be answered.
pub const CHALLENGE_LIFE: TimeDelta = TimeDelta::minutes(5);

/// What a passkey is called whose browser and system are not known.
const UNNAMED: &str = "Passkey";

/// A challenge that was answered, which then counts no more.
#[derive(Debug, Clone, Copy)]
pub struct AnsweredChallenge {
    pub hash: ChallengeHash,
    pub expires: DateTime<Utc>,
}

#[derive(Debug, thiserror::Error)]
pub enum OfferPasskeyError {
    #[error("the account has as many passkeys as it may")]
    TooMany,
    #[error("the credentials changed meanwhile")]
    CredentialsChanged,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum AddPasskeyError {
    #[error("the challenge was answered before")]
    ChallengeUsed,
    #[error("the account has as many passkeys as it may")]
    TooMany,
    /// By this account or another one.
    #[error("the credential is registered")]
    Registered,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a sign-in whose signature was right is refused.
#[derive(Debug, thiserror::Error)]
pub enum PasskeyRefused {
    #[error("the challenge was answered before")]
    ChallengeUsed,
    /// It was removed, or its account was, after the signature was checked.
    #[error("the passkey is gone")]
    Gone,
    /// The counter did not rise: perhaps the key was copied (WebAuthn Level 3, section 6.1.1).
    #[error("the signature counter did not rise")]
    CounterNotRisen,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Lets a user add a passkey whose password matched `proven`, with a code where the second factor is on; answers which credentials
/// the account has already.
///
/// # Errors
/// See [`OfferPasskeyError`].
pub fn offer_passkey(
    store: &mut dyn AccountStore,
    proven: &Credentials,
    attempt: &CodeAttempt,
    now: DateTime<Utc>,
) -> Result<Result<Vec<CredentialId>, CodeRefused>, OfferPasskeyError> {
    let checked = check_code(store, proven, attempt, now).map_err(|error| match error {
        CredentialsChanged::Changed => OfferPasskeyError::CredentialsChanged,
        CredentialsChanged::Store(error) => error.into(),
    })?;
    if let Err(refused) = checked {
        return Ok(Err(refused));
    }
    let known = store.passkey_credentials(proven.user)?;
    if known.len() >= PASSKEYS_PER_USER {
        return Err(OfferPasskeyError::TooMany);
    }
    Ok(Ok(known))
}

/// Adds a passkey that was checked, named by the device that it was added on, and notifies the member by mail.
///
/// # Errors
/// See [`AddPasskeyError`].
pub fn add_passkey(
    store: &mut dyn AccountStore,
    user: UserId,
    new: &NewPasskey,
    challenge: &AnsweredChallenge,
    now: DateTime<Utc>,
) -> Result<PasskeyRecord, AddPasskeyError> {
    store.lock_user(user)?;
    if !store.use_challenge(&challenge.hash, challenge.expires)? {
        return Err(AddPasskeyError::ChallengeUsed);
    }
    if store.passkey_credentials(user)?.len() >= PASSKEYS_PER_USER {
        return Err(AddPasskeyError::TooMany);
    }
    let id = store
        .insert_passkey(user, new, now)?
        .ok_or(AddPasskeyError::Registered)?;
    report_passkey(store, user, PasskeyChange::Added, &new.name, now)?;
    Ok(PasskeyRecord {
        id,
        name: new.name.clone(),
        created_at: now,
        last_used_at: None,
    })
}

/// Removes a passkey of a user whose password matched `proven`, and tells them by mail. False where the user has no such passkey.
///
/// # Errors
/// See [`CredentialsChanged`].
pub fn remove_passkey(
    store: &mut dyn AccountStore,
    proven: &Credentials,
    passkey: PasskeyId,
    now: DateTime<Utc>,
) -> Result<bool, CredentialsChanged> {
    check_unchanged(store, proven)?;
    let Some(name) = store.delete_passkey(proven.user, passkey)? else {
        return Ok(false);
    };
    report_passkey(store, proven.user, PasskeyChange::Removed, &name, now)?;
    Ok(true)
}

/// A sign-in whose signature was checked.
#[derive(Debug)]
pub struct PasskeySignIn {
    pub passkey: PasskeyId,
    pub user: UserId,
    /// The signature counter that the authenticator reported.
    pub counter: u32,
    /// The credential as it is to be kept from now on.
    pub credential: String,
    pub challenge: AnsweredChallenge,
    /// Of the session to open.
    pub token: SessionToken,
    pub device: Device,
    /// The session that the browser had before, if any; it ends.
    pub replaced: Option<SessionTokenHash>,
}

/// Opens a session as [`crate::sign_in()`] does, for the user of a passkey.
///
/// # Errors
/// See [`PasskeyRefused`]; no session is opened or ended then.
pub fn sign_in_with_passkey(
    store: &mut dyn AccountStore,
    attempt: &PasskeySignIn,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<User, PasskeyRefused> {
    store.lock_user(attempt.user)?;
    let user = store.user(attempt.user)?.ok_or(PasskeyRefused::Gone)?;
    if !store.use_challenge(&attempt.challenge.hash, attempt.challenge.expires)? {
        return Err(PasskeyRefused::ChallengeUsed);
    }
    let counter = store
        .passkey_counter(attempt.user, attempt.passkey)?
        .ok_or(PasskeyRefused::Gone)?;
    if !has_risen(counter, attempt.counter) {
        return Err(PasskeyRefused::CounterNotRisen);
    }
    store.set_passkey_used(attempt.passkey, &attempt.credential, attempt.counter, now)?;
    end_replaced_session(store, attempt.replaced.as_ref())?;
    let browser = attempt.device.name();
    if open_session(store, user.id, &attempt.token, attempt.device.clone(), now)? == BrowserSeen::Never {
        report_new_browser(store, &user, &browser, public_url, now)?;
    }
    Ok(user)
}

/// Whether a reported counter may follow the stored one. Authenticators without a counter report 0 always.
#[must_use]
pub fn has_risen(stored: u32, reported: u32) -> bool {
    reported > stored || (stored == 0 && reported == 0)
}

impl Device {
    /// What a passkey is called that is added on this device.
    #[must_use]
    pub fn passkey_name(&self) -> String {
        if self.is_unknown() {
            UNNAMED.to_owned()
        } else {
            self.name()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_rises_or_was_never_there() {
        assert!(has_risen(0, 0) && has_risen(0, 1) && has_risen(7, 8) && has_risen(7, u32::MAX));
        assert!(!has_risen(7, 7) && !has_risen(7, 6) && !has_risen(7, 0));
    }

    #[test]
    fn a_passkey_is_named_by_its_device_as_far_as_that_is_known() {
        let firefox = Device::named("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0");
        assert_eq!(firefox.passkey_name(), "Firefox on Linux");
        assert_eq!(Device::named("curl/8.0").passkey_name(), "Passkey");
        assert_eq!(Device::named("").passkey_name(), "Passkey");
    }
}
