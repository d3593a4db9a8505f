//! `portal courses list`

use ::courses::{Course, CourseStore, Section};
use clap::Args;

use crate::{
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, say},
};

const COLUMNS: &[Column] = &[
    ("id", "ID"),
    ("slug", "SLUG"),
    ("title", "TITLE"),
    ("category", ""),
    ("type", "TYPE"),
    ("price", "PRICE"),
    ("visibility", "VISIBLE"),
    ("sections", "SECTIONS"),
    ("videos", "VIDEOS"),
    ("packaged", "PACKAGED"),
    ("durationSeconds", ""),
];

/// List the courses
#[derive(Debug, Args)]
#[command(after_help = "Example: portal courses list --format json")]
pub struct List {
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl List {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let rows = here.database.read(|store| {
            let sources = store.package_sources(None)?;
            let mut rows = Vec::new();
            for course in store.courses()? {
                let sections = store.sections(course.id)?;
                let packaged = sources
                    .iter()
                    .filter(|it| it.course == course.id && it.is_packaged);
                rows.push(row(&course, &sections, packaged.count()));
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
        records.print(self.format)
    }
}

fn row(course: &Course, sections: &[Section], packaged: usize) -> Vec<Cell> {
    let videos = || sections.iter().flat_map(|section| &section.videos);
    vec![
        Cell::Number(course.id.0.into()),
        Cell::Whole(course.slug.to_string()),
        Cell::text(&course.title),
        Cell::text(&course.category),
        Cell::Whole(course.course_type.as_str().to_owned()),
        Cell::money(course.price),
        Cell::Whole(course.visibility.as_str().to_owned()),
        Cell::count(sections.len()),
        Cell::count(videos().count()),
        Cell::count(packaged),
        Cell::Number(videos().map(|video| i64::from(video.duration_seconds)).sum()),
    ]
}
