//! What all members watched on each day, as rows.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use courses::{CourseId, VideoId};
use diesel::{
    dsl::count,
    prelude::*,
    sql_query,
    sql_types::{BigInt, Integer, Timestamp},
    upsert::excluded,
};
use kernel::{StoreError, UserId};
use progress::{LessonCount, WatchedDay, WatchedDayStore, WeekStore};

use crate::{
    Store,
    schema::{user_course_access, video_progress, watched_days},
    store::on,
    times::stored,
};

/// A day's sums are in so many rows, by members' numbers: members who report at once seldom wait for the same row.
const PARTS: i32 = 16;

const LESSON_COUNTS: &str = "SELECT v.course_id, v.id AS video_id, count(p.id) AS started, \
         coalesce(sum(CASE WHEN p.completed THEN 1 ELSE 0 END), 0) AS finished \
     FROM videos v JOIN video_progress p ON p.video_id = v.id \
     JOIN user_course_access a ON a.user_id = p.user_id AND a.course_id = v.course_id \
     WHERE v.model_id IS NOT NULL AND (a.expires_at IS NULL OR a.expires_at > $1) \
     AND (p.watched_seconds > 0 OR p.completed) \
     GROUP BY v.course_id, v.id";

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = watched_days)]
struct DayRow {
    day: NaiveDateTime,
    part: i32,
    seconds: i64,
    finished: i64,
}

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

fn midnight(day: NaiveDate) -> NaiveDateTime {
    day.and_time(NaiveTime::MIN)
}

impl WatchedDayStore for Store<'_> {
    fn add_watched(&mut self, user: UserId, watched: WatchedDay) -> Result<(), StoreError> {
        let row = DayRow {
            day: midnight(watched.day),
            part: user.0.rem_euclid(PARTS),
            seconds: watched.seconds,
            finished: watched.finished,
        };
        on!(self, c => diesel::insert_into(watched_days::table)
            .values(&row)
            .on_conflict((watched_days::day, watched_days::part))
            .do_update()
            .set((
                watched_days::seconds.eq(watched_days::seconds + excluded(watched_days::seconds)),
                watched_days::finished.eq(watched_days::finished + excluded(watched_days::finished)),
            ))
            .execute(*c))
        .map(|_| ())
    }

    fn watched_days(&mut self, from: NaiveDate) -> Result<Vec<WatchedDay>, StoreError> {
        let rows: Vec<DayRow> = on!(self, c => watched_days::table
            .filter(watched_days::day.ge(midnight(from)))
            .order(watched_days::day)
            .select(DayRow::as_select())
            .load(*c))?;
        let mut days: Vec<WatchedDay> = Vec::new();
        for row in rows {
            let day = row.day.date();
            match days.last_mut().filter(|last| last.day == day) {
                Some(last) => {
                    last.seconds += row.seconds;
                    last.finished += row.finished;
                }
                None => days.push(WatchedDay {
                    day,
                    seconds: row.seconds,
                    finished: row.finished,
                }),
            }
        }
        Ok(days)
    }

    fn forget_watched_days(&mut self, before: NaiveDate) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(watched_days::table.filter(watched_days::day.lt(midnight(before))))
            .execute(*c))
        .map(|_| ())
    }
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
