//! Decimal numbers of exercises and charts: exact, because a tolerance includes its edges and a price is a whole number of ticks.

use std::{fmt, str::FromStr};

/// Of the smallest unit.
const DECIMALS: usize = 24;
/// Decimals are shown and counted in two halves: each fits 64 bits, in which a division takes a fraction of the time.
const HALF: usize = DECIMALS / 2;
const UNITS_PER_HALF: u128 = 10_u128.pow(12);
const MILLION: u64 = 1_000_000;
/// Below 10^12, so that sums and differences fit as well.
const MAX_WHOLE_DIGITS: usize = 12;

/// What a floating point number gives back unchanged (`f64::DIGITS`), in which JSON and TOML carry numbers.
const MAX_COURSE_DIGITS: u32 = 15;
pub(super) const MAX_COURSE_DECIMALS: usize = 12;

/// A number below 10^12 with at most 24 decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(i128);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecimalError {
    #[error("is no number")]
    NoNumber,
    #[error("is not below 1,000,000,000,000")]
    TooLarge,
    #[error("has too many digits")]
    TooManyDigits,
}

impl Decimal {
    pub const ZERO: Self = Self(0);

    /// The number that a floating point number stands for: the shortest decimal that is read as it.
    ///
    /// # Errors
    /// [`DecimalError`], also for what is infinite or no number.
    pub fn from_f64(number: f64) -> Result<Self, DecimalError> {
        if number.is_finite() {
            number.to_string().parse()
        } else {
            Err(DecimalError::NoNumber)
        }
    }

    /// The nearest floating point number; for a number of a course, the float that is written the same.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        let [whole, first, second] = self.halves();
        if whole < 1_000_000_000 && first.is_multiple_of(MILLION) && second == 0 {
            // Both are whole numbers below 2^53, so one division gives the nearest number (IEEE 754).
            let size = (whole * MILLION + first / MILLION) as f64 / MILLION as f64;
            return if self.is_negative() { -size } else { size };
        }
        // The text of a number always parses.
        self.to_string().parse().unwrap_or_default()
    }

    #[must_use]
    pub fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// How far two numbers are apart.
    #[must_use]
    pub fn distance(self, other: Self) -> Self {
        Self((self.0 - other.0).abs())
    }

    /// The number as it is written, its decimals cut where there are too many; `None` if the text is not a number.
    pub(super) fn cut(text: &str) -> Option<Self> {
        let most = text.find('.').map_or(text.len(), |point| point + 1 + DECIMALS);
        let (kept, cut) = text.split_at_checked(most).unwrap_or((text, ""));
        cut.bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| kept.parse().ok())?
    }

    /// The nearest number with at most so many decimals; a half is rounded away from zero.
    pub(super) fn rounded(self, decimals: usize) -> Self {
        let unit = (decimals..DECIMALS).fold(1_i128, |unit, _| unit * 10);
        let rest = self.0 % unit;
        let up = if 2 * rest.abs() >= unit {
            unit * rest.signum()
        } else {
            0
        };
        Self(self.0 - rest + up)
    }

    /// The size of an equal part of it.
    pub(super) fn part(self, of: i128) -> Self {
        Self(self.0.abs() / of)
    }

    /// The whole number, the first half of the decimals and the second, without the sign.
    fn halves(self) -> [u64; 3] {
        let units = self.0.unsigned_abs();
        let above = units / UNITS_PER_HALF;
        // The decimals are below 10^12 each, the whole number of a distance below 2 * 10^12.
        [
            above / UNITS_PER_HALF,
            above % UNITS_PER_HALF,
            units % UNITS_PER_HALF,
        ]
        .map(|half| u64::try_from(half).unwrap_or_default())
    }

    /// How many decimals it is shown with.
    pub(super) fn decimals(self) -> usize {
        match self.halves() {
            [_, 0, 0] => 0,
            [_, first, 0] => HALF - trailing_zeros(first),
            [_, _, second] => DECIMALS - trailing_zeros(second),
        }
    }

    /// Whether a course may use the number: at most 15 digits, 12 of them decimals.
    #[must_use]
    pub fn is_of_a_course(self) -> bool {
        let decimals = self.decimals();
        let of_last_digit = (decimals..DECIMALS).fold(1_u128, |units, _| units * 10);
        decimals <= MAX_COURSE_DECIMALS
            && self.0.unsigned_abs() < 10_u128.pow(MAX_COURSE_DIGITS).saturating_mul(of_last_digit)
    }
}

/// Of a number that is not 0.
fn trailing_zeros(mut number: u64) -> usize {
    let mut zeros = 0;
    while number.is_multiple_of(10) {
        number /= 10;
        zeros += 1;
    }
    zeros
}

impl FromStr for Decimal {
    type Err = DecimalError;

