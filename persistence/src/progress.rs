//! Members' positions as rows.

mod course_report;
mod reminders;
mod replay_report;
mod standing;
mod week;

use chrono::NaiveDateTime;
use courses::{CourseId, Grant, VideoId};
use diesel::{dsl::case_when, prelude::*, sql_types::Bool, upsert::excluded};
use kernel::{StoreError, UserId};
use progress::{
    CompletionChange, KeptPosition, PlayedParts, Position, ProgressChange, ProgressStore, RecentItem,
    VideoForProgress, VideoProgress,
};

use crate::{
    Store,
    courses::GrantRow,
    schema::{courses as course_rows, user_course_access, video_progress, videos},
    store::{columns, on},
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

#[derive(Queryable, Selectable)]
#[diesel(table_name = video_progress)]
struct KeptRow {
    id: i32,
    #[diesel(embed)]
    position: PositionRow,
    last_watched: NaiveDateTime,
    played: Vec<u8>,
}

#[derive(Insertable)]
#[diesel(table_name = video_progress)]
struct NewPositionRow<'a> {
    user_id: i32,
    video_id: i32,
    watched_seconds: i32,
    completed: bool,
    last_watched: NaiveDateTime,
    played: &'a [u8],
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = videos)]
struct LengthRow {
    course_id: i32,
    duration: i32,
}

/// The video, whether its course is hidden, the member's grant, and what was played.
type ForProgressRow = (LengthRow, bool, Option<GrantRow>, Option<Vec<u8>>);

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
        let row: Option<ForProgressRow> = on!(self, c => videos::table
            .inner_join(course_rows::table.on(course_rows::id.eq(videos::course_id)))
            .left_join(
                user_course_access::table.on(user_course_access::course_id
                    .eq(videos::course_id)
                    .and(user_course_access::user_id.eq(user.0)))
            )
            .left_join(
                video_progress::table.on(video_progress::video_id
                    .eq(videos::id)
                    .and(video_progress::user_id.eq(user.0)))
            )
            .filter(videos::id.eq(video.0))
            .filter(videos::model_id.is_not_null())
            .filter(course_rows::draft.eq(false))
            .select((
                LengthRow::as_select(),
                course_rows::hidden,
                Option::<GrantRow>::as_select(),
                video_progress::played.nullable(),
            ))
            .first(*c)
            .optional())?;
        Ok(row.map(|(video, hidden, grant, played)| VideoForProgress {
            course: CourseId(video.course_id),
            hidden,
            duration_seconds: video.duration,
            grant: grant.map(Grant::from),
            played: PlayedParts::stored(played.unwrap_or_default()),
        }))
    }

    fn put_progress(
        &mut self,
        user: UserId,
        video: VideoId,
        change: &ProgressChange,
    ) -> Result<KeptPosition, StoreError> {
        let (seen, merged) = match &change.played {
            Some(played) => (played.seen.clone(), played.seen.with(&played.added)),
            None => Default::default(),
        };
        let row = NewPositionRow {
            user_id: user.0,
            video_id: video.0,
            watched_seconds: change.position.watched_seconds,
            completed: change.position.completion == CompletionChange::Complete,
            last_watched: stored(change.watched_at.time()),
            played: merged.as_bytes(),
        };
        let keeps = change.position.completion != CompletionChange::TakeBack;
        let trusted_until = stored(change.watched_at.trusted_until());
        // The database decides on the row as it is when the statement gets its lock, so no report at the same time is lost.
        let kept = on!(self, c => {
            let is_newer = || excluded(video_progress::last_watched)
                .ge(video_progress::last_watched)
                .or(video_progress::last_watched.gt(trusted_until));
            diesel::insert_into(video_progress::table)
                .values(&row)
                .on_conflict((video_progress::user_id, video_progress::video_id))
                .do_update()
                .set((
                    video_progress::watched_seconds.eq(
                        case_when(is_newer(), excluded(video_progress::watched_seconds))
                            .otherwise(video_progress::watched_seconds)
                    ),
                    video_progress::completed.eq(excluded(video_progress::completed).or(
                        video_progress::completed.and(keeps.into_sql::<Bool>().or(diesel::dsl::not(is_newer())))
                    )),
                    video_progress::last_watched.eq(
                        case_when(is_newer(), excluded(video_progress::last_watched))
                            .otherwise(video_progress::last_watched)
                    ),
                    // Only where it is still what was read.
                    video_progress::played.eq(
                        case_when(video_progress::played.eq(seen.as_bytes()), excluded(video_progress::played))
                            .otherwise(video_progress::played)
                    ),
                ))
                .returning(KeptRow::as_returning())
                .get_result(*c)
        })?;
        if let Some(played) = &change.played {
            self.add_played(kept.id, kept.played, &played.added)?;
        }
        Ok(KeptPosition {
            position: kept.position.into(),
            last_watched: loaded(kept.last_watched),
        })
    }

    fn progress_in(&mut self, user: UserId, course: CourseId) -> Result<Vec<VideoProgress>, StoreError> {
        let rows: Vec<ProgressRow> = on!(self, c => video_progress::table
            .inner_join(videos::table)
            .filter(video_progress::user_id.eq(user.0))
            .filter(videos::course_id.eq(course.0))
            .filter(videos::model_id.is_not_null())
            .order(video_progress::video_id)
            .select(columns::<ProgressRow>())
            .load(*c))?;
        Ok(rows.into_iter().map(VideoProgress::from).collect())
    }

    fn recent_progress(&mut self, user: UserId, limit: i64) -> Result<Vec<RecentItem>, StoreError> {
        let rows: Vec<(ProgressRow, WatchedVideoRow, WatchedCourseRow)> = on!(self, c => video_progress::table
            .inner_join(videos::table)
            .inner_join(course_rows::table.on(course_rows::id.eq(videos::course_id)))
            .filter(video_progress::user_id.eq(user.0))
            .filter(videos::model_id.is_not_null())
            .order((video_progress::last_watched.desc(), video_progress::id.desc()))
            .limit(limit)
            .select((columns::<ProgressRow>(), WatchedVideoRow::as_select(), WatchedCourseRow::as_select()))
            .load(*c))?;
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

impl Store<'_> {
    /// Adds parts where another report changed the row in between. This transaction has just updated the row and so holds its lock: what it
    /// returned is what is kept.
    fn add_played(&mut self, row: i32, kept: Vec<u8>, added: &PlayedParts) -> Result<(), StoreError> {
        let kept = PlayedParts::stored(kept);
        let merged = kept.with(added);
        if merged == kept {
            return Ok(());
        }
        on!(self, c => diesel::update(video_progress::table.find(row))
            .set(video_progress::played.eq(merged.as_bytes()))
            .execute(*c))
        .map(|_| ())
    }
}
