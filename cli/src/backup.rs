//! `portal backup`: the embedded database and its media in one tar file, whole or not at all.
//!
//! The database is copied first, as it stands at one moment. Media files never change once they have a name, so copying them
//! afterwards belongs to that same moment, as long as no import takes one away meanwhile.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Read, Write},
    path::{Path, PathBuf},
};

use chrono::Utc;
use clap::Args;
use kernel::DatabaseUrl;
use outbound::{MediaError, MediaStore, Settings};
use persistence::{snapshot_media, write_snapshot};
use tar::{Builder, Header};

use crate::{
    installation::{media_store, read_settings},
    output::{Refusal, bar, counted, failed, refused, say},
};

/// The database within a backup; comes first.
pub const DATABASE_ENTRY: &str = "portal.db";
/// What every media file within a backup begins with.
pub const MEDIA_ENTRY: &str = "media/";

/// Write the embedded database and its media into one tar file, while the server runs
///
/// The session key is not in it: keep data/session.key (or PORTAL_SESSION_KEY) apart. Without that key a restored
/// site works, but its purchase keys can no longer be shown and its waiting mails cannot be sent.
#[derive(Debug, Args)]
pub struct Backup {
    /// The file to write, such as backup-2026-11-21.tar
    file: PathBuf,
    /// Write over a file that is there
    #[arg(long)]
    force: bool,
}

impl Backup {
    pub fn run(self) -> Result<(), Refusal> {
        backup(&self.file, self.force)
    }
}

fn backup(file: &Path, force: bool) -> Result<(), Refusal> {
    let settings = read_settings()?;
    let live = embedded_database(&settings, "backed up", "pg_dump")?;
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
    if !folder.is_dir() {
        return Err(refused(format!(
            "there is no folder {}; make it first",
            folder.display()
        )));
    }
    let cannot = |cause| failed(format!("the backup {} cannot be written", file.display()))(cause);
    // Beside the target, so that it can be renamed; both are readable by their owner alone and vanish with a failure.
    let scratch = tempfile::Builder::new()
        .prefix(".portal-backup-")
        .tempdir_in(folder)
        .map_err(cannot)?;
    let mut archive = tempfile::Builder::new()
        .prefix(".portal-backup-")
        .tempfile_in(folder)
        .map_err(cannot)?;
    let media = media_store(&settings);
    let _lock = media.lock_to_copy()?;
    let copy = scratch.path().join(DATABASE_ENTRY);
    write_snapshot(&live, &copy)?;
    let missing = write_archive(&copy, &media, archive.as_file_mut(), &cannot)?;
    archive.as_file().sync_all().map_err(cannot)?;
    let size = archive.as_file().metadata().map_err(cannot)?.len();
    let placed = if force {
        archive.persist(file)
    } else {
        archive.persist_noclobber(file)
    };
    placed.map_err(|error| cannot(error.error))?;
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(cannot)?;
    if let Some(first) = missing.first() {
        let files = counted(missing.len(), "media file is", "media files are");
        say(&format!(
            "warning: {files} missing and so not in the backup: {first}"
        ));
    }
    say(&format!(
        "{} holds the database and its media, {}",
        file.display(),
        megabytes(size)
    ));
    Ok(())
}

/// The path of the embedded database, or why there is none.
pub fn embedded_database(settings: &Settings, done: &str, instead: &str) -> Result<PathBuf, Refusal> {
    match &settings.database {
        DatabaseUrl::Sqlite(path) => Ok(path.clone()),
        DatabaseUrl::Postgres(_) => Err(refused(format!(
            "DATABASE_URL names PostgreSQL, which is {done} by its own tools: use {instead}, and copy the media folder"
        ))),
    }
}

/// Writes the archive; answers the media files that rows name and the store lacks.
fn write_archive(
    copy: &Path,
    media: &MediaStore,
    into: &mut File,
    cannot: &impl Fn(io::Error) -> Refusal,
) -> Result<Vec<String>, Refusal> {
    let locations = snapshot_media(copy)?;
    let mut missing = Vec::new();
    let mut tar = Builder::new(BufWriter::with_capacity(256 * 1024, into));
    let database = File::open(copy).map_err(cannot)?;
    let length = database.metadata().map_err(cannot)?.len();
    append(&mut tar, DATABASE_ENTRY, database, length).map_err(cannot)?;
    let bar = bar(locations.len());
    for location in locations {
        bar.inc(1);
        match media.open(&location) {
            Ok((file, length)) => {
                append(&mut tar, &format!("{MEDIA_ENTRY}{}", location.0), file, length).map_err(cannot)?;
            }
            Err(MediaError::Missing(location)) => missing.push(location),
            Err(other) => return Err(other.into()),
        }
    }
    bar.finish_and_clear();
    tar.into_inner()
        .and_then(|mut buffer| buffer.flush())
        .map_err(cannot)?;
    Ok(missing)
}

fn append(tar: &mut Builder<impl Write>, name: &str, file: File, length: u64) -> io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_size(length);
    header.set_mode(0o600);
    header.set_mtime(u64::try_from(Utc::now().timestamp()).unwrap_or(0));
    tar.append_data(&mut header, name, file.take(length))
}

fn megabytes(bytes: u64) -> String {
    format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000)
}
