//! What is wrong with a course folder, with its file and line.

use std::{fmt, path::PathBuf};

/// Why a folder is refused. Displays as one line, `FILE:LINE: problem`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderProblem {
    pub file: PathBuf,
    /// From 1.
    pub line: usize,
    pub problem: String,
}

impl fmt::Display for FolderProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = format!("{}:{}: {}", self.file.display(), self.line, self.problem);
        // Names come from the disk and may hold anything, a line break too.
        f.write_str(&line.replace(char::is_control, " "))
    }
}

impl std::error::Error for FolderProblem {}
