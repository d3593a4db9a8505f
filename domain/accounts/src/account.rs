//! Changes that signed-in users make to their own account, after giving their current password.

use chrono::{DateTime, Utc};

use crate::{
    AccountStore, Credentials, CredentialsChanged, NameTaken, PasswordHash, SessionId, User, Username,
    alert::report_changed_address,
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
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Changes user name and e-mail address of a user whose password matched `proven` (OWASP ASVS 7.5.1). A changed address is
/// reported to the old and to the new one (OWASP ASVS 6.3.7).
///
/// # Errors
/// See [`ChangeNamesError`].
pub fn change_names<S: AccountStore + ?Sized>(
    store: &mut S,
    proven: &Credentials,
    username: &Username,
    email: &EmailAddress,
    now: DateTime<Utc>,
) -> Result<User, ChangeNamesError> {
    check_unchanged(store, proven).map_err(|error| match error {
        CredentialsChanged::Changed => ChangeNamesError::CredentialsChanged,
        CredentialsChanged::Store(error) => error.into(),
    })?;
    let before = store
        .user(proven.user)?
        .ok_or(ChangeNamesError::CredentialsChanged)?;
    store
        .set_names(proven.user, username, email)
        .map_err(|taken| match taken {
            NameTaken::Username => ChangeNamesError::UsernameTaken,
            NameTaken::Email => ChangeNamesError::EmailTaken,
            NameTaken::Store(error) => error.into(),
        })?;
    let after = store
        .user(proven.user)?
        .ok_or(ChangeNamesError::CredentialsChanged)?;
    if EmailAddress::key_of(&before.email) != email.key() {
        report_changed_address(store, &before, &after, now)?;
    }
    Ok(after)
}

/// Changes the password of a user whose current one matched `proven`, and ends every session but `here` (OWASP ASVS 7.4.3).
///
/// # Errors
/// See [`CredentialsChanged`].
pub fn change_password<S: AccountStore + ?Sized>(
    store: &mut S,
    proven: &Credentials,
    password: &PasswordHash,
    here: SessionId,
) -> Result<(), CredentialsChanged> {
    check_unchanged(store, proven)?;
    store.set_password(proven.user, password)?;
    store.delete_sessions(proven.user, Some(here))?;
    Ok(())
}

/// Locks the user; [`CredentialsChanged::Changed`] where the stored hash is not the one that the password matched.
pub(crate) fn check_unchanged<S: AccountStore + ?Sized>(
    store: &mut S,
    proven: &Credentials,
) -> Result<(), CredentialsChanged> {
    store.lock_user(proven.user)?;
    match store.credentials_of(proven.user)? {
        Some(current) if current.password == proven.password => Ok(()),
        _ => Err(CredentialsChanged::Changed),
    }
}
