//! Password reset by a mailed link.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{
    AccountStore, PasswordHash, User, account::end_pending, alert::report_changed_password,
    verification::become_verified,
};
use ::mail::{
    EmailAddress, MailKind, MailedToken, PasswordResetMail, StoredToken, TokenHash, TokenPurpose,
    TokenSubject,
};
use kernel::{StoreError, UserId};

/// How long a reset link works. Longer than OWASP's ten minutes for codes, because mail servers may delay the first mail of a
/// sender.
pub const RESET_TOKEN_LIFE: TimeDelta = TimeDelta::minutes(30);
/// Further requests for one address within an hour get the same answer and send no mail while a link works, so that an attacker
/// cannot flood a mailbox. Without a link that works one is mailed all the same, so that an attacker who uses up the mails cannot keep
/// a member out: at most one more mail for each [`RESET_TOKEN_LIFE`].
pub const RESET_MAILS_PER_HOUR: i64 = 3;

/// Belongs to no user: ids begin at 1.
const NO_USER: UserId = UserId(0);

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
pub fn request_reset(
    store: &mut dyn AccountStore,
    email: &EmailAddress,
    token: &MailedToken,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    // Concurrent requests are counted one after the other, and a link never goes to an address that was changed meanwhile.
    let found = store.user_by_email(email)?.map_or(NO_USER, |user| user.id);
    store.lock_user(found)?;
    let recent = store.mails_since(MailKind::PasswordReset, email, now - TimeDelta::hours(1))?;
    let has_link = store.has_token(found, TokenPurpose::ResetPassword, now)?;
    match store.user_by_email(email)? {
        Some(user) if user.id == found && (recent < RESET_MAILS_PER_HOUR || !has_link) => {
            mail_token(store, &user, email, token, public_url, now)
        }
        _ => {
            // As many statements without a user, so that both cases take equally long.
            store.end_token(NO_USER, TokenPurpose::ResetPassword)?;
            store.enqueue_decoy(now)
        }
    }
}

/// Mails a reset link to a user's address; the link before it ends.
pub(crate) fn mail_token(
    store: &mut dyn AccountStore,
    user: &User,
    email: &EmailAddress,
    token: &MailedToken,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    store.put_token(&token.hash(), &stored(user.id, Some(email), now))?;
    let mail = PasswordResetMail {
        to: &user.email,
        link: &token.link(public_url),
        valid_for: RESET_TOKEN_LIFE,
    };
    store.enqueue_mail(&mail.compose(), now)
}

/// A token of a user, mailed to an address or handed over.
fn stored(user: UserId, mailed_to: Option<&EmailAddress>, now: DateTime<Utc>) -> StoredToken {
    StoredToken {
        subject: TokenSubject::User(user),
        email_key: mailed_to.map(EmailAddress::key),
        name: None,
        requested_at: now,
        expires_at: now + RESET_TOKEN_LIFE,
    }
}

/// A reset link that staff hand to a user by another way than mail.
///
/// # Errors
/// [`StoreError`].
pub fn issue_reset_link(
    store: &mut dyn AccountStore,
    user: UserId,
    token: &MailedToken,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<String, StoreError> {
    store.put_token(&token.hash(), &stored(user, None, now))?;
    Ok(token.link(public_url))
}

/// Sets a new password by a reset token. Ends the token, every session of the user and what waits for a link, and notifies the member by
/// mail. A token that came by mail proves the account's address: its mailbox was read.
///
/// # Errors
/// See [`ResetError`].
pub fn reset_password(
    store: &mut dyn AccountStore,
    token: &TokenHash,
    password: &PasswordHash,
    now: DateTime<Utc>,
) -> Result<UserId, ResetError> {
    let TokenSubject::User(user) = store.token(token, now)?.ok_or(ResetError::TokenInvalid)?.subject else {
        return Err(ResetError::TokenInvalid);
    };
    // The user, then what refers to it: the order of locks that every write keeps.
    store.lock_user(user)?;
    let used = store.take_token(token, now)?.ok_or(ResetError::TokenInvalid)?;
    let user = store.user(user)?.ok_or(ResetError::TokenInvalid)?;
    store.set_password(user.id, password)?;
    store.delete_sessions(user.id, None)?;
    end_pending(store, &user)?;
    if let Ok(email) = EmailAddress::parse(&user.email)
        && used.email_key == Some(email.key())
    {
        become_verified(store, user.id, &email)?;
    }
    report_changed_password(store, &user, now)?;
    Ok(user.id)
}
