//! Cancelling one session. Its row stays.

use audit::{ActingStaff, Action, Reason};
use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{
    Cancelled, LiveId, LiveSession, LiveState, LiveStore, event::request_event, told::tell_cancelled,
};

#[derive(Debug, thiserror::Error)]
pub enum CancelError {
    #[error("there is no such session")]
    NoSuchLive,
    #[error("the session is cancelled already")]
    Cancelled,
    #[error("the session is over")]
    Over,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Cancels a session before its end; members with access are mailed the reason.
///
/// # Errors
/// [`CancelError`]
pub fn cancel_live(
    store: &mut dyn LiveStore,
    id: LiveId,
    reason: &Reason,
    public_url: &str,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<LiveSession, CancelError> {
    let mut session = store.lock_live(id)?.ok_or(CancelError::NoSuchLive)?;
    match session.state(now) {
        LiveState::Cancelled => return Err(CancelError::Cancelled),
        LiveState::Ended => return Err(CancelError::Over),
        LiveState::Planned | LiveState::Open => {}
    }
    session.cancelled = Some(Cancelled {
        at: now,
        reason: reason.as_str().to_owned(),
    });
    session.sequence += 1;
    session.changed_at = now;
    store.put_live(&session)?;
    tell_cancelled(store, &session, reason.as_str(), public_url, now)?;
    request_event(store, id)?;
    store.append_act(&by.act(Action::LiveCancel).about(&format!("live {}", id.0)), now)?;
    Ok(session)
}
