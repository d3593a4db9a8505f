//! Walks a parsed `site.toml` along the rows of [`KEYS`]: each key is known, each value keeps its rule.

use std::path::Path;

use ::site::{COUNTRY_RATE, Given, KEYS, Key, Rule};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::problem::SiteProblem;

/// The table of old addresses.
pub(super) const REDIRECTS: &str = "redirects";

/// The walk, and what it found.
pub(super) struct Walk<'a> {
    pub text: &'a str,
    pub file: &'a Path,
    pub problems: Vec<SiteProblem>,
}

impl Walk<'_> {
    /// `rule_path` is how [`KEYS`] names the table, `shown` how the file does.
    pub(super) fn table(&mut self, table: &DeTable<'_>, rule_path: &str, shown: &str) {
        // In the order of the file.
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        for (name, value) in entries {
            let name_text = name.get_ref().as_ref();
            let at = name.span().start;
            let shown = joined(shown, name_text);
            // Its keys are addresses; see [`super::redirects`].
            if rule_path.is_empty() && name_text == REDIRECTS {
                continue;
            }
            // The dark colours have the names of the light ones.
            if rule_path == "colours" && name_text == "dark" {
                match value.get_ref() {
                    DeValue::Table(inner) => self.table(inner, "colours", &shown),
                    _ => self.note(
                        at,
                        &shown,
                        "must be a table of colours",
                        Some("[colours.dark]".into()),
                    ),
                }
                continue;
            }
            if rule_path == "vat" && name_text == "countries" {
                self.countries(&shown, at, value);
                continue;
            }
            self.entry(&joined(rule_path, name_text), &shown, at, value);
        }
    }

    /// A rate for each country; which names are countries is asked once all rates are read.
    fn countries(&mut self, shown: &str, at: usize, value: &Spanned<DeValue<'_>>) {
        let DeValue::Table(inner) = value.get_ref() else {
            let example = Some(format!(
                "[{}] and below it {}",
                COUNTRY_RATE.path, COUNTRY_RATE.example
            ));
            return self.note(at, shown, "must be a table", example);
        };
        let mut entries: Vec<_> = inner.iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        for (name, rate) in entries {
            let shown = joined(shown, name.get_ref());
            self.value(&COUNTRY_RATE, &shown, name.span().start, rate.get_ref());
        }
    }

    fn entry(&mut self, path: &str, shown: &str, at: usize, value: &Spanned<DeValue<'_>>) {
        let tables = format!("{path}[]");
        match value.get_ref() {
            DeValue::Table(inner) if has_below(path) => self.table(inner, path, shown),
            DeValue::Array(items) if has_below(&tables) => {
                for (index, item) in items.iter().enumerate() {
                    let shown = format!("{shown}[{index}]");
                    match item.get_ref() {
                        DeValue::Table(inner) => {
                            self.table(inner, &tables, &shown);
                            self.missing(inner, &tables, &shown, item.span().start);
                        }
                        _ => self.note(at, &shown, "must be a table", None),
                    }
                }
            }
            // How a plan says that it cannot be bought.
            DeValue::Boolean(false) if path.ends_with(".opens") && has_below(path) => {}
            _ => match KEYS.iter().find(|key| key.path == path) {
                Some(key) => self.value(key, shown, at, value.get_ref()),
                None if has_below(path) => {
                    let example = example_below(path);
                    self.note(at, shown, "must be a table", example);
                }
                None if has_below(&tables) => {
                    let name = path.rsplit('.').next().unwrap_or(path);
                    self.note(
                        at,
                        shown,
                        &format!("must be [[{name}]] tables"),
                        Some(format!("[[{path}]]")),
                    );
                }
                None => self.unknown(path, shown, at),
            },
        }
    }

    fn value(&mut self, key: &Key, shown: &str, at: usize, value: &DeValue<'_>) {
        let texts: Option<Vec<&str>> = match value {
            DeValue::Array(items) => items
                .iter()
                .map(|item| match item.get_ref() {
                    DeValue::String(text) => Some(text.as_ref()),
                    _ => None,
                })
                .collect(),
            _ => None,
        };
        let given = match value {
            DeValue::String(text) => Given::Text(text),
            DeValue::Integer(number) => {
                i64::from_str_radix(number.as_str(), number.radix()).map_or(Given::Other, Given::Whole)
            }
            DeValue::Float(number) => number.as_str().parse().map_or(Given::Other, Given::Decimal),
            DeValue::Boolean(flag) => Given::Flag(*flag),
            DeValue::Array(_) => Given::List(texts.as_deref()),
            DeValue::Table(_) => Given::Table,
            DeValue::Datetime(_) => Given::Other,
        };
        if let Err(problem) = key.rule.check(given) {
            let name = shown.rsplit('.').next().unwrap_or(shown);
            let example = match key.rule {
                Rule::Colour => format!("{name} = \"{}\"", key.example),
                _ => key.example.to_owned(),
            };
            self.note(at, shown, &problem, Some(example));
        }
    }

    /// Every key of an item in a list must be there: no built-in value stands for it.
    fn missing(&mut self, item: &DeTable<'_>, path: &str, shown: &str, at: usize) {
        for key in KEYS {
            let name = key
                .path
                .strip_prefix(path)
                .and_then(|rest| rest.strip_prefix('.'));
            let Some(name) = name else { continue };
            if !item.iter().any(|(known, _)| known.get_ref() == name) {
                self.note(
                    at,
                    &joined(shown, name),
                    "is missing",
                    Some(key.example.to_owned()),
                );
            }
        }
    }

    fn unknown(&mut self, path: &str, shown: &str, at: usize) {
        let (table, name) = path.rsplit_once('.').unwrap_or(("", path));
        let known = KEYS.iter().filter_map(|key| {
            let rest = if table.is_empty() {
                key.path
            } else {
                key.path.strip_prefix(table)?.strip_prefix('.')?
            };
            rest.split(['.', '[']).next()
        });
        let nearest = known
            .min_by_key(|known| distance(known, name))
            .filter(|known| distance(known, name) <= 3);
        let problem = match nearest {
            Some(nearest) => format!("is an unknown key; did you mean {nearest}?"),
            None => String::from("is an unknown key"),
        };
        self.note(at, shown, &problem, None);
    }

    pub(super) fn note(&mut self, at: usize, shown: &str, problem: &str, example: Option<String>) {
        self.problems.push(SiteProblem {
            file: self.file.to_owned(),
            line: Some(line_at(self.text, at)),
            problem: format!("{shown}: {problem}"),
            example,
        });
    }
}

