//! Staff's numbers of the week, from the rows of positions and accesses.

use chrono::{DateTime, Utc};
use courses::{CourseId, VideoId};
use diesel::{
    dsl::count,
    prelude::*,
    sql_query,
    sql_types::{BigInt, Integer, Timestamp},
};
use kernel::StoreError;
use progress::{LessonCount, WeekStore};

use crate::{
    Store,
    schema::{user_course_access, video_progress},
    store::on,
    times::stored,
};

const LESSON_COUNTS: &str = "SELECT v.course_id, v.id AS video_id, count(p.id) AS started, \
         coalesce(sum(CASE WHEN p.completed THEN 1 ELSE 0 END), 0) AS finished \
     FROM videos v JOIN video_progress p ON p.video_id = v.id \
     JOIN user_course_access a ON a.user_id = p.user_id AND a.course_id = v.course_id \
     WHERE v.model_id IS NOT NULL AND (a.expires_at IS NULL OR a.expires_at > $1) \
     AND (p.watched_seconds > 0 OR p.completed) \
     GROUP BY v.course_id, v.id";

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = Integer)]
    course_id: i32,
    #[diesel(sql_type = Integer)]
    video_id: i32,
    #[diesel(sql_type = BigInt)]
    started: i64,
    #[diesel(sql_type = BigInt)]
    finished: i64,
}

impl WeekStore for Store<'_> {
    fn members_who_watched(&mut self, since: DateTime<Utc>) -> Result<i64, StoreError> {
        on!(self, c => video_progress::table
            .filter(video_progress::last_watched.ge(stored(since)))
            .select(count(video_progress::user_id).aggregate_distinct())
            .first(*c))
    }

    fn courses_with_members(&mut self, now: DateTime<Utc>) -> Result<Vec<CourseId>, StoreError> {
        let courses: Vec<i32> = on!(self, c => user_course_access::table
            .filter(user_course_access::expires_at.is_null().or(user_course_access::expires_at.gt(stored(now))))
            .select(user_course_access::course_id)
            .distinct()
            .load(*c))?;
        Ok(courses.into_iter().map(CourseId).collect())
    }

    fn lesson_counts(&mut self, now: DateTime<Utc>) -> Result<Vec<LessonCount>, StoreError> {
        let rows: Vec<CountRow> = on!(self, c => sql_query(LESSON_COUNTS)
            .bind::<Timestamp, _>(stored(now))
            .load(*c))?;
        let count = |row: CountRow| LessonCount {
            course: CourseId(row.course_id),
            lesson: VideoId(row.video_id),
            started: row.started,
            finished: row.finished,
        };
        Ok(rows.into_iter().map(count).collect())
    }
}
