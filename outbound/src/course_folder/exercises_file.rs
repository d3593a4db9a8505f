//! A file of exercises (contract, "A course folder, added"): its keys, once for reading and writing, and the line of every problem.

use std::collections::BTreeSet;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use courses::{
    ManifestProblem,
    lesson::{
        chart::{Chart, parse_utc},
        decimal::Decimal,
        exercise::{Exercise, ExerciseId, ExerciseKind, Question, RangeTolerance, check_exercise},
        timezone::parse_timezone,
    },
};
use serde::{Deserialize, Serialize};

use super::tables::{
    Lines, read_table,
    values::{Scalar, Tables, Text, Texts},
};
use crate::line_problem::LineProblem;

/// From the smallest to the largest.
const TIME_UNITS: [(char, i64); 4] = [('s', 1), ('m', 60), ('h', 3_600), ('d', 86_400)];
const MAX_TOLERANCE_DAYS: i64 = 366;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileTable {
    exercises: Tables<ExerciseTable>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExerciseTable {
    id: Text,
    kind: Text,
    prompt: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chart: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    timezone: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    options: Option<Texts>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unit: Option<Text>,
    answer: Scalar,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tolerance: Option<Scalar>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    explanation: Option<Text>,
}

/// The exercises of a file, not yet checked.
pub struct ExercisesFile<'t> {
    tables: Vec<ExerciseTable>,
    problems: Vec<LineProblem>,
    lines: Lines<'t>,
}

impl<'t> ExercisesFile<'t> {
    /// Reads a file's tables as far as they can be read.
    ///
    /// # Errors
    /// The problems of a text of which nothing can be read.
    pub fn parse(text: &'t str) -> Result<Self, Vec<LineProblem>> {
        let read = read_table::<FileTable>(text).map_err(|problem| vec![problem])?;
        let (lines, mut problems) = (read.lines, read.problems);
        let Some(FileTable { exercises }) = read.table else {
            return Err(problems);
        };
        if exercises.is_empty() && !lines.is_refused("exercises") {
            let (line, problem) = (lines.of_key("exercises"), "exercises: has no [[exercises]]");
            let problem = problem.to_owned();
            problems.push(LineProblem { line, problem });
        }
        Ok(Self {
            tables: exercises.0,
            problems,
            lines,
        })
    }

    /// The exercises, with the chart that `chart_of` finds for the line of its key and its name.
    ///
    /// # Errors
    /// At least one problem: those of the keys, then those of each exercise in the order of the file.
    pub fn read<E: From<LineProblem>>(
        &self,
        mut chart_of: impl FnMut(usize, &str) -> Result<Chart, E>,
    ) -> Result<Vec<Exercise>, Vec<E>> {
        let mut problems: Vec<E> = self.problems.iter().cloned().map(E::from).collect();
        let mut ids = BTreeSet::new();
        let mut list = Vec::new();
        for (n, table) in self.tables.iter().enumerate() {
            if self.lines.has_refused(&format!("exercises[{n}]")) {
                continue;
            }
            match self.exercise(n, table, &mut ids, &mut chart_of) {
                Ok(exercise) => list.push(exercise),
                Err(problem) => problems.push(problem),
            }
        }
        problems.is_empty().then_some(list).ok_or(problems)
    }

    fn exercise<E: From<LineProblem>>(
        &self,
        n: usize,
        table: &ExerciseTable,
        ids: &mut BTreeSet<ExerciseId>,
        chart_of: &mut impl FnMut(usize, &str) -> Result<Chart, E>,
    ) -> Result<Exercise, E> {
        let at = |found: ManifestProblem| {
            let key = format!("exercises[{n}].{}", found.key);
            LineProblem {
                line: self.lines.of_key(&key),
                problem: format!("{key}: {}", found.problem),
            }
        };
        let named = table.chart.as_ref();
        let chart = named
            .map(|name| chart_of(self.line_of(n, "chart"), &name.0))
            .transpose()?;
        let exercise = exercise(table, chart.as_ref()).map_err(at)?;
        if !ids.insert(exercise.id.clone()) {
            let used = format!("{} is the id of another exercise", exercise.id);
            return Err(at(problem("id", used)).into());
        }
        check_exercise(&exercise, chart.as_ref()).map_err(at)?;
        Ok(exercise)
    }

    /// The line of a key of the exercise with this number, from 0.
    pub(super) fn line_of(&self, exercise: usize, key: &str) -> usize {
        self.lines.of_key(&format!("exercises[{exercise}].{key}"))
    }
}

