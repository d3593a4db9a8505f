//! What imports did, as rows.

use ::courses::{CourseId, CourseStore, ImportOutcome};

use crate::{
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, refused},
};

const COLUMNS: &[Column] = &[
    ("id", "ID"),
    ("slug", "SLUG"),
    ("created", "NEW"),
    ("sections", "SECTIONS"),
    ("videos", "VIDEOS"),
    ("withdrawn", "LEFT OUT"),
];

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
        columns: COLUMNS,
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
