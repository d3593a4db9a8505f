//! `portal courses check`

use std::path::PathBuf;

use clap::Args;
use outbound::read_course_folder;

use crate::output::{Refusal, counted, say};

/// Read a course folder as an import does, and change nothing
///
/// Names every problem of the folder in a line of its own, `FILE:LINE: problem`. Needs no installation.
#[derive(Debug, Args)]
pub struct Check {
    /// A folder with course.toml and the files that it names
    folder: PathBuf,
}

impl Check {
    pub fn run(self) -> Result<(), Refusal> {
        let read = read_course_folder(&self.folder)?;
        for warning in &read.warnings {
            say(&format!("warning: {warning}"));
        }
        let lessons = read.lessons.iter().flatten().count();
        say(&format!(
            "{}: no problems in {}",
            self.folder.display(),
            counted(lessons, "lesson", "lessons")
        ));
        Ok(())
    }
}