/// Exercises as the text of their file; the library escapes.
///
/// # Errors
/// What TOML cannot hold.
pub fn exercises_text(exercises: &[Exercise]) -> Result<String, toml::ser::Error> {
    toml::to_string(&FileTable {
        exercises: Tables(exercises.iter().map(ExerciseTable::from).collect()),
    })
}

fn exercise(table: &ExerciseTable, chart: Option<&Chart>) -> Result<Exercise, ManifestProblem> {
    let id = table.id.0.parse().map_err(|error| problem("id", error))?;
    let kind = ExerciseKind::ALL
        .into_iter()
        .find(|kind| kind.as_str() == table.kind.0);
    let kind = kind.ok_or_else(|| problem("kind", "is choice, number, level or range"))?;
    keys_of_kind(table, kind)?;
    let answer = &table.answer;
    let question = match kind {
        ExerciseKind::Choice => Question::Choice {
            options: texts(table.options.as_ref()),
            answer: option_numbers(answer)?,
        },
        ExerciseKind::Number => Question::Number {
            unit: table.unit.as_ref().map(|unit| unit.0.clone()),
            answer: number("answer", answer)?,
            tolerance: number_tolerance(table)?,
        },
        ExerciseKind::Level => Question::Level {
            answer: number("answer", answer)?,
            tolerance: number_tolerance(table)?,
        },
        ExerciseKind::Range => {
            let (from, to) = times(answer)?;
            let tolerance = match &table.tolerance {
                None => RangeTolerance::SameBar(chart.and_then(Chart::bar_length)),
                Some(value) => RangeTolerance::Within(time_tolerance(value)?),
            };
            Question::Range { from, to, tolerance }
        }
    };
    Ok(Exercise {
        id,
        prompt: table.prompt.0.clone(),
        question,
        explanation: table.explanation.as_ref().map(|text| text.0.clone()),
        chart: table.chart.as_ref().map(|name| name.0.clone()),
        timezone: timezone(table)?,
    })
}

fn timezone(table: &ExerciseTable) -> Result<Option<String>, ManifestProblem> {
    let Some(Text(name)) = &table.timezone else {
        return Ok(None);
    };
    if table.chart.is_none() {
        return Err(problem("timezone", "needs a chart, which is missing"));
    }
    let named = |error| problem("timezone", format!("{name:?} {error}"));
    parse_timezone(name).map(Some).map_err(named)
}

/// Which keys a kind must have, and which belong to others.
fn keys_of_kind(table: &ExerciseTable, kind: ExerciseKind) -> Result<(), ManifestProblem> {
    use ExerciseKind::{Choice, Level, Number, Range};
    let keys: [(&str, bool, &[ExerciseKind]); 3] = [
        ("options", table.options.is_some(), &[Choice]),
        ("unit", table.unit.is_some(), &[Number]),
        ("tolerance", table.tolerance.is_some(), &[Number, Level, Range]),
    ];
    for (key, is_there, kinds) in keys {
        if is_there && !kinds.contains(&kind) {
            let kinds: Vec<_> = kinds.iter().map(|kind| kind.as_str()).collect();
            return Err(problem(
                key,
                format!(
                    "belongs to the kind {}, not to {}",
                    kinds.join(", "),
                    kind.as_str()
                ),
            ));
        }
    }
    if kind == Choice && table.options.is_none() {
        return Err(problem("options", "is missing"));
    }
    if matches!(kind, Level | Range) && table.chart.is_none() {
        return Err(problem("chart", "is missing"));
    }
    Ok(())
}

fn texts(texts: Option<&Texts>) -> Vec<String> {
    texts
        .into_iter()
        .flat_map(|texts| &texts.0)
        .map(|text| text.0.clone())
        .collect()
}

fn option_numbers(value: &Scalar) -> Result<BTreeSet<usize>, ManifestProblem> {
    let wrong = |key: &str| {
        problem(
            key,
            "must be a list of option numbers, counted from 0, such as [0]",
        )
    };
    let Scalar::List(items) = value else {
        return Err(wrong("answer"));
    };
    let number = |(n, item): (usize, &Scalar)| match item {
        Scalar::Integer(number) => usize::try_from(*number).map_err(|_| wrong(&format!("answer[{n}]"))),
        _ => Err(wrong(&format!("answer[{n}]"))),
    };
    items.iter().enumerate().map(number).collect()
}

fn number(key: &str, value: &Scalar) -> Result<Decimal, ManifestProblem> {
    let number = match value {
        Scalar::Integer(number) => number.to_string().parse(),
        Scalar::Float(number) => Decimal::from_f64(*number),
        Scalar::Text(_) => return Err(problem(key, "must be a number, not a text")),
        Scalar::List(_) => return Err(problem(key, "must be a number, not an array")),
    };
    number.map_err(|error| problem(key, error))
}

