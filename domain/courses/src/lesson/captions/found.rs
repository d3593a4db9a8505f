//! What was found in a caption file so far, and what is left out of it.

use super::cue::{CaptionProblem, Cue, CueInFile, NO_CUE, ReadCaptions};

/// One cue every two seconds for ten hours.
const MAX_CUES: usize = 20_000;
/// The longest cue text, in characters; what is longer is no caption.
const MAX_CUE_CHARS: usize = 2_000;
/// How many losses of one file are told; what is no caption file at all loses each line.
const MOST_LOSSES: usize = 50;
/// Milliseconds; what the database holds, over three weeks.
const LATEST_MS: u64 = 2_147_483_647;

/// A cue as the file has it.
pub(super) struct RawCue {
    /// Of its times, from 1.
    pub(super) line: usize,
    /// Milliseconds.
    pub(super) times: (u64, u64),
    pub(super) placement: String,
    pub(super) text: String,
}

#[derive(Default)]
pub(super) struct Found {
    cues: Vec<CueInFile>,
    warnings: Vec<CaptionProblem>,
    /// The first cue that was left out.
    lost: Option<CaptionProblem>,
    losses: usize,
}

impl Found {
    /// Keeps a cue, or leaves it out if no player ever shows it.
    pub(super) fn add(&mut self, cue: RawCue) -> Result<(), CaptionProblem> {
        let RawCue {
            line,
            times: (start, end),
            placement,
            text,
        } = cue;
        if start >= LATEST_MS {
            self.lose(line, "the cue starts later than any video ends, and is left out");
        } else if end <= start {
            let when = if end == start { "when" } else { "before" };
            self.lose(
                line,
                format!("the cue ends {when} it starts, so it is never shown and left out"),
            );
        } else if text.chars().count() > MAX_CUE_CHARS {
            return Err(CaptionProblem::at(
                line,
                "the cue is longer than 2,000 characters",
            ));
        } else if self.cues.len() == MAX_CUES {
            return Err(CaptionProblem::at(line, "there are more than 20,000 cues"));
        } else {
            let ms = |time: u64| u32::try_from(time.min(LATEST_MS)).unwrap_or(u32::MAX);
            self.cues.push(CueInFile {
                line,
                cue: Cue {
                    start_ms: ms(start),
                    end_ms: ms(end),
                    placement,
                    text,
                },
            });
        }
        Ok(())
    }

    pub(super) fn has_cues(&self) -> bool {
        !self.cues.is_empty()
    }

    /// A cue or a text that is left out.
    pub(super) fn lose(&mut self, line: usize, problem: impl Into<String>) {
        let problem = CaptionProblem::at(line, problem);
        self.lost.get_or_insert_with(|| problem.clone());
        self.losses += 1;
        if self.losses <= MOST_LOSSES {
            self.warnings.push(problem);
        } else if self.losses == MOST_LOSSES + 1 {
            let problem = "this and more below it is left out for the same kinds of causes";
            self.warnings.push(CaptionProblem::at(line, problem));
        }
    }

    /// A part of a cue that is left out; the same in later lines is told once.
    pub(super) fn warn(&mut self, line: usize, problem: impl Into<String>) {
        let problem = CaptionProblem::at(line, problem);
        if !self.warnings.iter().any(|known| known.problem == problem.problem) {
            self.warnings.push(problem);
        }
    }

    pub(super) fn finish(mut self) -> Result<ReadCaptions, CaptionProblem> {
        if self.cues.is_empty() {
            return Err(self.lost.unwrap_or_else(|| CaptionProblem::at(1, NO_CUE)));
        }
        // Players order them so too.
        self.cues.sort_by_key(|found| found.cue.start_ms);
        self.warnings.sort_by_key(|warning| warning.line);
        Ok(ReadCaptions {
            cues: self.cues,
            warnings: self.warnings,
        })
    }
}
