//! When the last backup was written with a data folder: `portal backup` leaves a note of it there.

use std::{fs, path::Path};

use chrono::{DateTime, Utc};
use serde::Deserialize;

/// The note's name within the data folder.
const NOTE: &str = "last-backup.json";

/// The part of the note that monitoring needs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Note {
    written_at: DateTime<Utc>,
}

/// When the last backup was written; `None` without a backup, or if the note cannot be read.
#[must_use]
pub fn last_backup_at(data_dir: &Path) -> Option<DateTime<Utc>> {
    let text = fs::read(data_dir.join(NOTE)).ok()?;
    let note: Note = serde_json::from_slice(&text).ok()?;
    Some(note.written_at)
}
