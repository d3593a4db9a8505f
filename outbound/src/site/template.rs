//! Writing a folder of the owner's with the built-in values.

use std::{
    fs::{self, Permissions},
    io::{self, Write as _},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use super::{VALUES_FILE, values_file::BUILT_IN};
use crate::writable::check_writable;

/// The standard rates of the Union's countries. They are no built-in values: a folder without them asks no buyer for a country.
const COUNTRIES: &str = include_str!("countries.toml");
/// The table that follows `[vat]` in the file.
const AFTER_VAT: &str = "\n[catalogue]\n";

/// The built-in values with the rates of the countries.
pub(super) fn new_values_file() -> String {
    BUILT_IN.replacen(AFTER_VAT, &format!("\n{COUNTRIES}{AFTER_VAT}"), 1)
}

/// Why no folder was written.
#[derive(Debug, thiserror::Error)]
pub enum InitError {
    #[error("{} exists already; `portal site check` reads it", .0.display())]
    Exists(PathBuf),
    #[error("{} is not a folder; name a new one", .0.display())]
    NotFolder(PathBuf),
    #[error("{} cannot be written: {cause}", .path.display())]
    Io { path: PathBuf, cause: io::Error },
    #[error("{0}")]
    Unwritable(String),
}

/// Makes sure that a folder can take the file, before an owner is asked for its values.
///
/// # Errors
/// [`InitError`]
pub(super) fn check_new_folder(folder: &Path) -> Result<(), InitError> {
    let path = folder.join(VALUES_FILE);
    if folder.exists() && !folder.is_dir() {
        return Err(InitError::NotFolder(folder.to_owned()));
    }
    if fs::symlink_metadata(&path).is_ok() {
        return Err(InitError::Exists(path));
    }
    check_writable(folder).map_err(InitError::Unwritable)
}

/// Writes a `site.toml` of this text into a folder, which is made where it does not exist. Answers the file's path.
pub(super) fn write_values(folder: &Path, text: &str) -> Result<PathBuf, InitError> {
    let path = folder.join(VALUES_FILE);
    let was_there = folder.exists();
    fs::create_dir_all(folder).map_err(|cause| InitError::Io {
        path: folder.to_owned(),
        cause,
    })?;
    let written = write_whole(folder, &path, text);
    if written.is_err() && !was_there {
        // Only an empty folder is removed.
        let _ = fs::remove_dir(folder);
    }
    written.map_err(|cause| match cause.kind() {
        io::ErrorKind::AlreadyExists => InitError::Exists(path.clone()),
        _ => InitError::Io {
            path: path.clone(),
            cause,
        },
    })?;
    Ok(path)
}

/// All of the file or nothing: half of it would stop the next try.
fn write_whole(folder: &Path, path: &Path, text: &str) -> io::Result<()> {
    let mut new = tempfile::Builder::new()
        .prefix(".site.toml-")
        .permissions(Permissions::from_mode(0o644))
        .tempfile_in(folder)?;
    new.write_all(text.as_bytes())?;
    new.as_file().sync_all()?;
    new.persist_noclobber(path)?;
    Ok(())
}
