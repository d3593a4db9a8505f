//! The sessions of staff as rows.

use ::staff::{
    NewStaffSession, STAFF_SESSIONS, StaffMember, StaffSession, StaffSessionId, StaffSessionStore,
};
use accounts::SessionTokenHash;
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::StoreError;

use super::MemberRow;
use crate::{
    Store,
    schema::{staff, staff_sessions},
    store::on,
    times::{loaded, stored},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = staff_sessions)]
struct SessionRow {
    id: i32,
    last_seen_at: NaiveDateTime,
    expires_at: NaiveDateTime,
    fresh_at: NaiveDateTime,
}

impl From<SessionRow> for StaffSession {
    fn from(row: SessionRow) -> Self {
        Self {
            id: StaffSessionId(row.id),
            last_seen_at: loaded(row.last_seen_at),
            expires_at: loaded(row.expires_at),
            fresh_at: loaded(row.fresh_at),
        }
    }
}

#[derive(Insertable)]
#[diesel(table_name = staff_sessions)]
struct NewRow<'a> {
    token_hash: &'a [u8],
    staff_id: i32,
    created_at: NaiveDateTime,
    last_seen_at: NaiveDateTime,
    expires_at: NaiveDateTime,
    fresh_at: NaiveDateTime,
}

impl StaffSessionStore for Store<'_> {
    fn insert_staff_session(&mut self, new: &NewStaffSession) -> Result<(), StoreError> {
        let now = stored(new.created_at);
        let row = NewRow {
            token_hash: &new.token.0,
            staff_id: new.staff.0,
            created_at: now,
            last_seen_at: now,
            expires_at: stored(new.expires_at),
            fresh_at: now,
        };
        on!(self, c => diesel::insert_into(staff_sessions::table).values(row).execute(*c))?;
        let ids: Vec<i32> = on!(self, c => staff_sessions::table
            .filter(staff_sessions::staff_id.eq(new.staff.0))
            .order((staff_sessions::last_seen_at.desc(), staff_sessions::id.desc()))
            .select(staff_sessions::id)
            .load(*c))?;
        let beyond = ids.get(STAFF_SESSIONS..).unwrap_or_default();
        on!(self, c => diesel::delete(staff_sessions::table.filter(staff_sessions::id.eq_any(beyond)))
            .execute(*c))?;
        on!(self, c => diesel::update(staff::table.find(new.staff.0))
            .set(staff::last_seen_at.eq(now))
            .execute(*c))
        .map(|_| ())
    }

    fn staff_session(
        &mut self,
        token: &SessionTokenHash,
    ) -> Result<Option<(StaffSession, StaffMember)>, StoreError> {
        let row: Option<(SessionRow, MemberRow)> = on!(self, c => staff_sessions::table
            .inner_join(staff::table)
            .filter(staff_sessions::token_hash.eq(&token.0[..]))
            .select((SessionRow::as_select(), MemberRow::as_select()))
            .first(*c)
            .optional())?;
        row.map(|(session, member)| Ok((session.into(), member.try_into()?)))
            .transpose()
    }

    fn touch_staff_session(&mut self, session: StaffSessionId, now: DateTime<Utc>) -> Result<(), StoreError> {
        let of = on!(self, c => diesel::update(staff_sessions::table.find(session.0))
            .set(staff_sessions::last_seen_at.eq(stored(now)))
            .returning(staff_sessions::staff_id)
            .get_result::<i32>(*c)
            .optional())?;
        let Some(of) = of else { return Ok(()) };
        on!(self, c => diesel::update(staff::table.find(of))
            .set(staff::last_seen_at.eq(stored(now)))
            .execute(*c))
        .map(|_| ())
    }

    fn renew_staff_session(
        &mut self,
        session: StaffSessionId,
        token: &SessionTokenHash,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        on!(self, c => diesel::update(staff_sessions::table.find(session.0))
            .set((
                staff_sessions::token_hash.eq(&token.0[..]),
                staff_sessions::fresh_at.eq(stored(now)),
            ))
            .execute(*c))
        .map(|_| ())
    }

    fn delete_staff_session(&mut self, token: &SessionTokenHash) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(
            staff_sessions::table.filter(staff_sessions::token_hash.eq(&token.0[..]))
        )
        .execute(*c))
        .map(|_| ())
    }
}

impl Store<'_> {
    /// Removes the sessions that ended by age, or were not used since `idle_since`; answers how many.
    pub fn purge_staff_sessions(
        &mut self,
        now: DateTime<Utc>,
        idle_since: DateTime<Utc>,
    ) -> Result<usize, StoreError> {
        on!(self, c => diesel::delete(staff_sessions::table.filter(
            staff_sessions::expires_at
                .le(stored(now))
                .or(staff_sessions::last_seen_at.le(stored(idle_since)))
        ))
        .execute(*c))
    }
}
