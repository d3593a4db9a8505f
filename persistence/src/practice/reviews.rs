//! What is due, as rows.

use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{
    CourseId, VideoId,
    lesson::{chart::Chart, exercise::Exercise},
};
use diesel::prelude::*;
use kernel::{StoreError, UserId};
use practice::{DueExercise, DueRow, LoggedAnswer};

use super::content::{ChartRow, ExerciseRow};
use crate::{
    Store,
    errors::foreign,
    schema::{exercise_charts, exercise_states, lesson_exercises, videos},
    store::on,
    times::{loaded, stored},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = exercise_states)]
struct DueStateRow {
    video_id: i32,
    exercise: String,
    last_correct: bool,
    answered_at: NaiveDateTime,
    due_at: NaiveDateTime,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = videos)]
pub(super) struct LessonRow {
    pub(super) course_id: i32,
    pub(super) title: String,
}

pub(super) fn due_exercises(
    store: &mut Store<'_>,
    user: UserId,
    courses: &[CourseId],
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<DueExercise>, StoreError> {
    let courses: Vec<i32> = courses.iter().map(|course| course.0).collect();
    let rows: Vec<(i32, DueStateRow, LessonRow)> = on!(store, c => exercise_states::table
        .inner_join(
            lesson_exercises::table.on(lesson_exercises::video_id
                .eq(exercise_states::video_id)
                .and(lesson_exercises::exercise.eq(exercise_states::exercise)))
        )
        .inner_join(videos::table.on(videos::id.eq(exercise_states::video_id)))
        .filter(exercise_states::user_id.eq(user.0))
        .filter(exercise_states::due_at.le(stored(now)))
        .filter(videos::model_id.is_not_null())
        .filter(videos::course_id.eq_any(&courses))
        .order((exercise_states::due_at, exercise_states::id))
        .limit(limit)
        .select((lesson_exercises::id, DueStateRow::as_select(), LessonRow::as_select()))
        .load(*c))?;
    let due = rows.into_iter().map(|(row, due, lesson)| {
        Ok(DueExercise {
            row: DueRow::Lesson(row),
            exercise: due.exercise.parse().map_err(foreign)?,
            lesson: VideoId(due.video_id),
            course: CourseId(lesson.course_id),
            lesson_title: lesson.title,
            last: Some(LoggedAnswer {
                at: loaded(due.answered_at),
                correct: due.last_correct,
            }),
            due_at: loaded(due.due_at),
        })
    });
    due.collect()
}

pub(super) fn exercise_of_row(
    store: &mut Store<'_>,
    row: i32,
) -> Result<Option<(Exercise, Option<Chart>)>, StoreError> {
    let row: Option<(ExerciseRow, Option<ChartRow>)> = on!(store, c => lesson_exercises::table
        .left_join(exercise_charts::table)
        .filter(lesson_exercises::id.eq(row))
        .select((ExerciseRow::as_select(), Option::<ChartRow>::as_select()))
        .first(*c)
        .optional())?;
    row.map(|(row, chart)| {
        let chart = chart.map(Chart::try_from).transpose()?;
        let exercise = row.with(chart.as_ref().map(|chart| chart.file.clone()))?;
        Ok((exercise, chart))
    })
    .transpose()
}
