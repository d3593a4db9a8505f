//! The buyer of an order.

use std::fmt;

use ::mail::EmailAddress;
use kernel::{OneLine, OneLineError};

use crate::{BuyerPlace, TaxedBuyer, VatNumber};

const MAX_NAME_CHARS: usize = 100;

/// The buyer of an order.
#[derive(Clone, PartialEq, Eq)]
pub struct Buyer {
    pub name: String,
    pub email: EmailAddress,
    pub vat_number: Option<VatNumber>,
    pub place: BuyerPlace,
}

impl Buyer {
    /// What of the buyer decides the tax.
    #[must_use]
    pub fn taxed(&self) -> TaxedBuyer<'_> {
        TaxedBuyer {
            country: self.place.country,
            vat_number: self.vat_number.as_ref(),
        }
    }
}

impl fmt::Debug for Buyer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Buyer(..)")
    }
}

/// The specification's messages (section 5), and two for cases that it does not name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BuyerNameError {
    #[error("First name must be at least 2 characters.")]
    FirstTooShort,
    #[error("Last name must be at least 2 characters.")]
    LastTooShort,
    #[error("Please write this in one line, without line breaks.")]
    LineBreak,
    #[error("Please leave out invisible characters.")]
    Invisible,
    #[error("Please use at most {MAX_NAME_CHARS} characters.")]
    TooLong,
}

/// # Errors
/// [`BuyerNameError`]
pub fn first_name(text: &str) -> Result<OneLine, BuyerNameError> {
    name(text, BuyerNameError::FirstTooShort)
}

/// # Errors
/// [`BuyerNameError`]
pub fn last_name(text: &str) -> Result<OneLine, BuyerNameError> {
    name(text, BuyerNameError::LastTooShort)
}

fn name(text: &str, too_short: BuyerNameError) -> Result<OneLine, BuyerNameError> {
    let name = OneLine::parse(text).map_err(|error| match error {
        OneLineError::Control(_) => BuyerNameError::LineBreak,
        OneLineError::Invisible(_) => BuyerNameError::Invisible,
    })?;
    match name.as_str().chars().count() {
        ..2 => Err(too_short),
        2..=MAX_NAME_CHARS => Ok(name),
        _ => Err(BuyerNameError::TooLong),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_of_two_characters_at_least() {
        assert_eq!(first_name(" Jo ").unwrap().as_str(), "Jo");
        assert_eq!(first_name("J"), Err(BuyerNameError::FirstTooShort));
        assert_eq!(last_name(" "), Err(BuyerNameError::LastTooShort));
        assert_eq!(last_name("Doe\r\nBcc: x"), Err(BuyerNameError::LineBreak));
        for hidden in ["Do\u{202e}e", "Do\u{200b}e", "\u{200b}\u{200b}"] {
            assert_eq!(last_name(hidden), Err(BuyerNameError::Invisible), "{hidden:?}");
        }
        assert_eq!(last_name(&"x".repeat(101)), Err(BuyerNameError::TooLong));
    }
}
