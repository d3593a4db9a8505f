//! Sign-in by user name or e-mail address.
//!
//! Three steps, because hashing must not hold a transaction: read the credentials, verify the password on the hashing
//! threads, open the session if the credentials have not changed.

use chrono::{DateTime, Utc};

use crate::{
    AccountStore, BrowserSeen, Device, PasswordHash, SessionToken, SessionTokenHash, User, Username,
    account::check_unchanged, alert::report_new_browser, open_session,
};
use ::mail::EmailAddress;
use kernel::{StoreError, UserId};

/// The name that a caller signs in with: a user name or an address.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SignInName {
    username_key: String,
    email_key: String,
}

impl SignInName {
    /// Takes any text; a text that cannot be a name finds no user.
    #[must_use]
    pub fn typed(text: &str) -> Self {
        // PostgreSQL refuses NUL in a text; no name contains the replacement character.
        let text: String = text
            .chars()
            .take(300)
            .map(|c| if c == '\0' { char::REPLACEMENT_CHARACTER } else { c })
            .collect();
        Self {
            username_key: Username::key_of(&text),
            email_key: EmailAddress::key_of(&text),
        }
    }

    #[must_use]
    pub fn username_key(&self) -> &str {
        &self.username_key
    }

    #[must_use]
    pub fn email_key(&self) -> &str {
        &self.email_key
    }
}

/// A user's number and the hash that a password must match.
#[derive(Debug, Clone)]
pub struct Credentials {
    pub user: UserId,
    pub password: PasswordHash,
}

/// The password was changed, or the user removed, while it was being verified.
#[derive(Debug, thiserror::Error)]
pub enum CredentialsChanged {
    #[error("the credentials changed meanwhile")]
    Changed,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Opens a session for a user whose password matched `proven`, and ends the one that the browser had before (`replaced`). A
/// kind of browser that the user never used before is reported by mail (OWASP ASVS 6.3.5).
///
/// # Errors
/// [`CredentialsChanged::Changed`] where the stored hash is no longer the one that was proven: a reset between the two
/// steps must not leave the old password usable. No session is opened or ended then.
pub fn sign_in<S: AccountStore + ?Sized>(
    store: &mut S,
    proven: &Credentials,
    token: &SessionToken,
    device: Device,
    replaced: Option<&SessionTokenHash>,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<User, CredentialsChanged> {
    check_unchanged(store, proven)?;
    let user = store.user(proven.user)?.ok_or(CredentialsChanged::Changed)?;
    end_replaced_session(store, replaced)?;
    let browser = device.name();
    if open_session(store, user.id, token, device, now)? == BrowserSeen::Never {
        report_new_browser(store, &user, &browser, public_url, now)?;
    }
    Ok(user)
}

/// Ends the session that a browser had before it signs in or registers: its cookie is overwritten, so signing out could not end it later.
///
/// # Errors
/// [`StoreError`]
pub fn end_replaced_session<S: AccountStore + ?Sized>(
    store: &mut S,
    replaced: Option<&SessionTokenHash>,
) -> Result<(), StoreError> {
    match replaced {
        Some(token) => store.delete_session(token),
        None => Ok(()),
    }
}
