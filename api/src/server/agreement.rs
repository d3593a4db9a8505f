//! Whether this server fits the others on its database: one session key, one clock, and no pooler that mixes sessions.
//!
//! Decision: another session key is refused, because what is sealed under it no other server reads; a key is replaced as NEW,OLD or by
//! `portal session-key replace`. A clock that differs is a warning, since it corrects itself, and so is a pooler, whose failures answer 503.
//! Cost: servers with different clocks run beside each other until the warning is read.

use kernel::{StoreError, error_chain};
use outbound::{SessionKey, SessionKeyError, Settings, key_fingerprints};
use persistence::{
    ClockDifference, ConnectError, Database, DisagreeError, KeyFingerprint, Release, SealedUnder,
    agree_on_key, clock_difference, mixed_sessions, sealed_under,
};

#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    #[error(transparent)]
    Key(#[from] SessionKeyError),
    #[error(transparent)]
    Database(#[from] ConnectError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The session key; made where the database has nothing sealed, which is asked first: of servers that start together, one makes the key
/// before it makes the tables.
///
/// # Errors
/// [`KeyError`] where the key is missing or not the database's, which is not changed.
pub fn load_key(settings: &Settings, release: &Release) -> Result<SessionKey, KeyError> {
    let known = match sealed_under(&settings.database, release)? {
        SealedUnder::Nothing => return Ok(SessionKey::load(settings)?),
        SealedUnder::UnknownKey => return Ok(SessionKey::load_existing(settings)?),
        SealedUnder::Key(known) => known,
    };
    let key = SessionKey::load_existing(settings)?;
    if fingerprints(&key).contains(&known) {
        Ok(key)
    } else {
        Err(SessionKeyError::other(settings).into())
    }
}

/// Makes sure that the session key is that of the open database, which knows it from now on. A key that [`load_key`] found fit is used
/// although a database that does not answer cannot note it.
///
/// # Errors
/// [`KeyError`]
pub fn agree(settings: &Settings, database: &Database, key: &SessionKey) -> Result<(), KeyError> {
    match agree_on_key(database, &fingerprints(key)) {
        Ok(()) => Ok(()),
        Err(DisagreeError::OtherKey) => Err(SessionKeyError::other(settings).into()),
        Err(DisagreeError::Store(error @ (StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_)))) => {
            tracing::warn!(
                error = %error_chain(&error),
                "the database could not note the session key"
            );
            Ok(())
        }
        Err(DisagreeError::Store(error)) => Err(error.into()),
    }
}

fn fingerprints(key: &SessionKey) -> Vec<KeyFingerprint> {
    key_fingerprints(key).into_iter().map(KeyFingerprint).collect()
}

/// Logs each difference in a line.
pub fn warn_of_differences(settings: &Settings, database: &Database) {
    match mixed_sessions(&settings.database) {
        Ok(Some(problem)) => tracing::error!("{problem}"),
        Ok(None) => {}
        Err(error) => {
            tracing::warn!(%error, "whether a pooler stands before the database cannot be found out");
        }
    }
    match clock_difference(database) {
        Ok(Some(ClockDifference { seconds })) => tracing::warn!(
            seconds,
            "this machine's clock differs from the database's; correct it (NTP), for it decides who has access and when work is due"
        ),
        Ok(None) => {}
        Err(error) => tracing::warn!(%error, "whether this machine's clock is right cannot be found out"),
    }
}
