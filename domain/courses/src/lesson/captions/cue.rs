//! Cues, and what is said of a caption file.

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

pub(super) const NO_CUE: &str = "there is no cue in it";

/// Why a file is no caption file, or what of it is left out: the line, counted from 1, and the cause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct CaptionProblem {
    pub line: usize,
    pub problem: String,
}

impl CaptionProblem {
    pub(super) fn at(line: usize, problem: impl Into<String>) -> Self {
        Self {
            line,
            problem: problem.into(),
        }
    }
}

/// A cue, and the line of the file on which its times stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CueInFile {
    /// From 1.
    pub line: usize,
    /// Its text may be empty: such a cue shows nothing.
    pub cue: Cue,
}

/// What was read of a caption file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadCaptions {
    /// In order of their start; at least one.
    pub cues: Vec<CueInFile>,
    /// What of the file is left out, in the order of its lines.
    pub warnings: Vec<CaptionProblem>,
}
