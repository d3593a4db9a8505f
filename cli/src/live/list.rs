//! `portal live list`

use ::live::{ListedLive, WhichLive};
use chrono::{DateTime, Utc};
use clap::Args;

use crate::{
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, say},
};

/// The most sessions of a list.
const LISTED: i64 = 10_000;

pub const COLUMNS: &[Column] = &[
    ("id", "ID"),
    ("course", "COURSE"),
    ("title", "TITLE"),
    ("startsAt", "STARTS"),
    ("endsAt", "ENDS"),
    ("zone", "ZONE"),
    ("state", "STATE"),
    ("joined", "JOINED"),
    ("recording", "RECORDING"),
];

/// List the coming live sessions, soonest first
#[derive(Debug, Args)]
#[command(after_help = "Example: portal live list --course live-room --past")]
pub struct List {
    /// A number or a slug
    #[arg(long)]
    course: Option<String>,
    /// Those that are over or cancelled, newest first
    #[arg(long)]
    past: bool,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl List {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let course = self.course.map(|name| here.course(&name)).transpose()?;
        let which = if self.past {
            WhichLive::Past
        } else {
            WhichLive::Coming
        };
        let (course, now) = (course.map(|course| course.id), Utc::now());
        let listed = here
            .database
            .read(|store| store.live_for_staff(which, course, now, LISTED))?;
        if listed.is_empty() {
            say("no live sessions");
        }
        let slugs = here
            .database
            .read(|store| courses::CourseStore::course_slugs(store))?;
        let records = Records {
            columns: COLUMNS,
            rows: listed
                .iter()
                .map(|live| {
                    let slug = slugs.iter().find(|(id, _)| *id == live.session.course);
                    row(live, slug.map_or("", |(_, slug)| slug.as_str()), now)
                })
                .collect(),
        };
        records.print(self.format)
    }
}

pub fn row(ListedLive { session, joined }: &ListedLive, course: &str, now: DateTime<Utc>) -> Vec<Cell> {
    vec![
        Cell::Number(session.id.0.into()),
        Cell::text(course),
        Cell::text(session.title.as_str()),
        session.times.starts_at.into(),
        session.times.ends_at.into(),
        Cell::text(session.zone.name()),
        Cell::text(session.state(now).as_str()),
        Cell::Number(*joined),
        session
            .recording
            .map_or(Cell::Nothing, |lesson| Cell::Number(lesson.0.into())),
    ]
}
