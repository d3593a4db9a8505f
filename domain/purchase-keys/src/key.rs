//! The purchase key itself: 24 random letters and digits and a check character, in five groups of five.
//!
//! The alphabet is Douglas Crockford's Base32: no I, L, O or U, so that no character is misread; when a key is parsed, I and L count
//! as 1 and O as 0. Its own check symbol (modulo 37) needs five signs that are no letters or digits, so the check
//! character here is a weighted sum in GF(32) instead, each place weighted by another power of a generator of the field:
//! every single wrong character and every two that changed places are found (25 places, 31 distinct weights).
//!
//! A key that was imported from another site has its spelling, and no check character.

use std::fmt;

use kernel::typed_code;
use sha2::{Digest, Sha256};

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// 24 characters of five bits: 120 bits of randomness (at least 112 by OWASP ASVS 6.5.2).
const RANDOM_CHARS: usize = 24;
const CHARS: usize = RANDOM_CHARS + 1;
const GROUP: usize = 5;
/// Letters and digits of an imported key (contract, "Moving in").
const IMPORTED_CHARS: std::ops::RangeInclusive<usize> = 8..=64;

/// A purchase key in a form that the site knows. It may still not exist in the database.
#[derive(Clone)]
pub struct PurchaseKey(Form);

#[derive(Clone)]
enum Form {
    /// Its check character is right.
    Own([u8; CHARS]),
    Imported {
        spelling: String,
        /// Its letters in capitals and its digits: the form in which two spellings are equal.
        code: String,
    },
}

/// The text cannot be a purchase key: wrong length, a sign outside its alphabet, or a wrong check character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is no purchase key")]
pub struct PurchaseKeyError;

/// The text cannot be a key of another site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ImportedKeyError {
    #[error("the key has fewer than 8 letters and digits")]
    TooShort,
    #[error("the key has more than 64 letters and digits")]
    TooLong,
    #[error("the key has other signs than letters, digits, blanks and dashes")]
    OtherSigns,
}

/// The hash by which the database finds a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyHash(pub [u8; 32]);

impl PurchaseKey {
    /// Makes a key of 120 random bits.
    #[must_use]
    pub fn from_random(bytes: [u8; RANDOM_CHARS * 5 / 8]) -> Self {
        let mut values = [0; CHARS];
        for (five_bytes, eight_values) in bytes.chunks_exact(5).zip(values.chunks_exact_mut(8)) {
            let bits = five_bytes
                .iter()
                .fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
            for (i, value) in eight_values.iter_mut().enumerate() {
                *value = (bits >> (35 - 5 * i) & 31) as u8;
            }
        }
        values[RANDOM_CHARS] = check_value(&values[..RANDOM_CHARS]);
        Self(Form::Own(values))
    }

    /// Reads a key as people type it ([`typed_code`]), in either case.
    ///
    /// # Errors
    /// [`PurchaseKeyError`], decided without any look at the database.
    pub fn parse(text: &str) -> Result<Self, PurchaseKeyError> {
        if text.len() > 1_000 {
            return Err(PurchaseKeyError);
        }
        let mut values = [0; CHARS];
        let mut count = 0;
        for c in typed_code(text).chars() {
            *values.get_mut(count).ok_or(PurchaseKeyError)? = value_of(c).ok_or(PurchaseKeyError)?;
            count += 1;
        }
        if count == CHARS && check_value(&values[..RANDOM_CHARS]) == values[RANDOM_CHARS] {
            Ok(Self(Form::Own(values)))
        } else {
            Err(PurchaseKeyError)
        }
    }

    /// Reads a key of this site as [`Self::parse`] does, or else a key that may have been imported ([`Self::imported`]).
    ///
    /// # Errors
    /// [`PurchaseKeyError`], decided without any look at the database.
    pub fn typed(text: &str) -> Result<Self, PurchaseKeyError> {
        Self::parse(text).or_else(|error| Self::imported(text).map_err(|_| error))
    }

