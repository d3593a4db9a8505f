//! A verified backup, ready to be restored from any schema.

use std::path::{Path, PathBuf};

use outbound::MediaStore;
use persistence::{
    BackupError, RestoredSessions, RestoredTable, SchemaAge, Snapshot, check_rows, load_embedded,
    restore_rows, schema_age,
};

use super::{
    file::BackupFile,
    manifest::Manifest,
    problems::{BEFORE, newer},
    rows::ArchiveRows,
    verify::{check_beginning, verify},
};

/// Where the rows are, and how many media files come with them.
pub struct Source {
    rows: Rows,
    pub media_files: usize,
    /// Entries with rows.
    pub pieces: usize,
}

enum Rows {
    /// In the backup itself, of this program's schema.
    Archive(Box<Manifest>),
    /// In an embedded database that was made of the backup and brought to this program's schema.
    Embedded(PathBuf),
}

impl Source {
    /// Reads all of a backup; what it needs besides goes into `scratch`. `progress` is called for each entry.
    ///
    /// # Errors
    /// What is wrong with it, for people.
    pub fn of(
        file: &mut BackupFile,
        media: &MediaStore,
        scratch: &Path,
        progress: &mut dyn FnMut(),
    ) -> Result<Self, String> {
        check_beginning(file, media)?;
        let manifest = verify(file, media, progress)?;
        let media_files = manifest.media_files();
        let pieces = manifest.parts.len() - media_files;
        let rows = match schema_age(&manifest.migrations).map_err(|error| error.to_string())? {
            SchemaAge::Current => Rows::Archive(Box::new(manifest)),
            SchemaAge::Older => {
                let copy = scratch.join("portal.db");
                let mut rows = ArchiveRows::new(file, media, &manifest, progress);
                load_embedded(&copy, &mut rows).map_err(|error| error.to_string())?;
                Rows::Embedded(copy)
            }
            SchemaAge::Before => return Err(String::from(BEFORE)),
            SchemaAge::Newer => return Err(newer(&manifest.program)),
        };
        let source = Self {
            rows,
            media_files,
            pieces,
        };
        source
            .check(file, media, progress)
            .map_err(|error| error.to_string())?;
        Ok(source)
    }

    /// Walks the rows by the rules that a schema does not hold.
    fn check(
        &self,
        file: &mut BackupFile,
        media: &MediaStore,
        progress: &mut dyn FnMut(),
    ) -> Result<(), BackupError> {
        match &self.rows {
            Rows::Embedded(copy) => check_rows(&mut Snapshot::open_file(copy)?),
            Rows::Archive(manifest) => check_rows(&mut ArchiveRows::new(file, media, manifest, progress)),
        }
    }

    /// Puts the rows in place of the live database's, all or nothing. `progress` is called for each entry.
    ///
    /// # Errors
    /// [`BackupError`]
    pub fn restore(
        &self,
        file: &mut BackupFile,
        media: &MediaStore,
        live: &kernel::DatabaseUrl,
        sessions: RestoredSessions,
        progress: &mut dyn FnMut(),
    ) -> Result<Vec<RestoredTable>, BackupError> {
        match &self.rows {
            Rows::Embedded(copy) => restore_rows(live, &mut Snapshot::open_file(copy)?, sessions),
            Rows::Archive(manifest) => restore_rows(
                live,
                &mut ArchiveRows::new(file, media, manifest, progress),
                sessions,
            ),
        }
    }
}
