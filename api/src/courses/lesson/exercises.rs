//! Exercises as JSON: never the answer or the explanation, which come with the result.

use ::courses::lesson::{
    chart::Chart,
    exercise::{Exercise, ExerciseKind, Exercises, Question},
    markdown::to_html,
};
use practice::{LastResult, LoggedAnswer};

use crate::courses::lesson::shapes;

pub fn exercise_shapes(exercises: &Exercises) -> Vec<shapes::Exercise> {
    let list = exercises.list.iter();
    list.map(|exercise| exercise_shape(exercise, exercises.chart_of(exercise)))
        .collect()
}

/// An exercise without a result.
pub fn exercise_shape(exercise: &Exercise, chart: Option<&Chart>) -> shapes::Exercise {
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

/// A text of an exercise as safe HTML.
pub fn html(markdown: &str) -> String {
    to_html(markdown, &|_| None)
}

/// Fills in the caller's last results.
pub fn put_results(exercises: &mut [shapes::Exercise], results: Vec<LastResult>) {
    for result in results {
        let id = result.exercise.to_string();
        if let Some(exercise) = exercises.iter_mut().find(|exercise| exercise.id == id) {
            exercise.result = Some(result.last.into());
        }
    }
}

impl From<LoggedAnswer> for shapes::ExerciseResult {
    fn from(last: LoggedAnswer) -> Self {
        Self {
            correct: last.correct,
            answered_at: last.at,
        }
    }
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
