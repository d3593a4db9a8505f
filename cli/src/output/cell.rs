//! One value of a row: as people see it, as a spreadsheet takes it, and as JSON.

use chrono::{DateTime, SecondsFormat, Utc};
use kernel::{Cents, OneLine};
use serde::{Serialize, Serializer};

use super::formula::without_formula;

/// A name for programs and a heading for people; an empty heading keeps a column out of tables, which have to fit a terminal.
pub type Column = (&'static str, &'static str);

#[derive(Debug, Clone)]
pub enum Cell {
    Text(String),
    /// A text that is never broken over lines, such as a key.
    Whole(String),
    Number(i64),
    Flag(bool),
    /// Hundredths.
    Money(i64),
    /// Hundredths of a per cent.
    Percent(i32),
    /// So many of so many: percent for people, else from 0 to 1.
    Share {
        right: usize,
        of: usize,
    },
    Time(DateTime<Utc>),
    Nothing,
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub fn count(count: usize) -> Self {
        Self::Number(i64::try_from(count).unwrap_or(i64::MAX))
    }

    pub fn money(Cents(cents): Cents) -> Self {
        Self::Money(cents.into())
    }

    /// For people: one line, in which what a terminal obeys, and what reorders or hides text, is an escape.
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) | Self::Whole(text) => {
                let line = text.replace(['\n', '\r', '\t'], " ");
                OneLine::escaped(&line).into_owned()
            }
            Self::Number(number) => number.to_string(),
            Self::Flag(flag) => String::from(if *flag { "yes" } else { "no" }),
            Self::Money(cents) => {
                let sign = if *cents < 0 { "-" } else { "" };
                format!(
                    "{sign}{}.{:02}",
                    cents.unsigned_abs() / 100,
                    cents.unsigned_abs() % 100
                )
            }
            Self::Percent(points) => (f64::from(*points) / 100.0).to_string(),
            Self::Share { right, of } => format!("{} %", (right * 100).checked_div(*of).unwrap_or_default()),
            Self::Time(time) => minute(*time),
            Self::Nothing => String::new(),
        }
    }

    /// For spreadsheets: one line, with the same escapes.
    pub fn csv(&self) -> String {
        match self {
            Self::Text(text) | Self::Whole(text) => OneLine::escaped(&without_formula(text)).into_owned(),
            Self::Money(cents) => cents.to_string(),
            Self::Share { right, of } => fraction(*right, *of).to_string(),
            Self::Time(time) => rfc3339(*time),
            Self::Flag(flag) => flag.to_string(),
            Self::Number(_) | Self::Percent(_) | Self::Nothing => self.shown(),
        }
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nothing, Into::into)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<DateTime<Utc>> for Cell {
    fn from(time: DateTime<Utc>) -> Self {
        Self::Time(time)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) | Self::Whole(text) => to.serialize_str(text),
            Self::Number(number) => to.serialize_i64(*number),
            Self::Flag(flag) => to.serialize_bool(*flag),
            Self::Money(cents) => to.serialize_i64(*cents),
            Self::Percent(points) if points % 100 == 0 => to.serialize_i32(points / 100),
            Self::Percent(points) => to.serialize_f64(f64::from(*points) / 100.0),
            Self::Share { right, of } => to.serialize_f64(fraction(*right, *of)),
            Self::Time(time) => to.serialize_str(&rfc3339(*time)),
            Self::Nothing => to.serialize_none(),
        }
    }
}

fn fraction(right: usize, of: usize) -> f64 {
    right as f64 / of.max(1) as f64
}

/// A time to the minute, in UTC.
pub fn minute(time: DateTime<Utc>) -> String {
    time.format("%Y-%m-%d %H:%MZ").to_string()
}

/// A day as it is said, in UTC: `23 February 2027`.
pub fn day(time: DateTime<Utc>) -> String {
    time.format("%-d %B %Y").to_string()
}

/// The end of an access as it is said: `until 23 February 2027`, or `without end`.
pub fn until(end: Option<DateTime<Utc>>) -> String {
    end.map_or_else(
        || String::from("without end"),
        |end| format!("until {}", day(end)),
    )
}

pub fn rfc3339(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_older_rows_hold_reaches_no_terminal() {
        let title = Cell::text("In\u{202e}tro\u{1b}[2J\u{200b} to\nmargin");
        assert_eq!(title.shown(), "In\\u{202e}tro\\u{1b}[2J\\u{200b} to margin");
        assert_eq!(title.csv(), "In\\u{202e}tro\\u{1b}[2J\\u{200b} to\\u{a}margin");
        let json = serde_json::to_string(&title).unwrap_or_default();
        assert!(json.contains('\u{202e}'), "programs get the text itself: {json}");
        assert_eq!(Cell::text("\t=1").csv(), "'\\u{9}=1");
    }
}
