//! Numbers, dates and tables in the TOML files of a course folder.

use chrono::NaiveDate;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, IgnoredAny, MapAccess, value::MapAccessDeserializer},
};
use toml::value::{Date as TomlDate, Datetime};

use super::values::{DATE, STAND_IN, Wanted, wanted};

/// A number with or without decimals. What decides is its text, which [`super::Lines::number`] has.
#[derive(Serialize)]
#[serde(transparent)]
pub(in super::super) struct Number(pub(in super::super) f64);

/// A number without decimals.
#[derive(Serialize)]
#[serde(transparent)]
pub(in super::super) struct Whole(pub(in super::super) i64);

/// A date without quotes.
pub(in super::super) struct Date(pub(in super::super) NaiveDate);

/// A table in a table.
#[derive(Serialize)]
#[serde(transparent)]
pub(in super::super) struct Table<T>(pub(in super::super) T);

impl Wanted<'_> for Number {
    const REFUSAL: &'static str = "must be a number, not ";

    fn stand_in<E: Error>() -> Result<Self, E> {
        Ok(Self(0.0))
    }

    fn from_integer<E: Error>(number: Option<i64>) -> Result<Self, E> {
        let number = number.ok_or_else(|| E::custom("is too large"))?;
        // What is read is the text; this only says that it is a number.
        number.to_string().parse().map(Self).map_err(E::custom)
    }

    fn from_float<E: Error>(number: f64) -> Result<Self, E> {
        Ok(Self(number))
    }
}

impl Wanted<'_> for Whole {
    const REFUSAL: &'static str = "must be a whole number, not ";

    fn stand_in<E: Error>() -> Result<Self, E> {
        Ok(Self(0))
    }

    fn from_integer<E: Error>(number: Option<i64>) -> Result<Self, E> {
        number.map(Self).ok_or_else(|| E::custom("is too large"))
    }

    fn from_float<E: Error>(_number: f64) -> Result<Self, E> {
        Self::refuse("a number with decimals")
    }
}

impl<'de> Wanted<'de> for Date {
    const REFUSAL: &'static str = "must be a date such as 2026-11-01, not ";

    fn stand_in<E: Error>() -> Result<Self, E> {
        Ok(Self(NaiveDate::default()))
    }

    fn from_table<A: MapAccess<'de>>(mut table: A) -> Result<Self, A::Error> {
        match table.next_key::<String>()? {
            Some(key) if key == DATE => {
                let text: String = table.next_value()?;
                let date = text.parse().map_err(|_| ());
                date.map(Self).or_else(|()| Self::refuse("a time"))
            }
            Some(key) if key == STAND_IN => {
                table.next_value::<IgnoredAny>()?;
                Self::stand_in()
            }
            _ => Self::refuse("a table"),
        }
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use chrono::Datelike;
        let part = |number: u32| u8::try_from(number).unwrap_or_default();
        let date = TomlDate {
            year: u16::try_from(self.0.year()).unwrap_or_default(),
            month: part(self.0.month()),
            day: part(self.0.day()),
        };
        Datetime::from(date).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Wanted<'de> for Table<T> {
    const REFUSAL: &'static str = "must be a table, not ";

    fn from_table<A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        T::deserialize(MapAccessDeserializer::new(table)).map(Self)
    }
}

macro_rules! deserialized_as_wanted {
    ($($type:ty),+) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                wanted(deserializer)
            }
        }
    )+};
}

deserialized_as_wanted!(Number, Whole, Date);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wanted(deserializer)
    }
}
