//! `portal courses remove`

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use ::courses::{Course, CourseChangeStore, CourseStore, Members, RemoveCourseError, Slug, remove_course};
use audit::{Action, AuditStore};
use chrono::Utc;
use clap::Args;
use outbound::remove_unnamed;
use persistence::BackupRows;

use crate::{
    audit::by_operator,
    backup::{file::BackupFile, rows::ArchiveRows, verify::check_beginning, verify::verify},
    called_path::called_path,
    installation::{Installation, say_waiting},
    output::{Refusal, confirm, counted, refused, say},
};

/// Remove a course for ever: its lessons, members' progress in them, every access and its unused keys
///
/// A course that has or had members is removed with --yes and a backup that holds it; `portal courses hide` keeps what they have.
/// Orders and receipts stay.
#[derive(Debug, Args)]
#[command(after_help = "Example: portal courses remove old-course --yes --backup backup-2026-11-24.tar")]
pub struct Remove {
    /// A number or a slug
    course: String,
    /// A backup that holds the course; it is read and verified
    #[arg(long, value_name = "FILE", value_parser = called_path())]
    backup: Option<PathBuf>,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Remove {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let course = here.course(&self.course)?;
        let members = here.database.read(|store| store.count_learners(course.id))?;
        let policy = self.check_members(&here, &course, members)?;
        let sessions = here.database.read(|store| store.count_live(course.id))?;
        let mut with = Vec::new();
        if members > 0 {
            with.push(format!("the access and progress of {}", shown_members(members)));
        }
        if sessions > 0 {
            let sessions = usize::try_from(sessions).unwrap_or(usize::MAX);
            with.push(counted(sessions, "live session", "live sessions"));
        }
        let with = match with.is_empty() {
            true => String::new(),
            false => format!(" with {}", with.join(" and ")),
        };
        let question = format!("Remove {} ({}){with} for ever?", course.slug, course.title);
        confirm(&question, self.yes)?;
        let mut lock = here.media.lock_to_change(&mut say_waiting)?;
        let named: HashSet<_> = here
            .database
            .read(|store| store.media_locations())?
            .into_iter()
            .collect();
        let (id, slug, now) = (course.id, course.slug.clone(), Utc::now());
        let keys = here.database.write(move |store| {
            let keys = remove_course(store, id, policy, now)?;
            store.append_act(&by_operator(Action::CoursesRemove).about(slug.as_str()), now)?;
            Ok::<_, RemoveCourseError>(keys)
        })?;
        let candidates: Vec<_> = named.into_iter().collect();
        if let Err(error) = remove_unnamed(&here.database, &here.media, &mut lock, &candidates) {
            say(&format!("warning: its files stay in the media store: {error}"));
        }
        let keys = counted(keys, "unused key is", "unused keys are");
        say(&format!("removed {}; {keys} invalid", course.slug));
        Ok(())
    }

    fn check_members(&self, here: &Installation, course: &Course, members: i64) -> Result<Members, Refusal> {
        // A backup that is named is read in any case: its owner relies on it.
        if let Some(file) = &self.backup {
            check_backup(here, file, &course.slug)?;
        }
        match members {
            0 => Ok(Members::None),
            _ if self.backup.is_some() && self.yes => Ok(Members::AreInABackup),
            members => Err(refused(format!(
                "{} has or had access for {}: it is removed with --yes --backup FILE, where FILE is a backup that holds it; `portal \
                 courses hide {}` keeps what they have",
                course.slug,
                shown_members(members),
                course.slug
            ))),
        }
    }
}

fn shown_members(members: i64) -> String {
    counted(
        usize::try_from(members).unwrap_or(usize::MAX),
        "member",
        "members",
    )
}

/// Makes sure that a file is a whole backup and that a course is in it.
fn check_backup(here: &Installation, file: &Path, slug: &Slug) -> Result<(), Refusal> {
    let unfit = |problem: String| {
        refused(format!(
            "the backup {}: {problem}; nothing was removed",
            file.display()
        ))
    };
    let mut backup = BackupFile::open(file).map_err(unfit)?;
    check_beginning(&mut backup, &here.media).map_err(unfit)?;
    let manifest = verify(&mut backup, &here.media, &mut || ()).map_err(unfit)?;
    let tables = manifest.tables();
    let courses = tables.iter().find(|table| table.name == "courses");
    let column = courses.and_then(|table| table.columns.iter().position(|column| column.name == "slug"));
    let mut found = false;
    let mut progress = || ();
    let mut rows = ArchiveRows::new(&mut backup, &here.media, &manifest, &mut progress);
    rows.visit(&mut |table, row| {
        let named = column
            .and_then(|column| row.get(column))
            .and_then(Option::as_deref);
        found |= table == "courses" && named == Some(slug.as_str());
        Ok(())
    })
    .map_err(|error| unfit(error.to_string()))?;
    if found {
        Ok(())
    } else {
        Err(unfit(format!("it does not hold {slug}")))
    }
}
