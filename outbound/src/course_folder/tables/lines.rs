//! Where the keys of a TOML file stand, and which of them are refused.

use std::fmt;

use toml::de::{DeArray, DeTable, DeValue};

use crate::line_problem::line_at;

/// One step from a table into what it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Name(String),
    At(usize),
}

/// `sections[0].videos[2].file`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key(pub(super) Vec<Step>);

impl Key {
    pub(super) fn parse(key: &str) -> Self {
        let mut steps = Vec::new();
        for part in key.split('.') {
            let (name, indexes) = part.split_once('[').unwrap_or((part, ""));
            steps.push(Step::Name(name.to_owned()));
            let indexes = indexes.split(['[', ']']);
            steps.extend(indexes.filter_map(|index| index.parse().ok()).map(Step::At));
        }
        Self(steps)
    }

    /// The table and the name in it, for a key that ends in a name.
    pub(super) fn parent(&self) -> Option<(&[Step], &str)> {
        match self.0.split_last()? {
            (Step::Name(name), parent) => Some((parent, name)),
            (Step::At(_), _) => None,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, step) in self.0.iter().enumerate() {
            match step {
                Step::At(index) => write!(f, "[{index}]")?,
                Step::Name(name) if n == 0 => f.write_str(name)?,
                Step::Name(name) => write!(f, ".{name}")?,
            }
        }
        Ok(())
    }
}

/// The parsed text, in which keys are looked up.
#[derive(Debug)]
pub(in super::super) struct Lines<'t> {
    text: &'t str,
    root: DeTable<'t>,
    /// Keys whose problem is known.
    refused: Vec<Key>,
}

impl<'t> Lines<'t> {
    pub(super) fn of(text: &'t str, root: DeTable<'t>) -> Self {
        Self {
            text,
            root,
            refused: Vec::new(),
        }
    }

    /// Whether a problem of this key or of what it stands in is known.
    pub(in super::super) fn is_refused(&self, key: &str) -> bool {
        let key = Key::parse(key);
        self.refused.iter().any(|known| key.0.starts_with(&known.0))
    }

    /// Whether a problem of this key or of anything below it is known.
    pub(in super::super) fn has_refused(&self, key: &str) -> bool {
        let key = Key::parse(key);
        self.refused.iter().any(|known| known.0.starts_with(&key.0))
    }

    /// Keeps a key whose problem is now known, and the key that was probably meant; whether the problem is new.
    pub(super) fn refuse(&mut self, key: &Key, meant: Option<&str>) -> bool {
        let is_new = !self.refused.iter().any(|known| key.0.starts_with(&known.0));
        self.refused.push(key.clone());
        if let Some((meant, (parent, _))) = meant.zip(key.parent()) {
            let name = Step::Name(meant.to_owned());
            self.refused
                .push(Key(parent.iter().cloned().chain([name]).collect()));
        }
        is_new
    }

    /// The line of a key such as `sections[0].videos[2].file`; of the last part of it that the file has.
    pub(in super::super) fn of_key(&self, key: &str) -> usize {
        self.of_steps(&Key::parse(key))
    }

    /// The text of the number at a key, as the file has it.
    pub(in super::super) fn number(&self, key: &str) -> Option<&str> {
        let mut table = &self.root;
        let key = Key::parse(key);
        let (parent, name) = key.parent()?;
        for step in parent {
            let Step::Name(name) = step else { return None };
            let (_, value) = table.iter().find(|(key, _)| key.get_ref() == name)?;
            table = value.get_ref().as_table()?;
        }
        let (_, value) = table.iter().find(|(key, _)| key.get_ref() == name)?;
        match value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str()),
            DeValue::Float(number) => Some(number.as_str()),
            _ => None,
        }
    }

    /// The line of the last step that the file has; the first line if it has none.
    pub(super) fn of_steps(&self, key: &Key) -> usize {
        let mut place = 0;
        let mut table = Some(&self.root);
        let mut items: Option<&DeArray<'_>> = None;
        for step in &key.0 {
            let value = match step {
                Step::Name(name) => {
                    let entry = table.and_then(|table| table.iter().find(|(key, _)| key.get_ref() == name));
                    let Some((key, value)) = entry else { break };
                    place = key.span().start;
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
