//! What serde refuses, in the words of every other problem, and the parsed text without it.

use serde_path_to_error::{Path, Segment};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{
    lines::{Key, Step},
    values::{NOT_TABLES, STAND_IN},
};
use crate::nearest::nearest;

/// What was found at a key.
enum Kind {
    /// The key is missing from its table.
    Missing,
    /// The table has no such key.
    Unknown,
    /// A value of another kind is wanted.
    Value,
}

/// A key that is refused.
pub(super) struct Refused {
    pub key: Key,
    /// What the line is named of: the table from which the key is missing, or the wrong item of an array.
    pub place: Key,
    pub problem: String,
    /// The known key that is nearest to an unknown one.
    pub meant: Option<String>,
    kind: Kind,
}

impl Refused {
    /// What serde found wrong at a path.
    pub(super) fn of(path: &Path, message: &str) -> Self {
        let steps = path.iter().filter_map(|segment| match segment {
            Segment::Map { key } => Some(Step::Name(key.clone())),
            Segment::Seq { index } => Some(Step::At(*index)),
            Segment::Enum { .. } | Segment::Unknown => None,
        });
        let place = Key(steps.collect());
        let mut key = place.clone();
        let (mut meant, mut kind) = (None, Kind::Value);
        let problem = if let Some(missing) = message.strip_prefix("missing field ") {
            kind = Kind::Missing;
            key.0
                .extend(quoted(missing).next().map(|name| Step::Name(name.to_owned())));
            String::from("is missing")
        } else if let Some(unknown) = message.strip_prefix("unknown field ") {
            kind = Kind::Unknown;
            let mut names = quoted(unknown);
            let name = names.next().unwrap_or_default();
            meant = nearest(name, names).map(str::to_owned);
            match &meant {
                Some(meant) => format!("is an unknown key; the nearest is {meant}"),
                None => String::from("is an unknown key"),
            }
        } else if let Some(kind) = message.strip_prefix(NOT_TABLES) {
            // Said of the array, whichever of its items it is.
            if let Some(Step::At(_)) = key.0.last() {
                key.0.pop();
            }
            let name = key.parent().map_or("", |(_, name)| name);
            format!("must be [[{name}]] tables, not {kind}")
        } else {
            message.to_owned()
        };
        Self {
            key,
            place,
            problem,
            meant,
            kind,
        }
    }
}

/// The names that serde puts between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Takes an unknown key out, or puts a stand-in where something else is wanted; false if that was done before.
pub(super) fn mend(root: &mut DeTable<'_>, refused: &Refused) -> bool {
    match refused.kind {
        Kind::Missing => with_table(root, &refused.key, |table, name| {
            table
                .insert(spanned(name.to_owned().into()), spanned(stand_in()))
                .is_none()
        }),
        Kind::Unknown => with_table(root, &refused.key, |table, name| {
            let key = table.keys().find(|key| key.get_ref() == name).cloned();
            key.is_some_and(|key| table.remove(&key).is_some())
        }),
        Kind::Value => value_at(root, &refused.key.0).is_some_and(|value| {
            let is_new = !is_stand_in(value);
            *value = stand_in();
            is_new
        }),
    }
}

fn with_table(
    root: &mut DeTable<'_>,
    key: &Key,
    change: impl FnOnce(&mut DeTable<'_>, &str) -> bool,
) -> bool {
    let Some((parent, name)) = key.parent() else {
        return false;
    };
    if parent.is_empty() {
        return change(root, name);
    }
    match value_at(root, parent) {
        Some(DeValue::Table(table)) => change(table, name),
        _ => false,
    }
}

fn value_at<'v, 't>(root: &'v mut DeTable<'t>, steps: &[Step]) -> Option<&'v mut DeValue<'t>> {
    let (first, rest) = steps.split_first()?;
    let Step::Name(name) = first else { return None };
    let mut value = in_table(root, name)?;
    for step in rest {
        value = match (step, value) {
            (Step::Name(name), DeValue::Table(table)) => in_table(table, name)?,
            (Step::At(index), DeValue::Array(items)) => items.get_mut(*index)?.get_mut(),
            _ => return None,
        };
    }
    Some(value)
}

fn in_table<'v, 't>(table: &'v mut DeTable<'t>, name: &str) -> Option<&'v mut DeValue<'t>> {
    let mut entries = table.iter_mut();
    let (_, value) = entries.find(|(key, _)| key.get_ref() == name)?;
    Some(value.get_mut())
}

/// A table with one key that no file has.
fn stand_in() -> DeValue<'static> {
    let mut table = DeTable::new();
    table.insert(spanned(STAND_IN.into()), spanned(DeValue::Boolean(true)));
    DeValue::Table(table)
}

fn is_stand_in(value: &DeValue<'_>) -> bool {
    let table = value.as_table();
    table.is_some_and(|table| table.iter().any(|(key, _)| key.get_ref() == STAND_IN))
}

fn spanned<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}
