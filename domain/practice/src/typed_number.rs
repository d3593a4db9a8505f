//! Numbers as members type them: `12,5`, `$12.50`, `1,250.00`, `3 contracts`.

use courses::lesson::decimal::{Decimal, DecimalError};
use kernel::typed_text;

const CURRENCIES: [&str; 6] = ["$", "€", "£", "¥", "₿", "%"];
/// Between groups of three digits.
const SPACES: [char; 3] = [' ', '\'', '\u{2019}'];

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TypedNumberError {
    #[error("the text is no number")]
    NoNumber,
    #[error("the comma may separate thousands or decimals")]
    Ambiguous,
    #[error("the number is too large")]
    TooLarge,
    #[error("the number has too many digits")]
    TooManyDigits,
}

impl From<DecimalError> for TypedNumberError {
    fn from(error: DecimalError) -> Self {
        match error {
            DecimalError::NoNumber => Self::NoNumber,
            DecimalError::TooLarge => Self::TooLarge,
            DecimalError::TooManyDigits => Self::TooManyDigits,
        }
    }
}

/// Reads a number with a comma or a point before its decimals, with or without separated thousands, a sign of a currency before or
/// after it, and the exercise's unit after it. Digits and signs of other scripts and keyboards are read as their ASCII signs.
///
/// # Errors
/// [`TypedNumberError`]; `1,250` is [`TypedNumberError::Ambiguous`], a point alone always stands before decimals.
pub fn typed_number(text: &str, unit: Option<&str>) -> Result<Decimal, TypedNumberError> {
    let text = plain_signs(text);
    let mut rest = text.trim();
    if let Some(unit) = unit {
        rest = without_unit(rest, plain_signs(unit).trim());
    }
    let (mut is_negative, mut currencies) = (false, 0);
    loop {
        rest = rest.trim();
        if let Some(after) = rest.strip_prefix('-').filter(|_| !is_negative) {
            (is_negative, rest) = (true, after);
        } else if let Some(inner) = without_currency(rest).filter(|_| currencies == 0) {
            (currencies, rest) = (1, inner);
        } else {
            break;
        }
    }
    let digits = plain(rest)?;
    let sign = if is_negative { "-" } else { "" };
    Ok(format!("{sign}{digits}").parse::<Decimal>()?)
}

/// A typed text with the points, commas and signs that Arabic and Japanese keyboards type as those of numbers.
fn plain_signs(text: &str) -> String {
    let plain = |c: char| match c {
        '\u{66b}' | '\u{3002}' | '\u{ff61}' => '.',
        '\u{3001}' | '\u{ff64}' => ',',
        // Separates thousands alone, so that it is no decimal comma.
        '\u{66c}' => '\'',
        '\u{66a}' => '%',
        '\u{ffe5}' => '¥',
        '\u{ffe1}' => '£',
        c if c.is_whitespace() => ' ',
        c => c,
    };
    typed_text(text).chars().map(plain).collect()
}

fn without_unit<'t>(text: &'t str, unit: &str) -> &'t str {
    let cut = text
        .len()
        .checked_sub(unit.len())
        .filter(|cut| text.is_char_boundary(*cut));
    match cut.map(|cut| text.split_at(cut)) {
        Some((number, end)) if !unit.is_empty() && end.to_lowercase() == unit.to_lowercase() => number,
        _ => text,
    }
}

fn without_currency(text: &str) -> Option<&str> {
    CURRENCIES
        .iter()
        .find_map(|sign| text.strip_prefix(sign).or_else(|| text.strip_suffix(sign)))
}

