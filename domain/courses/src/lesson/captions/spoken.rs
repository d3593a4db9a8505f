//! What is said, each line once. Automatic captions roll: a line moves up while the next one is spoken below it, so that several cues
//! in a row have it.

use super::cue::Cue;

/// Milliseconds between two cues of which one continues the other.
const GREATEST_GAP_MS: u32 = 100;

/// Something that is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpokenLine {
    /// Milliseconds from the start of the video, where it is shown first.
    pub start_ms: u32,
    /// Milliseconds from the start of the video.
    pub end_ms: u32,
    /// Plain text; lines are separated by `\n`.
    pub text: String,
}

/// The texts of cues in order; of captions that roll, only what each cue adds to the cue before it.
#[must_use]
pub fn spoken_lines(cues: &[Cue]) -> Vec<SpokenLine> {
    let repeated = repeated_lines(cues);
    // Words that are said twice are in two cues as well, but then the second cue adds nothing below them.
    let continued = cues.iter().zip(&repeated);
    let rolls = continued
        .filter(|(cue, repeated)| **repeated > 0 && **repeated < lines(cue).count())
        .count();
    let repeats = repeated.iter().filter(|repeated| **repeated > 0).count();
    let is_rolling = rolls > 0 && repeats * 2 >= cues.len().saturating_sub(1);
    let spoken = cues.iter().zip(repeated).filter_map(|(cue, repeated)| {
        let known = if is_rolling { repeated } else { 0 };
        let new: Vec<_> = lines(cue).skip(known).collect();
        (!new.is_empty()).then(|| SpokenLine {
            start_ms: cue.start_ms,
            end_ms: cue.end_ms,
            text: new.join("\n"),
        })
    });
    spoken.collect()
}

/// Of each cue, how many of its first lines are the last ones of the cue that it continues.
fn repeated_lines(cues: &[Cue]) -> Vec<usize> {
    let mut before: Option<&Cue> = None;
    let mut repeated = Vec::with_capacity(cues.len());
    for cue in cues {
        let continued = before.filter(|before| cue.start_ms <= before.end_ms.saturating_add(GREATEST_GAP_MS));
        repeated.push(continued.map_or(0, |before| overlap(before, cue)));
        before = Some(cue);
    }
    repeated
}

fn overlap(before: &Cue, cue: &Cue) -> usize {
    let (before, lines): (Vec<_>, Vec<_>) = (lines(before).collect(), lines(cue).collect());
    let most = before.len().min(lines.len());
    let is_overlap = |count: &usize| before.ends_with(&lines[..*count]);
    (1..=most).rev().find(is_overlap).unwrap_or(0)
}

fn lines(cue: &Cue) -> impl Iterator<Item = &str> {
    cue.text.split('\n')
}
