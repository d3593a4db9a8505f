//! Password reset by a mailed link.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};

use crate::{AccountStore, PasswordHash};
use ::mail::{EmailAddress, MailKind, PasswordResetMail};
use kernel::{StoreError, UserId};

/// How long a reset link works. Longer than OWASP's ten minutes for codes, because mail servers may delay the first mail of a
/// sender.
pub const RESET_TOKEN_LIFE: TimeDelta = TimeDelta::minutes(30);
/// Further requests for one address within an hour get the same answer and send no mail, so that an attacker cannot flood a
/// mailbox.
pub const RESET_MAILS_PER_HOUR: i64 = 3;

/// Belongs to no user: ids begin at 1.
const NO_USER: UserId = UserId(0);

/// The secret in a reset link: 256 random bits.
#[derive(Clone)]
pub struct ResetToken(String);

impl ResetToken {
    #[must_use]
    pub fn from_random(bytes: [u8; 32]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Takes the token of a request; any text, valid or not.
    #[must_use]
    pub fn presented(text: &str) -> Self {
        Self(text.to_owned())
    }

    #[must_use]
    pub fn hash(&self) -> ResetTokenHash {
        ResetTokenHash(Sha256::digest(self.0.as_bytes()).into())
    }

    /// The page that sets a new password, on the site's public origin (never on a request's `Host`).
    #[must_use]
    pub fn link(&self, public_url: &str) -> String {
        format!("{public_url}/reset-password?token={}", self.0)
    }
}

impl std::fmt::Debug for ResetToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ResetToken(..)")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResetTokenHash(pub [u8; 32]);

#[derive(Debug, thiserror::Error)]
pub enum ResetError {
    /// Unknown, used, replaced by a newer one, or expired.
    #[error("the reset token does not work")]
    TokenInvalid,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Mails a reset link to an address if a user has it. The answer and its timing are the same in both cases.
///
/// # Errors
/// [`StoreError`].
pub fn request_reset<S: AccountStore + ?Sized>(
    store: &mut S,
    email: &EmailAddress,
    token: &ResetToken,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    // Requests at once count one after the other, and a link never goes to an address that was changed meanwhile.
    let found = store.user_by_email(email)?.map_or(NO_USER, |user| user.id);
    store.lock_user(found)?;
    let recent = store.mails_since(MailKind::PasswordReset, email, now - TimeDelta::hours(1))?;
    match store.user_by_email(email)? {
        Some(user) if user.id == found && recent < RESET_MAILS_PER_HOUR => {
            store.set_reset_token(user.id, &token.hash(), now + RESET_TOKEN_LIFE)?;
            let mail = PasswordResetMail {
                to: &user.email,
                link: &token.link(public_url),
                valid_for: RESET_TOKEN_LIFE,
            };
            store.enqueue_mail(&mail.compose(), now)
        }
        _ => {
            // The same statements without a user, so that both cases take equally long.
            store.set_reset_token(NO_USER, &token.hash(), now + RESET_TOKEN_LIFE)?;
            store.enqueue_decoy(now)
        }
    }
}

/// A reset link that staff hand to a user by another way than mail.
///
/// # Errors
/// [`StoreError`].
pub fn issue_reset_link<S: AccountStore + ?Sized>(
    store: &mut S,
    user: UserId,
    token: &ResetToken,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<String, StoreError> {
    store.set_reset_token(user, &token.hash(), now + RESET_TOKEN_LIFE)?;
    Ok(token.link(public_url))
}

/// Sets a new password by a reset token. Ends the token and every session of the user.
///
/// # Errors
/// See [`ResetError`].
pub fn reset_password<S: AccountStore + ?Sized>(
    store: &mut S,
    token: &ResetTokenHash,
    password: &PasswordHash,
    now: DateTime<Utc>,
) -> Result<UserId, ResetError> {
    let user = store
        .take_reset_token(token, now)?
        .ok_or(ResetError::TokenInvalid)?;
    store.set_password(user, password)?;
    store.delete_sessions(user, None)?;
    Ok(user)
}
