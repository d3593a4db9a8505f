//! Which members pause, and which were reminded, as rows.

use chrono::{DateTime, NaiveDateTime, Utc};
use courses::CourseId;
use diesel::{
    dsl::max,
    prelude::*,
    sql_query,
    sql_types::{BigInt, Integer, Timestamp},
};
use kernel::{StoreError, UserId};
use progress::{QuietCourse, ReminderStore};

use crate::{
    Store,
    schema::course_reminders,
    store::on,
    times::{loaded, stored},
};

/// What was watched is added up in one pass over the positions: looked up for each access, it takes PostgreSQL twenty times as long.
const QUIET: &str = "WITH lessons AS ( \
         SELECT course_id, count(*) AS lessons FROM videos WHERE model_id IS NOT NULL GROUP BY course_id \
     ), watched AS ( \
         SELECT p.user_id, v.course_id, max(p.last_watched) AS last_watched, \
             sum(CASE WHEN p.completed THEN 1 ELSE 0 END) AS finished \
         FROM video_progress p JOIN videos v ON v.id = p.video_id \
         WHERE v.model_id IS NOT NULL GROUP BY p.user_id, v.course_id \
     ) \
     SELECT a.user_id, a.course_id FROM user_course_access a \
     JOIN users u ON u.id = a.user_id JOIN lessons l ON l.course_id = a.course_id \
     LEFT JOIN watched w ON w.user_id = a.user_id AND w.course_id = a.course_id \
     WHERE u.reminders AND a.purchased_at <= $1 AND (a.expires_at IS NULL OR a.expires_at > $2) \
     AND (w.last_watched IS NULL OR w.last_watched <= $1) AND coalesce(w.finished, 0) < l.lessons \
     AND NOT EXISTS (SELECT 1 FROM course_reminders r WHERE r.user_id = a.user_id AND r.created_at > $3) \
     AND NOT EXISTS ( \
         SELECT 1 FROM course_reminders r WHERE r.user_id = a.user_id AND r.course_id = a.course_id \
         AND r.quiet_since >= a.purchased_at AND (w.last_watched IS NULL OR r.quiet_since >= w.last_watched) \
     ) \
     ORDER BY coalesce(w.last_watched, a.purchased_at), a.user_id, a.course_id LIMIT $4";

#[derive(QueryableByName)]
struct QuietRow {
    #[diesel(sql_type = Integer)]
    user_id: i32,
    #[diesel(sql_type = Integer)]
    course_id: i32,
}

#[derive(Insertable)]
#[diesel(table_name = course_reminders)]
struct NewReminderRow {
    user_id: i32,
    course_id: i32,
    quiet_since: NaiveDateTime,
    created_at: NaiveDateTime,
}

impl ReminderStore for Store<'_> {
    fn quiet_courses(
        &mut self,
        now: DateTime<Utc>,
        since: DateTime<Utc>,
        reminded_since: DateTime<Utc>,
        at_most: i64,
    ) -> Result<Vec<QuietCourse>, StoreError> {
        let rows: Vec<QuietRow> = on!(self, c => sql_query(QUIET)
            .bind::<Timestamp, _>(stored(since))
            .bind::<Timestamp, _>(stored(now))
            .bind::<Timestamp, _>(stored(reminded_since))
            .bind::<BigInt, _>(at_most)
            .load(*c))?;
        let quiet = rows.into_iter().map(|row| QuietCourse {
            user: UserId(row.user_id),
            course: CourseId(row.course_id),
        });
        Ok(quiet.collect())
    }

    fn last_reminder(&mut self, user: UserId) -> Result<Option<DateTime<Utc>>, StoreError> {
        let last: Option<NaiveDateTime> = on!(self, c => course_reminders::table
            .filter(course_reminders::user_id.eq(user.0))
            .select(max(course_reminders::created_at))
            .first(*c))?;
        Ok(last.map(loaded))
    }

    fn note_reminder(
        &mut self,
        quiet: QuietCourse,
        quiet_since: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let row = NewReminderRow {
            user_id: quiet.user.0,
            course_id: quiet.course.0,
            quiet_since: stored(quiet_since),
            created_at: stored(now),
        };
        on!(self, c => diesel::insert_into(course_reminders::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(*c))
        .map(|rows| rows == 1)
    }
}
