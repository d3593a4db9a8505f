//! What the members of a course did in its videos, as rows.

use courses::{CourseId, Grant, VideoId};
use diesel::prelude::*;
use kernel::{StoreError, UserId};
use progress::{CourseReportStore, FirstTry, LessonProgress, PlayedParts};

use super::PositionRow;
use crate::{
    Store,
    courses::GrantRow,
    schema::{exercise_states, lesson_exercises, user_course_access, video_progress, videos},
    store::{columns, on},
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
}