/// Digits with a point before the decimals.
fn plain(text: &str) -> Result<String, TypedNumberError> {
    let first = |sign: char| text.find(sign);
    let text = match (first(','), first('.')) {
        // Of two different marks, the last one stands before the decimals.
        (Some(comma), Some(point)) => {
            let (group, decimal) = if comma < point { (',', '.') } else { ('.', ',') };
            let (whole, decimals) = text.rsplit_once(decimal).unwrap_or((text, ""));
            format!("{}.{decimals}", joined(whole, &[group])?)
        }
        (Some(_), None) if text.matches(',').count() > 1 => joined(text, &[','])?,
        (None, Some(_)) if text.matches('.').count() > 1 => joined(text, &['.'])?,
        (Some(comma), None) => {
            let (whole, decimals) = (&text[..comma], &text[comma + 1..]);
            let is_group = (1..=3).contains(&whole.len()) && !whole.starts_with('0') && decimals.len() == 3;
            if is_group {
                return Err(TypedNumberError::Ambiguous);
            }
            format!("{}.{decimals}", joined(whole, &SPACES)?)
        }
        (None, Some(point)) => format!("{}.{}", joined(&text[..point], &SPACES)?, &text[point + 1..]),
        (None, None) => joined(text, &SPACES)?,
    };
    let known = |sign: char| sign.is_ascii_digit() || sign == '.';
    if text.chars().any(|sign| !known(sign)) {
        return Err(TypedNumberError::NoNumber);
    }
    Ok(text)
}

/// A whole number without what separates its groups of three digits.
fn joined(text: &str, separators: &[char]) -> Result<String, TypedNumberError> {
    let mut groups = text.split(separators);
    let first = groups.next().unwrap_or_default();
    let mut whole = first.to_owned();
    let mut is_grouped = false;
    for group in groups {
        if group.len() != 3 {
            return Err(TypedNumberError::NoNumber);
        }
        is_grouped = true;
        whole.push_str(group);
    }
    if is_grouped && !(1..=3).contains(&first.len()) {
        return Err(TypedNumberError::NoNumber);
    }
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("12,5", "12.5")]
    #[case("$12.50", "12.5")]
    #[case("12.50", "12.5")]
    #[case("12,50 €", "12.5")]
    #[case("€ 12,50", "12.5")]
    #[case("-$12.50", "-12.5")]
    #[case("$-12.50", "-12.5")]
    #[case("\u{2212}3", "-3")]
    #[case("1,250.00", "1250")]
    #[case("1.250,00", "1250")]
    #[case("1,250,000", "1250000")]
    #[case("1.250.000,5", "1250000.5")]
    #[case("1 250", "1250")]
    #[case("1\u{a0}250,25", "1250.25")]
    #[case("1'250.25", "1250.25")]
    #[case("5412.250", "5412.25")]
    #[case("0,125", "0.125")]
    #[case("1250,125", "1250.125")]
    #[case(",5", "0.5")]
    #[case(" 3 ", "3")]
    #[case("3 contracts", "3")]
    #[case("3Contracts", "3")]
    #[case("4 %", "4")]
    fn what_members_type_is_understood(#[case] text: &str, #[case] number: &str) {
        let read = typed_number(text, Some("contracts"));
        assert_eq!(read.map(|number| number.to_string()), Ok(number.to_owned()));
    }

    #[rstest]
    #[case("", TypedNumberError::NoNumber)]
    #[case("$", TypedNumberError::NoNumber)]
    #[case("$$5", TypedNumberError::NoNumber)]
    #[case("--5", TypedNumberError::NoNumber)]
    #[case("NaN", TypedNumberError::NoNumber)]
    #[case("Infinity", TypedNumberError::NoNumber)]
    #[case("-inf", TypedNumberError::NoNumber)]
    #[case("1e5", TypedNumberError::NoNumber)]
    #[case("0x10", TypedNumberError::NoNumber)]
    #[case("three", TypedNumberError::NoNumber)]
    #[case("5 ticks", TypedNumberError::NoNumber)]
    #[case("1,25,000", TypedNumberError::NoNumber)]
    #[case("1250,000,000", TypedNumberError::NoNumber)]
    #[case("1.250,00.5", TypedNumberError::NoNumber)]
    #[case("5.", TypedNumberError::NoNumber)]
    #[case("12 50", TypedNumberError::NoNumber)]
    #[case("1,250", TypedNumberError::Ambiguous)]
    #[case("$12,500", TypedNumberError::Ambiguous)]
    #[case("9999999999999", TypedNumberError::TooLarge)]
    #[case("0.00000000000000000000000000001", TypedNumberError::TooManyDigits)]
    fn what_is_no_number_is_refused(#[case] text: &str, #[case] error: TypedNumberError) {
        assert_eq!(typed_number(text, Some("contracts")), Err(error));
    }
}
