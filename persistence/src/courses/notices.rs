//! Ends of accesses, and which members were notified of them, as rows.

use accounts::User;
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{AccessNotice, AccessNoticeStore, CourseId, DueEnd, Grant};
use diesel::prelude::*;
use kernel::{StoreError, UserId};

use super::access::GrantRow;
use crate::{
    Store,
    accounts::UserRow,
    schema::{access_notices, courses as course_rows, user_course_access, users},
    store::on,
    times::stored,
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = course_rows)]
struct TitleRow {
    id: i32,
    title: String,
}

#[derive(Insertable)]
#[diesel(table_name = access_notices)]
struct NewNoticeRow {
    user_id: i32,
    course_id: i32,
    ends_at: NaiveDateTime,
    kind: &'static str,
    created_at: NaiveDateTime,
}

impl AccessNoticeStore for Store<'_> {
    fn ends_to_notify(
        &mut self,
        notice: AccessNotice,
        after: DateTime<Utc>,
        until: DateTime<Utc>,
        at_most: i64,
    ) -> Result<Vec<DueEnd>, StoreError> {
        let rows: Vec<(UserRow, TitleRow, GrantRow)> = on!(self, c => user_course_access::table
            .inner_join(users::table)
            .inner_join(course_rows::table)
            .left_join(
                access_notices::table.on(access_notices::user_id
                    .eq(user_course_access::user_id)
                    .and(access_notices::course_id.eq(user_course_access::course_id))
                    .and(access_notices::ends_at.nullable().eq(user_course_access::expires_at))
                    .and(access_notices::kind.eq(notice.mail().as_str())))
            )
            .filter(user_course_access::expires_at.gt(stored(after)))
            .filter(user_course_access::expires_at.le(stored(until)))
            .filter(access_notices::id.nullable().is_null())
            .order(user_course_access::expires_at)
            .limit(at_most)
            .select((UserRow::as_select(), TitleRow::as_select(), GrantRow::as_select()))
            .load(*c))?;
        Ok(rows.into_iter().filter_map(end).collect())
    }

    fn record_notified(
        &mut self,
        user: UserId,
        course: CourseId,
        ends_at: DateTime<Utc>,
        notice: AccessNotice,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let row = NewNoticeRow {
            user_id: user.0,
            course_id: course.0,
            ends_at: stored(ends_at),
            kind: notice.mail().as_str(),
            created_at: stored(now),
        };
        on!(self, c => diesel::insert_into(access_notices::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(*c))
        .map(|rows| rows == 1)
    }
}

fn end((user, course, grant): (UserRow, TitleRow, GrantRow)) -> Option<DueEnd> {
    let grant = Grant::from(grant);
    Some(DueEnd {
        user: User::from(user),
        course: CourseId(course.id),
        title: course.title,
        purchased_at: grant.purchased_at,
        ends_at: grant.expires_at?,
    })
}
