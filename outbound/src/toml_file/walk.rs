//! The walk through a parsed file: each key is known, each value keeps the rule of its row.

use std::collections::{BTreeMap, BTreeSet};

use toml::de::{DeArray, DeTable, DeValue};

use super::{
    key::{Expected, Key, KeyProblem, is_within, joined},
    kind::{no_table, no_tables},
};
use crate::{line_problem::line_at, nearest::nearest};

/// More problems of one file are not named.
const MAX_PROBLEMS: usize = 200;

/// The walk, and what it found.
pub(super) struct Walk<'t, K: 'static> {
    keys: &'static [K],
    text: &'t str,
    pub problems: Vec<KeyProblem<K>>,
    /// The byte at which each known key stands.
    pub places: BTreeMap<String, usize>,
    /// Keys whose problem is known.
    pub refused: BTreeSet<String>,
}

impl<'t, K: Key> Walk<'t, K> {
    pub(super) fn through(text: &'t str, root: &DeTable<'_>, keys: &'static [K]) -> Self {
        let mut walk = Self {
            keys,
            text,
            problems: Vec::new(),
            places: BTreeMap::new(),
            refused: BTreeSet::new(),
        };
        walk.table(root, "", "", 0);
        walk.problems.sort_by_key(|problem| problem.line);
        walk
    }

    /// `path` is how the rows name the table, `key` how the file does.
    fn table(&mut self, table: &DeTable<'_>, path: &str, key: &str, at: usize) {
        for (name, value) in table {
            let (name, at) = (name.get_ref().as_ref(), name.span().start);
            let mut known = [joined(path, name), format!("{path}.*")].into_iter();
            match known.find(|known| self.keys.iter().any(|row| is_within(row.path(), known))) {
                Some(path) => self.entry(&path, joined(key, name), at, value.get_ref()),
                None => self.unknown(table, path, key, name, at),
            }
        }
        for row in self.keys.iter().filter(|row| row.is_needed()) {
            let name = below(row.path(), path).filter(|name| !name.contains(['.', '[']));
            let Some(name) = name.filter(|name| !table.contains_key(*name)) else {
                continue;
            };
            let key = joined(key, name);
            if !self.refused.contains(&key) {
                self.note(at, key, String::from("is missing"), Expected::Value(*row));
            }
        }
    }

    fn entry(&mut self, path: &str, key: String, at: usize, value: &DeValue<'_>) {
        self.places.insert(key.clone(), at);
        let items = format!("{path}[]");
        let row = self.keys.iter().find(|row| row.path() == path);
        match (value, row, self.first_below(path), self.first_below(&items)) {
            (DeValue::Table(table), _, Some(_), _) => self.table(table, path, &key, at),
            (DeValue::Array(list), _, _, Some(_)) => self.tables(list, path, key),
            (value, Some(row), ..) => self.value(*row, key, at, value),
            (value, None, Some(first), _) => self.note(at, key, no_table(value), Expected::Table(first)),
            (value, ..) => self.note(at, key, no_tables(path, value), Expected::Tables),
        }
    }

    fn tables(&mut self, list: &DeArray<'_>, path: &str, key: String) {
        if let Some(other) = list.iter().find(|item| !item.get_ref().is_table()) {
            let problem = no_tables(path, other.get_ref());
            return self.note(other.span().start, key, problem, Expected::Tables);
        }
        for (n, item) in list.iter().enumerate() {
            let (key, at) = (format!("{key}[{n}]"), item.span().start);
            if let DeValue::Table(table) = item.get_ref() {
                self.table(table, &format!("{path}[]"), &key, at);
            }
            self.places.insert(key, at);
        }
    }

    fn value(&mut self, row: K, key: String, at: usize, value: &DeValue<'_>) {
        self.places.insert(key.clone(), at);
        match (value, row.of_items()) {
            (DeValue::Array(items), Some(row)) => {
                for (n, item) in items.iter().enumerate() {
                    self.value(row, format!("{key}[{n}]"), item.span().start, item.get_ref());
                }
            }
            _ => {
                if let Err(problem) = row.check(value) {
                    self.note(at, key, problem, Expected::Value(row));
                }
            }
        }
    }

    /// The key that was probably meant is not missed.
    fn unknown(&mut self, table: &DeTable<'_>, path: &str, key: &str, name: &str, at: usize) {
        let rests = self.keys.iter().filter_map(|row| below(row.path(), path));
        let known = rests.filter_map(|rest| rest.split(['.', '[']).next());
        let mut problem = String::from("is an unknown key");
        if let Some(meant) = nearest(name, known) {
            problem = K::nearest_words(meant);
            if !table.contains_key(meant) {
                self.refused.insert(joined(key, meant));
            }
        }
        self.note(at, joined(key, name), problem, Expected::Nothing);
    }

    fn note(&mut self, at: usize, key: String, problem: String, expected: Expected<K>) {
        self.refused.insert(key.clone());
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(KeyProblem {
                line: line_at(self.text, at),
                key,
                problem,
                expected,
            });
        }
    }

    fn first_below(&self, path: &str) -> Option<K> {
        let mut rows = self.keys.iter();
        rows.find(|row| below(row.path(), path).is_some()).copied()
    }
}

/// What follows a table in the path of a row below it.
fn below<'p>(path: &'p str, table: &str) -> Option<&'p str> {
    match table {
        "" => Some(path),
        _ => path.strip_prefix(table)?.strip_prefix('.'),
    }
}
