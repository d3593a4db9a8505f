//! A problem of a text file, and its line.

/// What is wrong, and in which line, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineProblem {
    pub line: usize,
    pub problem: String,
}

/// The line of a byte of a text, from 1.
pub(crate) fn line_at(text: &str, byte: usize) -> usize {
    let before = text.as_bytes().iter().take(byte);
    before.filter(|byte| **byte == b'\n').count() + 1
}
