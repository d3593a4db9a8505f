//! Where a cue is placed (WebVTT, section 6.3, "parse the WebVTT cue settings"). Regions are not kept.

use super::times::SPACE;

/// The settings that the standard takes, each once, the last of its name; `left_out` gets the others.
pub(super) fn read_settings(text: &str, left_out: &mut dyn FnMut(&str)) -> String {
    let mut kept: Vec<(&str, &str)> = Vec::new();
    for word in text.split(SPACE).filter(|word| !word.is_empty()) {
        let setting = word
            .split_once(':')
            .filter(|(name, value)| !name.is_empty() && !value.is_empty());
        if setting.is_some_and(|(name, _)| name == "region") {
            continue;
        }
        let taken = setting.and_then(|(name, value)| Some((name, taken_part(name, value)?)));
        if taken != setting || taken.is_none() {
            left_out(word);
        }
        if let Some((name, value)) = taken {
            kept.retain(|(known, _)| *known != name);
            kept.push((name, value));
        }
    }
    let words: Vec<_> = kept
        .iter()
        .map(|(name, value)| format!("{name}:{value}"))
        .collect();
    words.join(" ")
}

/// The part of a value that counts; `None` if the setting does not.
fn taken_part<'a>(name: &str, value: &'a str) -> Option<&'a str> {
    let (place, alignment) = match value.split_once(',') {
        Some((place, alignment)) => (place, Some(alignment)),
        None => (value, None),
    };
    // A place counts also where its alignment is unknown.
    let aligned = |known: &[&str]| match alignment {
        Some(alignment) if !known.contains(&alignment) => place,
        _ => value,
    };
    let is_one_of = |known: &[&str]| known.contains(&value).then_some(value);
    match name {
        "vertical" => is_one_of(&["rl", "lr"]),
        "align" => is_one_of(&["start", "center", "end", "left", "right"]),
        "size" => is_percentage(value).then_some(value),
        "position" if is_percentage(place) => Some(aligned(&["line-left", "center", "line-right"])),
        "line" if is_percentage(place) || is_line(place) => Some(aligned(&["start", "center", "end"])),
        _ => None,
    }
}

/// Such as `12.5%`, from 0 to 100.
fn is_percentage(text: &str) -> bool {
    text.strip_suffix('%')
        .is_some_and(|number| is_number(number) && number.parse().is_ok_and(|share: f64| share <= 100.0))
}

/// Such as `-1` or `1.5`.
fn is_line(text: &str) -> bool {
    is_number(text.strip_prefix('-').unwrap_or(text))
}

fn is_number(text: &str) -> bool {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once('.') {
        Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
        None => is_digits(text),
    }
}
