//! `portal courses`: the catalogue.

use std::path::Path;

use chrono::Utc;
use courses::{Course, CourseId, CourseStore, ImportOutcome};
use outbound::{ImportStep, import_course_folder, write_course_folder};

use crate::{
    installation::Installation,
    output::Cell,
    output::{Column, Format, Records},
    output::{Refusal, refused},
    output::{bar, say},
};

const OUTCOME_COLUMNS: &[Column] = &[
    ("id", "ID"),
    ("slug", "SLUG"),
    ("created", "NEW"),
    ("sections", "SECTIONS"),
    ("videos", "VIDEOS"),
    ("withdrawn", "WITHDRAWN"),
];

const COLUMNS: &[Column] = &[
    ("id", "ID"),
    ("slug", "SLUG"),
    ("title", "TITLE"),
    ("category", ""),
    ("type", "TYPE"),
    ("price", "PRICE"),
    ("sections", "SECTIONS"),
    ("videos", "VIDEOS"),
    ("durationSeconds", ""),
];

pub fn import(folder: &Path, format: Format) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let bar = bar(0);
    let outcome = import_course_folder(
        &here.database,
        &here.media,
        folder,
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
    print_outcomes(&here, &[outcome], format)
}

/// What imports did, a row each.
pub fn print_outcomes(
    here: &Installation,
    outcomes: &[ImportOutcome],
    format: Format,
) -> Result<(), Refusal> {
    let mut rows = Vec::new();
    for outcome in outcomes {
        rows.push(vec![
            Cell::Number(outcome.course.0.into()),
            Cell::Whole(slug_of(here, outcome.course)?),
            Cell::Flag(outcome.created),
            Cell::count(outcome.sections),
            Cell::count(outcome.videos),
            Cell::count(outcome.withdrawn),
        ]);
    }
    let records = Records {
        columns: OUTCOME_COLUMNS,
        rows,
    };
    records.print(format)
}

fn slug_of(here: &Installation, course: CourseId) -> Result<String, Refusal> {
    here.database
        .read(|store| store.course(course))?
        .map(|course| course.slug.to_string())
        .ok_or_else(|| refused("the course was removed meanwhile"))
}

pub fn list(format: Format) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let rows = here.database.read(|store| {
        let mut rows = Vec::new();
        for course in store.courses()? {
            let sections = store.sections(course.id)?;
            rows.push(row(&course, &sections));
        }
        Ok::<_, Refusal>(rows)
    })?;
    if rows.is_empty() {
        say("no courses yet; `portal courses import FOLDER` or `portal demo load` brings some");
    }
    let records = Records {
        columns: COLUMNS,
        rows,
    };
    records.print(format)
}

fn row(course: &Course, sections: &[courses::Section]) -> Vec<Cell> {
    let videos = || sections.iter().flat_map(|section| &section.videos);
    vec![
        Cell::Number(course.id.0.into()),
        Cell::Whole(course.slug.to_string()),
        Cell::text(&course.title),
        Cell::text(&course.category),
        Cell::Whole(course.course_type.as_str().to_owned()),
        Cell::money(course.price),
        Cell::count(sections.len()),
        Cell::count(videos().count()),
        Cell::Number(videos().map(|video| i64::from(video.duration_seconds)).sum()),
    ]
}

pub fn export(course: &str, folder: &Path) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let course = here.course(course)?;
    // Until the files are copied, no import may take one away.
    let _lock = here.media.lock_to_copy()?;
    let sections = here.database.read(|store| store.sections(course.id))?;
    write_course_folder(&course, &sections, &here.media, folder)?;
    say(&format!("{} is in {}", course.slug, folder.display()));
    Ok(())
}
