//! Proving that an account's address is its member's: a link that is mailed to it, and opened.
//!
//! An account is not verified until then, and nothing else depends on it but one thing: only a verified address makes an account the
//! buyer of orders that visitors made with it, whose receipts name a person.
//!
//! Decision: a link that came by mail to reset a password proves the address as well; a link from staff does not. A
//! password that is reset or changed ends the link to a new address: an attacker who knew the password may have asked for it.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{AccountStore, NameTaken, User, alert::report_old_address};
use ::mail::{EmailAddress, MailKind, MailedToken, StoredToken, TokenHash, TokenSubject, VerifyAddressMail};
use kernel::{StoreError, UserId};

/// How long a link works (contract: 7 days at the most).
pub const VERIFY_TOKEN_LIFE: TimeDelta = TimeDelta::days(3);
/// For each address; an account could flood any mailbox otherwise.
pub const VERIFY_MAILS_PER_HOUR: i64 = 5;

/// A link before it is mailed.
#[derive(Debug, Clone)]
pub struct VerifyLink {
    pub token: MailedToken,
    /// The site's origin.
    pub public_url: String,
}

/// An address that was just confirmed.
#[derive(Clone, PartialEq, Eq)]
pub struct ConfirmedAddress {
    pub user: UserId,
    pub email: String,
    pub kind: Confirmation,
}

/// What a confirmation did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confirmation {
    /// The account had the address already.
    Verified,
    /// The account has another address now.
    Changed,
}

impl std::fmt::Debug for ConfirmedAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConfirmedAddress")
            .field("user", &self.user)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

#[derive(Debug, thiserror::Error)]
pub enum SendLinkError {
    #[error("the address is verified, and no other is pending")]
    AlreadyVerified,
    /// See [`VERIFY_MAILS_PER_HOUR`].
    #[error("enough links were mailed to the address in this hour")]
    TooManyMails,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum ConfirmError {
    /// Unknown, used, replaced by a newer one, expired, or of an address that the account no longer wants.
    #[error("the token does not work")]
    TokenInvalid,
    #[error("the e-mail address is another account's meanwhile")]
    EmailTaken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Mails a link to an address of a user, and ends the link before it.
///
/// # Errors
/// [`SendLinkError::TooManyMails`], [`SendLinkError::Store`].
pub fn mail_link(
    store: &mut dyn AccountStore,
    user: UserId,
    email: &EmailAddress,
    link: &VerifyLink,
    now: DateTime<Utc>,
) -> Result<(), SendLinkError> {
    let recent = store.mails_since(MailKind::VerifyAddress, email, now - TimeDelta::hours(1))?;
    if recent >= VERIFY_MAILS_PER_HOUR {
        return Err(SendLinkError::TooManyMails);
    }
    let stored = StoredToken {
        subject: TokenSubject::User(user),
        email_key: Some(email.key()),
        name: None,
        requested_at: now,
        expires_at: now + VERIFY_TOKEN_LIFE,
    };
    store.put_token(&link.token.hash(), &stored)?;
    let mail = VerifyAddressMail {
        to: email.as_str(),
        link: &link.token.link(&link.public_url),
        valid_for: VERIFY_TOKEN_LIFE,
    };
    Ok(store.enqueue_mail(&mail.compose(), now)?)
}

/// Mails a link to a member's pending address, or else to the account's own address if it is not verified.
///
/// # Errors
/// See [`SendLinkError`].
pub fn send_link_again(
    store: &mut dyn AccountStore,
    user: UserId,
    link: &VerifyLink,
    now: DateTime<Utc>,
) -> Result<(), SendLinkError> {
    store.lock_user(user)?;
    let Some(user) = store.user(user)? else {
        return Err(SendLinkError::AlreadyVerified);
    };
    let wanted = match &user.pending_email {
        Some(pending) => pending,
        None if user.email_verified => return Err(SendLinkError::AlreadyVerified),
        None => &user.email,
    };
    let email = EmailAddress::parse(wanted).map_err(|error| StoreError::Inconsistent(Box::new(error)))?;
    mail_link(store, user.id, &email, link, now)
}

/// Confirms the address that a link was mailed to: a pending one becomes the account's, and the old address is notified. The account
/// becomes the buyer of the orders that visitors made with it.
///
/// # Errors
/// See [`ConfirmError`]; on each the token stays as it was.
pub fn confirm_address(
    store: &mut dyn AccountStore,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<ConfirmedAddress, ConfirmError> {
    let found = store.token(token, now)?.ok_or(ConfirmError::TokenInvalid)?;
    let TokenSubject::User(user) = found.subject else {
        return Err(ConfirmError::TokenInvalid);
    };
    // The user, then what refers to it: the order of locks that every write keeps.
    store.lock_user(user)?;
    let used = store.take_token(token, now)?.ok_or(ConfirmError::TokenInvalid)?;
    let before = store.user(user)?.ok_or(ConfirmError::TokenInvalid)?;
    let is_proved = |text: &str| Some(EmailAddress::key_of(text)) == used.email_key;
    let email = match &before.pending_email {
        Some(pending) if is_proved(pending) => parsed(pending)?,
        _ if is_proved(&before.email) => parsed(&before.email)?,
        _ => return Err(ConfirmError::TokenInvalid),
    };
    let kind = if is_proved(&before.email) {
        Confirmation::Verified
    } else {
        change_address(store, &before, &email, now)?;
        Confirmation::Changed
    };
    become_verified(store, user, &email)?;
    let email = email.as_str().to_owned();
    Ok(ConfirmedAddress { user, email, kind })
}

/// Writes down that a user's address was proved, and makes the user the buyer of the orders that visitors made with it.
pub(crate) fn become_verified(
    store: &mut dyn AccountStore,
    user: UserId,
    email: &EmailAddress,
) -> Result<(), StoreError> {
    store.set_email_verified(user)?;
    store.adopt_orders(user, email)
}

fn parsed(text: &str) -> Result<EmailAddress, ConfirmError> {
    EmailAddress::parse(text).map_err(|_| ConfirmError::TokenInvalid)
}

fn change_address(
    store: &mut dyn AccountStore,
    before: &User,
    email: &EmailAddress,
    now: DateTime<Utc>,
) -> Result<(), ConfirmError> {
    store.set_email(before.id, email).map_err(|taken| match taken {
        NameTaken::Store(error) => error.into(),
        NameTaken::Username | NameTaken::Email => ConfirmError::EmailTaken,
    })?;
    Ok(report_old_address(store, before, now)?)
}
