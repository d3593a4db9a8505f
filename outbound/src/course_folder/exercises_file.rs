//! A file of exercises (contract, "A course folder, added"): its keys, for reading and for writing, and the line of every problem.

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
use serde::Serialize;
use toml::{Value, de::DeValue};

use crate::{
    line_problem::LineProblem,
    toml_file::{
        kind::{Kind, KindKey, decimal, needed, optional, whole},
        read::{TomlFile, read_toml},
        table::FileTable,
    },
};

const KEYS: &[KindKey] = &[
    needed("exercises", Kind::Tables),
    needed("exercises[].id", Kind::Text),
    needed("exercises[].kind", Kind::Text),
    needed("exercises[].prompt", Kind::Text),
    optional("exercises[].chart", Kind::Text),
    optional("exercises[].timezone", Kind::Text),
    optional("exercises[].options", Kind::Texts),
    optional("exercises[].unit", Kind::Text),
    needed("exercises[].answer", Kind::Scalar),
    optional("exercises[].tolerance", Kind::Scalar),
    optional("exercises[].explanation", Kind::Text),
];

/// From the smallest to the largest.
const TIME_UNITS: [(char, i64); 4] = [('s', 1), ('m', 60), ('h', 3_600), ('d', 86_400)];
const MAX_TOLERANCE_DAYS: i64 = 366;

/// The table that is written.
#[derive(Serialize)]
struct ExercisesTable<'e> {
    exercises: Vec<ExerciseTable<'e>>,
}

#[derive(Serialize)]
struct ExerciseTable<'e> {
    id: &'e str,
    kind: &'e str,
    prompt: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    chart: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timezone: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<&'e [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'e str>,
    answer: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    tolerance: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'e str>,
}

/// The exercises of a file, not yet checked.
pub struct ExercisesFile<'t> {
    file: TomlFile<'t>,
    /// Of the keys.
    problems: Vec<LineProblem>,
}

