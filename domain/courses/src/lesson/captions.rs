//! Captions and chapters: WebVTT (W3C WebVTT, section 6) and SubRip text, read into cues and written as WebVTT.
//!
//! Decision: a cue keeps its plain text and its placement; tags for style and voice are dropped, so that every caption has one look
//! and its transcript is the same text. Cost: italics are lost.

use std::fmt::Write as _;

/// A caption file larger than this is a mistake: ten hours of speech are about 1 MB.
pub const MAX_CAPTION_BYTES: usize = 4 * 1024 * 1024;
/// One cue every two seconds for ten hours.
const MAX_CUES: usize = 20_000;
/// The longest cue text, in characters; what is longer is no caption.
const MAX_CUE_CHARS: usize = 2_000;

/// One caption: from when to when it is shown, where, and what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cue {
    /// Milliseconds from the start of the video.
    pub start_ms: u32,
    /// Milliseconds from the start of the video; after `start_ms`.
    pub end_ms: u32,
    /// WebVTT's settings of placement (`line:10% align:start`); empty for the default.
    pub placement: String,
    /// Plain text; lines are separated by `\n`.
    pub text: String,
}

const NO_CUE: &str = "there is no cue in it";

/// Why a file is no caption file: the line, counted from 1, and the cause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct CaptionError {
    pub line: usize,
    pub problem: String,
}

impl CaptionError {
    fn at(line: usize, problem: impl Into<String>) -> Self {
        Self {
            line,
            problem: problem.into(),
        }
    }
}

/// A cue, and the line of the file on which it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CueInFile {
    /// From 1.
    pub line: usize,
    /// Its text may be empty: such a cue shows nothing.
    pub cue: Cue,
}

/// The cues of a WebVTT or SubRip file that show something, in order of their start.
///
/// # Errors
/// [`CaptionError`] for a text of neither format, a text that is not UTF-8 or has no cue, and times that run backwards.
pub fn parse_captions(bytes: &[u8]) -> Result<Vec<CueInFile>, CaptionError> {
    let mut cues = parse_cues(bytes)?;
    cues.retain(|found| !found.cue.text.is_empty());
    if cues.is_empty() {
        return Err(CaptionError::at(1, NO_CUE));
    }
    Ok(cues)
}

/// Every cue of a WebVTT or SubRip file, also those without text.
///
/// # Errors
/// As [`parse_captions`].
pub(super) fn parse_cues(bytes: &[u8]) -> Result<Vec<CueInFile>, CaptionError> {
    if bytes.len() > MAX_CAPTION_BYTES {
        return Err(CaptionError::at(1, "the file is larger than 4 MiB"));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        CaptionError::at(line, "the text is not UTF-8")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.replace("\r\n", "\n").replace(['\r', '\0'], "\n");
    let lines: Vec<&str> = text.split('\n').collect();
    let is_web_vtt = lines
        .first()
        .and_then(|line| line.strip_prefix("WEBVTT"))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']));
    let cues = if is_web_vtt {
        parse_blocks(&lines, end_of_header(&lines), Format::WebVtt)?
    } else {
        parse_blocks(&lines, 0, Format::SubRip)?
    };
    if cues.is_empty() {
        return Err(CaptionError::at(1, NO_CUE));
    }
    Ok(cues)
}

/// The cues as a WebVTT file.
#[must_use]
pub fn to_web_vtt(cues: &[Cue]) -> String {
    let mut text = String::from("WEBVTT\n");
    for cue in cues {
        let space = if cue.placement.is_empty() { "" } else { " " };
        // Writing into a string cannot fail.
        let _ = write!(
            text,
            "\n{} --> {}{space}{}\n{}\n",
            time_text(cue.start_ms),
            time_text(cue.end_ms),
            cue.placement,
            escaped(&cue.text)
        );
    }
    text
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    WebVtt,
    SubRip,
}

/// The header lasts until the first empty line.
fn end_of_header(lines: &[&str]) -> usize {
    lines
        .iter()
        .position(|line| line.is_empty())
        .unwrap_or(lines.len())
}

fn parse_blocks(lines: &[&str], from: usize, format: Format) -> Result<Vec<CueInFile>, CaptionError> {
    let mut cues: Vec<CueInFile> = Vec::new();
    let mut at = from;
    while at < lines.len() {
        if lines[at].trim().is_empty() {
            at += 1;
            continue;
        }
        let end = (at..lines.len())
            .find(|line| lines[*line].trim().is_empty())
            .unwrap_or(lines.len());
        if let Some(cue) = parse_block(&lines[at..end], at + 1, format)? {
            let before = cues.last().map_or(0, |before| before.cue.start_ms);
            if cue.start_ms < before {
                return Err(CaptionError::at(
                    at + 1,
                    "its times run backwards: the cue starts before the cue above it",
                ));
            }
            cues.push(CueInFile { line: at + 1, cue });
            if cues.len() > MAX_CUES {
                return Err(CaptionError::at(at + 1, "there are more than 20,000 cues"));
            }
        }
        at = end;
    }
    Ok(cues)
}

/// One block of lines; `None` for a note, a style sheet or a region.
fn parse_block(block: &[&str], first_line: usize, format: Format) -> Result<Option<Cue>, CaptionError> {
    let is_comment = ["NOTE", "STYLE", "REGION"].iter().any(|word| {
        block[0]
            .strip_prefix(word)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
    });
    if format == Format::WebVtt && is_comment {
        return Ok(None);
    }
    // A cue may begin with a name (WebVTT) or a number (SubRip).
    let Some(timing) = block.iter().take(2).position(|line| line.contains("-->")) else {
        return Err(CaptionError::at(
            first_line,
            match format {
                Format::WebVtt => "a cue needs a line of times such as 00:01.000 --> 00:04.000",
                Format::SubRip => "the file is neither WebVTT nor SubRip",
            },
        ));
    };
    if format == Format::SubRip && timing == 1 && !block[0].trim().bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(CaptionError::at(
            first_line,
            "the file is neither WebVTT nor SubRip",
        ));
    }
    let line = first_line + timing;
    let (start, rest) = block[timing].split_once("-->").unwrap_or((block[timing], ""));
    let mut words = rest.split_whitespace();
    let start_ms = parse_time(start.trim(), format).ok_or_else(|| {
        CaptionError::at(
            line,
            format!("{:?} is not a time such as 00:01.000", start.trim()),
        )
    })?;
    let end = words.next().unwrap_or("");
    let end_ms = parse_time(end, format)
        .ok_or_else(|| CaptionError::at(line, format!("{end:?} is not a time such as 00:04.000")))?;
    if end_ms <= start_ms {
        return Err(CaptionError::at(
            line,
            "its times run backwards: the cue ends before it starts",
        ));
    }
    let placement = match format {
        Format::WebVtt => words
            .filter(|word| is_placement(word))
            .collect::<Vec<_>>()
            .join(" "),
        Format::SubRip => String::new(),
    };
    let text = plain_text(&block[timing + 1..].join("\n"), format);
    if text.chars().count() > MAX_CUE_CHARS {
        return Err(CaptionError::at(line, "the cue is longer than 2,000 characters"));
    }
    Ok(Some(Cue {
        start_ms,
        end_ms,
        placement,
        text,
    }))
}

