//! A TOML file of a course folder as a typed table: all of its problems, each with its key and line.
//!
//! serde stops at the first problem. So what it refuses is taken out of a copy of the parsed text, or replaced by a stand-in that every
//! kind of value accepts, and the copy is read again until nothing is refused. Decision: the tables stay derived structs, each key
//! written once for reading and writing. Cost: a file with n problems is read n + 1 times.

mod lines;
mod mend;
pub(super) mod numbers;
pub(super) mod values;

use serde::de::DeserializeOwned;
use toml::{Deserializer, de::DeTable};

pub(super) use self::lines::Lines;
use self::mend::{Refused, mend};
use crate::line_problem::{LineProblem, line_at};

/// More problems in the keys of one file are not looked for.
const MAX_PROBLEMS: usize = 200;

/// A file's table, and what is wrong with its keys.
#[derive(Debug)]
pub(super) struct ReadTable<'t, T> {
    /// With stand-ins where a key is refused; `None` if the rest cannot be read either.
    pub table: Option<T>,
    pub lines: Lines<'t>,
    pub problems: Vec<LineProblem>,
}

/// Reads a text of TOML as a table, and keeps where its keys stand.
///
/// # Errors
/// The [`LineProblem`] of a text that is not TOML.
pub(super) fn read_table<T: DeserializeOwned>(text: &str) -> Result<ReadTable<'_, T>, LineProblem> {
    let root = DeTable::parse(text).map_err(|error| LineProblem {
        line: line_at(text, error.span().map_or(0, |span| span.start)),
        problem: error.message().split_whitespace().collect::<Vec<_>>().join(" "),
    })?;
    let mut lines = Lines::of(text, root.get_ref().clone());
    let (mut mended, mut problems) = (root, Vec::new());
    let mut table = None;
    while problems.len() < MAX_PROBLEMS {
        let found = serde_path_to_error::deserialize(Deserializer::from(mended.clone()));
        let error = match found {
            Ok(whole) => {
                table = Some(whole);
                break;
            }
            Err(error) => error,
        };
        let refused = Refused::of(error.path(), error.inner().message());
        if lines.refuse(&refused.key, refused.meant.as_deref()) {
            problems.push(LineProblem {
                line: lines.of_steps(&refused.place),
                problem: format!("{}: {}", refused.key, refused.problem),
            });
        }
        if !mend(mended.get_mut(), &refused) {
            break;
        }
    }
    problems.sort_by_key(|problem| problem.line);
    Ok(ReadTable {
        table,
        lines,
        problems,
    })
}
