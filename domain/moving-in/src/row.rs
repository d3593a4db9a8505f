//! One line of an old table.

use kernel::OneLine;

use crate::{
    Table, ValueError,
    value::{Moment, flag, moment},
};

/// Where a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub table: Table,
    /// Of the file, from 1; of a record over several lines its first.
    pub line: u64,
}

/// A line's fields by the columns of its table.
#[derive(Debug, Clone)]
pub struct Row {
    pub place: Place,
    /// In the order of [`Table::columns`]; `None` for a column that the file has not.
    pub fields: Vec<Option<String>>,
}

impl Row {
    /// A column's value; `None` where nothing stands, `NULL` or `\N`.
    pub(crate) fn text(&self, column: &'static str) -> Option<&str> {
        let place = self
            .place
            .table
            .columns()
            .iter()
            .position(|known| known.name == column)?;
        let text = self.fields.get(place)?.as_deref()?.trim();
        (!matches!(text, "" | "NULL" | r"\N")).then_some(text)
    }

    /// A value that must be there, on one line and not longer than any number or name is.
    pub(crate) fn needed(&self, column: &'static str) -> Result<&str, ValueError> {
        let text = self.text(column).unwrap_or_default();
        if text.is_empty() || text.len() > 1_000 || OneLine::check(text).is_err() {
            return Err(ValueError::of(column, text, "value"));
        }
        Ok(text)
    }

    pub(crate) fn time(&self, column: &'static str) -> Result<Option<Moment>, ValueError> {
        self.read(column, moment, "time")
    }

    pub(crate) fn flag(&self, column: &'static str) -> Result<Option<bool>, ValueError> {
        self.read(column, flag, "yes or no")
    }

    /// A whole number of 0 or more.
    pub(crate) fn number(&self, column: &'static str) -> Result<Option<i32>, ValueError> {
        let number = |text: &str| text.parse().ok().filter(|number| *number >= 0);
        self.read(column, number, "whole number of 0 or more")
    }

    fn read<T>(
        &self,
        column: &'static str,
        parse: impl Fn(&str) -> Option<T>,
        expected: &'static str,
    ) -> Result<Option<T>, ValueError> {
        let Some(text) = self.text(column) else {
            return Ok(None);
        };
        parse(text)
            .map(Some)
            .ok_or_else(|| ValueError::of(column, text, expected))
    }
}
