//! What is wrong with a course folder, each problem with its file and line.

use std::{fmt, path::PathBuf};

use kernel::OneLine;

/// One reason why a folder is refused. Displays as one line, `FILE:LINE: problem`.
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
        f.write_str(&OneLine::spaced(&line))
    }
}

impl std::error::Error for FolderProblem {}

/// Why a folder is refused: at least one problem. Displays as a line a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderProblems(Vec<FolderProblem>);

impl FolderProblems {
    /// In the order in which the folder is read.
    pub fn iter(&self) -> impl Iterator<Item = &FolderProblem> {
        self.0.iter()
    }
}

impl fmt::Display for FolderProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<_> = self.0.iter().map(FolderProblem::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for FolderProblems {}

/// The problems that were found so far, each once, though several lessons name its file.
#[derive(Debug, Default)]
pub(super) struct FoundProblems(Vec<FolderProblem>);

impl FoundProblems {
    pub(super) fn add(&mut self, problem: FolderProblem) {
        if !self.0.contains(&problem) {
            self.0.push(problem);
        }
    }

    /// What was read, unless there is a problem anywhere.
    pub(super) fn unless_any<T>(self, read: Option<T>) -> Result<T, FolderProblems> {
        match read {
            Some(read) if self.0.is_empty() => Ok(read),
            _ => Err(FolderProblems(self.0)),
        }
    }
}
