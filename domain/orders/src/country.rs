//! The country of a buyer or a seller, and which countries the Union's tax knows.

mod list;

use std::fmt;

use kernel::typed_code;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use self::list::COUNTRIES;

/// The member states (Treaty on European Union, article 52).
const UNION: [&str; 27] = [
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT",
    "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
];

/// A country of ISO 3166-1, by its two letters in capitals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Country(&'static str);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Please choose your country by its two letters, such as NL.")]
pub struct CountryError;

impl Country {
    /// Reads two letters in either case. `EL`, `UK`, `XI` and `EU` are no countries of ISO 3166-1.
    ///
    /// # Errors
    /// [`CountryError`]
    pub fn parse(text: &str) -> Result<Self, CountryError> {
        let code = typed_code(text).to_ascii_uppercase();
        let found = COUNTRIES.iter().find(|(known, _)| *known == code);
        found.map(|(known, _)| Self(known)).ok_or(CountryError)
    }

    /// The country of a VAT number's first two letters, where Greece is `EL`.
    #[must_use]
    pub fn of_vat_prefix(prefix: &str) -> Option<Self> {
        Self::parse(if prefix == "EL" { "GR" } else { prefix }).ok()
    }

    /// The 27 member states, in the order of their codes.
    pub fn of_the_union() -> impl Iterator<Item = Self> {
        UNION.into_iter().map(Self)
    }

    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.0
    }

    /// The usual English name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let found = COUNTRIES.iter().find(|(known, _)| *known == self.0);
        found.map_or(self.0, |(_, name)| name)
    }

    /// The country as whose the tax counts it: Monaco is France, and the Isle of Man the United Kingdom (Directive 2006/112/EC, article 7).
    #[must_use]
    pub fn taxed_as(self) -> Self {
        match self.0 {
            "MC" => Self("FR"),
            "IM" => Self("GB"),
            _ => self,
        }
    }

    /// Whether a sale there is one within the Union.
    #[must_use]
    pub fn is_in_union(self) -> bool {
        UNION.contains(&self.taxed_as().0)
    }
}

impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl From<Country> for String {
    fn from(country: Country) -> Self {
        country.0.to_owned()
    }
}

impl Serialize for Country {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for Country {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_every_code_once_and_in_order() {
        assert!(COUNTRIES.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert_eq!(COUNTRIES.len(), 249);
        assert!(
            COUNTRIES
                .iter()
                .all(|(code, name)| code.len() == 2 && !name.is_empty())
        );
        assert_eq!(
            Country::of_the_union()
                .filter(|country| country.is_in_union())
                .count(),
            27
        );
    }

    #[test]
    fn a_country_is_two_letters_in_either_case_and_nothing_else_is_one() {
        for (text, code) in [
            ("NL", "NL"),
            ("nl", "NL"),
            (" Gr ", "GR"),
            ("mc", "MC"),
            ("\u{ff22}\u{ff25}", "BE"),
        ] {
            assert_eq!(Country::parse(text).unwrap().as_str(), code);
        }
        for text in [
            "",
            "EL",
            "UK",
            "XI",
            "EU",
            "XX",
            "NLD",
            "N",
            "Netherlands",
            "528",
            "ßE",
            "XK",
        ] {
            assert_eq!(Country::parse(text), Err(CountryError), "{text}");
        }
    }

    #[test]
    fn a_country_that_is_taxed_as_another_keeps_its_name() {
        let of = |code| Country::parse(code).unwrap();
        assert_eq!((of("MC").taxed_as(), of("IM").taxed_as()), (of("FR"), of("GB")));
        assert_eq!((of("MC").name(), of("NL").name()), ("Monaco", "Netherlands"));
        assert!(of("MC").is_in_union() && !of("IM").is_in_union() && !of("CH").is_in_union());
        assert_eq!(Country::of_vat_prefix("EL"), Some(of("GR")));
        assert_eq!(Country::of_vat_prefix("XI"), None);
        assert_eq!(serde_json::to_string(&of("MC")).unwrap(), "\"MC\"");
        assert_eq!(serde_json::from_str::<Country>("\"mc\"").unwrap(), of("MC"));
        assert!(serde_json::from_str::<Country>("\"UK\"").is_err());
    }
}
