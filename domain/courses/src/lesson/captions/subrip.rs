//! A SubRip file into cues. SubRip has no standard: a cue lasts from its times to the number of the next, with the empty lines in its
//! text.

use super::{
    cue::CaptionProblem,
    cue_text::sub_rip_text,
    found::{Found, RawCue},
    times::{SUB_RIP, read_times},
};

const FOREIGN: &str = "the file is neither WebVTT nor SubRip; the first line of WebVTT is WEBVTT";

pub(super) fn read(lines: &[&str], found: &mut Found) -> Result<(), CaptionProblem> {
    let times: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].contains("-->")).collect();
    let first = times.first().copied().unwrap_or(lines.len());
    let (mut number, begin) = number_before(lines, (0, first), 0);
    if let Some(at) = (0..begin).find(|at| !is_empty(lines[*at])) {
        return Err(CaptionProblem::at(at + 1, FOREIGN));
    }
    for (n, &at) in times.iter().enumerate() {
        let text = at + 1;
        let end = match times.get(n + 1) {
            None => lines.len(),
            Some(next) => {
                let (next_number, end) = number_before(lines, (text, *next), number);
                number = next_number;
                end
            }
        };
        match read_times(lines[at].trim(), SUB_RIP) {
            Err(problem) => found.lose(at + 1, problem),
            Ok((times, _)) => found.add(RawCue {
                line: at + 1,
                times,
                placement: String::new(),
                text: sub_rip_text(&lines[text..end].join("\n")),
            })?,
        }
    }
    Ok(())
}

/// The number of the cue whose times stand at the end of these lines, and its line; without a number, one more than `last`, and the
/// line of the times.
fn number_before(lines: &[&str], (from, times): (usize, usize), last: u64) -> (u64, usize) {
    let expected = last.saturating_add(1);
    let Some(at) = (from..times).rev().find(|at| !is_empty(lines[*at])) else {
        return (expected, times);
    };
    let is_apart = at == 0 || is_empty(lines[at - 1]);
    match lines[at].trim().parse() {
        // Any number directly above the times, and the next one anywhere.
        Ok(number) if number == expected || (is_apart && at + 1 == times) => (number, at),
        _ => (expected, times),
    }
}

fn is_empty(line: &str) -> bool {
    line.trim().is_empty()
}
