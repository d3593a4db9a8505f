//! The gate: the only way by which a member learns where a session is held.

use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::{LiveId, LiveState, LiveStore, Place, one_live};

/// In the order in which they are looked at (contract, "Live sessions and reports, settled").
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    #[error("there is no such session")]
    NoSuchLive,
    #[error("the member has no access to the course now")]
    NoAccess,
    #[error("the session is cancelled")]
    Cancelled,
    #[error("the session is over")]
    Over,
    #[error("the session opens at {joins_at}")]
    NotOpen { joins_at: DateTime<Utc> },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Where a session is held, for a member with access while it is open. The first call notes the time.
///
/// # Errors
/// [`JoinError`]
pub fn join_live(
    store: &mut dyn LiveStore,
    user: UserId,
    id: LiveId,
    now: DateTime<Utc>,
) -> Result<Place, JoinError> {
    let (session, has_access) = one_live(store, user, id, now)?.ok_or(JoinError::NoSuchLive)?;
    if !has_access {
        return Err(JoinError::NoAccess);
    }
    match session.state(now) {
        LiveState::Cancelled => Err(JoinError::Cancelled),
        LiveState::Ended => Err(JoinError::Over),
        LiveState::Planned => {
            let joins_at = session.times.joins_at();
            Err(JoinError::NotOpen { joins_at })
        }
        LiveState::Open => {
            store.record_join(id, user, now)?;
            Ok(session.place)
        }
    }
}
