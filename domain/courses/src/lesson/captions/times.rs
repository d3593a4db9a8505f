//! Times of cues: WebVTT's (section 6.3, "collect a WebVTT timestamp"), and SubRip's, which have a comma.

/// White space of HTML, which the standard means; a vertical tab does not count.
pub(super) const SPACE: [char; 3] = [' ', '\t', '\u{c}'];

/// What separates milliseconds from seconds.
pub(super) const WEB_VTT: &[char] = &['.'];
pub(super) const SUB_RIP: &[char] = &[',', '.'];

/// A line of times: milliseconds of the start and of the end, and what stands behind them.
///
/// # Errors
/// Why a line is not a line of times.
pub(super) fn read_times<'a>(line: &'a str, separators: &[char]) -> Result<((u64, u64), &'a str), String> {
    let (before, after) = line.split_once("-->").unwrap_or((line, ""));
    let no_time = |text: &str| {
        let such = separators.first().unwrap_or(&'.');
        format!("{text:?} is not a time such as 00:00:01{such}000, and its cue is left out")
    };
    let (before, after) = (before.trim_matches(SPACE), after.trim_start_matches(SPACE));
    let start = take_time(before, separators)
        .filter(|(_, rest)| rest.is_empty())
        .ok_or_else(|| no_time(before))?;
    let (end, rest) =
        take_time(after, separators).ok_or_else(|| no_time(after.split(SPACE).next().unwrap_or_default()))?;
    Ok(((start.0, end), rest))
}

/// The time with which a text begins, in milliseconds, and the rest; hours may be left out and have any number of digits.
pub(super) fn take_time<'a>(text: &'a str, separators: &[char]) -> Option<(u64, &'a str)> {
    let (first, rest) = digits(text);
    // More digits than fit are later than any video.
    let leading: u64 = (!first.is_empty()).then(|| first.parse().unwrap_or(u64::MAX))?;
    let (second, rest) = two_digits(rest.strip_prefix(':')?)?;
    let has_hours = first.len() != 2 || leading > 59 || rest.starts_with(':');
    let (hours, minutes, seconds, rest) = if has_hours {
        let (third, rest) = two_digits(rest.strip_prefix(':')?)?;
        (leading, second, third, rest)
    } else {
        (0, leading, second, rest)
    };
    let (fraction, rest) = digits(rest.strip_prefix(separators)?);
    let milliseconds: u64 = (fraction.len() == 3).then(|| fraction.parse().ok()).flatten()?;
    (minutes < 60 && seconds < 60).then(|| {
        let whole = hours.saturating_mul(3_600).saturating_add(minutes * 60 + seconds);
        (whole.saturating_mul(1_000).saturating_add(milliseconds), rest)
    })
}

fn digits(text: &str) -> (&str, &str) {
    let end = text
        .find(|sign: char| !sign.is_ascii_digit())
        .unwrap_or(text.len());
    text.split_at(end)
}

fn two_digits(text: &str) -> Option<(u64, &str)> {
    let (found, rest) = digits(text);
    (found.len() == 2)
        .then(|| Some((found.parse().ok()?, rest)))
        .flatten()
}

/// `01:02:03.004`
pub(super) fn time_text(ms: u32) -> String {
    let (seconds, milliseconds) = (ms / 1_000, ms % 1_000);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    format!(
        "{:02}:{:02}:{seconds:02}.{milliseconds:03}",
        minutes / 60,
        minutes % 60
    )
}
