//! Sign-in by user name or e-mail address, with a code where the second factor is on.
//!
//! Three steps, because hashing must not hold a transaction: read the credentials, verify the password on the hashing
//! threads, open the session if the credentials have not changed and the code counts.

pub(crate) mod credentials;

use chrono::{DateTime, Utc};

use crate::{
    AccountStore, BrowserSeen, CodeAttempt, CodeRefused, Credentials, CredentialsChanged, Device,
    PasswordHash, SessionToken, SessionTokenHash, User, alert::report_new_browser, end_replaced_session,
    open_session, second_factor::check_code,
};

/// A sign-in whose password matched.
#[derive(Debug)]
pub struct SignInAttempt {
    pub proven: Credentials,
    pub code: CodeAttempt,
    /// Of the session to open.
    pub token: SessionToken,
    pub device: Device,
    /// The session that the browser had before, if any; it ends.
    pub replaced: Option<SessionTokenHash>,
    /// The password under today's parameters, where the stored hash was made under others.
    pub renewed: Option<PasswordHash>,
}

/// Opens a session for a user whose password matched, and ends the browser's earlier session. A kind of browser that the user
/// never used before is reported by mail (OWASP ASVS 6.3.5). A refused code opens, ends and renews nothing.
///
/// # Errors
/// [`CredentialsChanged::Changed`] if the stored hash is no longer the proven hash: a reset between the two
/// steps must not leave the old password usable. No session is opened or ended then.
pub fn sign_in(
    store: &mut dyn AccountStore,
    attempt: &SignInAttempt,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<Result<User, CodeRefused>, CredentialsChanged> {
    if let Err(refused) = check_code(store, &attempt.proven, &attempt.code, now)? {
        return Ok(Err(refused));
    }
    let user = store
        .user(attempt.proven.user)?
        .ok_or(CredentialsChanged::Changed)?;
    if let Some(hash) = &attempt.renewed {
        store.renew_hash(user.id, hash)?;
    }
    end_replaced_session(store, attempt.replaced.as_ref())?;
    let browser = attempt.device.name();
    if open_session(store, user.id, &attempt.token, attempt.device.clone(), now)? == BrowserSeen::Never {
        report_new_browser(store, &user, &browser, public_url, now)?;
    }
    Ok(Ok(user))
}
