//! The purchase key itself: 24 random letters and digits and a check character, in five groups of five.
//!
//! The alphabet is Douglas Crockford's Base32: no I, L, O or U, so that no character is misread; when a key is parsed, I and L count
//! as 1 and O as 0. Its own check symbol (modulo 37) needs five signs that are no letters or digits, so the check
//! character here is a weighted sum in GF(32) instead, each place weighted by another power of a generator of the field:
//! every single wrong character and every two that changed places are found (25 places, 31 distinct weights).

use std::fmt;

use kernel::typed_code;
use sha2::{Digest, Sha256};

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// 24 characters of five bits: 120 bits of randomness (at least 112 by OWASP ASVS 6.5.2).
const RANDOM_CHARS: usize = 24;
const CHARS: usize = RANDOM_CHARS + 1;
const GROUP: usize = 5;

/// A purchase key whose check character is right. It may still not exist in the database.
#[derive(Clone, PartialEq, Eq)]
pub struct PurchaseKey([u8; CHARS]);

/// The text cannot be a purchase key: wrong length, a sign outside its alphabet, or a wrong check character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is no purchase key")]
pub struct PurchaseKeyError;

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
        Self(values)
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
            Ok(Self(values))
        } else {
            Err(PurchaseKeyError)
        }
    }

    /// The key as it is printed and mailed: `XXXXX-XXXXX-XXXXX-XXXXX-XXXXX`.
    #[must_use]
    pub fn reveal(&self) -> String {
        let mut text = String::with_capacity(CHARS + CHARS / GROUP);
        for (i, value) in self.0.iter().enumerate() {
            if i > 0 && i % GROUP == 0 {
                text.push('-');
            }
            text.push(char::from(ALPHABET[usize::from(*value)]));
        }
        text
    }

    /// The first group: enough for staff to distinguish keys, too little to redeem one.
    #[must_use]
    pub fn hint(&self) -> String {
        self.0[..GROUP]
            .iter()
            .map(|value| char::from(ALPHABET[usize::from(*value)]))
            .collect()
    }

    #[must_use]
    pub fn hash(&self) -> KeyHash {
        KeyHash(Sha256::digest(self.reveal().as_bytes()).into())
    }
}

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

/// Multiplication by x in GF(32) = GF(2)[x] / (x⁵ + x² + 1), a primitive polynomial.
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
            let mut values = key.0;
            values[place] = (values[place] + wrong) % 32;
            prop_assert_eq!(PurchaseKey::parse(&PurchaseKey(values).reveal()), Err(PurchaseKeyError));
        }

        #[test]
        fn two_characters_that_changed_places_are_found(key in any_key(), a in 0_usize..25, b in 0_usize..25) {
            prop_assume!(key.0[a] != key.0[b]);
            let mut values = key.0;
            values.swap(a, b);
            prop_assert_eq!(PurchaseKey::parse(&PurchaseKey(values).reveal()), Err(PurchaseKeyError));
        }
    }
}
