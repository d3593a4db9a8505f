//! The ledger of grants as rows of `access_grants`.

use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{CourseId, Given, GrantLedger, GrantSource, LedgerEntry};
use diesel::prelude::*;
use kernel::AccessTerm;
use kernel::{StoreError, UserId};

use crate::{
    Store,
    purchase_keys::parse_term,
    schema::access_grants,
    store::on,
    times::{loaded, stored},
};

fn columns(source: GrantSource) -> (&'static str, Option<i32>) {
    match source {
        GrantSource::Key(id) => ("key", Some(id)),
        GrantSource::Order(id) => ("order", Some(id)),
        GrantSource::Staff => ("staff", None),
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
        let row = (
            access_grants::user_id.eq(user.0),
            access_grants::course_id.eq(course.0),
            access_grants::term.eq(term.to_string()),
            access_grants::granted_at.eq(stored(now)),
            access_grants::source.eq(source),
            access_grants::source_id.eq(source_id),
        );
        on!(self, c => diesel::insert_into(access_grants::table).values(row).execute(*c)).map(|_| ())
    }

    fn granted_by(&mut self, source: GrantSource) -> Result<Vec<(UserId, CourseId)>, StoreError> {
        let (source, source_id) = columns(source);
        let rows = on!(self, c => access_grants::table
            .filter(access_grants::source.eq(source))
            .filter(access_grants::source_id.eq(source_id))
            .filter(access_grants::ended_at.is_null())
            .order(access_grants::id)
            .select((access_grants::user_id, access_grants::course_id))
            .load::<(i32, i32)>(*c))?;
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
        type Row = (NaiveDateTime, Option<String>, Option<NaiveDateTime>);
        let rows = on!(self, c => access_grants::table
            .filter(access_grants::user_id.eq(user.0))
            .filter(access_grants::course_id.eq(course.0))
            .filter(access_grants::ended_at.is_null())
            .order((access_grants::granted_at, access_grants::id))
            .select((access_grants::granted_at, access_grants::term, access_grants::until))
            .load::<Row>(*c))?;
        rows.into_iter()
            .map(|(granted_at, term, until)| {
                let given = match term {
                    Some(term) => Given::Term(parse_term(&term)?),
                    None => Given::Until(until.map(loaded)),
                };
                Ok(LedgerEntry {
                    granted_at: loaded(granted_at),
                    given,
                })
            })
            .collect()
    }
}
