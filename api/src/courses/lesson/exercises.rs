//! Exercises as JSON: never the answer or the explanation, which come with the result.

use std::collections::HashMap;

use ::courses::lesson::{
    chart::Chart,
    exercise::{Exercise, ExerciseKind, Exercises, Question},
    markdown::to_html,
};
use practice::{LastResult, LoggedAnswer};

use crate::courses::catalogue_cache::{Rendered, Slot};
use crate::courses::lesson::shapes;
use crate::http::problem::Problem;

/// Where an exercise shows the caller's last result.
pub const RESULT: Slot = Slot {
    rendered: ",\"result\":null",
    blank: "",
};

pub fn exercise_shapes(exercises: &Exercises) -> Vec<shapes::Exercise> {
    let list = exercises.list.iter();
    list.map(|exercise| exercise_shape(exercise, exercises.chart_of(exercise)))
        .collect()
}

fn exercise_shape(exercise: &Exercise, chart: Option<&Chart>) -> shapes::Exercise {
    let (options, unit) = match &exercise.question {
        Question::Choice { options, .. } => (Some(options.clone()), None),
        Question::Number { unit, .. } => (None, unit.clone()),
        Question::Level { .. } | Question::Range { .. } => (None, None),
    };
    shapes::Exercise {
        id: exercise.id.to_string(),
        kind: exercise.question.kind().into(),
        prompt: html(&exercise.prompt),
        options,
        unit,
        chart: chart.map(|chart| chart_shape(chart, exercise.timezone.clone())),
        result: None,
    }
}

/// One exercise, with a slot for its result.
pub fn exercise_page(exercise: &Exercise, chart: Option<&Chart>) -> Result<Rendered, Problem> {
    let keys = vec![exercise.id.to_string()];
    Rendered::with_slots(&exercise_shape(exercise, chart), &RESULT, keys)
}

/// A text of an exercise as safe HTML.
pub fn html(markdown: &str) -> String {
    to_html(markdown, &|_| None)
}

/// Last results, by exercise, as the API returns them.
pub fn last_results(results: &[LastResult]) -> Result<HashMap<String, String>, Problem> {
    let texts = results
        .iter()
        .map(|result| Ok((result.exercise.to_string(), last_result_text(result.last)?)));
    texts.collect()
}

pub fn last_result_text(last: LoggedAnswer) -> Result<String, Problem> {
    let result = shapes::ExerciseResult {
        correct: last.correct,
        answered_at: last.at,
    };
    let json = serde_json::to_string(&result).map_err(|_| Problem::internal())?;
    Ok(format!(",\"result\":{json}"))
}

impl From<ExerciseKind> for shapes::ExerciseKind {
    fn from(kind: ExerciseKind) -> Self {
        match kind {
            ExerciseKind::Choice => Self::Choice,
            ExerciseKind::Number => Self::Number,
            ExerciseKind::Level => Self::Level,
            ExerciseKind::Range => Self::Range,
        }
    }
}

fn chart_shape(chart: &Chart, timezone: Option<String>) -> shapes::Chart {
    let bars = chart.bars.iter();
    shapes::Chart {
        timezone,
        bars: bars
            .clone()
            .map(|bar| {
                let prices = [bar.open, bar.high, bar.low, bar.close].map(|price| price.to_f64());
                (bar.time, prices[0], prices[1], prices[2], prices[3])
            })
            .collect(),
        volumes: bars.map(|bar| bar.volume.map(|volume| volume.to_f64())).collect(),
    }
}
