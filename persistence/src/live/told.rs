//! What members are told of sessions, and what of it is taken back before it leaves.

use ::live::{LiveId, LiveMail, LiveMailKind, LiveTimes, PendingMove, ToldMember, ToldStart};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{
    dsl::{count, count_star, min},
    prelude::*,
};
use kernel::{StoreError, UserId};

use crate::{
    Store,
    mail::forget_mails,
    schema::{live_mails, live_sessions, outbox, users},
    store::on,
    times::{loaded, stored},
};

fn kind_name(kind: LiveMailKind) -> &'static str {
    match kind {
        LiveMailKind::Soon => "soon",
        LiveMailKind::Moved => "moved",
        LiveMailKind::Cancelled => "cancelled",
    }
}

fn kind_named(name: &str) -> Result<LiveMailKind, StoreError> {
    [LiveMailKind::Soon, LiveMailKind::Moved, LiveMailKind::Cancelled]
        .into_iter()
        .find(|kind| kind_name(*kind) == name)
        .ok_or_else(|| StoreError::Inconsistent(format!("{name:?} is no mail about a live session").into()))
}

#[derive(Queryable)]
struct StartRow {
    kind: String,
    told: Option<NaiveDateTime>,
    from: NaiveDateTime,
    members: i64,
    sent: i64,
    first: Option<i32>,
}

#[derive(Queryable)]
struct MemberRow {
    user: i32,
    username: String,
    kind: String,
    told: Option<NaiveDateTime>,
    from: NaiveDateTime,
    sent_at: Option<NaiveDateTime>,
}

impl Store<'_> {
    /// The sessions whose start is after `now`, at most `until`, and of whose start no notice is recorded.
    pub fn starts_to_tell(
        &mut self,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<Vec<LiveId>, StoreError> {
        let ids: Vec<i32> = on!(self, c => live_sessions::table
            .filter(live_sessions::starts_at.gt(stored(now)))
            .filter(live_sessions::starts_at.le(stored(until)))
            .filter(live_sessions::cancelled_at.is_null())
            .filter(live_sessions::told_start.is_null().or(live_sessions::told_start.ne(live_sessions::starts_at.nullable())))
            .order((live_sessions::starts_at, live_sessions::id))
            .select(live_sessions::id)
            .load(*c))?;
        Ok(ids.into_iter().map(LiveId).collect())
    }

    /// The mails about a session that the outbox still keeps, by kind and start, in the order in which they were first written.
    pub fn told_starts(&mut self, id: LiveId) -> Result<Vec<ToldStart>, StoreError> {
        // The row of an older mail has the start before alone, and stands by it.
        let mut rows: Vec<StartRow> = on!(self, c => live_mails::table
            .inner_join(outbox::table)
            .filter(live_mails::live_id.eq(id.0))
            .group_by((live_mails::kind, live_mails::told_starts_at, live_mails::from_starts_at))
            .select((
                live_mails::kind,
                live_mails::told_starts_at,
                live_mails::from_starts_at,
                count_star(),
                count(outbox::sent_at),
                min(live_mails::mail_id),
            ))
            .load(*c))?;
        rows.sort_by_key(|row| row.first);
        let mut starts: Vec<ToldStart> = Vec::new();
        for row in rows {
            let (kind, start) = (kind_named(&row.kind)?, loaded(row.told.unwrap_or(row.from)));
            // Members who know of different old times are told one new time.
            match starts
                .iter_mut()
                .find(|known| known.kind == kind && known.start == start)
            {
                Some(known) => {
                    known.members += row.members;
                    known.sent += row.sent;
                }
                None => starts.push(ToldStart {
                    kind,
                    start,
                    members: row.members,
                    sent: row.sent,
                }),
            }
        }
        Ok(starts)
    }

    /// The members of these mails, the newest mail first.
    pub fn told_members(&mut self, id: LiveId, limit: i64) -> Result<Vec<ToldMember>, StoreError> {
        let rows: Vec<MemberRow> = on!(self, c => live_mails::table
            .inner_join(outbox::table)
            .inner_join(users::table.on(users::id.eq(live_mails::user_id)))
            .filter(live_mails::live_id.eq(id.0))
            .order(live_mails::mail_id.desc())
            .limit(limit)
            .select((
                users::id,
                users::username,
                live_mails::kind,
                live_mails::told_starts_at,
                live_mails::from_starts_at,
                outbox::sent_at,
            ))
            .load(*c))?;
        let members = rows.into_iter().map(|row| {
            Ok(ToldMember {
                user: UserId(row.user),
                username: row.username,
                kind: kind_named(&row.kind)?,
                start: loaded(row.told.unwrap_or(row.from)),
                sent_at: row.sent_at.map(loaded),
            })
        });
        members.collect()
    }
}

pub(super) fn note_soon(
    store: &mut Store<'_>,
    id: LiveId,
    starts_at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let start = stored(starts_at);
    on!(store, c => diesel::update(
        live_sessions::table
            .filter(live_sessions::id.eq(id.0))
            .filter(live_sessions::told_start.is_null().or(live_sessions::told_start.ne(start)))
    )
    .set(live_sessions::told_start.eq(start))
    .execute(*c))
    .map(|rows| rows == 1)
}

pub(super) fn record(store: &mut Store<'_>, mail: &LiveMail) -> Result<(), StoreError> {
    on!(store, c => diesel::insert_into(live_mails::table)
        .values((
            live_mails::mail_id.eq(mail.mail.0),
            live_mails::live_id.eq(mail.live.0),
            live_mails::user_id.eq(mail.user.0),
            live_mails::kind.eq(kind_name(mail.kind)),
            live_mails::from_starts_at.eq(stored(mail.from.starts_at)),
            live_mails::from_ends_at.eq(stored(mail.from.ends_at)),
            live_mails::told_starts_at.eq(stored(mail.start)),
        ))
        .execute(*c))
    .map(|_| ())
}

pub(super) fn take_back(
    store: &mut Store<'_>,
    id: LiveId,
    kind: LiveMailKind,
) -> Result<Vec<PendingMove>, StoreError> {
    let unsent: Vec<(i32, i32, NaiveDateTime, NaiveDateTime)> = on!(store, c => live_mails::table
        .inner_join(outbox::table)
        .filter(live_mails::live_id.eq(id.0))
        .filter(live_mails::kind.eq(kind_name(kind)))
        .filter(outbox::sent_at.is_null())
        .order(live_mails::mail_id)
        .select((
            live_mails::mail_id,
            live_mails::user_id,
            live_mails::from_starts_at,
            live_mails::from_ends_at,
        ))
        .load(*c))?;
    let mails: Vec<i32> = unsent.iter().map(|(mail, ..)| *mail).collect();
    forget_mails(store, &mails)?;
    let taken = unsent
        .into_iter()
        .map(|(_, user, starts_at, ends_at)| PendingMove {
            user: UserId(user),
            from: LiveTimes {
                starts_at: loaded(starts_at),
                ends_at: loaded(ends_at),
            },
        });
    Ok(taken.collect())
}
