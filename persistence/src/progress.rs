//! Members' positions as rows.

mod course_report;
mod standing;

use accounts::{SessionTokenHash, SessionUse};
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{CourseId, Grant, VideoId};
use diesel::{
    dsl::{case_when, max},
    prelude::*,
    sql_query,
    sql_types::{BigInt, Bool, Integer, Timestamp},
    upsert::excluded,
};
use kernel::{StoreError, UserId};
use progress::{
    CompletionChange, KeptPosition, PlayedParts, Position, ProgressChange, ProgressStore, QuietCourse,
    RecentItem, VideoForProgress, VideoProgress,
};

use crate::{
    Store,
    courses::{GrantRow, SessionUseRow},
    schema::{
        course_reminders, courses as course_rows, sessions, user_course_access, video_progress, videos,
    },
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

/// The session, the video, whether its course is hidden, the member's grant, and what was played.
type ReporterRow = (
    SessionUseRow,
    Option<LengthRow>,
    Option<bool>,
    Option<GrantRow>,
    Option<Vec<u8>>,
);

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
     WHERE u.reminders \
     AND (u.imported_at IS NULL OR EXISTS (SELECT 1 FROM known_browsers b WHERE b.user_id = u.id)) \
     AND a.purchased_at <= $1 AND (a.expires_at IS NULL OR a.expires_at > $2) \
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

impl ProgressStore for Store<'_> {
    fn reporter(
        &mut self,
        token: &SessionTokenHash,
        video: VideoId,
    ) -> Result<Option<(SessionUse, Option<VideoForProgress>)>, StoreError> {
        let row: Option<ReporterRow> = on!(self, c => sessions::table
            .left_join(videos::table.on(videos::id.eq(video.0).and(videos::model_id.is_not_null())))
            .left_join(
                course_rows::table
                    .on(course_rows::id.eq(videos::course_id).and(course_rows::draft.eq(false)))
            )
            .left_join(
                user_course_access::table.on(user_course_access::course_id
                    .eq(videos::course_id)
                    .and(user_course_access::user_id.eq(sessions::user_id)))
            )
            .left_join(
                video_progress::table.on(video_progress::video_id
                    .eq(videos::id)
                    .and(video_progress::user_id.eq(sessions::user_id)))
            )
            .filter(sessions::token_hash.eq(&token.0[..]))
            .select((
                SessionUseRow::as_select(),
                Option::<LengthRow>::as_select(),
                course_rows::hidden.nullable(),
                Option::<GrantRow>::as_select(),
                video_progress::played.nullable(),
            ))
            .first(*c)
            .optional())?;
        Ok(row.map(|(session, video, hidden, grant, played)| {
            let known = video.zip(hidden).map(|(video, hidden)| VideoForProgress {
                course: CourseId(video.course_id),
                hidden,
                duration_seconds: video.duration,
                grant: grant.map(Grant::from),
                played: PlayedParts::stored(played.unwrap_or_default()),
            });
            (session.into(), known)
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

impl Store<'_> {
    /// What a member watched, the latest first, at most `limit`; also in courses whose access ended.
    pub fn recent_progress(&mut self, user: UserId, limit: i64) -> Result<Vec<RecentItem>, StoreError> {
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
