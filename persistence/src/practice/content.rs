//! The exercises of lessons as rows: in by an import, out for a lesson and an export.

use courses::{
    VideoId,
    lesson::{
        chart::{Chart, parse_chart},
        exercise::{Exercise, Exercises},
    },
};
use diesel::prelude::*;
use kernel::StoreError;

use super::question::{from_column, to_column};
use crate::{
    Store,
    errors::foreign,
    schema::{exercise_charts, lesson_exercises},
    store::on,
};

#[derive(Insertable)]
#[diesel(table_name = exercise_charts)]
struct NewChartRow<'a> {
    course_id: i32,
    file: &'a str,
    bars: &'a str,
}

#[derive(Insertable)]
#[diesel(table_name = lesson_exercises)]
struct NewExerciseRow<'a> {
    course_id: i32,
    video_id: i32,
    exercise: &'a str,
    order: i32,
    prompt: &'a str,
    question: &'a str,
    explanation: Option<&'a str>,
    chart_id: Option<i32>,
    timezone: Option<&'a str>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = lesson_exercises)]
pub(super) struct ExerciseRow {
    exercise: String,
    prompt: String,
    question: String,
    explanation: Option<String>,
    timezone: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = exercise_charts)]
pub(super) struct ChartRow {
    file: String,
    bars: String,
}

impl ExerciseRow {
    /// The exercise, which names the file of its chart.
    pub(super) fn with(self, chart: Option<String>) -> Result<Exercise, StoreError> {
        Ok(Exercise {
            id: self.exercise.parse().map_err(foreign)?,
            prompt: self.prompt,
            question: from_column(&self.question)?,
            explanation: self.explanation,
            chart,
            timezone: self.timezone,
        })
    }
}

impl TryFrom<ChartRow> for Chart {
    type Error = StoreError;

    fn try_from(row: ChartRow) -> Result<Self, StoreError> {
        let bars = parse_chart(row.bars.as_bytes())
            .map_err(|error| StoreError::Inconsistent(error.problem.into()))?;
        Ok(Self { file: row.file, bars })
    }
}

/// Deletes the exercises and charts of a course; no answer goes with them.
pub(crate) fn clear_exercises(store: &mut Store<'_>, course_id: i32) -> Result<(), StoreError> {
    on!(store, c => diesel::delete(lesson_exercises::table.filter(lesson_exercises::course_id.eq(course_id)))
        .execute(*c))?;
    on!(store, c => diesel::delete(exercise_charts::table.filter(exercise_charts::course_id.eq(course_id)))
        .execute(*c))
    .map(|_| ())
}

/// Inserts the exercises of one lesson that has none yet.
pub(crate) fn put_exercises(
    store: &mut Store<'_>,
    course_id: i32,
    video_id: i32,
    exercises: &Exercises,
) -> Result<(), StoreError> {
    let mut charts = Vec::new();
    for chart in &exercises.charts {
        charts.push((chart.file.as_str(), put_chart(store, course_id, chart)?));
    }
    for (order, exercise) in (1..).zip(&exercises.list) {
        let chart = exercise.chart.as_deref();
        let question = to_column(&exercise.question)?;
        let row = NewExerciseRow {
            course_id,
            video_id,
            exercise: exercise.id.as_str(),
            order,
            prompt: &exercise.prompt,
            question: &question,
            explanation: exercise.explanation.as_deref(),
            chart_id: charts
                .iter()
                .find(|(file, _)| Some(*file) == chart)
                .map(|(_, id)| *id),
            timezone: exercise.timezone.as_deref(),
        };
        on!(store, c => diesel::insert_into(lesson_exercises::table).values(&row).execute(*c))?;
    }
    Ok(())
}

/// The row of a chart, which another lesson of the course may have made.
fn put_chart(store: &mut Store<'_>, course_id: i32, chart: &Chart) -> Result<i32, StoreError> {
    let known = on!(store, c => exercise_charts::table
        .filter(exercise_charts::course_id.eq(course_id))
        .filter(exercise_charts::file.eq(&chart.file))
        .select(exercise_charts::id)
        .first::<i32>(*c)
        .optional())?;
    if let Some(id) = known {
        return Ok(id);
    }
    let bars = chart.to_csv();
    let row = NewChartRow {
        course_id,
        file: &chart.file,
        bars: &bars,
    };
    on!(store, c => diesel::insert_into(exercise_charts::table)
        .values(&row)
        .returning(exercise_charts::id)
        .get_result::<i32>(*c))
}

/// The exercises of a lesson, which were imported from `file`.
pub(crate) fn exercises_of(
    store: &mut Store<'_>,
    lesson: VideoId,
    file: String,
) -> Result<Exercises, StoreError> {
    let rows: Vec<(ExerciseRow, Option<String>)> = on!(store, c => lesson_exercises::table
        .left_join(exercise_charts::table)
        .filter(lesson_exercises::video_id.eq(lesson.0))
        .order(lesson_exercises::order)
        .select((ExerciseRow::as_select(), exercise_charts::file.nullable()))
        .load(*c))?;
    let charts = on!(store, c => exercise_charts::table
        .filter(exercise_charts::id.eq_any(
            lesson_exercises::table
                .filter(lesson_exercises::video_id.eq(lesson.0))
                .filter(lesson_exercises::chart_id.is_not_null())
                .select(lesson_exercises::chart_id.assume_not_null())
        ))
        .order(exercise_charts::id)
        .select(ChartRow::as_select())
        .load(*c))?;
    Ok(Exercises {
        file,
        list: rows
            .into_iter()
            .map(|(row, chart)| row.with(chart))
            .collect::<Result<_, _>>()?,
        charts: charts
            .into_iter()
            .map(Chart::try_from)
            .collect::<Result<_, _>>()?,
    })
}
