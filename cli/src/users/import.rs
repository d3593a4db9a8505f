//! `portal users import`: members, access, positions and unused keys of another site.

mod hashing;
mod reading;

use std::path::PathBuf;

use chrono::Utc;
use clap::Args;
use kernel::AccessTerm;
use moving_in::{ImportPlan, RefusedLine, WriteError, write_import};
use outbound::OldSite;

use self::{
    hashing::{compute_hashes, sign_in_factor},
    reading::{open_tables, our_courses, read},
};
use crate::{
    audit::operator,
    called_path::called_path,
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, confirm, counted, refused, say},
};

/// Import members, access, positions and unused keys of another site; no mail is sent
///
/// The folder has users.csv and any of courses.csv, course_models.csv, videos.csv, user_course_access.csv, video_progress.csv and
/// purchase_codes.csv. A single file is a list with the columns email and course, optional until and username.
/// All or nothing; imported again, it changes nothing or takes what is newer.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  portal users import old-site --dry-run\n  portal users import old-site --course 3=forex-sessions\n  \
    portal users import members.csv --course 'Forex Masterclass=forex-sessions' --skip-refused"
)]
pub struct Import {
    /// The folder of the old site's tables, or a list
    #[arg(value_parser = called_path())]
    path: PathBuf,
    /// Say what would be done, and do nothing
    #[arg(long)]
    dry_run: bool,
    /// Import the other lines where some are refused
    #[arg(long)]
    skip_refused: bool,
    /// Which course of this site is meant: by its number there, or in a list by its text
    #[arg(long = "course", value_name = "OLD=SLUG", value_parser = parse_named)]
    courses: Vec<(String, String)>,
    /// How long an imported key gives access: months such as 6m, days such as 90d, or lifetime
    #[arg(long, value_name = "ACCESS", default_value = "lifetime")]
    key_access: AccessTerm,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

fn parse_named(text: &str) -> Result<(String, String), String> {
    let (old, slug) = text
        .rsplit_once('=')
        .ok_or("a course is named as OLD=SLUG, for instance 3=forex-sessions")?;
    Ok((old.trim().to_owned(), slug.trim().to_owned()))
}

const COLUMNS: &[Column] = &[
    ("file", "FILE"),
    ("rows", "ROWS"),
    ("new", "NEW"),
    ("changed", "CHANGED"),
    ("unchanged", "UNCHANGED"),
    ("refused", "REFUSED"),
];

impl Import {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let site = OldSite::find(&self.path).map_err(|error| refused(error.to_string()))?;
        let named = self
            .courses
            .iter()
            .map(|(old, slug)| Ok((old.clone(), here.course(slug)?.id)))
            .collect::<Result<_, Refusal>>()?;
        let tables = open_tables(&site)?;
        let mut import = moving_in::Import::begin(
            our_courses(&here)?,
            moving_in::ImportOptions {
                courses: named,
                key_access: self.key_access,
                list: site.list_name(),
            },
            Utc::now(),
        );
        read(&here, &mut import, tables)?;
        compute_hashes(&mut import, self.dry_run)?;
        let plan = import.end();
        report(&plan, self.format)?;
        if !(plan.refused.is_empty() || self.skip_refused) {
            let lines = counted(plan.refused.len(), "line is refused", "lines are refused");
            let advice = "mend them, or import the other lines with --skip-refused";
            return Err(refused(format!("{lines}; nothing was written; {advice}")));
        }
        if plan.changes_nothing() {
            say("everything is here already; nothing was written");
            return Ok(());
        }
        if self.dry_run {
            say("nothing was written, because of --dry-run");
            return self.refused_in_dry_run(&plan);
        }
        let question = format!("Import {}? No mail is sent.", in_words(&plan));
        confirm(&question, self.yes)?;
        let said = in_words(&plan);
        let (by, now) = (operator(None), Utc::now());
        here.database
            .write(move |store| write_import(store, &plan, &by, now))
            .map_err(|error| match error {
                WriteError::Changed => refused(error.to_string()),
                WriteError::Store(error) => error.into(),
            })?;
        say(&format!("imported {said}"));
        say_cost(&here)
    }

    fn refused_in_dry_run(&self, plan: &ImportPlan) -> Result<(), Refusal> {
        if plan.refused.is_empty() {
            return Ok(());
        }
        let lines = counted(plan.refused.len(), "line is refused", "lines are refused");
        Err(refused(lines))
    }
}

/// The refused lines and the notes on standard error, the counts on standard output.
fn report(plan: &ImportPlan, format: Format) -> Result<(), Refusal> {
    for line in plan.notes.iter().chain(&plan.refused) {
        say(&RefusedLine::to_string(line));
    }
    let rows = plan.counts.iter().map(|(file, counts)| {
        let numbers = [
            counts.rows,
            counts.new,
            counts.changed,
            counts.unchanged,
            counts.refused,
        ];
        let mut row = vec![Cell::text(file)];
        row.extend(numbers.map(Cell::count));
        row
    });
    Records {
        columns: COLUMNS,
        rows: rows.collect(),
    }
    .print(format)
}

fn in_words(plan: &ImportPlan) -> String {
    let members = plan.new_members();
    format!(
        "{}, {}, {} and {}",
        counted(members, "new member", "new members"),
        counted(plan.access.len(), "access", "accesses"),
        counted(plan.positions.len(), "position", "positions"),
        counted(plan.keys.len(), "key", "keys")
    )
}

/// What the imported passwords cost until their members have signed in.
fn say_cost(here: &Installation) -> Result<(), Refusal> {
    if let Some(factor) = sign_in_factor(here)? {
        say(&format!(
            "until every imported password was used once, each sign-in takes {factor:.1} times as long as without them"
        ));
    }
    Ok(())
}
