//! Where the keys of `course.toml` and of files of exercises stand, and how a problem at one of them reads.

use serde::de::DeserializeOwned;
use serde_path_to_error::{Path, Segment};
use toml::{
    Deserializer,
    de::{DeArray, DeTable, DeValue},
};

use super::manifest_values::NOT_TABLES;

/// What is wrong, and in which line, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineProblem {
    pub line: usize,
    pub problem: String,
}

/// The parsed text, in which keys are looked up.
#[derive(Debug)]
pub(super) struct Lines<'t> {
    text: &'t str,
    root: DeTable<'t>,
}

/// Reads a text of TOML as a table, and keeps where its keys stand.
///
/// # Errors
/// The first [`LineProblem`].
pub(super) fn parse_table<T: DeserializeOwned>(text: &str) -> Result<(T, Lines<'_>), LineProblem> {
    let root = DeTable::parse(text).map_err(|error| LineProblem {
        line: line_at(text, error.span().map_or(0, |span| span.start)),
        problem: error.message().split_whitespace().collect::<Vec<_>>().join(" "),
    })?;
    let lines = Lines {
        text,
        root: root.get_ref().clone(),
    };
    let table = serde_path_to_error::deserialize(Deserializer::from(root))
        .map_err(|error| lines.problem_at(error.path(), error.inner().message()))?;
    Ok((table, lines))
}

/// One step from a table into what it holds.
enum Step<'a> {
    Key(&'a str),
    At(usize),
}

impl Lines<'_> {
    /// What serde found wrong, said as every other problem is: the key, then what is wrong with it.
    fn problem_at(&self, path: &Path, message: &str) -> LineProblem {
        let mut steps: Vec<_> = path
            .iter()
            .filter_map(|segment| match segment {
                Segment::Map { key } => Some(Step::Key(key)),
                Segment::Seq { index } => Some(Step::At(*index)),
                Segment::Enum { .. } | Segment::Unknown => None,
            })
            .collect();
        let line = self.of_steps(&steps);
        let missing = message
            .strip_prefix("missing field `")
            .and_then(|rest| rest.split('`').next());
        if let Some(key) = missing {
            steps.push(Step::Key(key));
        }
        let problem = if missing.is_some() {
            String::from("is missing")
        } else if message.starts_with("unknown field `") {
            String::from("is an unknown key")
        } else if let Some(kind) = message.strip_prefix(NOT_TABLES) {
            // Said of the array, whichever of its items it is.
            if let Some(Step::At(_)) = steps.last() {
                steps.pop();
            }
            let name = steps.last().map_or("", |step| match step {
                Step::Key(key) => key,
                Step::At(_) => "",
            });
            format!("must be [[{name}]] tables, not {kind}")
        } else {
            message.to_owned()
        };
        LineProblem {
            line,
            problem: format!("{}: {problem}", shown(&steps)),
        }
    }

    pub(super) fn of_key(&self, key: &str) -> usize {
        let mut steps = Vec::new();
        for part in key.split('.') {
            let (name, indexes) = part.split_once('[').unwrap_or((part, ""));
            steps.push(Step::Key(name));
            let indexes = indexes.split(['[', ']']);
            steps.extend(indexes.filter_map(|index| index.parse().ok()).map(Step::At));
        }
        self.of_steps(&steps)
    }

    /// The line of the last step that the file has; the first line where it has none.
    fn of_steps(&self, steps: &[Step<'_>]) -> usize {
        let mut place = 0;
        let mut table = Some(&self.root);
        let mut items: Option<&DeArray<'_>> = None;
        for step in steps {
            let value = match step {
                Step::Key(key) => {
                    let entry = table.and_then(|table| table.iter().find(|(name, _)| name.get_ref() == key));
                    let Some((name, value)) = entry else { break };
                    place = name.span().start;
                    value
                }
                Step::At(index) => {
                    let Some(value) = items.and_then(|items| items.get(*index)) else {
                        break;
                    };
                    place = value.span().start;
                    value
                }
            };
            (table, items) = match value.get_ref() {
                DeValue::Table(inner) => (Some(inner), None),
                DeValue::Array(inner) => (None, Some(inner)),
                _ => (None, None),
            };
        }
        line_at(self.text, place)
    }
}

/// `sections[0].videos[2].file`.
fn shown(steps: &[Step<'_>]) -> String {
    steps.iter().fold(String::new(), |text, step| match step {
        Step::At(index) => format!("{text}[{index}]"),
        Step::Key(key) if text.is_empty() => (*key).to_owned(),
        Step::Key(key) => format!("{text}.{key}"),
    })
}

fn line_at(text: &str, byte: usize) -> usize {
    let before = text.as_bytes().iter().take(byte);
    before.filter(|byte| **byte == b'\n').count() + 1
}
