//! Where a buyer is, and for whom: country, billing address, company.

use std::fmt;

use kernel::{OneLine, OneLineError};
use serde::{Deserialize, Serialize};

use crate::Country;

const MAX_LINE_CHARS: usize = 100;
const MAX_ZIP_CHARS: usize = 20;
const MAX_COMPANY_CHARS: usize = 100;

/// What a buyer said of the place; empty where nothing was asked for.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuyerPlace {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<Country>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<BillingAddress>,
    /// The company that buys; the buyer's name is the person's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
}

/// A billing address below its country.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillingAddress {
    pub street: String,
    pub city: String,
    pub zip_code: String,
}

impl BuyerPlace {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Debug for BuyerPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BuyerPlace({:?}, ..)", self.country)
    }
}

impl fmt::Debug for BillingAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BillingAddress(..)")
    }
}

/// The specification's messages (section 5), and some for cases that it does not name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    #[error("Please enter your billing address.")]
    Street,
    #[error("Please enter your city.")]
    City,
    #[error("Please enter a valid zip code.")]
    ZipCode,
    #[error("Please enter the name of your company.")]
    Company,
    #[error("Please write this in one line, without line breaks.")]
    LineBreak,
    #[error("Please leave out invisible characters.")]
    Invisible,
    #[error("Please use at most {0} characters.")]
    TooLong(usize),
}

/// # Errors
/// [`PlaceError`]
pub fn billing_street(text: &str) -> Result<String, PlaceError> {
    line(text, 5, MAX_LINE_CHARS, PlaceError::Street)
}

/// # Errors
/// [`PlaceError`]
pub fn billing_city(text: &str) -> Result<String, PlaceError> {
    line(text, 2, MAX_LINE_CHARS, PlaceError::City)
}

/// # Errors
/// [`PlaceError`]
pub fn billing_zip_code(text: &str) -> Result<String, PlaceError> {
    line(text, 3, MAX_ZIP_CHARS, PlaceError::ZipCode)
}

/// # Errors
/// [`PlaceError`]
pub fn company_name(text: &str) -> Result<String, PlaceError> {
    line(text, 1, MAX_COMPANY_CHARS, PlaceError::Company)
}

fn line(text: &str, fewest: usize, most: usize, too_short: PlaceError) -> Result<String, PlaceError> {
    let line = OneLine::parse(text).map_err(|error| match error {
        OneLineError::Control(_) => PlaceError::LineBreak,
        OneLineError::Invisible(_) => PlaceError::Invisible,
    })?;
    match line.as_str().chars().count() {
        count if count < fewest => Err(too_short),
        count if count > most => Err(PlaceError::TooLong(most)),
        _ => Ok(line.as_str().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_has_its_shortest_length_and_message() {
        assert_eq!(billing_street(" Rue 1 ").unwrap(), "Rue 1");
        assert_eq!(billing_street("Rue1"), Err(PlaceError::Street));
        assert_eq!(billing_city("A"), Err(PlaceError::City));
        assert_eq!(billing_city("Aa").unwrap(), "Aa");
        assert_eq!(billing_zip_code("10"), Err(PlaceError::ZipCode));
        assert_eq!(billing_zip_code("1000").unwrap(), "1000");
        assert_eq!(company_name("  "), Err(PlaceError::Company));
        assert_eq!(company_name("Q").unwrap(), "Q");
        assert_eq!(company_name(&"x".repeat(101)), Err(PlaceError::TooLong(100)));
        assert_eq!(billing_city("Ghent\nBcc: x"), Err(PlaceError::LineBreak));
        assert_eq!(billing_street("Street\u{202e} 1"), Err(PlaceError::Invisible));
    }

    #[test]
    fn a_place_is_stored_by_what_it_has_and_shows_no_address_in_a_log() {
        let place = BuyerPlace {
            country: Country::parse("NL").ok(),
            address: Some(BillingAddress {
                street: String::from("Keizersgracht 1"),
                city: String::from("Amsterdam"),
                zip_code: String::from("1015 CJ"),
            }),
            company: None,
        };
        assert!(!format!("{place:?}").contains("Keizersgracht"));
        let stored = serde_json::to_string(&place).unwrap();
        assert_eq!(serde_json::from_str::<BuyerPlace>(&stored).unwrap(), place);
        assert_eq!(
            serde_json::from_str::<BuyerPlace>("{}").unwrap(),
            BuyerPlace::default()
        );
        assert_eq!(serde_json::to_string(&BuyerPlace::default()).unwrap(), "{}");
    }
}
