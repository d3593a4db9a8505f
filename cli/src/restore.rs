//! `portal restore`: a backup in place of what is there, all or nothing.
//!
//! First everything is checked, then media files are added, and last the rows change in one transaction; until that commits,
//! the site is as it was.

use std::{
    collections::HashSet,
    fs::{DirBuilder, File},
    io::{self, Read},
    os::unix::fs::DirBuilderExt,
    path::{Component, Path, PathBuf},
};

use clap::Args;
use courses::MediaLocation;
use outbound::{MediaStore, Settings, make_private};
use persistence::{
    BackupError, RestoredSessions, RestoredTable, check_snapshot, restore_snapshot, snapshot_media,
};
use purchase_keys::PurchaseKeyStore;
use tar::{Archive, Entry, EntryType};

use crate::{
    backup::{DATABASE_ENTRY, MEDIA_ENTRY, embedded_database},
    installation::{media_store, open_database, read_settings},
    output::{Refusal, bar, confirm, counted, failed, refused, say},
};

/// Put a backup in place of the embedded database, while the server runs; all or nothing
///
/// Everything since the backup is lost. Backups of older versions are brought up to date. The session key is not in a
/// backup: bring data/session.key along when the backup is from another machine.
#[derive(Debug, Args)]
pub struct Restore {
    /// A file that `portal backup` wrote
    file: PathBuf,
    /// Let the sessions of the backup live on; without this all members sign in again
    #[arg(long)]
    keep_sessions: bool,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Restore {
    pub fn run(self) -> Result<(), Refusal> {
        restore(&self.file, self.keep_sessions, self.yes)
    }
}

fn restore(file: &Path, keep_sessions: bool, yes: bool) -> Result<(), Refusal> {
    let settings = read_settings()?;
    let live = embedded_database(&settings, "restored", "pg_restore")?;
    let bad = |problem: String| {
        refused(format!(
            "the backup {}: {problem}; nothing was changed",
            file.display()
        ))
    };
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&settings.data_dir)
        .map_err(failed(settings.data_dir.display()))?;
    let scratch = tempfile::Builder::new()
        .prefix(".portal-restore-")
        .tempdir_in(&settings.data_dir)
        .map_err(failed(settings.data_dir.display()))?;
    let copy = scratch.path().join(DATABASE_ENTRY);
    let media = media_store(&settings);
    let entries = unpack_database(file, &copy, &media).map_err(bad)?;
    check_snapshot(&copy).map_err(|error| bad(unfit(error)))?;
    let question = format!(
        "Put {} in place of {}? Everything since the backup is lost.",
        file.display(),
        live.display()
    );
    confirm(&question, yes)?;
    // What stays open to others `portal doctor` names.
    let _ = make_private(&settings);
    let _lock = media.lock_to_change(&mut || say("an import is at work; waiting for its end"))?;
    let stored: HashSet<_> = media.locations()?.into_iter().collect();
    let sessions = if keep_sessions {
        RestoredSessions::Keep
    } else {
        RestoredSessions::End
    };
    let restored = add_media(file, &media, scratch.path(), entries)
        .map_err(bad)
        .and_then(|()| Ok(restore_snapshot(&live, &copy, sessions)?));
    let tables = match restored {
        Ok(tables) => tables,
        Err(refusal) => {
            remove_new(&media, &stored, &live);
            return Err(refusal);
        }
    };
    tell(&settings, &media, &copy, &tables, keep_sessions)
}

/// Looks at every entry and unpacks the database; answers how many media files there are. A tar file is not compressed, so
/// what it unpacks to is no larger than itself.
fn unpack_database(file: &Path, copy: &Path, media: &MediaStore) -> Result<usize, String> {
    let mut archive = open(file)?;
    let mut files = 0;
    let mut found = false;
    for entry in archive.entries_with_seek().map_err(no_tar)? {
        let mut entry = entry.map_err(no_tar)?;
        match name_of(&entry, media)? {
            None => {}
            Some(Name::Media(_)) => files += 1,
            Some(Name::Database) if found => return Err(format!("it holds {DATABASE_ENTRY} twice")),
            Some(Name::Database) => {
                found = true;
                let mut into = File::create_new(copy).map_err(|cause| cause.to_string())?;
                copy_whole(&mut entry, &mut into)?;
            }
        }
    }
    if found {
        Ok(files)
    } else {
        Err(format!(
            "it holds no {DATABASE_ENTRY}; `portal backup` writes backups"
        ))
    }
}

