//! Which sessions a member sees.

use chrono::{DateTime, Utc};
use courses::access_now;
use kernel::{StoreError, UserId};

use crate::{LiveId, LiveSession, LiveStore, MemberLive, SEEN_AFTER};

/// The sessions of courses with access now, soonest first: those that end in the future and those of the last 90 days.
///
/// # Errors
/// [`StoreError`]
pub fn live_of_member(
    store: &mut dyn LiveStore,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Vec<MemberLive>, StoreError> {
    let found = store.live_of_member(user, now - SEEN_AFTER)?.into_iter();
    let open = found.filter(|(_, grant)| access_now(Some(grant), now).is_open());
    Ok(open.map(|(session, _)| session).collect())
}

/// A session of the portal and whether a member may see it; `None` for a session of a course that the member may not know of.
///
/// # Errors
/// [`StoreError`]
pub fn one_live(
    store: &mut dyn LiveStore,
    user: UserId,
    id: LiveId,
    now: DateTime<Utc>,
) -> Result<Option<(LiveSession, bool)>, StoreError> {
    let Some(session) = store.live(id)? else {
        return Ok(None);
    };
    let grant = store.grant_of(user, session.course)?;
    let access = access_now(grant.as_ref(), now);
    let is_seen = session.visibility.is_seen_with(access);
    Ok(is_seen.then(|| (session, access.is_open())))
}
