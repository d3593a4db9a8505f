//! What an import did, or would do: counted by file, and refused by line.

/// Counts of one file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lines with a record, refused ones too.
    pub rows: usize,
    pub new: usize,
    pub changed: usize,
    pub unchanged: usize,
    pub refused: usize,
}

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    New,
    Changed,
    Unchanged,
    Refused,
}

impl Counts {
    pub(crate) fn count(&mut self, outcome: Outcome) {
        let of_outcome = match outcome {
            Outcome::New => &mut self.new,
            Outcome::Changed => &mut self.changed,
            Outcome::Unchanged => &mut self.unchanged,
            Outcome::Refused => &mut self.refused,
        };
        *of_outcome += 1;
    }
}

/// A refused line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RefusedLine {
    pub file: String,
    pub line: u64,
    pub reason: String,
}

impl std::fmt::Display for RefusedLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}
