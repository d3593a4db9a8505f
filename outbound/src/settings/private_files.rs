//! The files that hold members' data and keys are their owner's alone: folders 0700, files 0600, under any umask.
//!
//! Decision: files are made with their mode, and what an older version or another program made is tightened at each start, so that
//! no moment depends on the process's umask. SQLite gives `-wal` and `-shm` the mode of the database itself. Cost: one look at each
//! file of the data folder and the media folder.

use std::{
    ffi::OsString,
    fs::{self, OpenOptions, Permissions},
    io,
    os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

use kernel::DatabaseUrl;

use super::{Settings, media::MediaAddress, values::SESSION_KEY_FILE};
use crate::private_folder::make_private_folder;

/// Every user but the owner.
const OTHERS: u32 = 0o077;
/// A folder that many users share, such as `/tmp`; its mode is not ours to change.
const STICKY: u32 = 0o1000;

/// Makes the data folder and the embedded database if they are missing, so that neither is open to others for a moment. A file that
/// cannot be made is reported by what needs it.
pub fn create_private_files(settings: &Settings) {
    let _ = make_private_folder(&settings.data_dir);
    if let DatabaseUrl::Sqlite(path) = &settings.database {
        // An empty file is an empty database.
        let _ = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path);
    }
}

/// [`create_private_files`], and takes from others what is open to them. Answers what stays open, such as the files of another owner.
pub fn make_private(settings: &Settings) -> Vec<PathBuf> {
    create_private_files(settings);
    let mut open = files_open_to_others(settings);
    open.retain(|path| tighten(path).is_err());
    open
}

/// What of the settings' files others could read or change.
#[must_use]
pub fn files_open_to_others(settings: &Settings) -> Vec<PathBuf> {
    let mut open = Vec::new();
    let data = &settings.data_dir;
    let mut look = |path: PathBuf| {
        if fs::metadata(&path).is_ok_and(|facts| facts.mode() & OTHERS != 0) {
            open.push(path);
        }
    };
    look(data.clone());
    look(data.join(SESSION_KEY_FILE));
    if let DatabaseUrl::Sqlite(path) = &settings.database {
        embedded_files(path).into_iter().for_each(&mut look);
    }
    let media = match &settings.media {
        MediaAddress::Folder(folder) => folder.clone(),
        MediaAddress::Bucket(_) => settings.uploads(),
    };
    for folder in [settings.outbox(), media] {
        look(folder.clone());
        look_below(&folder, &mut look);
    }
    open
}

/// An embedded database and the files that SQLite puts beside it: where the database is reached by a link, beside what it leads to.
#[must_use]
pub fn embedded_files(database: &Path) -> [PathBuf; 3] {
    let real = fs::canonicalize(database).unwrap_or_else(|_| database.to_owned());
    ["", "-wal", "-shm"].map(|ending| {
        let mut name = OsString::from(&real);
        name.push(ending);
        PathBuf::from(name)
    })
}

/// Every file and folder below one, links left out.
fn look_below(folder: &Path, look: &mut dyn FnMut(PathBuf)) {
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => {
                    look(entry.path());
                    folders.push(entry.path());
                }
                Ok(kind) if kind.is_file() => look(entry.path()),
                _ => {}
            }
        }
    }
}

fn tighten(path: &Path) -> io::Result<()> {
    let mode = fs::metadata(path)?.mode();
    if mode & STICKY != 0 {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    fs::set_permissions(path, Permissions::from_mode(mode & 0o7777 & !OTHERS))
}
