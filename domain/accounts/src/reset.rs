//! Password reset by a mailed link.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};

use crate::{AccountStore, PasswordHash, User};
use ::mail::{EmailAddress, Mail, MailKind, MailPart};
use kernel::{StoreError, UserId};

/// How long a reset link works. Longer than OWASP's ten minutes for codes, because mail servers may hold a first mail back.
pub const RESET_TOKEN_LIFE: TimeDelta = TimeDelta::minutes(30);
/// More requests for one address within an hour are answered alike and send nothing, so that nobody can flood a mailbox.
pub const RESET_MAILS_PER_HOUR: i64 = 3;

/// No user's number.
const NOBODY: UserId = UserId(0);

/// What the link holds: 256 random bits.
#[derive(Clone)]
pub struct ResetToken(String);

impl ResetToken {
    #[must_use]
    pub fn from_random(bytes: [u8; 32]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Takes a token that somebody brings; any text, which may belong to nobody.
    #[must_use]
    pub fn presented(text: &str) -> Self {
        Self(text.to_owned())
    }

    #[must_use]
    pub fn hash(&self) -> ResetTokenHash {
        ResetTokenHash(Sha256::digest(self.0.as_bytes()).into())
    }

    /// The page that sets a new password, on the site's public origin (never on what a request claims its host to be).
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
    /// Unknown, spent, replaced by a newer one, or too old.
    #[error("the reset token does not work")]
    TokenInvalid,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Mails a reset link to an address if a user has it. Nothing that the caller can see, time included, tells whether.
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
    let recent = store.mails_since(MailKind::PasswordReset, email, now - TimeDelta::hours(1))?;
    match store.user_by_email(email)? {
        Some(user) if recent < RESET_MAILS_PER_HOUR => {
            store.set_reset_token(user.id, &token.hash(), now + RESET_TOKEN_LIFE)?;
            store.enqueue_mail(&reset_mail(&user, &token.link(public_url)), now)
        }
        _ => {
            // The same statements, about nobody.
            store.set_reset_token(NOBODY, &token.hash(), now + RESET_TOKEN_LIFE)?;
            store.enqueue_decoy(now)
        }
    }
}

/// A reset link for a user whom staff help by another way than mail.
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

/// Sets a new password by a reset token, which dies, as does every session of that user.
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

fn reset_mail(user: &User, link: &str) -> Mail {
    let minutes = RESET_TOKEN_LIFE.num_minutes();
    Mail {
        kind: MailKind::PasswordReset,
        // As the account has it, not as somebody typed it: two spellings may be two mailboxes.
        to: user.email.clone(),
        reply_to: None,
        subject: String::from("Set a new password for the course portal"),
        parts: vec![
            // Without the user name: the address is not verified, and a name would be free text in a mail to it.
            MailPart::Paragraph(String::from("Hello,")),
            MailPart::Paragraph(format!(
                "Somebody, probably you, asked for a new password for your course portal account. \
                 Choose one within {minutes} minutes; the link works once."
            )),
            MailPart::Button {
                label: String::from("Choose a new password"),
                url: link.to_owned(),
            },
            MailPart::Note(String::from(
                "If you did not ask for it, do nothing: your password stays as it is.",
            )),
        ],
        attachments: Vec::new(),
    }
}