/// WebVTT section 3.3: hours are optional; no video has 100 of them. SubRip writes a comma before the milliseconds.
fn parse_time(text: &str, format: Format) -> Option<u32> {
    let (clock, fraction) = match format {
        Format::WebVtt => text.split_once('.')?,
        Format::SubRip => text.split_once([',', '.'])?,
    };
    let digits = |part: &str, least: usize, most: usize| -> Option<u32> {
        let plain = (least..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| part.parse().ok()).flatten()
    };
    let parts: Vec<&str> = clock.split(':').collect();
    let (hours, minutes, seconds) = match parts.as_slice() {
        [minutes, seconds] => (0, digits(minutes, 2, 2)?, digits(seconds, 2, 2)?),
        [hours, minutes, seconds] => (
            digits(hours, 1, 2)?,
            digits(minutes, 2, 2)?,
            digits(seconds, 2, 2)?,
        ),
        _ => return None,
    };
    let milliseconds = digits(fraction, 3, 3)?;
    (minutes < 60 && seconds < 60)
        .then(|| {
            ((hours * 60 + minutes) * 60 + seconds)
                .checked_mul(1_000)?
                .checked_add(milliseconds)
        })
        .flatten()
}

/// `01:02:03.004`
fn time_text(ms: u32) -> String {
    let (seconds, milliseconds) = (ms / 1_000, ms % 1_000);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    format!(
        "{:02}:{:02}:{seconds:02}.{milliseconds:03}",
        minutes / 60,
        minutes % 60
    )
}

/// The settings of WebVTT section 4.4 that place a cue; a region is not kept.
fn is_placement(word: &str) -> bool {
    let Some((name, value)) = word.split_once(':') else {
        return false;
    };
    ["vertical", "line", "position", "size", "align"].contains(&name)
        && !value.is_empty()
        && value
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"%.,-".contains(&byte))
}

/// The text without tags and control characters, its character references resolved.
fn plain_text(raw: &str, format: Format) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(sign) = rest.chars().next() {
        let after = &rest[sign.len_utf8()..];
        rest = match sign {
            '<' => match after.find('>') {
                Some(end) if is_tag(&after[..end]) => &after[end + 1..],
                _ => {
                    text.push('<');
                    after
                }
            },
            // SubRip's placement, such as {\an8}.
            '{' if format == Format::SubRip && after.starts_with('\\') => {
                after.find('}').map_or(after, |end| &after[end + 1..])
            }
            '&' => match reference(after) {
                Some((resolved, length)) => {
                    text.push(resolved);
                    &after[length..]
                }
                None => {
                    text.push('&');
                    after
                }
            },
            _ => {
                if sign == '\n' || !sign.is_control() {
                    text.push(sign);
                }
                after
            }
        };
    }
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("\n")
}

/// A tag begins with a letter, a slash or a digit (a time within a cue); `a < b` is not a tag.
fn is_tag(inside: &str) -> bool {
    let first = inside.bytes().next();
    first.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'/') && !inside.contains('\n')
}

/// A character reference behind its `&`: the character, and how many bytes it takes.
fn reference(after: &str) -> Option<(char, usize)> {
    let known = [
        ("amp;", '&'),
        ("lt;", '<'),
        ("gt;", '>'),
        ("nbsp;", '\u{a0}'),
        ("lrm;", '\u{200e}'),
        ("rlm;", '\u{200f}'),
        ("quot;", '"'),
        ("#39;", '\''),
        ("apos;", '\''),
    ];
    known
        .iter()
        .find(|(name, _)| after.starts_with(name))
        .map(|(name, sign)| (*sign, name.len()))
}

/// The text as WebVTT writes it: neither a tag nor a line of times can come of it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