fn number_tolerance(table: &ExerciseTable) -> Result<Decimal, ManifestProblem> {
    let tolerance = table.tolerance.as_ref();
    tolerance.map_or(Ok(Decimal::ZERO), |value| number("tolerance", value))
}

fn times(value: &Scalar) -> Result<(DateTime<Utc>, DateTime<Utc>), ManifestProblem> {
    let Scalar::List(items) = value else {
        return Err(two_times());
    };
    let [Scalar::Text(from), Scalar::Text(to)] = items.as_slice() else {
        return Err(two_times());
    };
    let time = |n: usize, text: &str| {
        parse_utc(text).map_err(|wrong| problem(&format!("answer[{n}]"), format!("{text:?} {wrong}")))
    };
    Ok((time(0, from)?, time(1, to)?))
}

fn two_times() -> ManifestProblem {
    problem(
        "answer",
        "must be two times, such as [\"2026-03-02T14:30:00Z\", \"2026-03-02T15:00:00Z\"]",
    )
}

fn time_tolerance(value: &Scalar) -> Result<TimeDelta, ManifestProblem> {
    let wrong = || {
        problem(
            "tolerance",
            "must be a time such as \"30s\", \"5m\", \"1h\" or \"1d\"",
        )
    };
    let Scalar::Text(text) = value else {
        return Err(wrong());
    };
    if text.starts_with('-') {
        return Err(problem("tolerance", "must not be negative"));
    }
    let unit = text.chars().last();
    let (unit, seconds) = TIME_UNITS
        .into_iter()
        .find(|(name, _)| Some(*name) == unit)
        .ok_or_else(wrong)?;
    let count = text.strip_suffix(unit).unwrap_or_default();
    if count.is_empty() || !count.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong());
    }
    let count: Option<i64> = count.parse().ok();
    let total = count.and_then(|count| count.checked_mul(seconds));
    total
        .filter(|total| *total <= MAX_TOLERANCE_DAYS * 86_400)
        .map(TimeDelta::seconds)
        .ok_or_else(|| problem("tolerance", format!("is longer than {MAX_TOLERANCE_DAYS} days")))
}

/// The tolerance as [`time_tolerance`] reads it, in the largest unit that fits.
fn time_text(time: TimeDelta) -> String {
    let seconds = time.num_seconds();
    let (unit, size) = TIME_UNITS
        .into_iter()
        .rev()
        .find(|(_, size)| seconds % size == 0 && seconds != 0)
        .unwrap_or(TIME_UNITS[0]);
    format!("{}{unit}", seconds / size)
}

fn problem(key: &str, problem: impl ToString) -> ManifestProblem {
    ManifestProblem {
        key: key.to_owned(),
        problem: problem.to_string(),
    }
}

impl From<&Exercise> for ExerciseTable {
    fn from(exercise: &Exercise) -> Self {
        let text = |text: &String| Text(text.clone());
        let time = |time: &DateTime<Utc>| Scalar::Text(time.to_rfc3339_opts(SecondsFormat::AutoSi, true));
        let number = |number: &Decimal| Scalar::Float(number.to_f64());
        let some_number =
            |tolerance: &Decimal| Some(number(tolerance)).filter(|_| *tolerance != Decimal::ZERO);
        let (mut options, mut unit, mut tolerance) = (None, None, None);
        let answer = match &exercise.question {
            Question::Choice {
                options: list,
                answer,
            } => {
                options = Some(Texts(list.iter().map(text).collect()));
                let numbers = answer
                    .iter()
                    .map(|number| i64::try_from(*number).unwrap_or(i64::MAX));
                Scalar::List(numbers.map(Scalar::Integer).collect())
            }
            Question::Number {
                unit: of,
                answer,
                tolerance: most,
            } => {
                unit = of.as_ref().map(text);
                tolerance = some_number(most);
                number(answer)
            }
            Question::Level {
                answer,
                tolerance: most,
            } => {
                tolerance = some_number(most);
                number(answer)
            }
            Question::Range {
                from,
                to,
                tolerance: most,
            } => {
                if let RangeTolerance::Within(most) = most {
                    tolerance = Some(Scalar::Text(time_text(*most)));
                }
                Scalar::List(vec![time(from), time(to)])
            }
        };
        Self {
            id: Text(exercise.id.as_str().to_owned()),
            kind: Text(exercise.question.kind().as_str().to_owned()),
            prompt: text(&exercise.prompt),
            chart: exercise.chart.as_ref().map(text),
            timezone: exercise.timezone.as_ref().map(text),
            options,
            unit,
            answer,
            tolerance,
            explanation: exercise.explanation.as_ref().map(text),
        }
    }
}
