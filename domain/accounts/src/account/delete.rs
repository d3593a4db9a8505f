//! Deleting an account: one rule for the member and for staff.

use audit::Act;
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::{
    AccountStore, CodeAttempt, CodeRefused, Credentials, CredentialsChanged, second_factor::check_code,
};
use ::mail::EmailAddress;

/// Removes a user with all that is theirs: sessions, access, progress, answers, the link to Discord, mails to their address. The roles of
/// a linked account are taken off by its job. Orders stay without the account, keys that the user used stay used, and the name
/// is free. False where there is no such user. `act` is recorded before the row goes, because it takes the user's name from there.
///
/// # Errors
/// [`StoreError`]
pub fn delete_account(
    store: &mut dyn AccountStore,
    user: UserId,
    act: &Act,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    store.lock_for_deletion(user)?;
    let Some(found) = store.user(user)? else {
        return Ok(false);
    };
    store.append_act(act, now)?;
    // An address from before today's rules may not parse; then no mail and no key was addressed to it.
    if let Ok(address) = EmailAddress::parse(&found.email) {
        store.forget_address(user, &address)?;
    }
    // Other mails to a pending address may be of another person, for nothing proved it yet.
    if let Some(Ok(pending)) = found.pending_email.as_deref().map(EmailAddress::parse) {
        store.forget_links(&pending)?;
    }
    store.delete_user(user)
}

/// [`delete_account`] by the member whose password matched `proven`, with a code where the second factor is on.
///
/// # Errors
/// See [`CredentialsChanged`].
pub fn delete_own_account(
    store: &mut dyn AccountStore,
    proven: &Credentials,
    attempt: &CodeAttempt,
    act: &Act,
    now: DateTime<Utc>,
) -> Result<Result<(), CodeRefused>, CredentialsChanged> {
    // First of all, so that rows are locked in one order with payment events.
    store.lock_for_deletion(proven.user)?;
    if let Err(refused) = check_code(store, proven, attempt, now)? {
        return Ok(Err(refused));
    }
    delete_account(store, proven.user, act, now)?;
    Ok(Ok(()))
}