    /// Reads a key of another site: 8 to 64 letters and digits, without regard to case, blanks and dashes.
    ///
    /// # Errors
    /// See [`ImportedKeyError`].
    pub fn imported(text: &str) -> Result<Self, ImportedKeyError> {
        if text.len() > 1_000 {
            return Err(ImportedKeyError::TooLong);
        }
        if let Ok(own) = Self::parse(text) {
            return Ok(own);
        }
        let code = typed_code(text).to_ascii_uppercase();
        if !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(ImportedKeyError::OtherSigns);
        }
        if code.len() < *IMPORTED_CHARS.start() {
            return Err(ImportedKeyError::TooShort);
        }
        if code.len() > *IMPORTED_CHARS.end() {
            return Err(ImportedKeyError::TooLong);
        }
        let spelling = text.trim().to_owned();
        Ok(Self(Form::Imported { spelling, code }))
    }

    /// The key as it is printed and mailed: `XXXXX-XXXXX-XXXXX-XXXXX-XXXXX`, or as the other site spelt it.
    #[must_use]
    pub fn reveal(&self) -> String {
        let values = match &self.0 {
            Form::Own(values) => values,
            Form::Imported { spelling, .. } => return spelling.clone(),
        };
        let mut text = String::with_capacity(CHARS + CHARS / GROUP);
        for (i, value) in values.iter().enumerate() {
            if i > 0 && i % GROUP == 0 {
                text.push('-');
            }
            text.push(char::from(ALPHABET[usize::from(*value)]));
        }
        text
    }

    /// The first group, of an imported key its beginning: enough for staff to distinguish keys, too little to redeem one.
    #[must_use]
    pub fn hint(&self) -> String {
        match &self.0 {
            Form::Own(_) => self.reveal().chars().take(GROUP).collect(),
            // At most a third: the shortest keys have eight signs.
            Form::Imported { code, .. } => code.chars().take(GROUP.min(code.len() / 3)).collect(),
        }
    }

    #[must_use]
    pub fn hash(&self) -> KeyHash {
        let code = match &self.0 {
            Form::Own(_) => self.reveal(),
            Form::Imported { code, .. } => code.clone(),
        };
        KeyHash(Sha256::digest(code.as_bytes()).into())
    }
}

impl PartialEq for PurchaseKey {
    fn eq(&self, other: &Self) -> bool {
        self.hash() == other.hash()
    }
}

impl Eq for PurchaseKey {}

impl fmt::Debug for PurchaseKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PurchaseKey(..)")
    }
}

fn value_of(c: char) -> Option<u8> {
    let c = match c.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    ALPHABET
        .iter()
        .position(|letter| char::from(*letter) == c)
        .map(|value| value as u8)
}

/// Σ aⁱ·valueᵢ over GF(32), where a is the generator x.
fn check_value(values: &[u8]) -> u8 {
    values.iter().fold(0, |sum, value| times_x(sum ^ value))
}

