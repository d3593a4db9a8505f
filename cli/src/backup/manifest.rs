//! What a backup consists of: the names of its entries, and the list of them at its end.

use std::path::Component;

use chrono::{DateTime, Utc};
use courses::MediaLocation;
use outbound::MediaStore;
use persistence::BackupTable;
use serde::{Deserialize, Serialize};
use tar::{Entry, EntryType};

use super::problems::BEFORE;

/// The form that this program writes. Versions before 1.0.0 also wrote a tar that begins with `portal.db`.
pub const FORMAT: u32 = 2;
/// Comes first, so that a newer form is known before anything else is read.
pub const HEADER_ENTRY: &str = "portal-backup.json";
/// What the rows of a table begin with: `tables/users/000001.jsonl`.
const TABLES: &str = "tables/";
/// What every media file within a backup begins with.
const MEDIA: &str = "media/";
/// The last entry but one.
pub const MANIFEST_ENTRY: &str = "manifest.json";
/// The last entry: the SHA-256 of every byte before it.
pub const SEAL_ENTRY: &str = "sha256";

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Header {
    pub format: u32,
    /// The version of the program that wrote it.
    pub program: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    pub format: u32,
    pub program: String,
    pub created_at: DateTime<Utc>,
    /// The kind of the database that it was taken from, in a word.
    pub database: String,
    /// What made the tables.
    pub migrations: Vec<String>,
    pub tables: Vec<ManifestTable>,
    /// Every entry with rows or media, in their order.
    pub parts: Vec<Part>,
    /// Media files that rows name and the store lacked.
    pub missing_media: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ManifestTable {
    #[serde(flatten)]
    pub table: BackupTable,
    pub rows: u64,
}

/// An entry and what it holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    pub name: String,
    /// Bytes.
    pub size: u64,
    /// In hexadecimal digits.
    pub sha256: String,
}

impl Manifest {
    pub fn part(&self, name: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// The backed up tables as persistence knows them.
    pub fn tables(&self) -> Vec<BackupTable> {
        self.tables.iter().map(|table| table.table.clone()).collect()
    }

    pub fn media_files(&self) -> usize {
        self.parts
            .iter()
            .filter(|part| part.name.starts_with(MEDIA))
            .count()
    }
}

/// An entry by its name.
#[derive(Debug, PartialEq, Eq)]
pub enum EntryName {
    Folder,
    Header,
    Rows { table: String },
    Media(MediaLocation),
    Manifest,
    Seal,
}

/// The database within a backup of a version before 1.0.0.
const EARLY_DATABASE: &str = "portal.db";

/// What an entry is.
///
/// # Errors
/// For what has no place in a backup.
pub fn entry_name<R: std::io::Read>(entry: &Entry<'_, R>, media: &MediaStore) -> Result<EntryName, String> {
    let path = entry.path().map_err(|cause| cause.to_string())?;
    let foreign = || {
        format!(
            "it holds {:?}, which has no place in a backup",
            path.display().to_string()
        )
    };
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    let name = path.to_str().filter(|_| plain).ok_or_else(foreign)?;
    if name == EARLY_DATABASE {
        return Err(String::from(BEFORE));
    }
    match entry.header().entry_type() {
        EntryType::Directory => Ok(EntryName::Folder),
        EntryType::Regular => regular(name, media).ok_or_else(foreign),
        _ => Err(foreign()),
    }
}

fn regular(name: &str, media: &MediaStore) -> Option<EntryName> {
    Some(match name {
        HEADER_ENTRY => EntryName::Header,
        MANIFEST_ENTRY => EntryName::Manifest,
        SEAL_ENTRY => EntryName::Seal,
        _ => {
            if let Some(within) = name.strip_prefix(TABLES) {
                let (table, _) = within.split_once('/')?;
                return Some(EntryName::Rows {
                    table: table.to_owned(),
                });
            }
            let location = MediaLocation(name.strip_prefix(MEDIA)?.to_owned());
            let nested = location.0.contains('/') && location.0.contains('.');
            return (nested && media.is_place(&location)).then_some(EntryName::Media(location));
        }
    })
}

/// The name of a piece of a table's rows, counted from 1.
pub fn rows_entry(table: &str, number: u32) -> String {
    format!("{TABLES}{table}/{number:06}.jsonl")
}

pub fn media_entry(location: &MediaLocation) -> String {
    format!("{MEDIA}{}", location.0)
}
