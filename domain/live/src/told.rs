//! Who is mailed of a change: members with access at that moment.

mod mails;
pub(crate) mod soon;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use courses::access_now;
use kernel::{StoreError, UserId};

use crate::{LiveMail, LiveMailKind, LiveMember, LiveSession, LiveStore, LiveTimes};
use mails::{cancelled_mail, moved_mail};

/// The members of the session's course with access now.
pub(crate) fn members_now(
    store: &mut dyn LiveStore,
    session: &LiveSession,
    now: DateTime<Utc>,
) -> Result<Vec<LiveMember>, StoreError> {
    let members = store.members_of(session.course)?.into_iter();
    Ok(members
        .filter(|member| access_now(Some(&member.grant), now).is_open())
        .collect())
}

/// Mails the old and the new times. A mail of an earlier move that has not left is taken back, and the new one starts from its old times:
/// a member is mailed once of moves that follow each other, and not at all of a move and its way back.
pub(crate) fn tell_moved(
    store: &mut dyn LiveStore,
    session: &LiveSession,
    before: LiveTimes,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let unsent = store
        .take_back_live_mails(session.id, LiveMailKind::Moved)?
        .into_iter();
    let known: HashMap<UserId, LiveTimes> = unsent.map(|unsent| (unsent.user, unsent.from)).collect();
    for member in members_now(store, session, now)? {
        let from = known.get(&member.user).copied().unwrap_or(before);
        if from != session.times {
            let mail = store.put_mail(&moved_mail(session, from, &member.email, public_url), now)?;
            store.record_live_mail(&LiveMail {
                mail,
                live: session.id,
                user: member.user,
                kind: LiveMailKind::Moved,
                from,
                start: session.times.starts_at,
            })?;
        }
    }
    Ok(())
}

/// Mails that the session is cancelled, in place of what has not left yet about it.
pub(crate) fn tell_cancelled(
    store: &mut dyn LiveStore,
    session: &LiveSession,
    reason: &str,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for kind in [LiveMailKind::Moved, LiveMailKind::Soon] {
        store.take_back_live_mails(session.id, kind)?;
    }
    for member in members_now(store, session, now)? {
        let mail = store.put_mail(&cancelled_mail(session, reason, &member.email, public_url), now)?;
        store.record_live_mail(&LiveMail {
            mail,
            live: session.id,
            user: member.user,
            kind: LiveMailKind::Cancelled,
            from: session.times,
            start: session.times.starts_at,
        })?;
    }
    Ok(())
}
