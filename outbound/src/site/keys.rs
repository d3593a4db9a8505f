//! The rows of `site.toml` as the keys of a file, and an example for each problem.

use std::path::Path;

use ::site::{Given, Key, Rule};
use toml::de::DeValue;

use super::problem::SiteProblem;
use crate::toml_file::{
    key::{self, Expected, KeyProblem},
    kind::{decimal, whole},
};

impl key::Key for Key {
    fn path(&self) -> &'static str {
        self.path
    }

    /// No built-in value stands for a key of an item in a list.
    fn is_needed(&self) -> bool {
        self.path.contains("[].")
    }

    fn check(&self, value: &DeValue<'_>) -> Result<(), String> {
        let items = value.as_array();
        let texts: Option<Vec<&str>> =
            items.and_then(|items| items.iter().map(|item| item.get_ref().as_str()).collect());
        self.rule.check(match value {
            DeValue::String(text) => Given::Text(text),
            DeValue::Integer(number) => whole(number).map_or(Given::Other, Given::Whole),
            DeValue::Float(number) => decimal(number).map_or(Given::Other, Given::Decimal),
            DeValue::Boolean(flag) => Given::Flag(*flag),
            DeValue::Array(_) => Given::List(texts.as_deref()),
            DeValue::Table(_) => Given::Table,
            DeValue::Datetime(_) => Given::Other,
        })
    }

    fn nearest_words(nearest: &str) -> String {
        format!("is an unknown key; did you mean {nearest}?")
    }
}

/// A problem of a key, with an example.
pub(super) fn problem_of(file: &Path, found: KeyProblem<Key>) -> SiteProblem {
    let example = match found.expected {
        Expected::Value(row) => Some(example_line(row)),
        Expected::Table(first) => {
            let (table, _) = first.path.rsplit_once('.').unwrap_or_default();
            Some(format!("[{table}] and below it {}", example_line(first)))
        }
        Expected::Tables => Some(format!("[[{}]]", found.key)),
        Expected::Nothing => None,
    };
    SiteProblem::in_line(file, found.into(), example.as_deref())
}

/// The colours have one example without their names.
fn example_line(row: Key) -> String {
    match (row.rule, row.path.rsplit_once('.')) {
        (Rule::Colour, Some((_, name))) => format!("{name} = \"{}\"", row.example),
        _ => row.example.to_owned(),
    }
}
