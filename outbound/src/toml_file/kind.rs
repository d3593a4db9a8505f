//! The kinds of values, each with the words in which another kind is refused.

use chrono::NaiveDate;
use toml::de::{DeFloat, DeInteger, DeValue};
use toml::value::Datetime;

use super::key::Key;

/// A row of a kind of file whose values keep no rule but their kind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KindKey {
    path: &'static str,
    kind: Kind,
    is_needed: bool,
}

pub(crate) const fn needed(path: &'static str, kind: Kind) -> KindKey {
    KindKey {
        path,
        kind,
        is_needed: true,
    }
}

pub(crate) const fn optional(path: &'static str, kind: Kind) -> KindKey {
    KindKey {
        path,
        kind,
        is_needed: false,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Texts,
    Flag,
    WholeCents,
    /// With or without decimals.
    Number,
    Whole,
    /// Without quotation marks.
    Date,
    /// A number, a text or a list; another key says which.
    Scalar,
    /// The row stands for a table that must be there; its keys have rows of their own.
    Table,
    /// As [`Kind::Table`], for a list of tables.
    Tables,
}

impl Key for KindKey {
    fn path(&self) -> &'static str {
        self.path
    }

    fn is_needed(&self) -> bool {
        self.is_needed
    }

    fn check(&self, value: &DeValue<'_>) -> Result<(), String> {
        match (self.kind, value) {
            (Kind::Text | Kind::Scalar, DeValue::String(_))
            | (Kind::Flag, DeValue::Boolean(_))
            | (Kind::Number | Kind::Scalar, DeValue::Float(_)) => Ok(()),
            (Kind::Number | Kind::Whole | Kind::Scalar, DeValue::Integer(number)) => whole(number)
                .map(drop)
                .ok_or_else(|| String::from("is too large")),
            (Kind::WholeCents, DeValue::Integer(number)) => {
                let cents = whole(number).and_then(|number| i32::try_from(number).ok());
                cents
                    .map(drop)
                    .ok_or_else(|| format!("is not from 0 to {} cents", i32::MAX))
            }
            (Kind::Date, DeValue::Datetime(given)) => {
                let refused = || format!("{}a time", self.refusal());
                date(given).map(drop).ok_or_else(refused)
            }
            (Kind::Whole, DeValue::Float(_)) => Err(format!("{}a number with decimals", self.refusal())),
            (Kind::Tables, value) => Err(no_tables(self.path, value)),
            (_, value) => Err(format!("{}{}", self.refusal(), kind_of(value))),
        }
    }

    fn of_items(&self) -> Option<Self> {
        let kind = match self.kind {
            Kind::Texts => Kind::Text,
            Kind::Scalar => Kind::Scalar,
            _ => return None,
        };
        Some(Self { kind, ..*self })
    }
}

impl KindKey {
    /// What the name of another kind follows.
    fn refusal(&self) -> &'static str {
        match self.kind {
            Kind::Text => "must be a text, not ",
            Kind::Texts => "must be a list of texts, not ",
            Kind::Flag => "must be true or false, not ",
            Kind::WholeCents => "must be whole cents: 30000 is 300.00; it is ",
            Kind::Number => "must be a number, not ",
            Kind::Whole => "must be a whole number, not ",
            Kind::Date => "must be a date such as 2026-11-01, not ",
            Kind::Scalar => "must be a number, a text or a list, not ",
            Kind::Table | Kind::Tables => NO_TABLE,
        }
    }
}

const NO_TABLE: &str = "must be a table, not ";

/// The problem of a value in place of a table.
pub(super) fn no_table(value: &DeValue<'_>) -> String {
    format!("{NO_TABLE}{}", kind_of(value))
}

/// The problem of a value in place of `[[name]]` tables.
pub(super) fn no_tables(path: &str, value: &DeValue<'_>) -> String {
    let (_, name) = path.rsplit_once('.').unwrap_or(("", path));
    format!("must be [[{name}]] tables, not {}", kind_of(value))
}

fn kind_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}

/// `None` is a number beyond 64 bits.
pub(crate) fn whole(number: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

pub(crate) fn decimal(number: &DeFloat<'_>) -> Option<f64> {
    number.as_str().parse().ok()
}

/// `None` is a time, or a date that no calendar has.
pub(super) fn date(given: &Datetime) -> Option<NaiveDate> {
    let date = given.date.filter(|_| given.time.is_none())?;
    NaiveDate::from_ymd_opt(date.year.into(), date.month.into(), date.day.into())
}
