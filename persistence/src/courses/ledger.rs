//! The ledger of grants as rows of `access_grants`.

use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{CourseId, GrantLedger, GrantSource, LedgerEntry};
use diesel::prelude::*;
use kernel::{AccessTerm, StoreError, UserId};

use crate::{
    Store,
    errors::foreign,
    schema::access_grants,
    store::on,
    times::{loaded, stored},
};

#[derive(Insertable)]
#[diesel(table_name = access_grants)]
struct NewEntryRow {
    user_id: i32,
    course_id: i32,
    term: String,
    granted_at: NaiveDateTime,
    source: &'static str,
    source_id: Option<i32>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = access_grants)]
struct EntryRow {
    granted_at: NaiveDateTime,
    term: String,
    ends_at: Option<NaiveDateTime>,
}

impl TryFrom<EntryRow> for LedgerEntry {
    type Error = StoreError;

    fn try_from(row: EntryRow) -> Result<Self, StoreError> {
        Ok(Self {
            granted_at: loaded(row.granted_at),
            term: row.term.parse().map_err(foreign)?,
            ends_at: row.ends_at.map(loaded),
        })
    }
}

fn columns(source: GrantSource) -> (&'static str, Option<i32>) {
    match source {
        GrantSource::Key(id) => ("key", Some(id)),
        GrantSource::Order(id) => ("order", Some(id)),
        GrantSource::Staff => ("staff", None),
        GrantSource::Import => ("import", None),
    }
}

impl GrantLedger for Store<'_> {
    fn record_grant(
        &mut self,
        user: UserId,
        course: CourseId,
        term: AccessTerm,
        source: GrantSource,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let (source, source_id) = columns(source);
        let row = NewEntryRow {
            user_id: user.0,
            course_id: course.0,
            term: term.to_string(),
            granted_at: stored(now),
            source,
            source_id,
        };
        on!(self, c => diesel::insert_into(access_grants::table).values(row).execute(*c)).map(|_| ())
    }

    fn granted_by(&mut self, source: GrantSource) -> Result<Vec<(UserId, CourseId)>, StoreError> {
        let (source, source_id) = columns(source);
        let rows: Vec<(i32, i32)> = on!(self, c => access_grants::table
            .filter(access_grants::source.eq(source))
            .filter(access_grants::source_id.eq(source_id))
            .filter(access_grants::ended_at.is_null())
            .order(access_grants::id)
            .select((access_grants::user_id, access_grants::course_id))
            .load(*c))?;
        Ok(rows
            .into_iter()
            .map(|(user, course)| (UserId(user), CourseId(course)))
            .collect())
    }

    fn end_granted_by(
        &mut self,
        source: GrantSource,
        user: UserId,
        course: CourseId,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let (source, source_id) = columns(source);
        on!(self, c => diesel::update(
            access_grants::table
                .filter(access_grants::source.eq(source))
                .filter(access_grants::source_id.eq(source_id))
                .filter(access_grants::user_id.eq(user.0))
                .filter(access_grants::course_id.eq(course.0))
                .filter(access_grants::ended_at.is_null())
        )
        .set(access_grants::ended_at.eq(stored(now)))
        .execute(*c))
        .map(|_| ())
    }

    fn end_grants(&mut self, user: UserId, course: CourseId, now: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::update(
            access_grants::table
                .filter(access_grants::user_id.eq(user.0))
                .filter(access_grants::course_id.eq(course.0))
                .filter(access_grants::ended_at.is_null())
        )
        .set(access_grants::ended_at.eq(stored(now)))
        .execute(*c))
        .map(|_| ())
    }

    fn ledger(&mut self, user: UserId, course: CourseId) -> Result<Vec<LedgerEntry>, StoreError> {
        on!(self, c => access_grants::table
            .filter(access_grants::user_id.eq(user.0))
            .filter(access_grants::course_id.eq(course.0))
            .filter(access_grants::ended_at.is_null())
            .order((access_grants::granted_at, access_grants::id))
            .select(EntryRow::as_select())
            .load(*c))?
        .into_iter()
        .map(LedgerEntry::try_from)
        .collect()
    }
}
