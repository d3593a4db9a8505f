//! Value added tax as the owner set it, and the numbers by which businesses are known.

/// How the site's prices are taxed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vat {
    /// Hundredths of a per cent: 2100 is 21 %.
    pub basis_points: i32,
    /// Whether prices hold the tax already.
    pub included: bool,
    /// Whether a business of another EU country owes the tax itself (Directive 2006/112/EC, article 196).
    pub reverse_charge: bool,
}

impl Vat {
    /// Whether this buyer owes the tax instead of the seller: a business of the Union, but not of the seller's own country.
    #[must_use]
    pub fn is_reversed(self, buyer: Option<&VatNumber>, seller: &str) -> bool {
        let home: String = seller.chars().filter(|c| !c.is_whitespace()).take(2).collect();
        self.reverse_charge && buyer.is_some_and(|number| !number.country().eq_ignore_ascii_case(&home))
    }
}

/// A number that looks like a valid EU VAT number: the country and its pattern are right. Nobody was asked whether it exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VatNumber(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Please enter a valid EU VAT number, such as NL123456789B01.")]
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
    /// Reads a number as people type it: case, spaces, dots and dashes do not matter.
    ///
    /// # Errors
    /// [`VatNumberError`]
    pub fn parse(text: &str) -> Result<Self, VatNumberError> {
        let plain: String = text
            .chars()
            .take(100)
            .filter(|c| !c.is_whitespace() && !matches!(c, '.' | '-'))
            .collect::<String>()
            .to_ascii_uppercase();
        let (country, number) = plain.split_at_checked(2).ok_or(VatNumberError)?;
        let known = PATTERNS
            .iter()
            .find(|(name, _)| *name == country)
            .is_some_and(|(_, patterns)| patterns.iter().any(|pattern| fits(pattern, number)));
        if known {
            Ok(Self(plain))
        } else {
            Err(VatNumberError)
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_number_is_read_however_it_is_typed() {
        for text in ["BE0123456789", "be 0123.456.789", " BE-0123-456-789 "] {
            assert_eq!(VatNumber::parse(text).unwrap().as_str(), "BE0123456789");
        }
        for text in [
            "NL123456789B01",
            "ATU12345678",
            "IE1A23456B",
            "FRXX123456789",
            "RO12",
        ] {
            assert!(VatNumber::parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_of_the_union_is_refused() {
        for text in [
            "",
            "BE",
            "BE2123456789",
            "BE012345678",
            "GB123456789",
            "US12-3456789",
            "NL123456789C01",
            "DE12345678é",
            "éé123456789",
        ] {
            assert_eq!(VatNumber::parse(text), Err(VatNumberError), "{text}");
        }
    }

    #[test]
    fn the_tax_is_reversed_across_a_border_only() {
        let vat = Vat {
            basis_points: 2100,
            included: true,
            reverse_charge: true,
        };
        let dutch = VatNumber::parse("NL123456789B01").unwrap();
        let belgian = VatNumber::parse("BE0123456789").unwrap();
        assert!(vat.is_reversed(Some(&dutch), "BE 0000.000.000"));
        assert!(!vat.is_reversed(Some(&belgian), "BE 0000.000.000"));
        assert!(!vat.is_reversed(None, "BE 0000.000.000"));
        let never = Vat {
            reverse_charge: false,
            ..vat
        };
        assert!(!never.is_reversed(Some(&dutch), "BE 0000.000.000"));
    }

    proptest! {
        #[test]
        fn nothing_that_is_typed_panics(text in "\\PC{0,40}") {
            let _ = VatNumber::parse(&text);
        }
    }
}
