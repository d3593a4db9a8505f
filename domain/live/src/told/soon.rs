//! The mail 24 hours before a start: once for each start, with any number of servers.

use accounts::ReminderSecret;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

use super::{mails::soon_mail, members_now};
use crate::{LiveId, LiveMail, LiveMailKind, LiveState, LiveStore};

/// How long before a start its mail is sent.
pub const SOON: TimeDelta = TimeDelta::hours(24);

pub(crate) fn is_soon(starts_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now < starts_at && starts_at <= now + SOON
}

/// Queues the mail of a start for each member with access now who has not turned such mails off, in the transaction that records it, if it
/// is due: the session may have been moved or cancelled meanwhile, or another server was first.
///
/// # Errors
/// [`StoreError`]
pub fn tell_soon(
    store: &mut dyn LiveStore,
    id: LiveId,
    public_url: &str,
    secret: &ReminderSecret,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Some(session) = store.lock_live(id)? else {
        return Ok(());
    };
    let is_coming = matches!(session.state(now), LiveState::Planned | LiveState::Open);
    if !is_coming
        || !is_soon(session.times.starts_at, now)
        || !store.note_soon(id, session.times.starts_at)?
    {
        return Ok(());
    }
    for member in members_now(store, &session, now)? {
        if member.reminders {
            let turn_off = format!("{public_url}/reminders?token={}", secret.issue(member.user));
            let mail = store.put_mail(&soon_mail(&session, &member.email, public_url, &turn_off), now)?;
            store.record_live_mail(&LiveMail {
                mail,
                live: id,
                user: member.user,
                kind: LiveMailKind::Soon,
                from: session.times,
                start: session.times.starts_at,
            })?;
        }
    }
    Ok(())
}