impl<'t> ExercisesFile<'t> {
    /// Reads a file as far as it can be read.
    ///
    /// # Errors
    /// The problem of a text that is not TOML.
    pub fn parse(text: &'t str) -> Result<Self, Vec<LineProblem>> {
        let (file, refused) = read_toml(text, KEYS).map_err(|problem| vec![problem])?;
        let mut problems: Vec<_> = refused.into_iter().map(LineProblem::from).collect();
        if file.root().tables("exercises").is_empty() && !file.is_refused("exercises") {
            problems.push(file.problem("exercises", "has no [[exercises]]"));
        }
        Ok(Self { file, problems })
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
        for (n, table) in self.file.root().tables("exercises").into_iter().enumerate() {
            if self.file.has_refused(&format!("exercises[{n}]")) {
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
        table: FileTable<'_>,
        ids: &mut BTreeSet<ExerciseId>,
        chart_of: &mut impl FnMut(usize, &str) -> Result<Chart, E>,
    ) -> Result<Exercise, E> {
        let at = |found: ManifestProblem| {
            let key = format!("exercises[{n}].{}", found.key);
            self.file.problem(&key, found.problem)
        };
        let named = table.optional_text("chart");
        let chart = named
            .map(|name| chart_of(self.line_of(n, "chart"), &name))
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
        self.file.line_of(&format!("exercises[{exercise}].{key}"))
    }
}

/// Exercises as the text of their file; the library escapes.
///
/// # Errors
/// What TOML cannot hold.
pub fn exercises_text(exercises: &[Exercise]) -> Result<String, toml::ser::Error> {
    toml::to_string(&ExercisesTable {
        exercises: exercises.iter().map(ExerciseTable::from).collect(),
    })
}

fn exercise(table: FileTable<'_>, chart: Option<&Chart>) -> Result<Exercise, ManifestProblem> {
    let id = table.text("id").parse().map_err(|error| problem("id", error))?;
    let named = table.text("kind");
    let kind = ExerciseKind::ALL.into_iter().find(|kind| kind.as_str() == named);
    let kind = kind.ok_or_else(|| problem("kind", "is choice, number, level or range"))?;
    keys_of_kind(table, kind)?;
    let answer = table.value("answer");
    let question = match kind {
        ExerciseKind::Choice => Question::Choice {
            options: table.texts("options"),
            answer: option_numbers(answer)?,
        },
        ExerciseKind::Number => Question::Number {
            unit: table.optional_text("unit"),
            answer: number("answer", answer)?,
            tolerance: number_tolerance(table)?,
        },
        ExerciseKind::Level => Question::Level {
            answer: number("answer", answer)?,
            tolerance: number_tolerance(table)?,
        },
        ExerciseKind::Range => {
            let (from, to) = times(answer)?;
            let tolerance = match table.value("tolerance") {
                None => RangeTolerance::SameBar(chart.and_then(Chart::bar_length)),
                Some(value) => RangeTolerance::Within(time_tolerance(value)?),
            };
            Question::Range { from, to, tolerance }
        }
    };
    Ok(Exercise {
        id,
        prompt: table.text("prompt"),
        question,
        explanation: table.optional_text("explanation"),
        chart: table.optional_text("chart"),
        timezone: timezone(table)?,
    })
}

fn timezone(table: FileTable<'_>) -> Result<Option<String>, ManifestProblem> {
    let Some(name) = table.optional_text("timezone") else {
        return Ok(None);
    };
    if !table.has("chart") {
        return Err(problem("timezone", "needs a chart, which is missing"));
    }
    let named = |error| problem("timezone", format!("{name:?} {error}"));
    parse_timezone(&name).map(Some).map_err(named)
}

/// Which keys a kind must have, and which belong to others.
fn keys_of_kind(table: FileTable<'_>, kind: ExerciseKind) -> Result<(), ManifestProblem> {
    use ExerciseKind::{Choice, Level, Number, Range};
    let keys: [(&str, &[ExerciseKind]); 3] = [
        ("options", &[Choice]),
        ("unit", &[Number]),
        ("tolerance", &[Number, Level, Range]),
    ];
    for (key, kinds) in keys {
        if table.has(key) && !kinds.contains(&kind) {
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
    if kind == Choice && !table.has("options") {
        return Err(problem("options", "is missing"));
    }
    if matches!(kind, Level | Range) && !table.has("chart") {
        return Err(problem("chart", "is missing"));
    }
    Ok(())
}

fn option_numbers(value: Option<&DeValue<'_>>) -> Result<BTreeSet<usize>, ManifestProblem> {
    let wrong = |key: &str| {
        problem(
            key,
            "must be a list of option numbers, counted from 0, such as [0]",
        )
    };
    let Some(DeValue::Array(items)) = value else {
        return Err(wrong("answer"));
    };
    let numbers = items.iter().enumerate().map(|(n, item)| {
        let number = item.get_ref().as_integer().and_then(whole);
        let number = number.and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| wrong(&format!("answer[{n}]")))
    });
    numbers.collect()
}

fn number(key: &str, value: Option<&DeValue<'_>>) -> Result<Decimal, ManifestProblem> {
    let number = match value {
        Some(DeValue::Integer(number)) => whole(number).unwrap_or_default().to_string().parse(),
        Some(DeValue::Float(number)) => Decimal::from_f64(decimal(number).unwrap_or(f64::NAN)),
        Some(DeValue::Array(_)) => return Err(problem(key, "must be a number, not an array")),
        _ => return Err(problem(key, "must be a number, not a text")),
    };
    number.map_err(|error| problem(key, error))
}

fn number_tolerance(table: FileTable<'_>) -> Result<Decimal, ManifestProblem> {
    match table.value("tolerance") {
        None => Ok(Decimal::ZERO),
        value => number("tolerance", value),
    }
}

fn times(value: Option<&DeValue<'_>>) -> Result<(DateTime<Utc>, DateTime<Utc>), ManifestProblem> {
    let items = value.and_then(DeValue::as_array).ok_or_else(two_times)?;
    let texts: Option<Vec<&str>> = items.iter().map(|item| item.get_ref().as_str()).collect();
    let [from, to] = texts.unwrap_or_default()[..] else {
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

fn time_tolerance(value: &DeValue<'_>) -> Result<TimeDelta, ManifestProblem> {
    let wrong = || {
        problem(
            "tolerance",
            "must be a time such as \"30s\", \"5m\", \"1h\" or \"1d\"",
        )
    };
    let text = value.as_str().ok_or_else(wrong)?;
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

impl<'e> From<&'e Exercise> for ExerciseTable<'e> {
    fn from(exercise: &'e Exercise) -> Self {
        let time = |time: &DateTime<Utc>| Value::from(time.to_rfc3339_opts(SecondsFormat::AutoSi, true));
        let number = |number: &Decimal| Value::Float(number.to_f64());
        let some_number =
            |tolerance: &Decimal| Some(number(tolerance)).filter(|_| *tolerance != Decimal::ZERO);
        let (mut options, mut unit, mut tolerance) = (None, None, None);
        let answer = match &exercise.question {
            Question::Choice {
                options: list,
                answer,
            } => {
                options = Some(list.as_slice());
                let numbers = answer
                    .iter()
                    .map(|number| i64::try_from(*number).unwrap_or(i64::MAX));
                Value::Array(numbers.map(Value::Integer).collect())
            }
            Question::Number {
                unit: of,
                answer,
                tolerance: most,
            } => {
                unit = of.as_deref();
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
                    tolerance = Some(Value::from(time_text(*most)));
                }
                Value::Array(vec![time(from), time(to)])
            }
        };
        Self {
            id: exercise.id.as_str(),
            kind: exercise.question.kind().as_str(),
            prompt: &exercise.prompt,
            chart: exercise.chart.as_deref(),
            timezone: exercise.timezone.as_deref(),
            options,
            unit,
            answer,
            tolerance,
            explanation: exercise.explanation.as_deref(),
        }
    }
}
