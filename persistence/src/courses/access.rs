//! Which user has access to which course, as rows of `user_course_access`.

use accounts::{SessionId, SessionTokenHash, SessionUse, User};
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{
    AccessNotice, AccessStore, Course, CourseId, DueEnd, Grant, HeldCourse, Visitor, subscription,
};
use diesel::{dsl::count_star, prelude::*, sql_types::Bool};
use kernel::{StoreError, UserId};

use super::CourseRow;
use crate::{
    Store,
    accounts::UserRow,
    discord,
    schema::{
        access_notices, catalogue_state, courses as course_rows, sessions, user_course_access, users,
        video_progress, videos,
    },
    store::on,
    times::{loaded, stored},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = user_course_access)]
pub(crate) struct GrantRow {
    purchased_at: NaiveDateTime,
    expires_at: Option<NaiveDateTime>,
}

impl From<GrantRow> for Grant {
    fn from(row: GrantRow) -> Self {
        Self {
            purchased_at: loaded(row.purchased_at),
            expires_at: row.expires_at.map(loaded),
        }
    }
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = user_course_access, primary_key(user_id, course_id))]
#[diesel(treat_none_as_null = true, treat_none_as_default_value = false)]
struct PutGrantRow {
    user_id: i32,
    course_id: i32,
    purchased_at: NaiveDateTime,
    expires_at: Option<NaiveDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = sessions)]
pub(crate) struct SessionUseRow {
    id: i32,
    user_id: i32,
    last_seen_at: NaiveDateTime,
    expires_at: NaiveDateTime,
    watching_at: Option<NaiveDateTime>,
}

impl From<SessionUseRow> for SessionUse {
    fn from(row: SessionUseRow) -> Self {
        Self {
            user: UserId(row.user_id),
            session: SessionId(row.id),
            last_seen_at: loaded(row.last_seen_at),
            expires_at: loaded(row.expires_at),
            watching_at: row.watching_at.map(loaded),
        }
    }
}

#[derive(AsChangeset)]
#[diesel(table_name = users, treat_none_as_null = true)]
struct SubscriptionRow {
    is_subscribed: bool,
    subscription_ends: Option<NaiveDateTime>,
}

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

impl AccessStore for Store<'_> {
    fn visitor(
        &mut self,
        token: &SessionTokenHash,
        course: CourseId,
    ) -> Result<Option<(i64, Visitor)>, StoreError> {
        let row: Option<(SessionUseRow, Option<GrantRow>, Option<i64>)> = on!(self, c => sessions::table
            .left_join(
                user_course_access::table.on(user_course_access::user_id
                    .eq(sessions::user_id)
                    .and(user_course_access::course_id.eq(course.0)))
            )
            .filter(sessions::token_hash.eq(&token.0[..]))
            .select((
                SessionUseRow::as_select(),
                Option::<GrantRow>::as_select(),
                catalogue_state::table.select(catalogue_state::version).single_value(),
            ))
            .first(*c)
            .optional())?;
        Ok(row.and_then(|(visit, grant, version)| {
            let visitor = Visitor {
                session: visit.into(),
                grant: grant.map(Grant::from),
            };
            version.map(|version| (version, visitor))
        }))
    }

    fn grant_of(&mut self, user: UserId, course: CourseId) -> Result<Option<Grant>, StoreError> {
        on!(self, c => user_course_access::table
            .filter(user_course_access::user_id.eq(user.0))
            .filter(user_course_access::course_id.eq(course.0))
            .select(GrantRow::as_select())
            .first(*c)
            .optional())
        .map(|row| row.map(Grant::from))
    }

    fn held_courses(&mut self, user: UserId) -> Result<Vec<HeldCourse>, StoreError> {
        let rows: Vec<(CourseRow, GrantRow)> = on!(self, c => user_course_access::table
            .inner_join(course_rows::table)
            .filter(user_course_access::user_id.eq(user.0))
            .order((user_course_access::purchased_at, user_course_access::id))
            .select((CourseRow::as_select(), GrantRow::as_select()))
            .load(*c))?;
        let held = || {
            user_course_access::table
                .filter(user_course_access::user_id.eq(user.0))
                .select(user_course_access::course_id)
        };
        // One statement, and no list of ids in it: SQLite would compile a text of its own for each length.
        let counts: Vec<(i32, bool, i64)> = on!(self, c => videos::table
            .filter(videos::course_id.eq_any(held()))
            .filter(videos::model_id.is_not_null())
            .group_by(videos::course_id)
            .select((videos::course_id, false.into_sql::<Bool>(), count_star()))
            .union_all(
                video_progress::table
                    .inner_join(videos::table)
                    .filter(video_progress::user_id.eq(user.0))
                    .filter(video_progress::completed.eq(true))
                    .filter(videos::course_id.eq_any(held()))
                    .filter(videos::model_id.is_not_null())
                    .group_by(videos::course_id)
                    .select((videos::course_id, true.into_sql::<Bool>(), count_star())),
            )
            .load(*c))?;
        let count = |id, completed| {
            let mut found = counts.iter();
            let found = found.find(|(course, of, _)| (*course, *of) == (id, completed));
            found.map_or(0, |(.., n)| *n)
        };
        rows.into_iter()
            .map(|(row, grant)| {
                Ok(HeldCourse {
                    completed_videos: count(row.id, true),
                    total_videos: count(row.id, false),
                    course: Course::try_from(row)?,
                    grant: grant.into(),
                })
            })
            .collect()
    }

    fn put_grant(&mut self, user: UserId, course: CourseId, grant: &Grant) -> Result<(), StoreError> {
        let row = PutGrantRow {
            user_id: user.0,
            course_id: course.0,
            purchased_at: stored(grant.purchased_at),
            expires_at: grant.expires_at.map(stored),
        };
        on!(self, c => diesel::insert_into(user_course_access::table)
            .values(&row)
            .on_conflict((user_course_access::user_id, user_course_access::course_id))
            .do_update()
            .set(&row)
            .execute(*c))?;
        access_changed(self, user)
    }

    fn delete_grant(&mut self, user: UserId, course: CourseId) -> Result<bool, StoreError> {
        let rows = on!(self, c => diesel::delete(
            user_course_access::table
                .filter(user_course_access::user_id.eq(user.0))
                .filter(user_course_access::course_id.eq(course.0))
        )
        .execute(*c))?;
        access_changed(self, user)?;
        Ok(rows == 1)
    }

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

/// Sets a user's subscription fields from their grants, and enqueues the job of their Discord account.
fn access_changed(store: &mut Store<'_>, user: UserId) -> Result<(), StoreError> {
    let ends = on!(store, c => user_course_access::table
        .filter(user_course_access::user_id.eq(user.0))
        .select(user_course_access::expires_at)
        .load::<Option<NaiveDateTime>>(*c))?;
    let found = subscription(ends.into_iter().map(|end| end.map(loaded)));
    let row = SubscriptionRow {
        is_subscribed: found.is_subscribed,
        subscription_ends: found.ends.map(stored),
    };
    on!(store, c => diesel::update(users::table.find(user.0)).set(row).execute(*c))?;
    discord::enqueue_user(store, user)
}
