//! A WebVTT file into cues (section 6.1, "WebVTT parser algorithm" and "collect a WebVTT block").

use super::{
    cue::CaptionProblem,
    cue_text::web_vtt_text,
    found::{Found, RawCue},
    settings::read_settings,
    times::{WEB_VTT, read_times},
};

/// Characters of a text that a message repeats.
const SHOWN: usize = 60;

/// Whether the first line is `WEBVTT`, alone or before a space or a tab.
pub(super) fn has_signature(lines: &[&str]) -> bool {
    let rest = lines.first().and_then(|line| line.strip_prefix("WEBVTT"));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// Reads what stands below the signature.
pub(super) fn read(lines: &[&str], found: &mut Found) -> Result<(), CaptionProblem> {
    // The header ends with an empty line, or where a cue begins without one.
    let mut at = end_of_block(lines, 1);
    while let Some(line) = lines.get(at) {
        if line.is_empty() {
            at += 1;
            continue;
        }
        // One line may stand before the times: the cue's name.
        let Some(times) = [at, at + 1].into_iter().find(|line| has_arrow(lines, *line)) else {
            lose_text(line, at, found);
            at = end_of_block(lines, at);
            continue;
        };
        let end = end_of_block(lines, times + 1);
        read_cue(&lines[times..end], times + 1, found)?;
        at = end;
    }
    Ok(())
}

fn has_arrow(lines: &[&str], at: usize) -> bool {
    lines.get(at).is_some_and(|line| line.contains("-->"))
}

/// The first empty line or line of times from here on.
fn end_of_block(lines: &[&str], from: usize) -> usize {
    let ends = |at: &usize| lines[*at].is_empty() || has_arrow(lines, *at);
    (from..lines.len()).find(ends).unwrap_or(lines.len())
}

/// A block without times: a comment, a style sheet or a region, or else words that no cue has.
fn lose_text(first: &str, at: usize, found: &mut Found) {
    let is_comment = first == "NOTE" || first.starts_with("NOTE ") || first.starts_with("NOTE\t");
    let is_style = !found.has_cues() && ["STYLE", "REGION"].contains(&first.trim_end());
    if !is_comment && !is_style {
        let text = shortened(first);
        found.lose(
            at + 1,
            format!(
                "{text:?} stands below an empty line and has no times such as 00:01.000 --> 00:04.000, so it belongs to no cue and is left out"
            ),
        );
    }
}

fn read_cue(block: &[&str], line: usize, found: &mut Found) -> Result<(), CaptionProblem> {
    let Some((times, text)) = block.split_first() else {
        return Ok(());
    };
    let (times, settings) = match read_times(times, WEB_VTT) {
        Ok(read) => read,
        Err(problem) => {
            found.lose(line, problem);
            return Ok(());
        }
    };
    let placement = read_settings(settings, &mut |word| {
        let problem = format!("{:?} is no setting of WebVTT and is left out", shortened(word));
        found.warn(line, problem);
    });
    let text = web_vtt_text(&text.join("\n"), &mut |tag| {
        let problem = format!(
            "{:?} is read as a tag that WebVTT does not have, and is left out; a < of the text is written as &lt;",
            shortened(tag)
        );
        found.warn(line, problem);
    });
    found.add(RawCue {
        line,
        times,
        placement,
        text,
    })
}

fn shortened(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}
