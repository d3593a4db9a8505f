//! Changes that signed-in users make to their own account, after giving their current password.

pub(crate) mod delete;
pub(crate) mod reminders;

use chrono::{DateTime, Utc};

use crate::{
    AccountStore, Credentials, CredentialsChanged, NameTaken, PasswordHash, SendLinkError, SessionId,
    SessionTokenHash, User, Username, VerifyLink, alert::report_changed_password, mail_link,
};
use ::mail::EmailAddress;
use kernel::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum ChangeNamesError {
    #[error("the user name is taken")]
    UsernameTaken,
    #[error("the e-mail address is taken")]
    EmailTaken,
    #[error("the credentials changed meanwhile")]
    CredentialsChanged,
    #[error("enough links were mailed to the address in this hour")]
    TooManyMails,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<CredentialsChanged> for ChangeNamesError {
    fn from(error: CredentialsChanged) -> Self {
        match error {
            CredentialsChanged::Changed => Self::CredentialsChanged,
            CredentialsChanged::Store(error) => error.into(),
        }
    }
}

impl From<NameTaken> for ChangeNamesError {
    fn from(taken: NameTaken) -> Self {
        match taken {
            NameTaken::Username => Self::UsernameTaken,
            NameTaken::Email => Self::EmailTaken,
            NameTaken::Store(error) => error.into(),
        }
    }
}

impl From<SendLinkError> for ChangeNamesError {
    fn from(error: SendLinkError) -> Self {
        match error {
            SendLinkError::TooManyMails => Self::TooManyMails,
            SendLinkError::Store(error) => error.into(),
            SendLinkError::AlreadyVerified => Self::EmailTaken,
        }
    }
}

/// Changes the user name of a user whose password matched `proven` (OWASP ASVS 7.5.1), and writes a new address down as pending,
/// which is mailed a link: the account's address changes when that is opened. The account's own address, given again, ends what is
/// pending.
///
/// # Errors
/// See [`ChangeNamesError`].
pub fn change_names(
    store: &mut dyn AccountStore,
    proven: &Credentials,
    username: &Username,
    email: &EmailAddress,
    link: &VerifyLink,
    now: DateTime<Utc>,
) -> Result<User, ChangeNamesError> {
    check_unchanged(store, proven)?;
    let before = store
        .user(proven.user)?
        .ok_or(ChangeNamesError::CredentialsChanged)?;
    store.set_username(proven.user, username)?;
    if EmailAddress::key_of(&before.email) == email.key() {
        keep_address(store, &before, email)?;
    } else if store.user_by_email(email)?.is_some() {
        return Err(ChangeNamesError::EmailTaken);
    } else if before.pending_email.as_deref().map(EmailAddress::key_of) != Some(email.key()) {
        store.set_pending_email(proven.user, Some(email))?;
        mail_link(store, proven.user, email, link, now)?;
    }
    store
        .user(proven.user)?
        .ok_or(ChangeNamesError::CredentialsChanged)
}

/// The address stays, perhaps in another spelling; what was pending ends.
fn keep_address(
    store: &mut dyn AccountStore,
    before: &User,
    email: &EmailAddress,
) -> Result<(), ChangeNamesError> {
    if before.pending_email.is_some() {
        store.set_pending_email(before.id, None)?;
    }
    if before.email != email.as_str() {
        store.set_email(before.id, email)?;
    }
    Ok(())
}

/// Changes the password of a user whose current one matched `proven`: ends every session but `here`, which gets another token
/// (OWASP ASVS 7.4.3 and 7.2.4), and what waits for a link, and notifies the member by mail.
///
/// # Errors
/// See [`CredentialsChanged`].
pub fn change_password(
    store: &mut dyn AccountStore,
    proven: &Credentials,
    password: &PasswordHash,
    here: SessionId,
    token: &SessionTokenHash,
    now: DateTime<Utc>,
) -> Result<(), CredentialsChanged> {
    check_unchanged(store, proven)?;
    let user = store.user(proven.user)?.ok_or(CredentialsChanged::Changed)?;
    store.set_password(user.id, password)?;
    store.delete_sessions(user.id, Some(here))?;
    store.renew_session(here, token)?;
    end_pending(store, &user)?;
    Ok(report_changed_password(store, &user, now)?)
}

/// Ends the link to a new address: an attacker who knew the password before may have asked for it.
pub(crate) fn end_pending(store: &mut dyn AccountStore, user: &User) -> Result<(), StoreError> {
    match user.pending_email {
        Some(_) => store.set_pending_email(user.id, None),
        None => Ok(()),
    }
}

/// Locks the user; [`CredentialsChanged::Changed`] if the stored hash is not the hash that the password matched.
pub(crate) fn check_unchanged(
    store: &mut dyn AccountStore,
    proven: &Credentials,
) -> Result<(), CredentialsChanged> {
    store.lock_user(proven.user)?;
    match store.credentials_of(proven.user)? {
        Some(current) if current.password == proven.password => Ok(()),
        _ => Err(CredentialsChanged::Changed),
    }
}
