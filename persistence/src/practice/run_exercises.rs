//! The exercises of members' runs as rows: kept when a run ends, asked until they are answered, and then whenever they are due.
//! The table keeps the name that 1.0.0 knows.

use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{CourseId, VideoId, lesson::exercise::Exercise};
use diesel::prelude::*;
use kernel::{StoreError, UserId};
use practice::{DueExercise, DueRow, ExerciseRef, LoggedAnswer};
use replay_runs::StoredRun;

use super::{
    question::{from_column, to_column},
    reviews::LessonRow,
};
use crate::{
    Store,
    errors::foreign,
    schema::{exercise_states, replay_questions, videos},
    store::on,
    times::{loaded, stored},
};

#[derive(Insertable)]
#[diesel(table_name = replay_questions)]
struct NewRunExerciseRow<'a> {
    run_id: i32,
    user_id: i32,
    video_id: i32,
    exercise: &'a str,
    prompt: &'a str,
    question: &'a str,
    explanation: &'a str,
    asked_at: NaiveDateTime,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = replay_questions)]
struct RunExerciseRow {
    exercise: String,
    prompt: String,
    question: String,
    explanation: String,
}

/// An exercise, by its row, its lesson and its name.
#[derive(Queryable, Selectable)]
#[diesel(table_name = replay_questions)]
struct AskedRow {
    id: i32,
    video_id: i32,
    exercise: String,
    asked_at: NaiveDateTime,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = exercise_states)]
struct AnsweredRow {
    last_correct: bool,
    answered_at: NaiveDateTime,
    due_at: NaiveDateTime,
}

impl TryFrom<RunExerciseRow> for Exercise {
    type Error = StoreError;

    fn try_from(row: RunExerciseRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.exercise.parse().map_err(foreign)?,
            prompt: row.prompt,
            question: from_column(&row.question)?,
            explanation: Some(row.explanation),
            chart: None,
            timezone: None,
        })
    }
}

pub(crate) fn put(
    store: &mut Store<'_>,
    run: &StoredRun,
    exercises: &[Exercise],
    asked_at: DateTime<Utc>,
) -> Result<(), StoreError> {
    for exercise in exercises {
        let row = NewRunExerciseRow {
            run_id: run.id.0,
            user_id: run.user.0,
            video_id: run.lesson.0,
            exercise: exercise.id.as_str(),
            prompt: &exercise.prompt,
            question: &to_column(&exercise.question)?,
            explanation: exercise.explanation.as_deref().unwrap_or_default(),
            asked_at: stored(asked_at),
        };
        on!(store, c => diesel::insert_into(replay_questions::table).values(&row).execute(*c))?;
    }
    Ok(())
}

pub(super) fn exercise(store: &mut Store<'_>, of: &ExerciseRef) -> Result<Option<Exercise>, StoreError> {
    let row = on!(store, c => replay_questions::table
        .filter(replay_questions::user_id.eq(of.user.0))
        .filter(replay_questions::video_id.eq(of.lesson.0))
        .filter(replay_questions::exercise.eq(of.exercise.as_str()))
        .select(RunExerciseRow::as_select())
        .first(*c)
        .optional())?;
    row.map(Exercise::try_from).transpose()
}

pub(super) fn of_row(store: &mut Store<'_>, row: i32) -> Result<Option<Exercise>, StoreError> {
    let row = on!(store, c => replay_questions::table
        .find(row)
        .select(RunExerciseRow::as_select())
        .first(*c)
        .optional())?;
    row.map(Exercise::try_from).transpose()
}

/// The exercises that are due, at most `limit` that were answered before and as many of the others.
pub(super) fn due(
    store: &mut Store<'_>,
    user: UserId,
    courses: &[CourseId],
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<DueExercise>, StoreError> {
    let courses: Vec<i32> = courses.iter().map(|course| course.0).collect();
    let answered: Vec<(AskedRow, LessonRow, AnsweredRow)> = on!(store, c => replay_questions::table
        .inner_join(
            exercise_states::table.on(exercise_states::user_id
                .eq(replay_questions::user_id)
                .and(exercise_states::video_id.eq(replay_questions::video_id))
                .and(exercise_states::exercise.eq(replay_questions::exercise)))
        )
        .inner_join(videos::table.on(videos::id.eq(replay_questions::video_id)))
        .filter(exercise_states::user_id.eq(user.0))
        .filter(exercise_states::due_at.le(stored(now)))
        .filter(videos::model_id.is_not_null())
        .filter(videos::course_id.eq_any(&courses))
        .order((exercise_states::due_at, exercise_states::id))
        .limit(limit)
        .select((AskedRow::as_select(), LessonRow::as_select(), AnsweredRow::as_select()))
        .load(*c))?;
    let unanswered: Vec<(AskedRow, LessonRow)> = on!(store, c => replay_questions::table
        .left_join(
            exercise_states::table.on(exercise_states::user_id
                .eq(replay_questions::user_id)
                .and(exercise_states::video_id.eq(replay_questions::video_id))
                .and(exercise_states::exercise.eq(replay_questions::exercise)))
        )
        .inner_join(videos::table.on(videos::id.eq(replay_questions::video_id)))
        .filter(replay_questions::user_id.eq(user.0))
        .filter(replay_questions::asked_at.le(stored(now)))
        .filter(exercise_states::id.nullable().is_null())
        .filter(videos::model_id.is_not_null())
        .filter(videos::course_id.eq_any(&courses))
        .order((replay_questions::asked_at, replay_questions::id))
        .limit(limit)
        .select((AskedRow::as_select(), LessonRow::as_select()))
        .load(*c))?;
    let answered = answered
        .into_iter()
        .map(|(asked, lesson, state)| (asked, lesson, Some(state)));
    let unanswered = unanswered
        .into_iter()
        .map(|(asked, lesson)| (asked, lesson, None));
    answered.chain(unanswered).map(due_exercise).collect()
}

fn due_exercise(
    (asked, lesson, state): (AskedRow, LessonRow, Option<AnsweredRow>),
) -> Result<DueExercise, StoreError> {
    let due_at = state.as_ref().map_or(asked.asked_at, |state| state.due_at);
    Ok(DueExercise {
        row: DueRow::ReplayRun(asked.id),
        exercise: asked.exercise.parse().map_err(foreign)?,
        lesson: VideoId(asked.video_id),
        course: CourseId(lesson.course_id),
        lesson_title: lesson.title,
        last: state.map(|state| LoggedAnswer {
            at: loaded(state.answered_at),
            correct: state.last_correct,
        }),
        due_at: loaded(due_at),
    })
}
