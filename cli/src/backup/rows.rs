//! The rows of a backup, as persistence takes them.

use std::io::{BufRead, BufReader};

use outbound::MediaStore;
use persistence::{BackupError, BackupRow, BackupRows, BackupTable, RowVisitor};
use tar::Archive;

use super::{
    file::BackupFile,
    hashing::HashingReader,
    manifest::{EntryName, Manifest, entry_name},
    problems::damaged,
};

/// Of a backup that was verified; what is read is compared once more, for a file may change.
pub struct ArchiveRows<'a> {
    file: &'a mut BackupFile,
    media: &'a MediaStore,
    manifest: &'a Manifest,
    tables: Vec<BackupTable>,
    progress: &'a mut dyn FnMut(),
}

impl<'a> ArchiveRows<'a> {
    /// `progress` is called for each entry.
    pub fn new(
        file: &'a mut BackupFile,
        media: &'a MediaStore,
        manifest: &'a Manifest,
        progress: &'a mut dyn FnMut(),
    ) -> Self {
        Self {
            file,
            media,
            tables: manifest.tables(),
            manifest,
            progress,
        }
    }
}

impl BackupRows for ArchiveRows<'_> {
    fn migrations(&self) -> &[String] {
        &self.manifest.migrations
    }

    fn tables(&self) -> &[BackupTable] {
        &self.tables
    }

    fn visit(&mut self, visit: &mut RowVisitor<'_>) -> Result<(), BackupError> {
        let content = self.file.content().map_err(BackupError::Stopped)?;
        let mut archive = Archive::new(content);
        let mut rows = 0;
        for entry in archive.entries_with_seek().map_err(|_| changed("it"))? {
            let entry = entry.map_err(|_| changed("it"))?;
            let table = match entry_name(&entry, self.media).map_err(BackupError::Stopped)? {
                EntryName::Rows { table } => table,
                EntryName::Header => continue,
                // Rows come before everything else.
                _ => break,
            };
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let hashing = &mut HashingReader::new(entry);
            rows += visit_lines(&mut *hashing, &table, &name, visit)?;
            (self.progress)();
            let part = self.manifest.part(&name);
            if part.is_none_or(|part| part.sha256 != hashing.digest()) {
                return Err(changed(&format!("its {name}")));
            }
        }
        let wanted: u64 = self.manifest.tables.iter().map(|table| table.rows).sum();
        if rows == wanted {
            Ok(())
        } else {
            Err(changed("it"))
        }
    }
}

fn visit_lines(
    from: impl std::io::Read,
    table: &str,
    name: &str,
    visit: &mut RowVisitor<'_>,
) -> Result<u64, BackupError> {
    let mut lines = BufReader::with_capacity(64 * 1024, from);
    let mut line = Vec::new();
    let mut rows = 0;
    loop {
        line.clear();
        let count = lines
            .read_until(b'\n', &mut line)
            .map_err(|_| changed(&format!("its {name}")))?;
        if count == 0 {
            return Ok(rows);
        }
        let row: BackupRow = serde_json::from_slice(&line).map_err(|_| changed(&format!("its {name}")))?;
        visit(table, &row)?;
        rows += 1;
    }
}

fn changed(what: &str) -> BackupError {
    BackupError::Stopped(damaged(what))
}
