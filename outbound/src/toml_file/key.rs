//! The rows of a table of keys, and what is wrong at a key.

use toml::de::DeValue;

use crate::line_problem::LineProblem;

/// A row: what may stand at one key of a kind of file.
pub(crate) trait Key: Copy + 'static {
    /// The names from the top; a list's name ends with `[]`, and `*` is any name.
    fn path(&self) -> &'static str;

    /// Whether a table without the key is refused.
    fn is_needed(&self) -> bool;

    /// # Errors
    /// What is wrong with a value, in words that follow the key.
    fn check(&self, value: &DeValue<'_>) -> Result<(), String>;

    /// What each item of a list keeps, if the items are looked at one by one.
    fn of_items(&self) -> Option<Self> {
        None
    }

    /// What is said of an unknown key, by the known name that is nearest.
    fn nearest_words(nearest: &str) -> String {
        format!("is an unknown key; the nearest is {nearest}")
    }
}

/// What is wrong at a key.
#[derive(Debug)]
pub(crate) struct KeyProblem<K> {
    /// From 1.
    pub line: usize,
    /// Such as `sections[0].videos[2].file`.
    pub key: String,
    /// In words that follow the key.
    pub problem: String,
    pub expected: Expected<K>,
}

impl<K> From<KeyProblem<K>> for LineProblem {
    fn from(found: KeyProblem<K>) -> Self {
        Self {
            line: found.line,
            problem: format!("{}: {}", found.key, found.problem),
        }
    }
}

/// What is expected at a key.
#[derive(Debug)]
pub(crate) enum Expected<K> {
    /// A value by the rule of this row.
    Value(K),
    /// A table; the first row below it.
    Table(K),
    /// `[[name]]` tables.
    Tables,
    /// The key is unknown.
    Nothing,
}

/// The key of a name in a table. A name has quotation marks where TOML wants them.
pub(crate) fn joined(table: &str, name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let is_bare = !name.is_empty() && name.bytes().all(is_plain);
    match (table, is_bare) {
        ("", true) => name.to_owned(),
        ("", false) => format!("{name:?}"),
        (_, true) => format!("{table}.{name}"),
        (_, false) => format!("{table}.{name:?}"),
    }
}

/// Whether a key is another one or stands below it.
pub(super) fn is_within(key: &str, other: &str) -> bool {
    let rest = key.strip_prefix(other);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}
