//! `portal courses import`

use std::path::PathBuf;

use ::courses::{CourseId, PackageCatalogue};
use audit::Action;
use chrono::Utc;
use clap::Args;
use kernel::OneLine;
use outbound::{FfmpegSetting, ImportStep, PackagingOutcome, check_folder_owner, import_read_folder};

use super::{
    changes::{currency, preview, print_changes, question, say_heading, summary},
    outcomes::print_outcomes,
    packaging::{found_ffmpeg, package},
    recorded_catalogue::RecordedCatalogue,
};
use crate::{
    called_path::called_path,
    installation::{Installation, missing_installation, open_database, read_settings},
    output::{Format, Refusal, bar, confirm, say},
};

/// Put a course folder into the catalogue, or bring its course up to date; no progress is lost
///
/// Then its videos are packaged for adaptive playback, where ffmpeg is there; until that is done they play as files.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  portal courses import ./forex-sessions --dry-run\n  portal courses import ./forex-sessions"
)]
pub struct Import {
    /// A folder with course.toml and the videos that it names
    #[arg(value_parser = called_path())]
    folder: PathBuf,
    /// Leave packaging to `portal courses package`
    #[arg(long)]
    no_package: bool,
    /// Only show what would change, a row a lesson
    #[arg(long)]
    dry_run: bool,
    /// Do not ask before lessons leave in which members have progress
    #[arg(long)]
    yes: bool,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Import {
    pub fn run(self) -> Result<(), Refusal> {
        if self.dry_run {
            return self.show();
        }
        let here = Installation::open_or_create()?;
        let ffmpeg = found_ffmpeg(&here.settings).ok();
        let preview = preview(Some(&here.database), &self.folder, ffmpeg.as_ref())?;
        if let Some(question) = question(&preview) {
            confirm(&question, self.yes)?;
        }
        let catalogue = RecordedCatalogue {
            database: &here.database,
            action: Action::CoursesImport,
        };
        let bar = bar(0);
        let outcome = import_read_folder(
            &catalogue,
            &here.media,
            &preview.folder,
            Utc::now(),
            &mut |step| match step {
                ImportStep::Waiting => bar.suspend(|| say("another import is at work; waiting for its end")),
                ImportStep::Warning(warning) => bar.suspend(|| say(&format!("warning: {warning}"))),
                ImportStep::Storing { file, done, of } => {
                    bar.set_length(of as u64);
                    bar.set_position(done as u64);
                    let name = file.file_name().unwrap_or_default().to_string_lossy();
                    bar.set_message(OneLine::spaced(&name));
                }
            },
        );
        bar.finish_and_clear();
        let outcome = outcome?;
        say_heading(&preview, &currency(Some(&here.settings)));
        if outcome.withdrawn > 0 {
            say("the lessons that were left out keep their members' progress, should they come back");
        }
        print_outcomes(&here, &[outcome], self.format)?;
        if !self.no_package && here.settings.ffmpeg != FfmpegSetting::Off {
            package_course(&here, outcome.course)?;
        }
        Ok(())
    }
}

impl Import {
    /// What an import would change; nothing is written, and no installation is made.
    fn show(&self) -> Result<(), Refusal> {
        let settings = read_settings()?;
        check_folder_owner(&settings.data_dir)?;
        let database = match missing_installation(&settings)? {
            Some(_) => None,
            None => Some(open_database(&settings)?),
        };
        let ffmpeg = found_ffmpeg(&settings).ok();
        let preview = preview(database.as_ref(), &self.folder, ffmpeg.as_ref())?;
        for warning in &preview.folder.warnings {
            say(&format!("warning: {warning}"));
        }
        say_heading(&preview, &currency(Some(&settings)));
        say(&summary(&preview.changes));
        print_changes(&preview.changes, self.format)
    }
}

/// Packages what was imported. The import stays done if this fails: each problem is a line of text.
fn package_course(here: &Installation, course: CourseId) -> Result<(), Refusal> {
    let ffmpeg = match found_ffmpeg(&here.settings) {
        Ok(ffmpeg) => ffmpeg,
        Err(problem) => {
            say(&format!("warning: nothing is packaged: {problem}"));
            return Ok(());
        }
    };
    let sources = here.database.package_sources(Some(course))?;
    let outcomes = match package(here, &ffmpeg, &sources, None) {
        Ok(outcomes) => outcomes,
        Err(error) => {
            if let Refusal::Line(line) = error.into() {
                say(&format!("warning: not all videos are packaged: {line}"));
            }
            return Ok(());
        }
    };
    for (source, outcome) in sources.iter().zip(outcomes) {
        if let PackagingOutcome::Refused(problem) = outcome {
            say(&format!(
                "warning: {} is not packaged, and plays only as a file, where browsers play that: {problem}",
                source.file.0
            ));
        }
    }
    Ok(())
}
