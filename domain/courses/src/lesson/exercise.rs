//! An exercise of a lesson (contract, "A course folder, added"): what is asked, what is right, and the rules of its manifest.

use std::{collections::BTreeSet, fmt, str::FromStr};

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};

use super::{chart::Chart, decimal::Decimal};
use crate::manifest::{ManifestProblem, at_most, one_line, required};

/// The largest file of exercises.
pub const MAX_EXERCISES_BYTES: usize = 1024 * 1024;

const MAX_TEXT_CHARS: usize = 20_000;
const MAX_OPTION_CHARS: usize = 1_000;
const MAX_OPTIONS: usize = 50;
const MAX_UNIT_CHARS: usize = 40;

/// The exercises of a lesson, with the charts that they name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exercises {
    /// The file in the course's folder.
    pub file: String,
    pub list: Vec<Exercise>,
    /// Each once.
    pub charts: Vec<Chart>,
}

impl Exercises {
    #[must_use]
    pub fn chart_of(&self, exercise: &Exercise) -> Option<&Chart> {
        let file = exercise.chart.as_ref()?;
        self.charts.iter().find(|chart| chart.file == *file)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exercise {
    pub id: ExerciseId,
    /// Markdown.
    pub prompt: String,
    pub question: Question,
    /// Markdown, shown with the result.
    pub explanation: Option<String>,
    /// The chart's file in the course's folder.
    pub chart: Option<String>,
    /// The name of the time zone of IANA in which the chart's times are shown; `None`: the member's.
    pub timezone: Option<String>,
}

/// Names an exercise within its lesson; its results are kept by it. Safe in a path.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExerciseId(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "an id is 1 to 64 letters, digits, dots, dashes and underscores, and begins with a letter or a digit"
)]
pub struct ExerciseIdError;

impl ExerciseId {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ExerciseId {
    type Err = ExerciseIdError;

    fn from_str(text: &str) -> Result<Self, ExerciseIdError> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
        let starts = text
            .bytes()
            .next()
            .is_some_and(|byte| byte.is_ascii_alphanumeric());
        if starts && text.len() <= 64 && text.bytes().all(plain) {
            Ok(Self(text.to_owned()))
        } else {
            Err(ExerciseIdError)
        }
    }
}

impl fmt::Display for ExerciseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What kind of answer is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExerciseKind {
    Choice,
    Number,
    Level,
    Range,
}

impl ExerciseKind {
    pub const ALL: [Self; 4] = [Self::Choice, Self::Number, Self::Level, Self::Range];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Choice => "choice",
            Self::Number => "number",
            Self::Level => "level",
            Self::Range => "range",
        }
    }
}

/// A question with its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    Choice {
        options: Vec<String>,
        /// From 0; all of them are wanted.
        answer: BTreeSet<usize>,
    },
    Number {
        unit: Option<String>,
        answer: Decimal,
        tolerance: Decimal,
    },
    /// A price, marked on the chart.
    Level { answer: Decimal, tolerance: Decimal },
    /// From a time to a time, marked on the chart.
    Range {
        from: DateTime<Utc>,
        to: DateTime<Utc>,
        tolerance: RangeTolerance,
    },
}

/// How far each end of a range may be off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RangeTolerance {
    /// To the bar, which lasts so long; `None` for the only bar of a chart.
    SameBar(Option<TimeDelta>),
    /// The edges included.
    Within(TimeDelta),
}

/// An answer, given or right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Options(BTreeSet<usize>),
    Number(Decimal),
    Range { from: DateTime<Utc>, to: DateTime<Utc> },
}

impl Question {
    #[must_use]
    pub fn kind(&self) -> ExerciseKind {
        match self {
            Self::Choice { .. } => ExerciseKind::Choice,
            Self::Number { .. } => ExerciseKind::Number,
            Self::Level { .. } => ExerciseKind::Level,
            Self::Range { .. } => ExerciseKind::Range,
        }
    }

