//! The plain text of a cue (WebVTT, section 6.4), and how it is written.

use super::{
    references::reference,
    times::{SPACE, WEB_VTT, take_time},
};

/// The tags of WebVTT (section 4.2.2).
const TAGS: [&str; 8] = ["c", "i", "b", "u", "ruby", "rt", "v", "lang"];
/// The tags that SubRip's players know.
const SUB_RIP_TAGS: [&str; 8] = ["b", "i", "u", "s", "font", "c", "v", "lang"];

/// The text of a WebVTT cue without its tags; `left_out` gets what is read as a tag and is not a tag of WebVTT.
pub(super) fn web_vtt_text(raw: &str, left_out: &mut dyn FnMut(&str)) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(place) = rest.find(['<', '&']) {
        text.push_str(&rest[..place]);
        let after = &rest[place + 1..];
        if rest[place..].starts_with('&') {
            rest = push_reference(&mut text, after, reference(after));
            continue;
        }
        // A tag lasts to the next `>`, or to the end of the cue.
        let (tag, next) = after.split_once('>').unwrap_or((after, ""));
        let is_closed = tag.len() < after.len();
        if !is_closed || !is_tag(tag) {
            left_out(&rest[place..place + 1 + tag.len() + usize::from(is_closed)]);
        }
        rest = next;
    }
    text.push_str(rest);
    plain(&text)
}

/// The text of a SubRip cue without the tags that its players know; every other `<` is a sign of the text.
pub(super) fn sub_rip_text(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(place) = rest.find(['<', '&', '{']) {
        text.push_str(&rest[..place]);
        let (sign, after) = (&rest[place..=place], &rest[place + 1..]);
        let tag_end = match sign {
            "<" => after
                .find('>')
                .filter(|end| is_named(&after[..*end], &SUB_RIP_TAGS)),
            // Placement, such as {\an8}.
            "{" if after.starts_with('\\') => after.find('}'),
            _ => None,
        };
        rest = match tag_end {
            Some(end) => &after[end + 1..],
            None if sign == "&" => {
                // SubRip has none; programs write them all the same, and then whole.
                let whole = reference(after).filter(|(_, length)| after[..*length].ends_with(';'));
                push_reference(&mut text, after, whole)
            }
            None => {
                text.push_str(sign);
                after
            }
        };
    }
    text.push_str(rest);
    plain(&text)
}

/// Adds what a reference stands for, or the `&`; what is behind it.
fn push_reference<'a>(text: &mut String, after: &'a str, found: Option<(String, usize)>) -> &'a str {
    match found {
        Some((signs, length)) => {
            text.push_str(&signs);
            &after[length..]
        }
        None => {
            text.push('&');
            after
        }
    }
}

/// Whether this is a tag of WebVTT, the end of one, or a time.
fn is_tag(tag: &str) -> bool {
    let is_time = take_time(tag, WEB_VTT).is_some_and(|(_, rest)| rest.is_empty());
    tag.is_empty() || is_time || is_named(tag, &TAGS)
}

fn is_named(tag: &str, names: &[&str]) -> bool {
    let tag = tag.strip_prefix('/').unwrap_or(tag);
    let name = tag.split(['.', '\n']).next().unwrap_or_default();
    names.contains(&name.split(SPACE).next().unwrap_or_default())
}

/// Without control characters, empty lines, and spaces around a line.
fn plain(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|sign| if SPACE.contains(&sign) { ' ' } else { sign })
        .filter(|sign| *sign == '\n' || !sign.is_control())
        .collect();
    let lines = text.split('\n').map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// The text as WebVTT writes it: neither a tag nor a line of times can come of it.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
