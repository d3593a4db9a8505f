//! A table of a file that was read: its values by name. A value of another kind than is asked for was refused, and reads as missing.

use chrono::NaiveDate;
use toml::de::{DeTable, DeValue};

use super::kind::{date, whole};

/// A table; what is missing has no values.
#[derive(Clone, Copy)]
pub(crate) struct FileTable<'f>(pub(super) Option<&'f DeTable<'f>>);

impl<'f> FileTable<'f> {
    /// The value at a key such as `title` or `rules.max_loss.amount`.
    pub(crate) fn value(self, key: &str) -> Option<&'f DeValue<'f>> {
        match key.split_once('.') {
            Some((table, rest)) => self.table(table).value(rest),
            None => Some(self.0?.get(key)?.get_ref()),
        }
    }

    pub(crate) fn has(self, key: &str) -> bool {
        self.value(key).is_some()
    }

    pub(crate) fn table(self, key: &str) -> Self {
        Self(self.value(key).and_then(DeValue::as_table))
    }

    /// An empty list if one of them is no table.
    pub(crate) fn tables(self, key: &str) -> Vec<Self> {
        let items = self.value(key).and_then(DeValue::as_array);
        let tables = items.into_iter().flatten().map(|item| item.get_ref().as_table());
        let tables: Option<Vec<_>> = tables.map(|table| Some(Self(Some(table?)))).collect();
        tables.unwrap_or_default()
    }

    /// The names of the table with their texts, in the order of the file.
    pub(crate) fn named_texts(self) -> Vec<(&'f str, &'f str)> {
        let mut entries: Vec<_> = self.0.into_iter().flatten().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        let texts = entries
            .into_iter()
            .filter_map(|(name, value)| Some((name.get_ref().as_ref(), value.get_ref().as_str()?)));
        texts.collect()
    }

    pub(crate) fn optional_text(self, key: &str) -> Option<String> {
        self.value(key).and_then(DeValue::as_str).map(str::to_owned)
    }

    /// Empty if it is missing.
    pub(crate) fn text(self, key: &str) -> String {
        self.optional_text(key).unwrap_or_default()
    }

    /// Of each item; an item that is no text was refused and is empty.
    pub(crate) fn texts(self, key: &str) -> Vec<String> {
        let items = self.value(key).and_then(DeValue::as_array);
        let texts = items.into_iter().flatten().map(|item| item.get_ref().as_str());
        texts.map(|text| text.unwrap_or_default().to_owned()).collect()
    }

    /// False if it is missing.
    pub(crate) fn flag(self, key: &str) -> bool {
        self.value(key).and_then(DeValue::as_bool) == Some(true)
    }

    pub(crate) fn whole(self, key: &str) -> Option<i64> {
        self.value(key).and_then(DeValue::as_integer).and_then(whole)
    }

    /// A number as the file has it.
    pub(crate) fn number(self, key: &str) -> Option<&'f str> {
        match self.value(key)? {
            DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str()),
            DeValue::Float(number) => Some(number.as_str()),
            _ => None,
        }
    }

    pub(crate) fn date(self, key: &str) -> Option<NaiveDate> {
        self.value(key).and_then(DeValue::as_datetime).and_then(date)
    }
}
