//! What a member did in exercises and replays, as staff see it.

use chrono::{DateTime, NaiveDateTime, Utc};
use courses::CourseId;
use diesel::{dsl::count_star, prelude::*};
use kernel::{StoreError, UserId};

use crate::{
    Store,
    schema::{exercise_states, lesson_exercises, replay_runs, videos},
    store::on,
    times::loaded,
};

/// How far a member is with a course's exercises, of those that are in it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberExercises {
    pub course: CourseId,
    /// Exercises of the course.
    pub total: i64,
    /// Exercises that the member answered at least once.
    pub answered: i64,
    /// Exercises that the member answered right at least once.
    pub right: i64,
}

/// A member's run of a lesson's replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberRun {
    pub course: CourseId,
    /// The lesson's title.
    pub lesson: String,
    pub started_at: DateTime<Utc>,
    /// `None` while the run is open.
    pub ended_at: Option<DateTime<Utc>>,
    /// `passed`, `short` or `failed`; `None` while the run is open.
    pub verdict: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = replay_runs)]
struct RunRow {
    started_at: NaiveDateTime,
    ended_at: Option<NaiveDateTime>,
    verdict: Option<String>,
}

fn as_count(rows: usize) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}

/// Every method may return [`StoreError`].
impl Store<'_> {
    /// Each course that has exercises.
    pub fn member_exercises(&mut self, user: UserId) -> Result<Vec<MemberExercises>, StoreError> {
        let totals: Vec<(i32, i64)> = on!(self, c => lesson_exercises::table
            .group_by(lesson_exercises::course_id)
            .select((lesson_exercises::course_id, count_star()))
            .order(lesson_exercises::course_id)
            .load(*c))?;
        let answered: Vec<(i32, bool)> = on!(self, c => lesson_exercises::table
            .inner_join(
                exercise_states::table.on(exercise_states::video_id
                    .eq(lesson_exercises::video_id)
                    .and(exercise_states::exercise.eq(lesson_exercises::exercise)))
            )
            .filter(exercise_states::user_id.eq(user.0))
            .select((lesson_exercises::course_id, exercise_states::ever_correct))
            .load(*c))?;
        let exercises = |(course, total): (i32, i64)| {
            let answered = answered.iter().filter(|(known, _)| *known == course);
            let right = answered.clone().filter(|(_, right)| *right);
            MemberExercises {
                course: CourseId(course),
                total,
                answered: as_count(answered.count()),
                right: as_count(right.count()),
            }
        };
        Ok(totals.into_iter().map(exercises).collect())
    }

    /// The runs of a member, the newest first, at most `limit`.
    pub fn member_runs(&mut self, user: UserId, limit: i64) -> Result<Vec<MemberRun>, StoreError> {
        let rows: Vec<(i32, String, RunRow)> = on!(self, c => replay_runs::table
            .inner_join(videos::table.on(videos::id.eq(replay_runs::video_id)))
            .filter(replay_runs::user_id.eq(user.0))
            .order(replay_runs::id.desc())
            .limit(limit)
            .select((videos::course_id, videos::title, RunRow::as_select()))
            .load(*c))?;
        Ok(rows
            .into_iter()
            .map(|(course, lesson, run)| MemberRun {
                course: CourseId(course),
                lesson,
                started_at: loaded(run.started_at),
                ended_at: run.ended_at.map(loaded),
                verdict: run.verdict,
            })
            .collect())
    }
}
