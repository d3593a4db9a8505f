//! `portal courses package`

use std::num::NonZeroUsize;

use ::courses::{PackageCatalogue, PackageSource};
use audit::Action;
use clap::Args;
use outbound::PackagingOutcome;

use super::packaging::{found_ffmpeg, package};
use crate::{
    audit::{by_operator, record},
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, refused, say},
};

const COLUMNS: &[Column] = &[
    ("course", "COURSE"),
    ("file", "FILE"),
    ("result", "RESULT"),
    ("problem", "PROBLEM"),
];

/// Package videos for adaptive playback with ffmpeg: the videos that are not packaged yet
///
/// Can be stopped and started again at any time; what is finished is skipped. A video that is not packaged plays as a file.
#[derive(Debug, Args)]
#[command(after_help = "Example: portal courses package forex-sessions --jobs 2")]
pub struct Package {
    /// Without it, every course
    course: Option<String>,
    /// Videos at once; without it, as many as there are cores
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Package {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let course = self.course.as_deref().map(|name| here.course(name)).transpose()?;
        let ffmpeg = found_ffmpeg(&here.settings).map_err(refused)?;
        let sources = here
            .database
            .package_sources(course.as_ref().map(|course| course.id))?;
        let act = by_operator(Action::CoursesPackage);
        let act = course
            .iter()
            .fold(act, |act, course| act.about(course.slug.as_str()));
        record(&here.database, act)?;
        let outcomes = package(&here, &ffmpeg, &sources, self.jobs)?;
        let rows = sources
            .iter()
            .zip(&outcomes)
            .map(|(source, outcome)| row(source, outcome));
        let records = Records {
            columns: COLUMNS,
            rows: rows.collect(),
        };
        if records.rows.is_empty() {
            say("no videos yet; `portal courses import FOLDER` brings some");
        }
        records.print(self.format)?;
        let problems: Vec<_> = sources
            .iter()
            .zip(&outcomes)
            .filter_map(|(source, outcome)| match outcome {
                PackagingOutcome::Refused(problem) => Some((source, problem)),
                _ => None,
            })
            .collect();
        match problems.first() {
            None => Ok(()),
            Some((source, problem)) => Err(refused(format!(
                "{} of {} could not be packaged: {} of {}: {problem}; until then they play as files",
                problems.len(),
                crate::output::counted(sources.len(), "video", "videos"),
                source.file.0,
                source.slug
            ))),
        }
    }
}

fn row(source: &PackageSource, outcome: &PackagingOutcome) -> Vec<Cell> {
    let (result, problem) = match outcome {
        PackagingOutcome::Packaged => ("packaged", Cell::Nothing),
        PackagingOutcome::Skipped => ("already", Cell::Nothing),
        PackagingOutcome::Refused(problem) => ("refused", Cell::text(problem)),
    };
    vec![
        Cell::Whole(source.slug.to_string()),
        Cell::Whole(source.file.0.clone()),
        Cell::Whole(String::from(result)),
        problem,
    ]
}
