//! Amounts, read exactly from decimal text: sums in cents, prices in ticks, a share as a fraction.

use std::fmt;

use serde::{Deserialize, Serialize};

const DECIMALS: usize = 12;
const UNITS_PER_ONE: i128 = 10_i128.pow(12);
const UNITS_PER_CENT: i128 = UNITS_PER_ONE / 100;
const MAX_WHOLE_DIGITS: usize = 12;
/// Sums and prices beyond this are refused, so that a run's sums stay exact in JSON's numbers.
const MAX_AMOUNT: i128 = 1_000_000_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AmountError {
    #[error("is no decimal number")]
    NoNumber,
    #[error("is too large")]
    TooLarge,
    #[error("has more than two decimals")]
    MoreThanCents,
    #[error("has more than 12 decimals")]
    TooManyDecimals,
    #[error("is not above 0")]
    NotPositive,
    #[error("is off the tick")]
    OffTick,
}

/// A sum in cents, from text such as `1500.00`.
///
/// # Errors
/// [`AmountError`]
pub fn parse_cents(text: &str) -> Result<i64, AmountError> {
    let units = parse_units(text)?;
    if units % UNITS_PER_CENT != 0 {
        return Err(AmountError::MoreThanCents);
    }
    within(units / UNITS_PER_CENT)
}

/// The smallest step of a price, such as 0.25 or 0.00005.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Tick(i128);

impl Tick {
    /// # Errors
    /// [`AmountError`]
    pub fn parse(text: &str) -> Result<Self, AmountError> {
        match parse_units(text)? {
            units if units > 0 => Ok(Self(units)),
            _ => Err(AmountError::NotPositive),
        }
    }

    /// How many ticks a price is.
    ///
    /// # Errors
    /// [`AmountError`]
    pub fn ticks_of(self, price: &str) -> Result<i64, AmountError> {
        let units = parse_units(price)?;
        if units % self.0 != 0 {
            return Err(AmountError::OffTick);
        }
        within(units / self.0)
    }

    /// The price of so many ticks, as a number that is written like its text.
    #[must_use]
    pub fn number_of(self, ticks: i64) -> f64 {
        // The text of a price always parses.
        self.price_of(ticks).parse().unwrap_or_default()
    }

    /// The decimal text of a price in ticks.
    #[must_use]
    pub fn price_of(self, ticks: i64) -> String {
        text_of(self.0 * i128::from(ticks))
    }
}

impl fmt::Display for Tick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text_of(self.0))
    }
}

impl TryFrom<String> for Tick {
    type Error = AmountError;

    fn try_from(text: String) -> Result<Self, AmountError> {
        Self::parse(&text)
    }
}

impl From<Tick> for String {
    fn from(tick: Tick) -> Self {
        tick.to_string()
    }
}

/// A share above 0 and up to 1, such as `best_day = 0.5`, in units of 10^-12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Share(i128);

impl Share {
    /// Also reads what is over 1, which `Definition::problems` refuses as a contradiction.
    ///
    /// # Errors
    /// [`AmountError`]
    pub fn parse(text: &str) -> Result<Self, AmountError> {
        match parse_units(text)? {
            units if units > 0 => Ok(Self(units)),
            _ => Err(AmountError::NotPositive),
        }
    }

    /// The nearest floating point number, for what is shown.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / UNITS_PER_ONE as f64
    }

    #[must_use]
    pub fn is_over_one(self) -> bool {
        self.0 > UNITS_PER_ONE
    }

    /// Whether `whole` times this share is at least `part`, exactly.
    #[must_use]
    pub fn of_reaches(self, whole: i64, part: i64) -> bool {
        i128::from(whole) * self.0 >= i128::from(part) * UNITS_PER_ONE
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text_of(self.0))
    }
}

impl TryFrom<String> for Share {
    type Error = AmountError;

    fn try_from(text: String) -> Result<Self, AmountError> {
        Self::parse(&text)
    }
}

impl From<Share> for String {
    fn from(share: Share) -> Self {
        share.to_string()
    }
}

fn within(amount: i128) -> Result<i64, AmountError> {
    if amount.abs() > MAX_AMOUNT {
        return Err(AmountError::TooLarge);
    }
    i64::try_from(amount).map_err(|_| AmountError::TooLarge)
}

/// Digits with an optional sign and an optional point, in units of 10^-12.
fn parse_units(text: &str) -> Result<i128, AmountError> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
    let are_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(whole) || !are_digits(decimals) {
        return Err(AmountError::NoNumber);
    }
    let (whole, decimals) = (whole.trim_start_matches('0'), decimals.trim_end_matches('0'));
    if whole.len() > MAX_WHOLE_DIGITS {
        return Err(AmountError::TooLarge);
    }
    if decimals.len() > DECIMALS {
        return Err(AmountError::TooManyDecimals);
    }
    let units: i128 = format!("0{whole}{decimals:0<DECIMALS$}")
        .parse()
        .map_err(|_| AmountError::NoNumber)?;
    Ok(if is_negative { -units } else { units })
}

fn text_of(units: i128) -> String {
    let sign = if units < 0 { "-" } else { "" };
    let units = units.unsigned_abs();
    let one = UNITS_PER_ONE.unsigned_abs();
    let decimals = format!("{:0>DECIMALS$}", units % one);
    match decimals.trim_end_matches('0') {
        "" => format!("{sign}{}", units / one),
        decimals => format!("{sign}{}.{decimals}", units / one),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("1500.00", Ok(150_000))]
    #[case("0.62", Ok(62))]
    #[case("-3", Ok(-300))]
    #[case("1.255", Err(AmountError::MoreThanCents))]
    #[case("1e3", Err(AmountError::NoNumber))]
    #[case("", Err(AmountError::NoNumber))]
    #[case("99999999999999", Err(AmountError::TooLarge))]
    fn a_sum_is_read_in_cents(#[case] text: &str, #[case] cents: Result<i64, AmountError>) {
        assert_eq!(parse_cents(text), cents);
    }

    #[rstest]
    #[case("0.25", "5012.75", Ok(20_051))]
    #[case("0.25", "5012.80", Err(AmountError::OffTick))]
    #[case("0.00005", "1.10035", Ok(22_007))]
    #[case("5", "-15", Ok(-3))]
    fn a_price_is_read_in_ticks(
        #[case] tick: &str,
        #[case] price: &str,
        #[case] ticks: Result<i64, AmountError>,
    ) {
        let tick = Tick::parse(tick).unwrap();
        assert_eq!(tick.ticks_of(price), ticks);
        if let Ok(ticks) = ticks {
            assert_eq!(tick.ticks_of(&tick.price_of(ticks)), Ok(ticks));
        }
    }

    #[test]
    fn a_share_is_compared_exactly() {
        let third = Share::parse("0.333333333333").unwrap();
        assert!(third.of_reaches(300, 99));
        assert!(!third.of_reaches(300, 100));
        assert!(Share::parse("0.5").unwrap().of_reaches(200, 100));
        assert!(Share::parse("1.01").unwrap().is_over_one());
    }
}
