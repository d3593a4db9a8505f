//! Reading a text of TOML by a table of keys.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Display,
    ops::Bound,
};

use toml::de::DeTable;

use super::{
    key::{Key, KeyProblem, is_within},
    table::FileTable,
    walk::Walk,
};
use crate::line_problem::{LineProblem, line_at};

/// A file that was read: its values, and where its keys stand.
#[derive(Debug)]
pub(crate) struct TomlFile<'t> {
    text: &'t str,
    root: DeTable<'t>,
    places: BTreeMap<String, usize>,
    refused: BTreeSet<String>,
}

/// Reads a text, and yields the problems of its keys in the order of its lines.
///
/// # Errors
/// The [`LineProblem`] of a text that is not TOML.
pub(crate) fn read_toml<'t, K: Key>(
    text: &'t str,
    keys: &'static [K],
) -> Result<(TomlFile<'t>, Vec<KeyProblem<K>>), LineProblem> {
    let root = DeTable::parse(text).map_err(|error| LineProblem {
        line: line_at(text, error.span().map_or(0, |span| span.start)),
        problem: error.message().split_whitespace().collect::<Vec<_>>().join(" "),
    })?;
    let root = root.into_inner();
    let walk = Walk::through(text, &root, keys);
    let file = TomlFile {
        text,
        root,
        places: walk.places,
        refused: walk.refused,
    };
    Ok((file, walk.problems))
}

impl TomlFile<'_> {
    pub(crate) fn root(&self) -> FileTable<'_> {
        FileTable(Some(&self.root))
    }

    /// The line of a key such as `sections[0].videos[2].file`; of the last part of it that the file has, the first line if it has none.
    pub(crate) fn line_of(&self, key: &str) -> usize {
        let place = upwards(key).find_map(|key| self.places.get(key));
        place.map_or(1, |at| line_at(self.text, *at))
    }

    /// A problem of a key that breaks a rule.
    pub(crate) fn problem(&self, key: &str, problem: impl Display) -> LineProblem {
        LineProblem {
            line: self.line_of(key),
            problem: format!("{key}: {problem}"),
        }
    }

    /// Whether a problem of this key or of what it stands in is known.
    pub(crate) fn is_refused(&self, key: &str) -> bool {
        upwards(key).any(|key| self.refused.contains(key))
    }

    /// Whether a problem of this key or of anything below it is known.
    pub(crate) fn has_refused(&self, key: &str) -> bool {
        let from = (Bound::Included(key), Bound::Unbounded);
        let mut known = self.refused.range::<str, _>(from);
        known
            .by_ref()
            .take_while(|known| known.starts_with(key))
            .any(|known| is_within(known, key))
    }
}

/// A key, and each that it stands in.
fn upwards(key: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(key), |key| key.get(..key.rfind(['.', '['])?))
}
