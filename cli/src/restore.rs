//! `portal restore`: a backup in place of what is there, all or nothing.
//!
//! First everything is checked, then media files are added, and last the rows change in one transaction; until that commits,
//! the site is as it was.

use std::{
    collections::HashSet,
    fs::DirBuilder,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use audit::Action;
use clap::Args;
use courses::MediaLocation;
use kernel::DatabaseUrl;
use outbound::{MediaStore, Settings, check_folder_owner, make_private};
use persistence::{BackupError, RestoredSessions, RestoredTable, Snapshot};

use crate::{
    audit::{by_operator, record},
    backup::{
        file::BackupFile,
        media_files::{add_media, remove_new},
        scratch::Scratch,
        source::Source,
    },
    called_path::called_path,
    installation::{adopt_key, media_store, read_settings, say_waiting},
    output::{Refusal, bar, confirm, counted, failed, refused, say},
};

/// Put a backup in place of the whole database, SQLite or PostgreSQL, while servers run; all or nothing
///
/// Everything since the backup is lost. Backups of older versions are brought up to date. The session key is not in a
/// backup: bring data/session.key along when the backup is from another machine.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: age --decrypt --identity key.txt backup.tar.age > backup.tar && portal restore backup.tar"
)]
pub struct Restore {
    /// A file that `portal backup` wrote; one under `age` is decrypted first
    #[arg(value_parser = called_path())]
    file: PathBuf,
    /// Keep the sessions of the backup, which opens again sessions that were signed out or ended since; without this all members sign
    /// in again
    #[arg(long)]
    keep_sessions: bool,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Restore {
    pub fn run(self) -> Result<(), Refusal> {
        let settings = read_settings()?;
        check_folder_owner(&settings.data_dir)?;
        let bad = |problem: String| unfit(&self.file, &problem);
        let mut file = BackupFile::open(&self.file).map_err(bad)?;
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&settings.data_dir)
            .map_err(failed(settings.data_dir.display()))?;
        let is_over_something = check_live(&settings.database)?;
        let scratch = Scratch::begin(&settings.data_dir, ".portal-restore-")
            .map_err(failed(settings.data_dir.display()))?;
        let media = media_store(&settings)?;
        let checking = bar(0);
        checking.set_message("checking the backup");
        let source = Source::of(&mut file, &media, scratch.path(), &mut || {
            checking.inc_length(1);
            checking.inc(1);
        })
        .map_err(bad)?;
        checking.finish_and_clear();
        if is_over_something {
            let question = format!(
                "Put {} in place of {}? Everything since the backup is lost.",
                self.file.display(),
                shown(&settings.database)
            );
            confirm(&question, self.yes)?;
        }
        let sessions = if self.keep_sessions {
            RestoredSessions::Keep
        } else {
            RestoredSessions::End
        };
        let tables = replace(&settings, &media, file, &source, scratch.path(), sessions)?;
        tell(&settings, &media, &tables, sessions)
    }
}

/// What an owner would miss.
const KEPT: &[&str] = &["courses", "users", "purchase_codes", "orders"];

/// That the live database can be read at all, before hours are spent on media files; whether it holds something that is lost.
fn check_live(database: &DatabaseUrl) -> Result<bool, Refusal> {
    let held = Snapshot::open(database).and_then(|mut snapshot| snapshot.has_rows(KEPT));
    match held {
        Ok(holds) => Ok(holds),
        Err(BackupError::NoDatabase(_) | BackupError::Empty(_)) => Ok(false),
        Err(error) => Err(refused(format!("{error}; nothing was changed"))),
    }
}

fn unfit(file: &Path, problem: &str) -> Refusal {
    refused(format!(
        "the backup {}: {problem}; nothing was changed",
        file.display()
    ))
}

/// A database in a question, without a password.
fn shown(database: &DatabaseUrl) -> String {
    match database {
        DatabaseUrl::Sqlite(path) => path.display().to_string(),
        DatabaseUrl::Postgres(_) => String::from("the database on PostgreSQL"),
    }
}

/// Adds the media files, then replaces the rows; what fails takes the new files away again.
pub fn replace(
    settings: &Settings,
    media: &MediaStore,
    mut file: BackupFile,
    source: &Source,
    scratch: &Path,
    sessions: RestoredSessions,
) -> Result<Vec<RestoredTable>, Refusal> {
    // What stays open to others `portal doctor` names.
    let _ = make_private(settings);
    let mut lock = media.lock_to_change(&mut say_waiting)?;
    media.remove_unfinished()?;
    let stored: HashSet<_> = media.locations()?.into_iter().collect();
    let bar = bar(source.media_files + source.pieces);
    bar.set_message("media");
    let added = add_media(&mut file, media, scratch, &mut || bar.inc(1));
    let restored = added.map_err(BackupError::Stopped).and_then(|()| {
        bar.set_message("rows");
        source.restore(&mut file, media, &settings.database, sessions, &mut || bar.inc(1))
    });
    bar.finish_and_clear();
    restored.map_err(|error| match error {
        // The new state may be there, and needs its files.
        BackupError::Uncertain { .. } => error.into(),
        other => {
            remove_new(media, &mut lock, &stored, &named_media(&settings.database));
            match other {
                BackupError::Stopped(problem) => unfit(file.path(), &problem),
                BackupError::Unfit(_) => unfit(file.path(), &other.to_string()),
                other => refused(format!("{other}; nothing was changed")),
            }
        }
    })
}

/// What the rows of the live database name; nothing where it cannot be read.
fn named_media(database: &DatabaseUrl) -> Vec<MediaLocation> {
    Snapshot::open(database).map_or_else(|_| Vec::new(), |snapshot| snapshot.facts().media.clone())
}

fn tell(
    settings: &Settings,
    media: &MediaStore,
    tables: &[RestoredTable],
    sessions: RestoredSessions,
) -> Result<(), Refusal> {
    let rows = |name: &str| {
        let table = tables.iter().find(|table| table.table == name);
        table.map_or(0, |table| usize::try_from(table.rows).unwrap_or(0))
    };
    let courses = counted(rows("courses"), "course", "courses");
    let users = counted(rows("users"), "user", "users");
    let keys = counted(rows("purchase_codes"), "purchase key", "purchase keys");
    let sessions = match sessions {
        RestoredSessions::Keep => {
            "the sessions of the backup are open, also those that were signed out since"
        }
        RestoredSessions::End => "all members sign in again",
    };
    say(&format!("restored {courses}, {users} and {keys}; {sessions}"));
    let there: HashSet<_> = media.locations()?.into_iter().collect();
    let named = named_media(&settings.database);
    let missing = named.iter().filter(|location| !there.contains(location)).count();
    if missing > 0 {
        let files = counted(missing, "media file is", "media files are");
        say(&format!(
            "warning: {files} neither in the backup nor here; `portal doctor` names them"
        ));
    }
    let database = adopt_key(settings)?;
    // A backup leaves the index of the search out, which is made of its other rows.
    database.index_courses()?;
    record(&database, by_operator(Action::BackupRestore))?;
    let sealed = database.read(|store| store.count_unreadable_keys())?;
    if sealed > 0 {
        let keys = counted(
            sealed,
            "purchase key works but was",
            "purchase keys work but were",
        );
        say(&format!(
            "warning: {keys} issued under another session key; bring its session.key to show them"
        ));
    }
    Ok(())
}
