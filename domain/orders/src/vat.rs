//! Value added tax as the owner set it, and the numbers by which businesses are known.

mod check_digits;
pub(crate) mod settings;
#[cfg(test)]
mod tests;
pub(crate) mod treatment;

use kernel::typed_code;

use crate::Country;

/// An EU VAT number whose country, pattern and check digits are right. Whether it is registered was not asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VatNumber(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Please enter a valid EU VAT number, such as NL123456782B01.")]
pub struct VatNumberError;

/// By country (European Commission, VIES, "VAT number structure"). `9` is a digit, `A` a letter, `X` either; anything else
/// is itself.
const PATTERNS: &[(&str, &[&str])] = &[
    ("AT", &["U99999999"]),
    ("BE", &["0999999999", "1999999999"]),
    ("BG", &["999999999", "9999999999"]),
    ("CY", &["99999999A"]),
    ("CZ", &["99999999", "999999999", "9999999999"]),
    ("DE", &["999999999"]),
    ("DK", &["99999999"]),
    ("EE", &["999999999"]),
    ("EL", &["999999999"]),
    ("ES", &["X9999999X"]),
    ("FI", &["99999999"]),
    ("FR", &["XX999999999"]),
    ("HR", &["99999999999"]),
    ("HU", &["99999999"]),
    ("IE", &["9999999A", "9999999AA", "9X99999A"]),
    ("IT", &["99999999999"]),
    ("LT", &["999999999", "999999999999"]),
    ("LU", &["99999999"]),
    ("LV", &["99999999999"]),
    ("MT", &["99999999"]),
    ("NL", &["999999999B99"]),
    ("PL", &["9999999999"]),
    ("PT", &["999999999"]),
    (
        "RO",
        &[
            "99",
            "999",
            "9999",
            "99999",
            "999999",
            "9999999",
            "99999999",
            "999999999",
            "9999999999",
        ],
    ),
    ("SE", &["999999999999"]),
    ("SI", &["99999999"]),
    ("SK", &["9999999999"]),
];

impl VatNumber {
    /// Reads a number as people type it ([`typed_code`]): case and dots do not matter. Greece's country may be written GR, and a Belgian
    /// number of nine digits, as they were until 2005, gets its nought.
    ///
    /// # Errors
    /// [`VatNumberError`]
    pub fn parse(text: &str) -> Result<Self, VatNumberError> {
        let number = Self::with_pattern(text)?;
        if check_digits::are_right(number.country(), number.0.get(2..).unwrap_or_default()) {
            Ok(number)
        } else {
            Err(VatNumberError)
        }
    }

    /// Reads a number as people type it. Check digits are not asked for: the sample of an owner's folder has none.
    ///
    /// # Errors
    /// [`VatNumberError`] where the country or the pattern is wrong.
    pub fn with_pattern(text: &str) -> Result<Self, VatNumberError> {
        Self::from_order(&Self::plain(text))
    }

    /// What was typed, in the form of [`PATTERNS`]; of any other text, some text that is no number.
    fn plain(text: &str) -> String {
        let start: String = text.chars().take(100).collect();
        let plain = typed_code(&start).replace('.', "").to_ascii_uppercase();
        match plain.split_at_checked(2) {
            Some(("GR", number)) => format!("EL{number}"),
            Some(("BE", number)) if number.len() == 9 => format!("BE0{number}"),
            _ => plain,
        }
    }

    /// Reads the number of an order as it was stored. Check digits are not asked for: orders were taken before they were.
    ///
    /// # Errors
    /// [`VatNumberError`] where the pattern is wrong too.
    pub fn from_order(stored: &str) -> Result<Self, VatNumberError> {
        let (country, number) = stored.split_at_checked(2).ok_or(VatNumberError)?;
        let known = PATTERNS
            .iter()
            .find(|(name, _)| *name == country)
            .is_some_and(|(_, patterns)| patterns.iter().any(|pattern| fits(pattern, number)));
        known.then(|| Self(stored.to_owned())).ok_or(VatNumberError)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Two letters; Greece is EL.
    #[must_use]
    pub fn country(&self) -> &str {
        self.0.get(..2).unwrap_or_default()
    }

    /// The country in which the business is registered.
    #[must_use]
    pub fn taxed_in(&self) -> Option<Country> {
        Country::of_vat_prefix(self.country())
    }

    /// The country of a number as a seller writes it, also where its pattern is wrong.
    #[must_use]
    pub fn country_of(written: &str) -> Option<Country> {
        Country::of_vat_prefix(Self::plain(written).get(..2)?)
    }
}

fn fits(pattern: &str, number: &str) -> bool {
    pattern.len() == number.len()
        && pattern
            .bytes()
            .zip(number.bytes())
            .all(|(wanted, given)| match wanted {
                b'9' => given.is_ascii_digit(),
                b'A' => given.is_ascii_uppercase(),
                b'X' => given.is_ascii_digit() || given.is_ascii_uppercase(),
                sign => sign == given,
            })
}
