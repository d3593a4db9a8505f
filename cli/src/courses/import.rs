//! `portal courses import`

use std::path::PathBuf;

use chrono::Utc;
use clap::Args;
use outbound::{ImportStep, import_course_folder};

use super::outcomes::print_outcomes;
use crate::{
    installation::Installation,
    output::{Format, Refusal, bar, say},
};

/// Put a course folder into the catalogue, or bring its course up to date; no progress is lost
#[derive(Debug, Args)]
pub struct Import {
    /// A folder with course.toml and the videos that it names
    folder: PathBuf,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Import {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let bar = bar(0);
        let outcome = import_course_folder(
            &here.database,
            &here.media,
            &self.folder,
            Utc::now(),
            &mut |step| match step {
                ImportStep::Waiting => bar.suspend(|| say("another import is at work; waiting for its end")),
                ImportStep::Storing { file, done, of } => {
                    bar.set_length(of as u64);
                    bar.set_position(done as u64);
                    let name = file
                        .file_name()
                        .unwrap_or_default()
                        .to_string_lossy()
                        .replace(char::is_control, " ");
                    bar.set_message(name);
                }
            },
        );
        bar.finish_and_clear();
        let outcome = outcome?;
        if outcome.withdrawn > 0 {
            say("withdrawn videos have left the course; their progress is kept, should they come back");
        }
        print_outcomes(&here, &[outcome], self.format)
    }
}
