//! Opening a session, finding its user, and ending the session before it.

use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::{
    AccountStore, BrowserSeen, Device, NewSession, SESSION_LIFE, SESSION_TOUCH, SESSIONS_PER_USER, SessionId,
    SessionToken, SessionTokenHash, User, session_is_live,
};

/// A user with a live session.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub user: User,
    pub session: SessionId,
    /// Whether the session's use should be written down, see [`SESSION_TOUCH`].
    pub touch: bool,
    /// [`Session::watching_at`](crate::Session::watching_at).
    pub watching_at: Option<DateTime<Utc>>,
}

/// A session without its device: what a request depends on, and what its use changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionUse {
    pub user: UserId,
    pub session: SessionId,
    pub last_seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// [`Session::watching_at`](crate::Session::watching_at).
    pub watching_at: Option<DateTime<Utc>>,
}

impl SessionUse {
    /// [`Session::is_live`](crate::Session::is_live).
    #[must_use]
    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        session_is_live(self.last_seen_at, self.expires_at, now)
    }

    /// Whether the use should be written down, see [`SESSION_TOUCH`].
    #[must_use]
    pub fn is_touch_due(&self, now: DateTime<Utc>) -> bool {
        now - self.last_seen_at >= SESSION_TOUCH
    }
}

/// The user of a session token at `now`; `None` without a live session.
///
/// # Errors
/// [`StoreError`].
pub fn signed_in(
    store: &mut dyn AccountStore,
    token: &SessionTokenHash,
    now: DateTime<Utc>,
) -> Result<Option<SignedIn>, StoreError> {
    Ok(store
        .session(token)?
        .filter(|(session, _)| session.is_live(now))
        .map(|(session, user)| SignedIn {
            user,
            session: session.id,
            touch: now - session.last_seen_at >= SESSION_TOUCH,
            watching_at: session.watching_at,
        }))
}

/// Opens a session for a user who has just proved who they are. The token is new, so nothing that a browser brought along
/// becomes a session (session fixation). Answers whether they were ever seen with this kind of browser.
///
/// # Errors
/// [`StoreError`].
pub fn open_session(
    store: &mut dyn AccountStore,
    user: UserId,
    token: &SessionToken,
    device: Device,
    now: DateTime<Utc>,
) -> Result<BrowserSeen, StoreError> {
    let seen = store.remember_browser(user, &device.name(), now)?;
    store.insert_session(&NewSession {
        user,
        token: token.hash(),
        device,
        created_at: now,
        expires_at: now + SESSION_LIFE,
    })?;
    store.trim_sessions(user, SESSIONS_PER_USER)?;
    Ok(seen)
}

/// Ends the session that a browser had before it signs in or registers: its cookie is overwritten, so signing out could not end it later.
///
/// # Errors
/// [`StoreError`]
pub fn end_replaced_session(
    store: &mut dyn AccountStore,
    replaced: Option<&SessionTokenHash>,
) -> Result<(), StoreError> {
    match replaced {
        Some(token) => store.delete_session(token),
        None => Ok(()),
    }
}
