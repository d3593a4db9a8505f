//! Sign-in by user name or e-mail address.
//!
//! Three steps, because hashing must not hold a transaction: read the credentials, verify the password on the hashing
//! threads, open the session if the credentials have not changed.

use chrono::{DateTime, Utc};

use crate::{
    AccountStore, BrowserSeen, Credentials, CredentialsChanged, Device, SessionToken, SessionTokenHash, User,
    account::check_unchanged, alert::report_new_browser, end_replaced_session, open_session,
};

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
