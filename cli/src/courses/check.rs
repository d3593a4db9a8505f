//! `portal courses check`

use std::path::PathBuf;

use clap::Args;
use outbound::{FfmpegSetting, money, probe_course_folder};

use super::changes::{check_recordings, currency};
use crate::{
    called_path::called_path,
    installation::{missing_installation, open_database, read_settings},
    output::{Refusal, counted, say},
};

/// Read a course folder as an import does, and change nothing
///
/// Names every problem of the folder in a line of its own, `FILE:LINE: problem`. Needs no installation.
#[derive(Debug, Args)]
#[command(after_help = "Example: portal courses check ./my-first-course")]
pub struct Check {
    /// A folder with course.toml and the files that it names
    #[arg(value_parser = called_path())]
    folder: PathBuf,
}

impl Check {
    pub fn run(self) -> Result<(), Refusal> {
        let settings = read_settings();
        let ffmpeg = match &settings {
            Ok(settings) => settings.ffmpeg.find(std::env::var_os("PATH")),
            Err(_) => FfmpegSetting::Program(PathBuf::from("ffmpeg")).find(std::env::var_os("PATH")),
        };
        let mut read = probe_course_folder(&self.folder, ffmpeg.as_ref())?;
        // Without an installation the form alone is checked.
        if let Ok(settings) = &settings
            && let Ok(None) = missing_installation(settings)
            && let Ok(database) = open_database(settings)
        {
            check_recordings(&mut read, &self.folder, Some(&database))?;
        }
        for warning in &read.warnings {
            say(&format!("warning: {warning}"));
        }
        let lessons = read.lessons.iter().flatten().count();
        let currency = currency(settings.ok().as_ref());
        say(&format!(
            "{}: no problems in {}; {} ({}): {} a course{}",
            self.folder.display(),
            counted(lessons, "lesson", "lessons"),
            read.manifest.title,
            read.manifest.slug,
            money(read.manifest.price.0.into(), &currency),
            match read.manifest.draft {
                true => "; a draft, which only staff's commands see",
                false => "",
            }
        ));
        Ok(())
    }
}
