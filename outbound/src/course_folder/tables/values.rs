//! The kinds of values in the TOML files of a course folder, each with the words in which another kind is refused.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};

/// How a problem begins where tables are wanted; what is there instead follows.
pub(super) const NOT_TABLES: &str = "not tables but ";

/// The key under which the library hands over a date (`toml_datetime`).
pub(super) const DATE: &str = "$__toml_private_datetime";

/// The only key of the table that stands for a value which was refused.
pub(super) const STAND_IN: &str = "$__portal_stand_in";

#[derive(Default, Serialize)]
#[serde(transparent)]
pub(in super::super) struct Text(pub(in super::super) String);

#[derive(Serialize)]
#[serde(transparent)]
pub(in super::super) struct WholeCents(pub(in super::super) i32);

#[derive(Default, Serialize)]
#[serde(transparent)]
pub(in super::super) struct Flag(pub(in super::super) bool);

impl Flag {
    pub(in super::super) fn is_off(&self) -> bool {
        !self.0
    }
}

/// A list of texts.
#[derive(Default, Serialize)]
#[serde(transparent)]
pub(in super::super) struct Texts(pub(in super::super) Vec<Text>);

impl Texts {
    pub(in super::super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// `[[name]]` tables; none is an empty list.
#[derive(Serialize)]
#[serde(transparent)]
pub(in super::super) struct Tables<T>(pub(in super::super) Vec<T>);

impl<T> Tables<T> {
    pub(in super::super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> Default for Tables<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// What a kind of value is made from; everything else is refused by [`Wanted::refuse`].
pub(super) trait Wanted<'de>: Sized {
    /// The refusal, which the name of what is there follows.
    const REFUSAL: &'static str;

    /// In place of a value that was refused; nothing is made of it.
    fn stand_in<E: Error>() -> Result<Self, E> {
        Self::refuse("a table")
    }

    fn from_text<E: Error>(_text: &str) -> Result<Self, E> {
        Self::refuse("a text")
    }

    fn from_flag<E: Error>(_flag: bool) -> Result<Self, E> {
        Self::refuse("true or false")
    }

    /// `None` is a number beyond 64 bits.
    fn from_integer<E: Error>(_number: Option<i64>) -> Result<Self, E> {
        Self::refuse("a number")
    }

    fn from_float<E: Error>(_number: f64) -> Result<Self, E> {
        Self::refuse("a number")
    }

    fn from_array<A: SeqAccess<'de>>(_items: A) -> Result<Self, A::Error> {
        Self::refuse("an array")
    }

    fn from_table<A: MapAccess<'de>>(mut table: A) -> Result<Self, A::Error> {
        match table.next_key::<String>()? {
            Some(key) if key == DATE => Self::refuse("a date"),
            Some(key) if key == STAND_IN => {
                table.next_value::<IgnoredAny>()?;
                Self::stand_in()
            }
            _ => Self::refuse("a table"),
        }
    }

    fn refuse<E: Error>(kind: &str) -> Result<Self, E> {
        Err(E::custom(format_args!("{}{kind}", Self::REFUSAL)))
    }
}

/// Reads a value of any kind.
pub(super) fn wanted<'de, T: Wanted<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_any(WantedVisitor(PhantomData))
}

struct WantedVisitor<T>(PhantomData<T>);

impl<'de, T: Wanted<'de>> Visitor<'de> for WantedVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of TOML")
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<T, E> {
        T::from_flag(flag)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        T::from_integer(Some(number))
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<T, E> {
        T::from_integer(None)
    }

    fn visit_i128<E: Error>(self, _: i128) -> Result<T, E> {
        T::from_integer(None)
    }

    fn visit_u128<E: Error>(self, _: u128) -> Result<T, E> {
        T::from_integer(None)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        T::from_float(number)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::from_text(text)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<T, A::Error> {
        T::from_array(items)
    }

    fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<T, A::Error> {
        T::from_table(table)
    }
}

impl Wanted<'_> for Text {
    const REFUSAL: &'static str = "must be a text, not ";

    fn stand_in<E: Error>() -> Result<Self, E> {
        Ok(Self::default())
    }

    fn from_text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(Self(text.to_owned()))
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wanted(deserializer)
    }
}

impl Wanted<'_> for Flag {
    const REFUSAL: &'static str = "must be true or false, not ";

    fn stand_in<E: Error>() -> Result<Self, E> {
        Ok(Self::default())
    }

    fn from_flag<E: Error>(flag: bool) -> Result<Self, E> {
        Ok(Self(flag))
    }
}

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wanted(deserializer)
    }
}

impl<'de> Wanted<'de> for Texts {
    const REFUSAL: &'static str = "must be a list of texts, not ";

    fn stand_in<E: Error>() -> Result<Self, E> {
        Ok(Self::default())
    }

    fn from_array<A: SeqAccess<'de>>(mut items: A) -> Result<Self, A::Error> {
        let mut texts = Vec::new();
        while let Some(text) = items.next_element()? {
            texts.push(text);
        }
        Ok(Self(texts))
    }
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wanted(deserializer)
    }
}

impl Wanted<'_> for WholeCents {
    const REFUSAL: &'static str = "must be whole cents: 30000 is 300.00; it is ";

    fn stand_in<E: Error>() -> Result<Self, E> {
        Ok(Self(0))
    }

    fn from_integer<E: Error>(number: Option<i64>) -> Result<Self, E> {
        number
            .and_then(|number| i32::try_from(number).ok())
            .map(Self)
            .ok_or_else(|| E::custom(format_args!("is not from 0 to {} cents", i32::MAX)))
    }
}

impl<'de> Deserialize<'de> for WholeCents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wanted(deserializer)
    }
}

/// A value of one of several kinds; another key says which.
#[derive(Serialize)]
#[serde(untagged)]
pub(in super::super) enum Scalar {
    Integer(i64),
    Float(f64),
    Text(String),
    List(Vec<Scalar>),
}

impl<'de> Wanted<'de> for Scalar {
    const REFUSAL: &'static str = "must be a number, a text or a list, not ";

    fn stand_in<E: Error>() -> Result<Self, E> {
        Ok(Self::Integer(0))
    }

    fn from_text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(Self::Text(text.to_owned()))
    }

    fn from_integer<E: Error>(number: Option<i64>) -> Result<Self, E> {
        number.map(Self::Integer).ok_or_else(|| E::custom("is too large"))
    }

    fn from_float<E: Error>(number: f64) -> Result<Self, E> {
        Ok(Self::Float(number))
    }

    fn from_array<A: SeqAccess<'de>>(mut items: A) -> Result<Self, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Self::List(list))
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wanted(deserializer)
    }
}

/// One item of [`Tables`].
struct TableOf<T>(T);

impl<'de, T: Deserialize<'de>> Wanted<'de> for TableOf<T> {
    const REFUSAL: &'static str = NOT_TABLES;

    fn from_table<A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        T::deserialize(MapAccessDeserializer::new(table)).map(Self)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for TableOf<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wanted(deserializer)
    }
}

impl<'de, T: Deserialize<'de>> Wanted<'de> for Tables<T> {
    const REFUSAL: &'static str = NOT_TABLES;

    fn stand_in<E: Error>() -> Result<Self, E> {
        Ok(Self::default())
    }

    fn from_array<A: SeqAccess<'de>>(mut items: A) -> Result<Self, A::Error> {
        let mut tables = Vec::new();
        while let Some(TableOf(table)) = items.next_element()? {
            tables.push(table);
        }
        Ok(Self(tables))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Tables<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wanted(deserializer)
    }
}
