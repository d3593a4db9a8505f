//! Sign-in by user name or e-mail address.
//!
//! Three steps, because hashing must not hold a transaction: read the credentials, verify the password on the hashing
//! threads, open the session if the credentials still stand.

use chrono::{DateTime, Utc};

use crate::{
    AccountStore, BrowserSeen, Device, PasswordHash, SessionToken, User, Username, alert::tell_new_browser,
    open_session,
};
use ::mail::EmailAddress;
use kernel::{StoreError, UserId};

/// What somebody typed as their name: a user name, or an address.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SignInName {
    username_key: String,
    email_key: String,
}

impl SignInName {
    /// Takes any text; what cannot be a name simply finds nobody.
    #[must_use]
    pub fn typed(text: &str) -> Self {
        // PostgreSQL refuses NUL in a text; the replacement character is in nobody's name.
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

/// Opens a session for a user whose password matched `proven`, and tells them when they never used such a browser before
/// (OWASP ASVS 6.3.5).
///
/// # Errors
/// [`CredentialsChanged::Changed`] where the stored hash is no longer the one that was proven: a reset between the two
/// steps must not let the old password in.
pub fn sign_in<S: AccountStore + ?Sized>(
    store: &mut S,
    proven: &Credentials,
    token: &SessionToken,
    device: Device,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<User, CredentialsChanged> {
    store.lock_user(proven.user)?;
    let current = store
        .credentials_of(proven.user)?
        .ok_or(CredentialsChanged::Changed)?;
    if current.password != proven.password {
        return Err(CredentialsChanged::Changed);
    }
    let user = store.user(proven.user)?.ok_or(CredentialsChanged::Changed)?;
    let browser = device.browser();
    if open_session(store, user.id, token, device, now)? == BrowserSeen::Never {
        tell_new_browser(store, &user, &browser, public_url, now)?;
    }
    Ok(user)
}
