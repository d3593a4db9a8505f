//! When the last backup was written from this installation: a small file of the data directory, for `portal doctor`.

use std::{
    fs::{self, Permissions},
    io::Write,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use chrono::{DateTime, Utc};
use outbound::Settings;
use serde::{Deserialize, Serialize};

const FILE: &str = "last-backup.json";

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LastBackup {
    pub written_at: DateTime<Utc>,
    pub file: PathBuf,
    /// Its size.
    pub bytes: u64,
}

/// Notes a backup; where that fails, the backup itself is still good.
pub fn note(settings: &Settings, file: &Path, bytes: u64) {
    let last = LastBackup {
        written_at: Utc::now(),
        file: file.canonicalize().unwrap_or_else(|_| file.to_path_buf()),
        bytes,
    };
    let _ = write(&settings.data_dir, &last);
}

fn write(folder: &Path, last: &LastBackup) -> std::io::Result<()> {
    let mut new = tempfile::Builder::new()
        .prefix(".last-backup-")
        .permissions(Permissions::from_mode(0o600))
        .tempfile_in(folder)?;
    serde_json::to_writer(new.as_file_mut(), last)?;
    new.as_file_mut().write_all(b"\n")?;
    new.persist(folder.join(FILE)).map_err(|error| error.error)?;
    Ok(())
}

/// None where no backup was written from here, or the note cannot be read.
pub fn last(settings: &Settings) -> Option<LastBackup> {
    let text = fs::read(settings.data_dir.join(FILE)).ok()?;
    serde_json::from_slice(&text).ok()
}
