//! `portal backup`: the database and its media in one file, whole or not at all.
//!
//! The rows are read first, as they stand at one moment. Media files never change once they have a name, so copying them
//! afterwards belongs to that same moment, as long as no import takes one away meanwhile.
//!
//! Decision: a file is a tar, which any system can look into: `portal-backup.json` (the form's number), `tables/NAME/N.jsonl` (rows as
//! JSON lists of texts, in pieces of some megabytes), `media/…`, `manifest.json` (schema, tables with their columns, the SHA-256 of every
//! part) and `sha256`, the digest of every byte before it, so that no bit can turn unnoticed. The list comes last because what is in it
//! is known last: nothing is written twice, and memory stays the same for any number of rows. A copy of SQLite's file was ruled out,
//! for PostgreSQL does not read it; a dump of statements too, for it would have to be run unread. Cost: the file is read once more when
//! it is written and twice when it is restored.
//!
//! Decision: the product encrypts nothing. `portal backup -` writes to standard output, where a program made for it (`age`) encrypts
//! what passes. Cost: what went to standard output is not read again here; `portal backup verify` does that.

mod drill;
pub mod file;
mod flushed_file;
mod hashing;
pub mod manifest;
pub mod media_files;
mod problems;
pub mod rows;
pub mod scratch;
pub mod source;
pub mod verify;
mod writer;

use std::{
    fs::{self, File},
    io::{self, BufWriter, IsTerminal as _, Write},
    path::{Path, PathBuf},
};

use audit::Action;
use chrono::Utc;
use clap::{Args, Subcommand};
use outbound::{MediaStore, Settings};
use persistence::{BackupError, BackupRows as _, LastBackup, Snapshot, note_backup};

use self::{
    file::BackupFile,
    flushed_file::FlushedFile,
    manifest::Manifest,
    media_files::copy_media,
    scratch::Scratch,
    writer::{ArchiveWriter, CopyError, Written},
};
use crate::{
    audit::{by_operator, record},
    called_path::called_path,
    installation::{check_installed, media_store, open_with_any_key, read_settings, say_waiting},
    output::{Refusal, bar, counted, failed, refused, say},
};

/// Write the database and its media into one file, while servers run; verified before it has its name
///
/// A backup of SQLite or PostgreSQL, of a folder or a bucket, can be restored into any of them. The session key is not in it: keep
/// data/session.key (or PORTAL_SESSION_KEY) apart. Without that key a restored site works, but its purchase keys can no longer be
/// shown and its waiting mails cannot be sent.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: portal backup - | age --recipient age1… > backup-2026-11-21.tar.age",
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true
)]
pub struct Backup {
    #[command(subcommand)]
    command: Option<BackupCommand>,
    /// The file to write, such as backup-2026-11-21.tar; - is standard output
    #[arg(required = true, value_parser = called_path())]
    file: Option<PathBuf>,
    /// Write over a file that is there
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Subcommand)]
enum BackupCommand {
    Verify(drill::Verify),
}

/// The nice value of a backup: the processor is its own where no other process wants it (nice(1)).
const NICE: i32 = 19;
/// What messages and the trail call it.
const STANDARD_OUTPUT: &str = "standard output";
/// Bytes that are written at once.
const BUFFER: usize = 256 * 1024;

impl Backup {
    pub fn run(self) -> Result<(), Refusal> {
        // Before any other thread, which takes it over. Refused by no system, and without it a backup is as good.
        let _ = rustix::process::setpriority_process(None, NICE);
        match (self.command, self.file) {
            (Some(BackupCommand::Verify(verify)), _) => verify.run(),
            (None, Some(file)) if file != Path::new("-") => {
                let folder = check_target(&file, self.force)?;
                to_file(&file, &folder, self.force)
            }
            (None, _) => to_standard_output(),
        }
    }
}

/// The folder of a file that may be written.
fn check_target(file: &Path, force: bool) -> Result<PathBuf, Refusal> {
    // The backup takes the place of what has the name: a device or a pipe would be gone.
    if let Ok(there) = fs::metadata(file)
        && !there.is_file()
    {
        return Err(refused(if there.is_dir() {
            format!("{} is a folder; name a file in it", file.display())
        } else {
            format!(
                "{} is no regular file, and a backup replaces nothing else; write to it as `portal backup - > {}`",
                file.display(),
                file.display()
            )
        }));
    }
    if !force && fs::symlink_metadata(file).is_ok() {
        return Err(refused(format!(
            "{} exists; name another file, or say --force to write over it",
            file.display()
        )));
    }
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if folder.is_dir() {
        Ok(folder.to_path_buf())
    } else {
        Err(refused(format!(
            "there is no folder {}; make it first",
            folder.display()
        )))
    }
}

/// A reader that ends before the backup does has no backup, so a closed pipe is a failure like any other.
fn to_standard_output() -> Result<(), Refusal> {
    if io::stdout().is_terminal() {
        return Err(refused(
            "a backup is not for a terminal; pass it on, such as `portal backup - > FILE`",
        ));
    }
    let settings = read_settings()?;
    let cannot = |cause| failed("the backup to standard output cannot be written")(cause);
    check_installed(&settings)?;
    let media = media_store(&settings)?;
    let _lock = media.lock_to_copy(&mut say_waiting)?;
    let snapshot = Snapshot::open(&settings.database)?;
    let into = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let written = write_archive(snapshot, &media, into, &cannot)?;
    note(&settings, STANDARD_OUTPUT, Path::new(STANDARD_OUTPUT))?;
    tell(STANDARD_OUTPUT, &written.manifest, written.bytes);
    Ok(())
}