    /// The right answer.
    #[must_use]
    pub fn answer(&self) -> Answer {
        match self {
            Self::Choice { answer, .. } => Answer::Options(answer.clone()),
            Self::Number { answer, .. } | Self::Level { answer, .. } => Answer::Number(*answer),
            Self::Range { from, to, .. } => Answer::Range { from: *from, to: *to },
        }
    }
}

impl fmt::Display for Answer {
    /// The form in which the log of answers keeps it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = |time: &DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::AutoSi, true);
        match self {
            Self::Options(numbers) => {
                let numbers: Vec<_> = numbers.iter().map(usize::to_string).collect();
                f.write_str(&numbers.join(","))
            }
            Self::Number(number) => write!(f, "{number}"),
            Self::Range { from, to } => write!(f, "{}/{}", time(from), time(to)),
        }
    }
}

/// The rules of one exercise; the keys are those of its table.
///
/// # Errors
/// The first [`ManifestProblem`].
pub fn check_exercise(exercise: &Exercise, chart: Option<&Chart>) -> Result<(), ManifestProblem> {
    required("prompt", &exercise.prompt, MAX_TEXT_CHARS)?;
    match &exercise.question {
        Question::Choice { options, answer } => check_options(options, answer)?,
        Question::Number {
            unit,
            answer,
            tolerance,
        } => {
            if let Some(unit) = unit {
                one_line("unit", unit, MAX_UNIT_CHARS)?;
            }
            check_numbers(*answer, *tolerance)?;
        }
        Question::Level { answer, tolerance } => {
            check_numbers(*answer, *tolerance)?;
            let (lowest, highest) = chart.and_then(Chart::prices).ok_or_else(no_chart)?;
            if *answer < lowest || *answer > highest {
                return problem(
                    "answer",
                    format!(
                        "{answer} is not between the chart's lowest price {lowest} and its highest {highest}"
                    ),
                );
            }
        }
        Question::Range { from, to, .. } => {
            let chart = chart.ok_or_else(no_chart)?;
            if to < from {
                return problem("answer", String::from("ends before it begins"));
            }
            if let Some((n, time)) = [from, to]
                .into_iter()
                .enumerate()
                .find(|(_, time)| !chart.has_bar(**time))
            {
                let time = time.to_rfc3339_opts(SecondsFormat::AutoSi, true);
                return problem(
                    &format!("answer[{n}]"),
                    format!("{} has no bar of {time}", chart.file),
                );
            }
        }
    }
    if let Some(explanation) = &exercise.explanation {
        at_most("explanation", explanation, MAX_TEXT_CHARS)?;
    }
    Ok(())
}

fn check_options(options: &[String], answer: &BTreeSet<usize>) -> Result<(), ManifestProblem> {
    if !(2..=MAX_OPTIONS).contains(&options.len()) {
        return problem("options", format!("a choice has 2 to {MAX_OPTIONS} options"));
    }
    for (n, option) in options.iter().enumerate() {
        let key = format!("options[{n}]");
        one_line(&key, option, MAX_OPTION_CHARS)?;
        if options.iter().take(n).any(|before| before == option) {
            return problem(&key, format!("{option} is there twice"));
        }
    }
    if answer.is_empty() {
        return problem("answer", String::from("a choice has at least one right option"));
    }
    match answer.iter().find(|number| **number >= options.len()) {
        Some(number) => problem(
            "answer",
            format!(
                "there is no option {number}; they are counted from 0 to {}",
                options.len() - 1
            ),
        ),
        None => Ok(()),
    }
}

fn check_numbers(answer: Decimal, tolerance: Decimal) -> Result<(), ManifestProblem> {
    if tolerance.is_negative() {
        return problem("tolerance", String::from("must not be negative"));
    }
    for (key, number) in [("answer", answer), ("tolerance", tolerance)] {
        if !number.is_of_a_course() {
            return problem(key, String::from("has more than 15 digits or 12 decimals"));
        }
    }
    Ok(())
}

fn no_chart() -> ManifestProblem {
    ManifestProblem {
        key: String::from("chart"),
        problem: String::from("is missing"),
    }
}

fn problem(key: &str, problem: String) -> Result<(), ManifestProblem> {
    Err(ManifestProblem {
        key: key.to_owned(),
        problem,
    })
}
