//! Captions and chapters: WebVTT as its standard reads it (W3C WebVTT, section 6), and SubRip; written as WebVTT.
//!
//! Decision: a cue keeps its plain text and its placement; tags for style and voice are dropped, so that every caption has one look
//! and its transcript is the same text. Cost: italics are lost. What the standard drops beyond that is a warning with its line.

mod cue;
mod cue_text;
mod found;
mod references;
mod settings;
mod spoken;
mod subrip;
mod times;
mod web_vtt;

use std::fmt::Write as _;

use cue::NO_CUE;
use found::Found;

pub use cue::{CaptionProblem, Cue, CueInFile, ReadCaptions};
pub use spoken::{SpokenLine, spoken_lines};

/// A caption file larger than this is a mistake: ten hours of speech are about 1 MB.
pub const MAX_CAPTION_BYTES: usize = 4 * 1024 * 1024;

/// The cues of a WebVTT or SubRip file that show something.
///
/// # Errors
/// [`CaptionProblem`] for a text of neither format, a SubRip text that is not UTF-8, and a file without a cue, then with the cause by
/// which its first one was left out.
pub fn parse_captions(bytes: &[u8]) -> Result<ReadCaptions, CaptionProblem> {
    let mut read = parse_cues(bytes)?;
    read.cues.retain(|found| !found.cue.text.is_empty());
    if read.cues.is_empty() {
        return Err(CaptionProblem::at(1, NO_CUE));
    }
    Ok(read)
}

/// Every cue of a WebVTT or SubRip file, also those without text.
///
/// # Errors
/// As [`parse_captions`].
pub(super) fn parse_cues(bytes: &[u8]) -> Result<ReadCaptions, CaptionProblem> {
    if bytes.len() > MAX_CAPTION_BYTES {
        return Err(CaptionProblem::at(1, "the file is larger than 4 MiB"));
    }
    // One byte order mark; a second one is a letter (Encoding, section 6).
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    let text = text
        .replace("\r\n", "\n")
        .replace('\r', "\n")
        .replace('\0', "\u{fffd}");
    let lines: Vec<&str> = text.split('\n').collect();
    let mut found = Found::default();
    let is_utf8 = std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        before.replace("\r\n", "\n").split(['\n', '\r']).count()
    });
    if web_vtt::has_signature(&lines) {
        if let Err(line) = is_utf8 {
            found.warn(
                line,
                "the text is not UTF-8; each letter that cannot be read is shown as \u{fffd}; save the file as UTF-8",
            );
        }
        web_vtt::read(&lines, &mut found)?;
    } else if let Err(line) = is_utf8 {
        return Err(CaptionProblem::at(
            line,
            "the text is not UTF-8; save the file as UTF-8",
        ));
    } else {
        subrip::read(&lines, &mut found)?;
    }
    found.finish()
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
            times::time_text(cue.start_ms),
            times::time_text(cue.end_ms),
            cue.placement,
            cue_text::escaped(&cue.text)
        );
    }
    text
}