fn to_file(file: &Path, folder: &Path, force: bool) -> Result<(), Refusal> {
    let settings = read_settings()?;
    let cannot = |cause| failed(format!("the backup {} cannot be written", file.display()))(cause);
    check_installed(&settings)?;
    let media = media_store(&settings)?;
    let _lock = media.lock_to_copy(&mut say_waiting)?;
    let snapshot = Snapshot::open(&settings.database)?;
    // Beside the target, so that it can be renamed.
    let scratch = Scratch::begin(folder, ".portal-backup-").map_err(cannot)?;
    // Readable by its owner alone.
    let mut archive = tempfile::NamedTempFile::new_in(scratch.path()).map_err(cannot)?;
    let into = BufWriter::with_capacity(BUFFER, FlushedFile::new(archive.as_file_mut()));
    let written = write_archive(snapshot, &media, into, &cannot)?;
    archive.as_file().sync_all().map_err(cannot)?;
    check_written(archive.path(), &media, &written.manifest).map_err(|problem| {
        refused(format!(
            "the backup {} was written and reads otherwise ({problem}); it was thrown away, look at the disk and try again",
            file.display()
        ))
    })?;
    let placed = if force {
        archive.persist(file)
    } else {
        archive.persist_noclobber(file)
    };
    placed.map_err(|error| cannot(error.error))?;
    if let Err(cause) = File::open(folder).and_then(|folder| folder.sync_all()) {
        // Its name may not last. Where it replaced an older one it stays all the same: it is whole, and the only one.
        if !force {
            let _ = fs::remove_file(file);
        }
        return Err(cannot(cause));
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let place = file.canonicalize().unwrap_or_else(|_| file.to_path_buf());
    note(&settings, &name, &place)?;
    tell(&file.display().to_string(), &written.manifest, written.bytes);
    Ok(())
}

/// A backup is known to the database that it was taken from, and to its trail.
fn note(settings: &Settings, name: &str, place: &Path) -> Result<(), Refusal> {
    let backup = LastBackup {
        at: Utc::now(),
        place: place.display().to_string(),
    };
    if let Err(problem) = note_backup(&settings.database, &backup) {
        say(&format!("warning: the backup is not noted: {problem}"));
    }
    // That of an older version is backed up before it is migrated, and this program writes no row of it.
    if let Ok(database) = open_with_any_key(settings) {
        record(&database, by_operator(Action::BackupCreate).about(name))?;
    }
    Ok(())
}

fn write_archive<W: Write>(
    mut snapshot: Snapshot,
    media: &MediaStore,
    into: W,
    cannot: &impl Fn(io::Error) -> Refusal,
) -> Result<Written, Refusal> {
    let facts = snapshot.facts().clone();
    let bar = bar(facts.tables.len() + facts.media.len());
    let mut archive = ArchiveWriter::begin(into, Utc::now()).map_err(cannot)?;
    let (mut wrong, mut last) = (None, String::new());
    let visited = snapshot.visit(&mut |table, row| {
        if last != table {
            table.clone_into(&mut last);
            let place = facts.tables.iter().position(|known| known.name == table);
            bar.set_position(place.unwrap_or(0) as u64);
            bar.set_message(table.to_owned());
        }
        archive.row(table, row).map_err(|cause| {
            let problem = cause.to_string();
            wrong = Some(cause);
            BackupError::Stopped(problem)
        })
    });
    if let Some(cause) = wrong {
        return Err(cannot(cause));
    }
    visited?;
    archive.end_rows().map_err(cannot)?;
    // Copying videos may take hours, and the database keeps what a snapshot sees for as long as that is open.
    drop(snapshot);
    bar.set_position(facts.tables.len() as u64);
    bar.set_message("media");
    let missing =
        copy_media(media, &facts.media, &mut archive, &mut || bar.inc(1)).map_err(|error| match error {
            CopyError::Source(error) => error.into(),
            CopyError::Target(cause) => cannot(cause),
        })?;
    let written = archive.finish(&facts, missing).map_err(cannot)?;
    bar.finish_and_clear();
    Ok(written)
}

/// Reads a backup as a restore does.
fn check_written(path: &Path, media: &MediaStore, written: &Manifest) -> Result<(), String> {
    let bar = bar(written.parts.len());
    bar.set_message("reading it again");
    let mut file = BackupFile::open(path)?;
    let read = verify::verify(&mut file, media, &mut || bar.inc(1))?;
    bar.finish_and_clear();
    if read == *written {
        Ok(())
    } else {
        Err(String::from("its list is another one"))
    }
}

fn tell(place: &str, manifest: &Manifest, bytes: u64) {
    if let Some(first) = manifest.missing_media.first() {
        let files = counted(manifest.missing_media.len(), "media file is", "media files are");
        say(&format!(
            "warning: {files} missing and so not in the backup: {first}"
        ));
    }
    say(&format!(
        "{place} holds the database and its media, {}",
        megabytes(bytes)
    ));
}

fn megabytes(bytes: u64) -> String {
    format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000)
}
