//! Live sessions as rows; the folder holds what members do with them and are told of them.

mod events;
mod members;
mod rows;
mod told;

use ::live::{
    ListedLive, LiveId, LiveMail, LiveMailKind, LiveMember, LiveSession, LiveStore, MemberLive, NewLiveRow,
    PendingMove, WhichLive,
};
use chrono::{DateTime, Utc};
use courses::{CourseId, Grant, VideoId};
use diesel::prelude::*;
use kernel::{StoreError, UserId};

use crate::{
    Store,
    courses::lock_references,
    errors::unexpected,
    schema::{courses as course_rows, live_attendance, live_sessions},
    store::{Link, on},
    times::stored,
};
use rows::{ChangedRow, FoundRow, NewRow, session};

impl LiveStore for Store<'_> {
    fn insert_live(&mut self, new: &NewLiveRow<'_>, now: DateTime<Utc>) -> Result<LiveId, StoreError> {
        let row = NewRow::of(new, now);
        on!(self, c => diesel::insert_into(live_sessions::table)
            .values(row)
            .returning(live_sessions::id)
            .get_result(*c))
        .map(LiveId)
    }

    fn live(&mut self, id: LiveId) -> Result<Option<LiveSession>, StoreError> {
        let row = on!(self, c => live_sessions::table
            .inner_join(course_rows::table)
            .filter(live_sessions::id.eq(id.0))
            .filter(course_rows::removed_at.is_null())
            .select(FoundRow::as_select())
            .first(*c)
            .optional())?;
        row.map(session).transpose()
    }

    fn lock_live(&mut self, id: LiveId) -> Result<Option<LiveSession>, StoreError> {
        // On SQLite the writer is alone.
        if let Link::Postgres(c) = &mut self.link {
            live_sessions::table
                .find(id.0)
                .select(live_sessions::id)
                .for_no_key_update()
                .execute(*c)
                .map_err(unexpected)?;
        }
        self.live(id)
    }

    fn put_live(&mut self, session: &LiveSession) -> Result<(), StoreError> {
        let row = ChangedRow::of(session);
        on!(self, c => diesel::update(live_sessions::table.find(session.id.0))
            .set(&row)
            .execute(*c))
        .map(|_| ())
    }

    fn live_of_member(
        &mut self,
        user: UserId,
        after: DateTime<Utc>,
    ) -> Result<Vec<(MemberLive, Grant)>, StoreError> {
        members::sessions_of(self, user, after)
    }

    fn record_join(&mut self, id: LiveId, user: UserId, now: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::insert_into(live_attendance::table)
            .values((
                live_attendance::live_id.eq(id.0),
                live_attendance::user_id.eq(user.0),
                live_attendance::joined_at.eq(stored(now)),
            ))
            .on_conflict_do_nothing()
            .execute(*c))
        .map(|_| ())
    }

    fn note_soon(&mut self, id: LiveId, starts_at: DateTime<Utc>) -> Result<bool, StoreError> {
        told::note_soon(self, id, starts_at)
    }

    fn members_of(&mut self, course: CourseId) -> Result<Vec<LiveMember>, StoreError> {
        members::members_of(self, course)
    }

    fn record_live_mail(&mut self, mail: &LiveMail) -> Result<(), StoreError> {
        told::record(self, mail)
    }

    fn take_back_live_mails(
        &mut self,
        id: LiveId,
        kind: LiveMailKind,
    ) -> Result<Vec<PendingMove>, StoreError> {
        told::take_back(self, id, kind)
    }

    fn live_without_event(&mut self, now: DateTime<Utc>) -> Result<Vec<LiveId>, StoreError> {
        events::without_event(self, now)
    }
}

impl Store<'_> {
    /// At most `limit` sessions, of a course or of all.
    pub fn live_for_staff(
        &mut self,
        which: WhichLive,
        course: Option<CourseId>,
        now: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<ListedLive>, StoreError> {
        let joins = live_attendance::table
            .filter(live_attendance::live_id.eq(live_sessions::id))
            .count()
            .single_value();
        let all = i32::from(course.is_none());
        let of_course = course.map_or(0, |course| course.0);
        macro_rules! listed {
            ($filtered:expr) => {
                on!(self, c => $filtered
                    .inner_join(course_rows::table)
                    .filter(course_rows::removed_at.is_null())
                    .filter(live_sessions::course_id.eq(of_course).or(all.into_sql::<diesel::sql_types::Integer>().eq(1)))
                    .limit(limit)
                    .select((FoundRow::as_select(), joins))
                    .load(*c))
            };
        }
        let is_past = live_sessions::ends_at
            .le(stored(now))
            .or(live_sessions::cancelled_at.is_not_null());
        let found: Vec<(_, Option<i64>)> = match which {
            WhichLive::Coming => listed!(
                live_sessions::table
                    .filter(diesel::dsl::not(is_past))
                    .order((live_sessions::starts_at, live_sessions::id))
            )?,
            WhichLive::EndingAfter(after) => listed!(
                live_sessions::table
                    .filter(live_sessions::ends_at.gt(stored(after)))
                    .order((live_sessions::starts_at, live_sessions::id))
            )?,
            WhichLive::Past => listed!(
                live_sessions::table
                    .filter(is_past)
                    .order((live_sessions::starts_at.desc(), live_sessions::id.desc()))
            )?,
        };
        let listed = found.into_iter().map(|(row, joined)| {
            Ok(ListedLive {
                session: session(row)?,
                joined: joined.unwrap_or_default(),
            })
        });
        listed.collect()
    }

    /// Until the transaction ends, no other plans sessions of the course after this call.
    pub fn lock_live_of(&mut self, course: CourseId) -> Result<(), StoreError> {
        lock_references(self, course.0)
    }

    /// Gives a session its recording, as the import of a folder does that names it.
    pub fn put_recording(
        &mut self,
        id: LiveId,
        lesson: VideoId,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        on!(self, c => diesel::update(live_sessions::table.find(id.0))
            .set((
                live_sessions::recording_id.eq(lesson.0),
                live_sessions::changed_at.eq(stored(now)),
            ))
            .execute(*c))
        .map(|_| ())
    }

    /// How many sessions a course has, of any time.
    pub fn count_live(&mut self, course: CourseId) -> Result<i64, StoreError> {
        on!(self, c => live_sessions::table
            .filter(live_sessions::course_id.eq(course.0))
            .count()
            .get_result(*c))
    }

    /// Whether a member has joined a session.
    pub fn has_joined(&mut self, id: LiveId, user: UserId) -> Result<bool, StoreError> {
        on!(self, c => diesel::select(diesel::dsl::exists(
            live_attendance::table.find((id.0, user.0))
        ))
        .get_result(*c))
    }
}
