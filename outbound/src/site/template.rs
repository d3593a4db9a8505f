//! Writing a folder of the owner's with the built-in values.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use super::{VALUES_FILE, values_file::BUILT_IN};

/// Why no folder was written.
#[derive(Debug, thiserror::Error)]
pub enum InitError {
    #[error("{} exists already; `portal site check` reads it", .0.display())]
    Exists(PathBuf),
    #[error("{} cannot be written: {cause}", .path.display())]
    Io { path: PathBuf, cause: io::Error },
}

/// Writes `site.toml` into a folder, which is made where it does not exist. Answers the file's path.
///
/// # Errors
/// [`InitError`]; an existing file is never changed.
pub fn write_site_folder(folder: &Path) -> Result<PathBuf, InitError> {
    let path = folder.join(VALUES_FILE);
    let io = |cause: io::Error| match cause.kind() {
        io::ErrorKind::AlreadyExists => InitError::Exists(path.clone()),
        _ => InitError::Io {
            path: path.clone(),
            cause,
        },
    };
    fs::create_dir_all(folder).map_err(|cause| InitError::Io {
        path: folder.to_owned(),
        cause,
    })?;
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&path)
        .map_err(io)?;
    file.write_all(BUILT_IN.as_bytes()).map_err(io)?;
    file.sync_all().map_err(io)?;
    Ok(path)
}