    /// Digits with an optional sign and an optional point: `12`, `-0.25`, `.5`.
    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
        let are_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if !are_digits(whole) || !are_digits(decimals) || decimals.is_empty() {
            return Err(DecimalError::NoNumber);
        }
        if whole.is_empty() && !digits.contains('.') {
            return Err(DecimalError::NoNumber);
        }
        let whole = whole.trim_start_matches('0');
        let decimals = decimals.trim_end_matches('0');
        if whole.len() > MAX_WHOLE_DIGITS {
            return Err(DecimalError::TooLarge);
        }
        if decimals.len() > DECIMALS {
            return Err(DecimalError::TooManyDigits);
        }
        let digits = whole.bytes().chain(decimals.bytes());
        let units = digits.fold(0_i128, |units, digit| units * 10 + i128::from(digit - b'0'));
        let units = (decimals.len()..DECIMALS).fold(units, |units, _| units * 10);
        Ok(Self(if is_negative { -units } else { units }))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative() { "-" } else { "" };
        let [whole, first, second] = self.halves();
        let decimals = format!("{first:0>HALF$}{second:0>HALF$}");
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            decimals => write!(f, "{sign}{whole}.{decimals}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case("12.50", "12.5")]
    #[case("-0.25", "-0.25")]
    #[case("+3", "3")]
    #[case(".5", "0.5")]
    #[case("007", "7")]
    #[case("-0", "0")]
    #[case(
        "999999999999.999999999999999999999999",
        "999999999999.999999999999999999999999"
    )]
    fn a_number_is_kept_as_it_is(#[case] text: &str, #[case] shown: &str) {
        assert_eq!(text.parse::<Decimal>().unwrap().to_string(), shown);
    }

    #[rstest]
    #[case("", DecimalError::NoNumber)]
    #[case("-", DecimalError::NoNumber)]
    #[case(".", DecimalError::NoNumber)]
    #[case("5.", DecimalError::NoNumber)]
    #[case("1.2.3", DecimalError::NoNumber)]
    #[case("1e5", DecimalError::NoNumber)]
    #[case("NaN", DecimalError::NoNumber)]
    #[case("inf", DecimalError::NoNumber)]
    #[case("--1", DecimalError::NoNumber)]
    #[case(" 1", DecimalError::NoNumber)]
    #[case("१२", DecimalError::NoNumber)]
    #[case("1000000000000", DecimalError::TooLarge)]
    #[case("0.0000000000000000000000001", DecimalError::TooManyDigits)]
    fn anything_else_is_refused(#[case] text: &str, #[case] error: DecimalError) {
        assert_eq!(text.parse::<Decimal>(), Err(error));
    }

    #[test]
    fn what_is_not_finite_is_no_number() {
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Decimal::from_f64(number), Err(DecimalError::NoNumber));
        }
        assert_eq!(Decimal::from_f64(1e300), Err(DecimalError::TooLarge));
        assert_eq!(Decimal::from_f64(1e-300), Err(DecimalError::TooManyDigits));
        let sum = Decimal::from_f64(0.1 + 0.2).unwrap();
        assert_eq!(sum.to_string(), "0.30000000000000004");
    }

    proptest! {
        #[test]
        fn a_number_of_a_course_passes_through_floating_point(digits in 0_i64..1_000_000_000_000_000, decimals in 3_usize..=12) {
            let text = format!("{digits:0>13}");
            let (whole, part) = text.split_at(text.len() - decimals);
            let number: Decimal = format!("{whole}.{part}0").parse().unwrap();
            prop_assert!(number.is_of_a_course());
            prop_assert_eq!(Decimal::from_f64(number.to_f64()), Ok(number));
        }

        #[test]
        fn a_number_is_read_counted_and_turned_into_a_float_as_its_text_is(units in -(10_i128.pow(36) - 1)..10_i128.pow(36), size in 1_u32..=36, zeros in 0_u32..36) {
            let last = 10_i128.pow(zeros);
            let number = Decimal(units % 10_i128.pow(size) / last * last);
            let text = number.to_string();
            prop_assert_eq!(text.parse(), Ok(number));
            prop_assert_eq!(text.parse(), Ok(number.to_f64()));
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            let digits = digits.trim_start_matches('0').len();
            prop_assert_eq!(number.is_of_a_course(), digits <= 15 && decimals <= 12);
        }

        #[test]
        fn distances_are_those_of_whole_units(a in -1_000_000_000_i64..1_000_000_000, b in -1_000_000_000_i64..1_000_000_000) {
            let thousandth = |n: i64| format!("{}{}.{:03}", if n < 0 { "-" } else { "" }, n.abs() / 1000, n.abs() % 1000);
            let (x, y): (Decimal, Decimal) = (thousandth(a).parse().unwrap(), thousandth(b).parse().unwrap());
            prop_assert_eq!(x.distance(y).to_string(), thousandth((a - b).abs()).parse::<Decimal>().unwrap().to_string());
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        }
    }
}