/// Puts every media file of the backup into the store; one that is there already is left as it is.
fn add_media(file: &Path, media: &MediaStore, scratch: &Path, entries: usize) -> Result<(), String> {
    let bar = bar(entries);
    for entry in open(file)?.entries().map_err(no_tar)? {
        let mut entry = entry.map_err(no_tar)?;
        let Some(Name::Media(location)) = name_of(&entry, media)? else {
            continue;
        };
        bar.inc(1);
        let unpacked = scratch.join("media");
        let mut into = File::create(&unpacked).map_err(|cause| cause.to_string())?;
        copy_whole(&mut entry, &mut into)?;
        let (folder, name) = location.0.rsplit_once('/').unwrap_or_default();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        // The name is the content's digest, so a file that was changed comes out under another name.
        let put = media
            .put(&unpacked, folder, ending)
            .map_err(|error| error.to_string())?;
        if put != location {
            // Only what this very call added; a file that was there before has rows that name it.
            return Err(format!("its {} is damaged", location.0));
        }
    }
    bar.finish_and_clear();
    Ok(())
}

enum Name {
    Database,
    Media(MediaLocation),
}

/// What an entry is, none for a folder; an error for what has no place in a backup.
fn name_of<R: Read>(entry: &Entry<'_, R>, media: &MediaStore) -> Result<Option<Name>, String> {
    let path = entry.path().map_err(no_tar)?;
    let shown = path.display().to_string();
    let foreign = || format!("it holds {shown:?}, which has no place in a backup");
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    let name = path.to_str().filter(|_| plain).ok_or_else(foreign)?;
    match entry.header().entry_type() {
        EntryType::Directory => Ok(None),
        EntryType::Regular if name == DATABASE_ENTRY => Ok(Some(Name::Database)),
        EntryType::Regular => {
            let location = MediaLocation(name.strip_prefix(MEDIA_ENTRY).ok_or_else(foreign)?.to_owned());
            let nested = location.0.contains('/') && location.0.contains('.');
            media
                .path_of(&location)
                .ok()
                .filter(|_| nested)
                .ok_or_else(foreign)?;
            Ok(Some(Name::Media(location)))
        }
        _ => Err(foreign()),
    }
}

fn open(file: &Path) -> Result<Archive<File>, String> {
    File::open(file)
        .map(Archive::new)
        .map_err(|cause| cause.to_string())
}

fn no_tar(cause: io::Error) -> String {
    format!("it cannot be read as a tar file: {cause}")
}

fn copy_whole<R: Read>(entry: &mut Entry<'_, R>, into: &mut File) -> Result<(), String> {
    let length = entry.size();
    let copied = io::copy(entry, into).map_err(|cause| cause.to_string())?;
    if copied == length {
        Ok(())
    } else {
        Err(String::from("it is cut short"))
    }
}

fn unfit(error: BackupError) -> String {
    error.to_string()
}

/// After a failure: takes out what was not there before, unless the live database misses just that.
fn remove_new(media: &MediaStore, stored: &HashSet<MediaLocation>, live: &Path) {
    let named = if live.is_file() {
        snapshot_media(live).unwrap_or_default()
    } else {
        Vec::new()
    };
    let new = media.locations().unwrap_or_default().into_iter();
    for location in new.filter(|location| !stored.contains(location) && !named.contains(location)) {
        // The refusal is what matters; a file too many costs room and nothing else.
        let _ = media.delete(&location);
    }
}

fn tell(
    settings: &Settings,
    media: &MediaStore,
    copy: &Path,
    tables: &[RestoredTable],
    keep_sessions: bool,
) -> Result<(), Refusal> {
    let rows = |name: &str| {
        let table = tables.iter().find(|table| table.table == name);
        table.map_or(0, |table| usize::try_from(table.rows).unwrap_or(0))
    };
    let courses = counted(rows("courses"), "course", "courses");
    let users = counted(rows("users"), "user", "users");
    let keys = counted(rows("purchase_codes"), "purchase key", "purchase keys");
    let sessions = if keep_sessions {
        "sessions live on"
    } else {
        "all members sign in again"
    };
    say(&format!("restored {courses}, {users} and {keys}; {sessions}"));
    let missing = snapshot_media(copy)?
        .into_iter()
        .filter(|location| media.open(location).is_err())
        .count();
    if missing > 0 {
        let files = counted(missing, "media file is", "media files are");
        say(&format!(
            "warning: {files} neither in the backup nor here; `portal doctor` names them"
        ));
    }
    let records = open_database(settings)?.read(|store| store.key_records(None))?;
    let sealed = records.iter().filter(|record| record.key.is_none()).count();
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
