//! Members' positions as rows.

use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{CourseId, Grant, VideoId};
use diesel::{prelude::*, sql_types::Bool, upsert::excluded};
use kernel::{StoreError, UserId};
use progress::{
    CompletionChange, Position, PositionChange, ProgressStore, RecentItem, VideoForProgress, VideoProgress,
};

use crate::{
    Store,
    courses::GrantRow,
    schema::{courses as course_rows, user_course_access, video_progress, videos},
    store::on,
    times::{loaded, stored},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = video_progress)]
struct PositionRow {
    watched_seconds: i32,
    completed: bool,
}

impl From<PositionRow> for Position {
    fn from(row: PositionRow) -> Self {
        Self {
            watched_seconds: row.watched_seconds,
            completed: row.completed,
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = video_progress)]
struct ProgressRow {
    video_id: i32,
    #[diesel(embed)]
    position: PositionRow,
    last_watched: NaiveDateTime,
}

impl From<ProgressRow> for VideoProgress {
    fn from(row: ProgressRow) -> Self {
        Self {
            video: VideoId(row.video_id),
            position: row.position.into(),
            last_watched: loaded(row.last_watched),
        }
    }
}

#[derive(Insertable)]
#[diesel(table_name = video_progress)]
struct NewPositionRow {
    user_id: i32,
    video_id: i32,
    watched_seconds: i32,
    completed: bool,
    last_watched: NaiveDateTime,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = videos)]
struct LengthRow {
    course_id: i32,
    duration: i32,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = videos)]
struct WatchedVideoRow {
    title: String,
    duration: i32,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = course_rows)]
struct WatchedCourseRow {
    id: i32,
    title: String,
}

impl ProgressStore for Store<'_> {
    fn video_for_progress(
        &mut self,
        user: UserId,
        video: VideoId,
    ) -> Result<Option<VideoForProgress>, StoreError> {
        let row = on!(self, c => videos::table
            .left_join(
                user_course_access::table.on(user_course_access::course_id
                    .eq(videos::course_id)
                    .and(user_course_access::user_id.eq(user.0)))
            )
            .filter(videos::id.eq(video.0))
            .filter(videos::model_id.is_not_null())
            .select((LengthRow::as_select(), Option::<GrantRow>::as_select()))
            .first::<(LengthRow, Option<GrantRow>)>(*c)
            .optional())?;
        Ok(row.map(|(video, grant)| VideoForProgress {
            course: CourseId(video.course_id),
            duration_seconds: video.duration,
            grant: grant.map(Grant::from),
        }))
    }

    fn put_progress(
        &mut self,
        user: UserId,
        video: VideoId,
        change: PositionChange,
        now: DateTime<Utc>,
    ) -> Result<Position, StoreError> {
        let row = NewPositionRow {
            user_id: user.0,
            video_id: video.0,
            watched_seconds: change.watched_seconds,
            completed: change.completion == CompletionChange::Complete,
            last_watched: stored(now),
        };
        let keeps = change.completion != CompletionChange::TakeBack;
        // The database decides on the row as it is when the statement gets its lock, so no report at the same time is lost.
        on!(self, c => diesel::insert_into(video_progress::table)
            .values(&row)
            .on_conflict((video_progress::user_id, video_progress::video_id))
            .do_update()
            .set((
                video_progress::watched_seconds.eq(excluded(video_progress::watched_seconds)),
                video_progress::last_watched.eq(excluded(video_progress::last_watched)),
                video_progress::completed
                    .eq(excluded(video_progress::completed).or(video_progress::completed.and(keeps.into_sql::<Bool>()))),
            ))
            .returning(PositionRow::as_returning())
            .get_result(*c))
        .map(Position::from)
    }

    fn progress_in(&mut self, user: UserId, course: CourseId) -> Result<Vec<VideoProgress>, StoreError> {
        let rows = on!(self, c => video_progress::table
            .inner_join(videos::table)
            .filter(video_progress::user_id.eq(user.0))
            .filter(videos::course_id.eq(course.0))
            .filter(videos::model_id.is_not_null())
            .order(video_progress::video_id)
            .select(ProgressRow::as_select())
            .load(*c))?;
        Ok(rows.into_iter().map(VideoProgress::from).collect())
    }

    fn recent_progress(&mut self, user: UserId, limit: i64) -> Result<Vec<RecentItem>, StoreError> {
        let rows = on!(self, c => video_progress::table
            .inner_join(videos::table)
            .inner_join(course_rows::table.on(course_rows::id.eq(videos::course_id)))
            .filter(video_progress::user_id.eq(user.0))
            .filter(videos::model_id.is_not_null())
            .order((video_progress::last_watched.desc(), video_progress::id.desc()))
            .limit(limit)
            .select((ProgressRow::as_select(), WatchedVideoRow::as_select(), WatchedCourseRow::as_select()))
            .load::<(ProgressRow, WatchedVideoRow, WatchedCourseRow)>(*c))?;
        Ok(rows
            .into_iter()
            .map(|(progress, video, course)| RecentItem {
                progress: progress.into(),
                video_title: video.title,
                duration_seconds: video.duration,
                course: CourseId(course.id),
                course_title: course.title,
            })
            .collect())
    }
}
