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
    schema::{courses as course_rows, user_course_access, video_progress, videos},
    store::on,
    times::{loaded, stored},
};

type PositionRow = (i32, i32, bool, NaiveDateTime);

fn position((video, watched_seconds, completed, last_watched): PositionRow) -> VideoProgress {
    VideoProgress {
        video: VideoId(video),
        position: Position {
            watched_seconds,
            completed,
        },
        last_watched: loaded(last_watched),
    }
}

impl ProgressStore for Store<'_> {
    fn video_for_progress(
        &mut self,
        user: UserId,
        video: VideoId,
    ) -> Result<Option<VideoForProgress>, StoreError> {
        type Row = (i32, i32, Option<(NaiveDateTime, Option<NaiveDateTime>)>);
        let row = on!(self, c => videos::table
            .left_join(
                user_course_access::table.on(user_course_access::course_id
                    .eq(videos::course_id)
                    .and(user_course_access::user_id.eq(user.0)))
            )
            .filter(videos::id.eq(video.0))
            .filter(videos::model_id.is_not_null())
            .select((
                videos::course_id,
                videos::duration,
                (user_course_access::purchased_at, user_course_access::expires_at).nullable(),
            ))
            .first::<Row>(*c)
            .optional())?;
        Ok(row.map(|(course, duration_seconds, grant)| VideoForProgress {
            course: CourseId(course),
            duration_seconds,
            grant: grant.map(|(purchased_at, expires_at)| Grant {
                purchased_at: loaded(purchased_at),
                expires_at: expires_at.map(loaded),
            }),
        }))
    }

    fn put_progress(
        &mut self,
        user: UserId,
        video: VideoId,
        change: PositionChange,
        now: DateTime<Utc>,
    ) -> Result<Position, StoreError> {
        let moved = (
            video_progress::watched_seconds.eq(change.watched_seconds),
            video_progress::last_watched.eq(stored(now)),
        );
        let completes = change.completion == CompletionChange::Complete;
        let keeps = change.completion != CompletionChange::TakeBack;
        // The database decides on the row as it is when the statement gets its lock, so no report at the same time is lost.
        let (watched_seconds, completed) = on!(self, c => diesel::insert_into(video_progress::table)
            .values((
                video_progress::user_id.eq(user.0),
                video_progress::video_id.eq(video.0),
                video_progress::completed.eq(completes),
                moved,
            ))
            .on_conflict((video_progress::user_id, video_progress::video_id))
            .do_update()
            .set((
                video_progress::completed
                    .eq(excluded(video_progress::completed).or(video_progress::completed.and(keeps.into_sql::<Bool>()))),
                moved,
            ))
            .returning((video_progress::watched_seconds, video_progress::completed))
            .get_result::<(i32, bool)>(*c))?;
        Ok(Position {
            watched_seconds,
            completed,
        })
    }

    fn progress_in(&mut self, user: UserId, course: CourseId) -> Result<Vec<VideoProgress>, StoreError> {
        let rows = on!(self, c => video_progress::table
            .inner_join(videos::table)
            .filter(video_progress::user_id.eq(user.0))
            .filter(videos::course_id.eq(course.0))
            .filter(videos::model_id.is_not_null())
            .order(video_progress::video_id)
            .select((
                video_progress::video_id,
                video_progress::watched_seconds,
                video_progress::completed,
                video_progress::last_watched,
            ))
            .load::<PositionRow>(*c))?;
        Ok(rows.into_iter().map(position).collect())
    }

    fn recent_progress(&mut self, user: UserId, limit: i64) -> Result<Vec<RecentItem>, StoreError> {
        let rows = on!(self, c => video_progress::table
            .inner_join(videos::table)
            .inner_join(course_rows::table.on(course_rows::id.eq(videos::course_id)))
            .filter(video_progress::user_id.eq(user.0))
            .filter(videos::model_id.is_not_null())
            .order((video_progress::last_watched.desc(), video_progress::id.desc()))
            .limit(limit)
            .select((
                (
                    video_progress::video_id,
                    video_progress::watched_seconds,
                    video_progress::completed,
                    video_progress::last_watched,
                ),
                videos::title,
                videos::duration,
                course_rows::id,
                course_rows::title,
            ))
            .load::<(PositionRow, String, i32, i32, String)>(*c))?;
        Ok(rows
            .into_iter()
            .map(
                |(row, video_title, duration_seconds, course, course_title)| RecentItem {
                    progress: position(row),
                    video_title,
                    duration_seconds,
                    course: CourseId(course),
                    course_title,
                },
            )
            .collect())
    }
}
