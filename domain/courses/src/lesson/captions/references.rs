//! Character references of HTML (section 13.2.5.72), which WebVTT takes in a cue's text.

use web_atoms::{C1_REPLACEMENTS, NAMED_ENTITIES};

/// The longest name has 32 characters.
const LONGEST_NAME: usize = 32;

/// The character reference with which the text behind an `&` begins: what it stands for, and its bytes; `None` if the text begins with no reference.
pub(super) fn reference(after: &str) -> Option<(String, usize)> {
    match after.strip_prefix('#') {
        Some(number) => numeric(number).map(|(sign, length)| (sign.to_string(), length + 1)),
        None => named(after),
    }
}

fn named(after: &str) -> Option<(String, usize)> {
    let letters = after
        .bytes()
        .take(LONGEST_NAME)
        .take_while(u8::is_ascii_alphanumeric)
        .count();
    let longest = letters + usize::from(after[letters..].starts_with(';'));
    // Some names count also without a semicolon, and then the longest of them.
    (1..=longest).rev().find_map(|length| {
        let (first, second) = NAMED_ENTITIES.get(&after[..length])?;
        // Beginnings of names are in the table too, as zeros.
        let signs: String = [*first, *second]
            .into_iter()
            .filter(|code| *code != 0)
            .filter_map(char::from_u32)
            .collect();
        (!signs.is_empty()).then_some((signs, length))
    })
}

fn numeric(number: &str) -> Option<(char, usize)> {
    let (digits, radix, before) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16, 1),
        None => (number, 10, 0),
    };
    let length = digits.chars().take_while(|sign| sign.is_digit(radix)).count();
    if length == 0 {
        return None;
    }
    // Too many digits are no character.
    let code = u32::from_str_radix(&digits[..length], radix).unwrap_or(u32::MAX);
    let windows = usize::try_from(code)
        .ok()
        .and_then(|code| C1_REPLACEMENTS.get(code.checked_sub(0x80)?).copied().flatten());
    let sign = windows.or_else(|| char::from_u32(code).filter(|sign| *sign != '\0'));
    let semicolon = usize::from(digits[length..].starts_with(';'));
    Some((
        sign.unwrap_or(char::REPLACEMENT_CHARACTER),
        before + length + semicolon,
    ))
}