fn joined(table: &str, name: &str) -> String {
    if table.is_empty() {
        name.to_owned()
    } else {
        format!("{table}.{name}")
    }
}

fn has_below(path: &str) -> bool {
    KEYS.iter().any(|key| {
        key.path
            .strip_prefix(path)
            .is_some_and(|rest| rest.starts_with('.'))
    })
}

fn example_below(path: &str) -> Option<String> {
    let key = KEYS.iter().find(|key| {
        key.path
            .strip_prefix(path)
            .is_some_and(|rest| rest.starts_with('.'))
    })?;
    let table = key.path.rsplit_once('.').map_or(path, |(table, _)| table);
    Some(format!("[{table}] and below it {}", key.example))
}

/// In how many single changes one word becomes another (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, sign) in one.chars().enumerate() {
        let mut before = at;
        let mut left = at + 1;
        for (cell, wanted) in row.iter_mut().skip(1).zip(&other) {
            let above = *cell;
            left = (before + usize::from(sign != *wanted))
                .min(above + 1)
                .min(left + 1);
            before = above;
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = at + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

pub(super) fn line_at(text: &str, byte: usize) -> usize {
    let before = text.as_bytes().iter().take(byte);
    before.filter(|byte| **byte == b'\n').count() + 1
}

/// The line of a key of tables; the first where the text has no such key.
pub(super) fn line_of_key(text: &str, key: &str) -> usize {
    let Ok(root) = DeTable::parse(text) else { return 1 };
    let mut table = Some(root.get_ref());
    let mut place = 0;
    for name in key.split('.') {
        let found = table.and_then(|table| table.iter().find(|(known, _)| known.get_ref() == name));
        let Some((known, value)) = found else { break };
        place = known.span().start;
        table = match value.get_ref() {
            DeValue::Table(inner) => Some(inner),
            _ => None,
        };
    }
    line_at(text, place)
}
