//! A problem of the owner's folder, in one line.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use crate::line_problem::LineProblem;

/// File, line, problem and, where a value can be shown, an example.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct SiteProblem {
    pub file: PathBuf,
    /// From 1; `None` if the whole file is meant.
    pub line: Option<usize>,
    pub problem: String,
    /// A line of TOML.
    pub example: Option<String>,
}

impl SiteProblem {
    pub(crate) fn of_file(file: &Path, problem: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            line: None,
            problem: problem.into(),
            example: None,
        }
    }

    pub(super) fn in_line(file: &Path, found: LineProblem, example: Option<&str>) -> Self {
        Self {
            file: file.to_owned(),
            line: Some(found.line),
            problem: found.problem,
            example: example.map(str::to_owned),
        }
    }

    /// The problem and its example, without the place.
    pub(super) fn reason(&self) -> String {
        match &self.example {
            Some(example) => format!("{}; for example {example}", self.problem),
            None => self.problem.clone(),
        }
    }
}

impl fmt::Display for SiteProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = self.file.display().to_string();
        if let Some(number) = self.line {
            line.push_str(&format!(":{number}"));
        }
        line.push_str(&format!(": {}", self.reason()));
        // Names come from the disk and values from a file: both may hold anything, a line break too.
        f.write_str(&line.replace(char::is_control, " "))
    }
}
