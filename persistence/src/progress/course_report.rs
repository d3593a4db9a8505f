//! What the members of a course did in its videos, as rows.

use chrono::{DateTime, Utc};
use courses::{CourseId, Grant, VideoId};
use diesel::{
    dsl::count,
    prelude::*,
    sql_query,
    sql_types::{BigInt, Integer, Timestamp},
};
use kernel::{StoreError, UserId};
use progress::{CourseReportStore, FirstTry, LessonCount, LessonProgress, PlayedParts, ReplayTry};
use serde::Deserialize;

use super::PositionRow;
use crate::{
    Store,
    courses::GrantRow,
    errors::foreign,
    replay::content::PASSED,
    schema::{exercise_states, lesson_exercises, replay_runs, user_course_access, video_progress, videos},
    store::{columns, on},
    times::stored,
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = video_progress)]
struct LessonRow {
    video_id: i32,
    #[diesel(embed)]
    position: PositionRow,
    played: Vec<u8>,
}

impl From<LessonRow> for LessonProgress {
    fn from(row: LessonRow) -> Self {
        Self {
            video: VideoId(row.video_id),
            position: row.position.into(),
            played: PlayedParts::stored(row.played),
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = exercise_states)]
struct FirstTryRow {
    video_id: i32,
    exercise: String,
    first_correct: bool,
}

impl From<FirstTryRow> for FirstTry {
    fn from(row: FirstTryRow) -> Self {
        Self {
            video: VideoId(row.video_id),
            exercise: row.exercise,
            correct: row.first_correct,
        }
    }
}

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

#[derive(Queryable, Selectable)]
#[diesel(table_name = replay_runs)]
struct RunRow {
    id: i32,
    user_id: i32,
    video_id: i32,
    verdict: Option<String>,
    result: Option<String>,
}

/// What the report reads of a run's result.
#[derive(Deserialize)]
struct ResultColumn {
    broken: Vec<BrokenRule>,
}

#[derive(Deserialize)]
struct BrokenRule {
    rule: String,
}

impl TryFrom<RunRow> for ReplayTry {
    type Error = StoreError;

    fn try_from(row: RunRow) -> Result<Self, StoreError> {
        let result: Option<ResultColumn> = row
            .result
            .as_deref()
            .map(serde_json::from_str)
            .transpose()
            .map_err(foreign)?;
        let broken = result.into_iter().flat_map(|result| result.broken);
        Ok(Self {
            id: row.id,
            user: UserId(row.user_id),
            video: VideoId(row.video_id),
            passed: row.verdict.as_deref() == Some(PASSED),
            broken: broken.map(|broken| broken.rule).collect(),
        })
    }
}

impl CourseReportStore for Store<'_> {
    fn grants_of_course(
        &mut self,
        course: CourseId,
        after: UserId,
        limit: i64,
    ) -> Result<Vec<(UserId, Grant)>, StoreError> {
        let rows: Vec<(i32, GrantRow)> = on!(self, c => user_course_access::table
            .filter(user_course_access::course_id.eq(course.0))
            .filter(user_course_access::user_id.gt(after.0))
            .order(user_course_access::user_id)
            .limit(limit)
            .select((user_course_access::user_id, GrantRow::as_select()))
            .load(*c))?;
        Ok(rows
            .into_iter()
            .map(|(user, grant)| (UserId(user), grant.into()))
            .collect())
    }

    fn progress_of(&mut self, users: &[UserId], course: CourseId) -> Result<Vec<LessonProgress>, StoreError> {
        let users: Vec<i32> = users.iter().map(|user| user.0).collect();
        let rows: Vec<LessonRow> = on!(self, c => video_progress::table
            .inner_join(videos::table)
            .filter(video_progress::user_id.eq_any(&users))
            .filter(videos::course_id.eq(course.0))
            .filter(videos::model_id.is_not_null())
            .select(columns::<LessonRow>())
            .load(*c))?;
        Ok(rows.into_iter().map(LessonProgress::from).collect())
    }

    fn first_tries_of(&mut self, users: &[UserId], course: CourseId) -> Result<Vec<FirstTry>, StoreError> {
        let users: Vec<i32> = users.iter().map(|user| user.0).collect();
        let rows = on!(self, c => exercise_states::table
            .inner_join(
                lesson_exercises::table.on(lesson_exercises::video_id
                    .eq(exercise_states::video_id)
                    .and(lesson_exercises::exercise.eq(exercise_states::exercise)))
            )
            .filter(exercise_states::user_id.eq_any(&users))
            .filter(lesson_exercises::course_id.eq(course.0))
            .select(FirstTryRow::as_select())
            .load(*c))?;
        Ok(rows.into_iter().map(FirstTry::from).collect())
    }

    fn replay_tries_of(
        &mut self,
        users: &[UserId],
        course: CourseId,
        after: i32,
        limit: i64,
    ) -> Result<Vec<ReplayTry>, StoreError> {
        let users: Vec<i32> = users.iter().map(|user| user.0).collect();
        let lessons = on!(self, c => videos::table
            .filter(videos::course_id.eq(course.0))
            .filter(videos::model_id.is_not_null())
            .select(videos::id)
            .load::<i32>(*c))?;
        let rows: Vec<RunRow> = on!(self, c => replay_runs::table
            .filter(replay_runs::user_id.eq_any(&users))
            .filter(replay_runs::id.gt(after))
            .filter(replay_runs::video_id.eq_any(&lessons))
            .order(replay_runs::id)
            .limit(limit)
            .select(RunRow::as_select())
            .load(*c))?;
        rows.into_iter().map(ReplayTry::try_from).collect()
    }
}

impl Store<'_> {
    /// How many members have a position that was watched at a time or later.
    pub fn members_who_watched(&mut self, since: DateTime<Utc>) -> Result<i64, StoreError> {
        on!(self, c => video_progress::table
            .filter(video_progress::last_watched.ge(stored(since)))
            .select(count(video_progress::user_id).aggregate_distinct())
            .first(*c))
    }

    /// The courses to which a member has access at `now`.
    pub fn courses_with_members(&mut self, now: DateTime<Utc>) -> Result<Vec<CourseId>, StoreError> {
        let courses: Vec<i32> = on!(self, c => user_course_access::table
            .filter(user_course_access::expires_at.is_null().or(user_course_access::expires_at.gt(stored(now))))
            .select(user_course_access::course_id)
            .distinct()
            .load(*c))?;
        Ok(courses.into_iter().map(CourseId).collect())
    }

    /// The lessons that a member with access at `now` has started.
    pub fn lesson_counts(&mut self, now: DateTime<Utc>) -> Result<Vec<LessonCount>, StoreError> {
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
