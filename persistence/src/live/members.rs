//! What members see and do: their sessions, their joins, and the address of their calendar.

use ::live::{Attendee, CalendarTokenHash, LiveId, LiveMember, MemberLive};
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{CourseId, Grant};
use diesel::prelude::*;
use kernel::{StoreError, UserId};

use super::rows::{FoundRow, session};
use crate::{
    Store,
    courses::GrantRow,
    schema::{courses as course_rows, live_attendance, live_sessions, user_course_access, users},
    store::on,
    times::{loaded, stored},
};

pub(super) fn sessions_of(
    store: &mut Store<'_>,
    user: UserId,
    after: DateTime<Utc>,
) -> Result<Vec<(MemberLive, Grant)>, StoreError> {
    let joined: Vec<i32> = on!(store, c => live_attendance::table
        .filter(live_attendance::user_id.eq(user.0))
        .select(live_attendance::live_id)
        .load(*c))?;
    let found: Vec<(FoundRow, GrantRow)> = on!(store, c => live_sessions::table
        .inner_join(course_rows::table)
        .inner_join(
            user_course_access::table.on(user_course_access::course_id.eq(live_sessions::course_id))
        )
        .filter(user_course_access::user_id.eq(user.0))
        .filter(course_rows::removed_at.is_null())
        .filter(course_rows::draft.eq(false))
        .filter(live_sessions::ends_at.gt(stored(after)))
        .order((live_sessions::starts_at, live_sessions::id))
        .select((FoundRow::as_select(), GrantRow::as_select()))
        .load(*c))?;
    let sessions = found.into_iter().map(|(row, grant)| {
        let session = session(row)?;
        let joined = joined.contains(&session.id.0);
        Ok((MemberLive { session, joined }, grant.into()))
    });
    sessions.collect()
}

impl Store<'_> {
    /// Who joined, in the order of their first join.
    pub fn attendance(&mut self, id: LiveId) -> Result<Vec<Attendee>, StoreError> {
        let rows: Vec<(i32, String, NaiveDateTime)> = on!(self, c => live_attendance::table
            .inner_join(users::table)
            .filter(live_attendance::live_id.eq(id.0))
            .order((live_attendance::joined_at, users::id))
            .select((users::id, users::username, live_attendance::joined_at))
            .load(*c))?;
        let attendees = rows.into_iter().map(|(user, username, at)| Attendee {
            user: UserId(user),
            username,
            at: loaded(at),
        });
        Ok(attendees.collect())
    }

    /// In place of the member's older address; without one the calendar is off.
    pub fn put_calendar(&mut self, user: UserId, token: Option<CalendarTokenHash>) -> Result<(), StoreError> {
        let token = token.map(|token| token.0.to_vec());
        on!(self, c => diesel::update(users::table.find(user.0))
            .set(users::calendar_token.eq(token))
            .execute(*c))
        .map(|_| ())
    }

    /// The member whose calendar has this token.
    pub fn calendar_owner(&mut self, token: CalendarTokenHash) -> Result<Option<UserId>, StoreError> {
        let owner: Option<i32> = on!(self, c => users::table
            .filter(users::calendar_token.eq(&token.0[..]))
            .select(users::id)
            .first(*c)
            .optional())?;
        Ok(owner.map(UserId))
    }
}

pub(super) fn members_of(store: &mut Store<'_>, course: CourseId) -> Result<Vec<LiveMember>, StoreError> {
    let rows: Vec<(i32, String, bool, GrantRow)> = on!(store, c => user_course_access::table
        .inner_join(users::table)
        .filter(user_course_access::course_id.eq(course.0))
        .order(users::id)
        .select((users::id, users::email, users::reminders, GrantRow::as_select()))
        .load(*c))?;
    let members = rows
        .into_iter()
        .map(|(user, email, reminders, grant)| LiveMember {
            user: UserId(user),
            email,
            reminders,
            grant: grant.into(),
        });
    Ok(members.collect())
}
