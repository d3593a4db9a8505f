//! Ends of accesses, and who was told about them, as rows.

use accounts::User;
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{AccessNotice, AccessNoticeStore, CourseId, UntoldEnd};
use diesel::prelude::*;
use kernel::{StoreError, UserId};

use crate::{
    Store,
    schema::{access_notices, courses as course_rows, user_course_access, users},
    store::on,
    times::{loaded, stored},
};

type Row = (
    i32,
    String,
    String,
    i32,
    String,
    NaiveDateTime,
    Option<NaiveDateTime>,
);

impl AccessNoticeStore for Store<'_> {
    fn untold_ends(
        &mut self,
        notice: AccessNotice,
        after: DateTime<Utc>,
        until: DateTime<Utc>,
        at_most: i64,
    ) -> Result<Vec<UntoldEnd>, StoreError> {
        let rows = on!(self, c => user_course_access::table
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
            .select((
                users::id,
                users::username,
                users::email,
                course_rows::id,
                course_rows::title,
                user_course_access::purchased_at,
                user_course_access::expires_at,
            ))
            .load::<Row>(*c))?;
        Ok(rows.into_iter().filter_map(end).collect())
    }

    fn note_told(
        &mut self,
        user: UserId,
        course: CourseId,
        ends_at: DateTime<Utc>,
        notice: AccessNotice,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let row = (
            access_notices::user_id.eq(user.0),
            access_notices::course_id.eq(course.0),
            access_notices::ends_at.eq(stored(ends_at)),
            access_notices::kind.eq(notice.mail().as_str()),
            access_notices::created_at.eq(stored(now)),
        );
        on!(self, c => diesel::insert_into(access_notices::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(*c))
        .map(|rows| rows == 1)
    }
}

fn end((id, username, email, course, title, purchased_at, expires_at): Row) -> Option<UntoldEnd> {
    Some(UntoldEnd {
        user: User {
            id: UserId(id),
            username,
            email,
            discord_user_id: None,
        },
        course: CourseId(course),
        title,
        purchased_at: loaded(purchased_at),
        ends_at: loaded(expires_at?),
    })
}
