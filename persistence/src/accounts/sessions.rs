//! Sessions as rows, and the kinds of browser that users signed in with.

use accounts::{BrowserSeen, Device, NewSession, Session, SessionId, SessionStore, SessionTokenHash, User};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::{StoreError, UserId, VideoId};

use super::UserRow;
use crate::{
    Store,
    schema::{known_browsers, sessions, users},
    store::on,
    times::{loaded, stored},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = sessions)]
struct SessionRow {
    id: i32,
    device: String,
    created_at: NaiveDateTime,
    last_seen_at: NaiveDateTime,
    expires_at: NaiveDateTime,
    watching_at: Option<NaiveDateTime>,
    watching_video_id: Option<i32>,
}

impl From<SessionRow> for Session {
    fn from(row: SessionRow) -> Self {
        Self {
            id: SessionId(row.id),
            device: Device::named(&row.device),
            created_at: loaded(row.created_at),
            last_seen_at: loaded(row.last_seen_at),
            expires_at: loaded(row.expires_at),
            watching_at: row.watching_at.map(loaded),
            watching_video: row.watching_video_id.map(VideoId),
        }
    }
}

#[derive(Insertable)]
#[diesel(table_name = sessions)]
struct NewSessionRow<'a> {
    token_hash: &'a [u8],
    user_id: i32,
    device: &'a str,
    created_at: NaiveDateTime,
    last_seen_at: NaiveDateTime,
    expires_at: NaiveDateTime,
}

#[derive(Insertable)]
#[diesel(table_name = known_browsers)]
struct NewBrowserRow<'a> {
    user_id: i32,
    name: &'a str,
    first_seen_at: NaiveDateTime,
}

impl SessionStore for Store<'_> {
    fn insert_session(&mut self, new: &NewSession) -> Result<(), StoreError> {
        let row = NewSessionRow {
            token_hash: &new.token.0,
            user_id: new.user.0,
            device: new.device.as_str(),
            created_at: stored(new.created_at),
            last_seen_at: stored(new.created_at),
            expires_at: stored(new.expires_at),
        };
        on!(self, c => diesel::insert_into(sessions::table).values(row).execute(*c)).map(|_| ())
    }

    fn remember_browser(
        &mut self,
        user: UserId,
        name: &str,
        now: DateTime<Utc>,
    ) -> Result<BrowserSeen, StoreError> {
        let row = NewBrowserRow {
            user_id: user.0,
            name,
            first_seen_at: stored(now),
        };
        let new = on!(self, c => diesel::insert_into(known_browsers::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(*c))?;
        if new == 0 {
            return Ok(BrowserSeen::Before);
        }
        let known: i64 = on!(self, c => known_browsers::table
            .filter(known_browsers::user_id.eq(user.0))
            .count()
            .get_result(*c))?;
        Ok(if known == 1 {
            BrowserSeen::First
        } else {
            BrowserSeen::Never
        })
    }

    fn session(&mut self, token: &SessionTokenHash) -> Result<Option<(Session, User)>, StoreError> {
        let row: Option<(SessionRow, UserRow)> = on!(self, c => sessions::table
            .inner_join(users::table)
            .filter(sessions::token_hash.eq(&token.0[..]))
            .select((SessionRow::as_select(), UserRow::as_select()))
            .first(*c)
            .optional())?;
        Ok(row.map(|(session, user)| (session.into(), user.into())))
    }

    fn sessions(&mut self, user: UserId) -> Result<Vec<Session>, StoreError> {
        let rows = on!(self, c => sessions::table
            .filter(sessions::user_id.eq(user.0))
            .order((sessions::last_seen_at.desc(), sessions::id.desc()))
            .select(SessionRow::as_select())
            .load(*c))?;
        Ok(rows.into_iter().map(Session::from).collect())
    }

    fn renew_session(&mut self, session: SessionId, token: &SessionTokenHash) -> Result<(), StoreError> {
        on!(self, c => diesel::update(sessions::table.find(session.0))
            .set(sessions::token_hash.eq(&token.0[..]))
            .execute(*c))
        .map(|_| ())
    }

    fn touch_session(&mut self, session: SessionId, now: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::update(sessions::table.find(session.0))
            .set(sessions::last_seen_at.eq(stored(now)))
            .execute(*c))
        .map(|_| ())
    }

    fn set_watching(
        &mut self,
        session: SessionId,
        video: VideoId,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        on!(self, c => diesel::update(sessions::table.find(session.0))
            .set((
                sessions::watching_at.eq(stored(now)),
                sessions::watching_video_id.eq(video.0),
            ))
            .execute(*c))
        .map(|_| ())
    }

    fn delete_session(&mut self, token: &SessionTokenHash) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(sessions::table.filter(sessions::token_hash.eq(&token.0[..]))).execute(*c))
            .map(|_| ())
    }

    fn delete_sessions(&mut self, user: UserId, but: Option<SessionId>) -> Result<usize, StoreError> {
        // Numbers start at 1, so 0 spares none.
        let spared = but.map_or(0, |session| session.0);
        on!(self, c => diesel::delete(
            sessions::table.filter(sessions::user_id.eq(user.0)).filter(sessions::id.ne(spared))
        )
        .execute(*c))
    }

    fn trim_sessions(&mut self, user: UserId, keep: usize) -> Result<(), StoreError> {
        let keep = i64::try_from(keep).unwrap_or(i64::MAX);
        let surplus = on!(self, c => sessions::table
            .filter(sessions::user_id.eq(user.0))
            .order((sessions::last_seen_at.desc(), sessions::id.desc()))
            .offset(keep)
            .limit(1_000)
            .select(sessions::id)
            .load::<i32>(*c))?;
        if surplus.is_empty() {
            return Ok(());
        }
        on!(self, c => diesel::delete(sessions::table.filter(sessions::id.eq_any(surplus))).execute(*c))
            .map(|_| ())
    }
}

impl Store<'_> {
    /// Ends one of a user's sessions; false where that user has no such session.
    pub fn delete_session_of(&mut self, user: UserId, session: SessionId) -> Result<bool, StoreError> {
        on!(self, c => diesel::delete(sessions::table.find(session.0).filter(sessions::user_id.eq(user.0))).execute(*c))
            .map(|rows| rows == 1)
    }

    /// Removes at most `limit` sessions that ended by age or by not being used since `idle_since`; answers how many.
    pub fn purge_sessions(
        &mut self,
        now: DateTime<Utc>,
        idle_since: DateTime<Utc>,
        limit: i64,
    ) -> Result<usize, StoreError> {
        let ended = on!(self, c => sessions::table
            .filter(sessions::expires_at.le(stored(now)).or(sessions::last_seen_at.le(stored(idle_since))))
            .limit(limit)
            .select(sessions::id)
            .load::<i32>(*c))?;
        // A list of none would be looked for in every row.
        if ended.is_empty() {
            return Ok(0);
        }
        on!(self, c => diesel::delete(sessions::table.filter(sessions::id.eq_any(&ended))).execute(*c))
    }
}
