//! `portal backup verify`: whether a backup is whole, and with a folder whether it restores there and passes the checks of `portal doctor`.

use std::{
    ffi::OsString,
    fs::{self, DirBuilder},
    io,
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
    time::Instant,
};

use clap::Args;
use outbound::{MediaStore, Settings};
use persistence::{RestoredSessions, SchemaAge, schema_age};

use super::{
    file::BackupFile,
    manifest::Manifest,
    megabytes,
    problems::{BEFORE, newer},
    scratch::Scratch,
    source::Source,
    verify::{check_beginning, verify},
};
use crate::{
    called_path::called_path,
    doctor::check_installation,
    installation::{adopt_key, media_store},
    output::{Refusal, bar, counted, failed, minute, refused, say},
    restore::replace,
};

/// Read a backup to its last bit; with --restore-into also restore it and check what came of it
///
/// The installation of this machine is neither read nor changed. Without the session key of the backup's installation (in
/// PORTAL_SESSION_KEY) the folder gets one of its own.
#[derive(Debug, Args)]
#[command(after_help = "Example: portal backup verify backup-2026-11-21.tar --restore-into /tmp/drill")]
pub struct Verify {
    /// A file that `portal backup` wrote
    #[arg(value_parser = called_path())]
    file: PathBuf,
    /// An empty folder, or the name of a new one: the backup is restored there as an installation with SQLite
    #[arg(long, value_name = "FOLDER", value_parser = called_path())]
    restore_into: Option<PathBuf>,
}

impl Verify {
    pub fn run(self) -> Result<(), Refusal> {
        let bad = |problem: String| refused(format!("the backup {}: {problem}", self.file.display()));
        let mut file = BackupFile::open(&self.file).map_err(bad)?;
        match &self.restore_into {
            None => {
                let manifest = check(&mut file).map_err(bad)?;
                let bytes = fs::metadata(&self.file).map_or(0, |facts| facts.len());
                tell(&self.file, &manifest, bytes);
                Ok(())
            }
            Some(folder) => drill(file, folder, bad),
        }
    }
}

/// Its list, if this program could restore it.
fn check(file: &mut BackupFile) -> Result<Manifest, String> {
    // Says which names a media file may have; nothing of it is read.
    let media = MediaStore::in_folder(PathBuf::from("media"));
    let bar = bar(0);
    bar.set_message("reading it");
    check_beginning(file, &media)?;
    let manifest = verify(file, &media, &mut || {
        bar.inc_length(1);
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    match schema_age(&manifest.migrations).map_err(|error| error.to_string())? {
        SchemaAge::Current | SchemaAge::Older => Ok(manifest),
        SchemaAge::Before => Err(String::from(BEFORE)),
        SchemaAge::Newer => Err(newer(&manifest.program)),
    }
}

fn tell(file: &Path, manifest: &Manifest, bytes: u64) {
    let rows: u64 = manifest.tables.iter().map(|table| table.rows).sum();
    let rows = counted(usize::try_from(rows).unwrap_or(usize::MAX), "row", "rows");
    let media = counted(manifest.media_files(), "media file", "media files");
    say(&format!(
        "{} is whole: taken {} by version {} from {}, {rows} and {media}, {}",
        file.display(),
        minute(manifest.created_at),
        manifest.program,
        manifest.database,
        megabytes(bytes)
    ));
}

fn drill(mut file: BackupFile, folder: &Path, bad: impl Fn(String) -> Refusal) -> Result<(), Refusal> {
    // Before the folder is made: what is no backup leaves nothing there.
    check(&mut file).map_err(&bad)?;
    make_empty(folder)?;
    let settings = settings_in(folder)?;
    let media = media_store(&settings)?;
    let begin = Instant::now();
    let scratch = Scratch::begin(folder, ".portal-restore-").map_err(failed(folder.display()))?;
    let checking = bar(0);
    checking.set_message("checking the backup");
    let source = Source::of(&mut file, &media, scratch.path(), &mut || {
        checking.inc_length(1);
        checking.inc(1);
    })
    .map_err(&bad)?;
    checking.finish_and_clear();
    let tables = replace(
        &settings,
        &media,
        file,
        &source,
        scratch.path(),
        RestoredSessions::Keep,
    )?;
    drop(scratch);
    adopt_key(&settings)?.index_courses()?;
    let restored = begin.elapsed();
    check_installation(&settings)?;
    let rows: u64 = tables.iter().map(|table| table.rows).sum();
    say(&format!(
        "restored {} into {} in {:.1} s and checked it in {:.1} s; the folder can be removed",
        counted(usize::try_from(rows).unwrap_or(usize::MAX), "row", "rows"),
        folder.display(),
        restored.as_secs_f64(),
        (begin.elapsed() - restored).as_secs_f64()
    ));
    Ok(())
}

fn make_empty(folder: &Path) -> Result<(), Refusal> {
    match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(refused(format!(
            "{} is not empty; name an empty folder, or a new one",
            folder.display()
        ))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)
            .map_err(failed(folder.display())),
        Err(error) => Err(failed(folder.display())(error)),
    }
}

/// An installation in a folder, with nothing outside it.
fn settings_in(folder: &Path) -> Result<Settings, Refusal> {
    let mut database = OsString::from("sqlite://");
    database.push(folder.join("portal.db"));
    let lookup = move |name: &str| match name {
        "DATABASE_URL" => Some(database.clone()),
        "PORTAL_DATA_DIR" => Some(folder.as_os_str().to_owned()),
        "PORTAL_SESSION_KEY" | "PORTAL_FFMPEG" => std::env::var_os(name),
        _ => None,
    };
    Ok(Settings::read(&lookup)?)
}
