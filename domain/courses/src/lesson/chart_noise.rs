//! Numbers of a chart's file that have more digits than a course may use: an exchange's volumes, and prices that a program wrote as
//! binary floats (`5410.299999999999727`).
//!
//! Decision: they are rounded before the file is read, so that what is stored, shown and graded is the file's own price. Prices without
//! noise say how many decimals the file has; none is moved by more than a ten millionth, the precision of a float of 32 bits.

use std::borrow::Cow;

use super::{
    chart::ChartError,
    decimal::{Decimal, MAX_COURSE_DECIMALS},
};

/// A price is never moved by a larger part of it.
const MOST_NOISE: i128 = 10_000_000;
const PRICES: std::ops::RangeInclusive<usize> = 1..=4;
const VOLUME: usize = 5;

/// The file with rounded numbers, and a warning for prices and one for volumes that were. What cannot be rounded stays, and is refused
/// when the chart is read.
#[must_use]
pub fn without_noise(file: &[u8]) -> (Cow<'_, [u8]>, Vec<ChartError>) {
    let Ok(text) = std::str::from_utf8(file) else {
        return (Cow::Borrowed(file), Vec::new());
    };
    let decimals = decimals_of_prices(text);
    let (mut prices, mut volumes) = (Found::default(), Found::default());
    let mut rounded = String::with_capacity(text.len());
    for (line, row) in (1..).zip(text.split('\n')) {
        if line > 1 {
            rounded.push('\n');
        }
        for (index, field) in row.split(',').enumerate() {
            if index > 0 {
                rounded.push(',');
            }
            let shorter = match index {
                VOLUME => shorter_volume(field).inspect(|_| volumes.note(line)),
                index if PRICES.contains(&index) => decimals
                    .and_then(|decimals| Some(noisy(field)?.rounded(decimals)))
                    .inspect(|_| prices.note(line)),
                _ => None,
            };
            match shorter {
                Some(number) => rounded.push_str(&number.to_string()),
                None => rounded.push_str(field),
            }
        }
    }
    let step = decimals.map_or_else(String::new, step);
    let warnings = [
        prices.warning(format!("prices have more than 15 digits, as binary floats have: each is read as the nearest multiple of {step}")),
        volumes.warning(String::from("volumes have more than 15 digits: each is rounded to 15")),
    ];
    let warnings: Vec<_> = warnings.into_iter().flatten().collect();
    if warnings.is_empty() {
        (Cow::Borrowed(file), warnings)
    } else {
        (Cow::Owned(rounded.into_bytes()), warnings)
    }
}

#[derive(Default)]
struct Found {
    /// The first line, from 1; 0 without such a line.
    line: usize,
    count: usize,
}

impl Found {
    fn note(&mut self, line: usize) {
        if self.count == 0 {
            self.line = line;
        }
        self.count += 1;
    }

    fn warning(&self, problem: String) -> Option<ChartError> {
        (self.count > 0).then(|| ChartError {
            line: self.line,
            problem: format!("{} {problem}", self.count),
        })
    }
}

/// How many decimals the file's prices have, if noise can be taken off them.
fn decimals_of_prices(text: &str) -> Option<usize> {
    let fields = || text.lines().flat_map(|row| row.split(',').enumerate());
    let prices = || {
        fields()
            .filter(|(index, _)| PRICES.contains(index))
            .map(|(_, field)| field)
    };
    let noisy: Vec<Decimal> = prices().filter_map(noisy).collect();
    if noisy.is_empty() {
        return None;
    }
    let plain = prices().filter_map(|field| field.trim().parse::<Decimal>().ok());
    let fewest = plain
        .filter(|price| price.is_of_a_course())
        .map(Decimal::decimals)
        .max()
        .unwrap_or(0);
    let is_near = |price: Decimal, decimals: usize| {
        let rounded = price.rounded(decimals);
        rounded.is_of_a_course() && price.distance(rounded) <= price.part(MOST_NOISE)
    };
    (fewest..=MAX_COURSE_DECIMALS).find(|decimals| noisy.iter().all(|price| is_near(*price, *decimals)))
}

/// A number with more digits than a course may use; `None` for any other text.
fn noisy(field: &str) -> Option<Decimal> {
    let number = Decimal::cut(field.trim())?;
    (!number.is_of_a_course()).then_some(number)
}

fn shorter_volume(field: &str) -> Option<Decimal> {
    let volume = noisy(field)?;
    let rounded = (0..=MAX_COURSE_DECIMALS)
        .rev()
        .map(|decimals| volume.rounded(decimals));
    rounded.into_iter().find(|volume| volume.is_of_a_course())
}

/// `1`, `0.1`, `0.01`.
fn step(decimals: usize) -> String {
    match decimals {
        0 => String::from("1"),
        decimals => format!("0.{}1", "0".repeat(decimals - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// The prices and the volume of one bar, and the warnings' beginnings.
    #[rstest]
    #[case("1.5,2.25,1,2", "1.5,2.25,1,2", &[])]
    #[case("5410.299999999999727,5411.5,5410.25,5411.000000000001", "5410.3,5411.5,5410.25,5411", &["2 prices have more than 15 digits, as binary floats have: each is read as the nearest multiple of 0.01"])]
    #[case("1.100000023841858,1.2000000476837158,1.0,1.1", "1.1,1.2,1.0,1.1", &["2 prices"])]
    #[case("0.1000000000000000055511151231257827,0.30000000000000004,0.1,0.2", "0.1,0.3,0.1,0.2", &["2 prices"])]
    #[case("5410.123456789012,5411,5410,5411", "5410.123,5411,5410,5411", &["1 prices"])]
    #[case("1,2,1,2,12345678.12345678", "1,2,1,2,12345678.1234568", &["1 volumes have more than 15 digits: each is rounded to 15"])]
    #[case("1,2,1,2,123456789012.5555555", "1,2,1,2,123456789012.556", &["1 volumes"])]
    #[case("word,2,1,2,1e5", "word,2,1,2,1e5", &[])]
    #[case("1234567890123.1234,2,1,2", "1234567890123.1234,2,1,2", &[])]
    fn noise_is_rounded_and_told(#[case] bar: &str, #[case] expected: &str, #[case] warnings: &[&str]) {
        let file = |bar: &str| format!("time,open\r\n2026-03-02T14:30:00Z,{bar}\n");
        let given = file(bar);
        let (rounded, told) = without_noise(given.as_bytes());
        assert_eq!(String::from_utf8_lossy(&rounded), file(expected));
        assert_eq!(told.len(), warnings.len(), "{told:?}");
        for (told, expected) in told.iter().zip(warnings) {
            assert_eq!(told.line, 2);
            assert!(told.problem.starts_with(expected), "{told:?}");
        }
    }
}
