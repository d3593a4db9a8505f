//! What staff do to an account, by a command or in their pages.

use ::mail::{EmailAddress, MailKind, MailedToken};
use audit::{ActingStaff, Action};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, UserId};

use crate::{
    AccountStore, RESET_MAILS_PER_HOUR, SendLinkError, User, VerifyLink, mail_link, reset::mail_token,
    send_link_again,
};

#[derive(Debug, thiserror::Error)]
pub enum StaffHelpError {
    #[error("there is no such user")]
    NoSuchUser,
    #[error("the e-mail address is another account's")]
    EmailTaken,
    #[error("the address is verified, and no other is pending")]
    AlreadyVerified,
    #[error("enough mails of this kind went to the address in this hour")]
    TooManyMails,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<SendLinkError> for StaffHelpError {
    fn from(error: SendLinkError) -> Self {
        match error {
            SendLinkError::TooManyMails => Self::TooManyMails,
            SendLinkError::AlreadyVerified => Self::AlreadyVerified,
            SendLinkError::Store(error) => Self::Store(error),
        }
    }
}

/// Ends every session of a member; answers how many there were. Without any, nothing is done.
///
/// # Errors
/// [`StoreError`]
pub fn sign_out_member(
    store: &mut dyn AccountStore,
    user: UserId,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<usize, StoreError> {
    let ended = store.delete_sessions(user, None)?;
    if ended > 0 {
        store.append_act(&by.act(Action::UsersSignOut).concerning(user), now)?;
    }
    Ok(ended)
}

/// Mails a link by which a member chooses a new password, as if the member had asked for it.
///
/// # Errors
/// [`StaffHelpError::NoSuchUser`], [`StaffHelpError::TooManyMails`], [`StaffHelpError::Store`]
pub fn mail_reset_link(
    store: &mut dyn AccountStore,
    user: UserId,
    token: &MailedToken,
    public_url: &str,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<(), StaffHelpError> {
    let user = locked(store, user)?;
    let email =
        EmailAddress::parse(&user.email).map_err(|error| StoreError::Inconsistent(Box::new(error)))?;
    let recent = store.mails_since(MailKind::PasswordReset, &email, now - TimeDelta::hours(1))?;
    if recent >= RESET_MAILS_PER_HOUR {
        return Err(StaffHelpError::TooManyMails);
    }
    mail_token(store, &user, &email, token, public_url, now)?;
    store.append_act(&by.act(Action::UsersResetMail).concerning(user.id), now)?;
    Ok(())
}

/// Mails the link by which a member verifies the pending address, or else the account's own, as if the member had asked for it again.
///
/// # Errors
/// [`StaffHelpError::NoSuchUser`], [`StaffHelpError::AlreadyVerified`], [`StaffHelpError::TooManyMails`], [`StaffHelpError::Store`]
pub fn mail_verify_link(
    store: &mut dyn AccountStore,
    user: UserId,
    link: &VerifyLink,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<(), StaffHelpError> {
    let user = locked(store, user)?;
    send_link_again(store, user.id, link, now)?;
    store.append_act(&by.act(Action::UsersVerifyMail).concerning(user.id), now)?;
    Ok(())
}

/// Writes a new address down for a member, which is mailed a link: the account's address changes when that is opened. The account's own
/// address, given again, ends what is pending.
///
/// # Errors
/// See [`StaffHelpError`].
pub fn change_email_by_staff(
    store: &mut dyn AccountStore,
    user: UserId,
    email: &EmailAddress,
    link: &VerifyLink,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<User, StaffHelpError> {
    let before = locked(store, user)?;
    if EmailAddress::key_of(&before.email) == email.key() {
        if before.pending_email.is_none() {
            return Ok(before);
        }
        store.set_pending_email(user, None)?;
    } else if store.user_by_email(email)?.is_some() {
        return Err(StaffHelpError::EmailTaken);
    } else {
        store.set_pending_email(user, Some(email))?;
        mail_link(store, user, email, link, now)?;
    }
    // Neither address belongs in the trail: they are erased with the account.
    store.append_act(&by.act(Action::UsersEmail).concerning(user), now)?;
    store.user(user)?.ok_or(StaffHelpError::NoSuchUser)
}

fn locked(store: &mut dyn AccountStore, user: UserId) -> Result<User, StaffHelpError> {
    store.lock_user(user)?;
    store.user(user)?.ok_or(StaffHelpError::NoSuchUser)
}