/// Multiplication by x in GF(32) = `GF(2)[x]` / (x⁵ + x² + 1), a primitive polynomial.
fn times_x(value: u8) -> u8 {
    let shifted = value << 1;
    if shifted & 0b10_0000 == 0 {
        shifted
    } else {
        shifted ^ 0b10_0101
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn values_of(key: &PurchaseKey) -> [u8; CHARS] {
        match &key.0 {
            Form::Own(values) => *values,
            Form::Imported { .. } => panic!("a key of another site"),
        }
    }

    fn parse_values(values: [u8; CHARS]) -> Result<PurchaseKey, PurchaseKeyError> {
        PurchaseKey::parse(&PurchaseKey(Form::Own(values)).reveal())
    }

    #[test]
    fn a_key_of_another_site_reads_back_however_it_is_typed() {
        let key = PurchaseKey::imported("Gold-2024 ab12").unwrap();
        assert_eq!(key.reveal(), "Gold-2024 ab12");
        assert_eq!(key.hint(), "GOLD");
        for typed in [
            "gold2024AB12",
            " GOLD 2024-ab12 ",
            "g-o-l-d-2-0-2-4-a-b-1-2",
            "gold\u{2013}2024\u{ad}ab12",
        ] {
            assert_eq!(PurchaseKey::typed(typed), Ok(key.clone()), "{typed}");
            assert_eq!(PurchaseKey::parse(typed), Err(PurchaseKeyError), "{typed}");
        }
        // No other sign counts as another one, as in a key of this site.
        assert_ne!(PurchaseKey::typed("g0ld2024AB12"), Ok(key));
        let own = PurchaseKey::from_random([3; 15]);
        assert_eq!(PurchaseKey::imported(&own.reveal()), Ok(own));
    }

    #[test]
    fn the_bounds_of_a_key_of_another_site_are_kept() {
        let parse = |text: &str| PurchaseKey::imported(text).map(|key| key.hint().len());
        assert_eq!(parse("abc-def12"), Ok(2));
        assert_eq!(parse("abc-def1"), Err(ImportedKeyError::TooShort));
        assert_eq!(parse(&"a1".repeat(32)), Ok(5));
        assert_eq!(parse(&"a".repeat(65)), Err(ImportedKeyError::TooLong));
        assert_eq!(parse(&"a".repeat(1_000_000)), Err(ImportedKeyError::TooLong));
        assert_eq!(parse("abc_def!1"), Err(ImportedKeyError::OtherSigns));
        assert_eq!(parse(""), Err(ImportedKeyError::TooShort));
    }

    fn any_key() -> impl Strategy<Value = PurchaseKey> {
        any::<[u8; 15]>().prop_map(PurchaseKey::from_random)
    }

    #[test]
    fn a_key_looks_as_the_specification_says() {
        let text = PurchaseKey::from_random([0xA5; 15]).reveal();
        let groups: Vec<_> = text.split('-').collect();
        assert_eq!(groups.len(), 5);
        assert!(groups.iter().all(|group| group.len() == 5));
        assert!(text.bytes().all(|b| b == b'-' || ALPHABET.contains(&b)));
    }

    #[test]
    fn a_key_is_not_printed_by_accident() {
        let key = PurchaseKey::from_random([3; 15]);
        assert!(!format!("{key:?}").contains(&key.hint()));
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let key = PurchaseKey::from_random([3; 15]).reveal();
        for text in [
            "",
            "-----",
            &key[..28],
            &format!("{key}0"),
            &key.replace('-', "*"),
            &"0".repeat(100_000),
        ] {
            assert_eq!(
                PurchaseKey::parse(text),
                Err(PurchaseKeyError),
                "{text:.40} was taken"
            );
        }
    }

    proptest! {
        #[test]
        fn a_key_reads_back_however_it_is_typed(key in any_key()) {
            let text = key.reveal();
            let sloppy = format!(" {} ", text.to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l"));
            prop_assert_eq!(PurchaseKey::parse(&text), Ok(key.clone()));
            prop_assert_eq!(PurchaseKey::parse(&sloppy), Ok(key.clone()));
            prop_assert_eq!(PurchaseKey::parse(&text.replace('-', "")), Ok(key));
        }

        #[test]
        fn every_random_bit_is_in_the_key(bytes in any::<[u8; 15]>(), bit in 0_usize..120) {
            let mut other = bytes;
            other[bit / 8] ^= 1 << (bit % 8);
            prop_assert_ne!(PurchaseKey::from_random(bytes), PurchaseKey::from_random(other));
        }

        #[test]
        fn one_wrong_character_is_found(key in any_key(), place in 0_usize..25, wrong in 1_u8..32) {
            let mut values = values_of(&key);
            values[place] = (values[place] + wrong) % 32;
            prop_assert_eq!(parse_values(values), Err(PurchaseKeyError));
        }

        #[test]
        fn two_characters_that_changed_places_are_found(key in any_key(), a in 0_usize..25, b in 0_usize..25) {
            let mut values = values_of(&key);
            prop_assume!(values[a] != values[b]);
            values.swap(a, b);
            prop_assert_eq!(parse_values(values), Err(PurchaseKeyError));
        }
    }
}
