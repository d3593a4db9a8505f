//! Writing a backup's entries, each as soon as it is known.

use std::io::{self, Read, Write};

use chrono::{DateTime, Utc};
use courses::MediaLocation;
use outbound::MediaError;
use persistence::{BackupRow, SnapshotFacts};
use tar::{Builder, Header as TarHeader};

use super::{
    hashing::{HashingReader, HashingWriter},
    manifest::{
        FORMAT, HEADER_ENTRY, Header, MANIFEST_ENTRY, Manifest, ManifestTable, Part, SEAL_ENTRY, media_entry,
        rows_entry,
    },
};

/// So many bytes of rows are an entry; a tar entry's length has to be known before it is written.
const ROWS_BYTES: usize = 4 << 20;

pub struct ArchiveWriter<W: Write> {
    tar: Builder<HashingWriter<W>>,
    created_at: DateTime<Utc>,
    parts: Vec<Part>,
    /// How many rows each table has, in the order in which they came.
    counts: Vec<(String, u64)>,
    rows: Vec<u8>,
    /// Entries of the table whose rows come now.
    pieces: u32,
}

/// A backup that was written.
pub struct Written {
    pub manifest: Manifest,
    /// Its size.
    pub bytes: u64,
}

/// Why a media file is not in the backup.
pub enum CopyError {
    /// The store gave no file, or less of it than it said.
    Source(MediaError),
    /// The backup cannot be written.
    Target(io::Error),
}

impl<W: Write> ArchiveWriter<W> {
    pub fn begin(into: W, created_at: DateTime<Utc>) -> io::Result<Self> {
        let mut writer = Self {
            tar: Builder::new(HashingWriter::new(into)),
            created_at,
            parts: Vec::new(),
            counts: Vec::new(),
            rows: Vec::new(),
            pieces: 0,
        };
        let header = Header {
            format: FORMAT,
            program: program(),
        };
        writer.append(HEADER_ENTRY, &pretty(&header)?)?;
        Ok(writer)
    }

    /// Adds a row; rows of one table follow one another.
    pub fn row(&mut self, table: &str, row: &BackupRow) -> io::Result<()> {
        if self.counts.last().is_none_or(|(last, _)| last != table) {
            self.end_piece()?;
            self.pieces = 0;
            self.counts.push((table.to_owned(), 0));
        }
        serde_json::to_writer(&mut self.rows, row)?;
        self.rows.push(b'\n');
        if let Some((_, count)) = self.counts.last_mut() {
            *count += 1;
        }
        if self.rows.len() >= ROWS_BYTES {
            self.end_piece()?;
        }
        Ok(())
    }

    /// After the last row.
    pub fn end_rows(&mut self) -> io::Result<()> {
        self.end_piece()
    }

    fn end_piece(&mut self) -> io::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let table = self.counts.last().map_or("", |(table, _)| table);
        self.pieces += 1;
        let name = rows_entry(table, self.pieces);
        let rows = std::mem::take(&mut self.rows);
        let size = rows.len() as u64;
        let mut hashing = HashingReader::new(&rows[..]);
        let created_at = self.created_at;
        append(&mut self.tar, &name, size, created_at, &mut hashing)?;
        self.parts.push(Part {
            name,
            size,
            sha256: hashing.digest(),
        });
        self.rows = rows;
        self.rows.clear();
        Ok(())
    }

    /// Adds a media file of so many bytes.
    pub fn media(&mut self, location: &MediaLocation, file: impl Read, size: u64) -> Result<(), CopyError> {
        let name = media_entry(location);
        let mut hashing = HashingReader::new(file.take(size));
        let created_at = self.created_at;
        let appended = append(&mut self.tar, &name, size, created_at, &mut hashing);
        let source = |cause| {
            let path = std::path::PathBuf::from(&location.0);
            CopyError::Source(MediaError::Unavailable { path, cause })
        };
        match appended {
            Err(cause) if hashing.failed() => return Err(source(cause)),
            Err(cause) => return Err(CopyError::Target(cause)),
            Ok(()) if hashing.length() != size => {
                return Err(source(io::Error::new(
                    io::ErrorKind::UnexpectedEof,
                    "it is shorter than the store says",
                )));
            }
            Ok(()) => {}
        }
        self.parts.push(Part {
            name,
            size,
            sha256: hashing.digest(),
        });
        Ok(())
    }

    /// Writes the list of all that was added, and the digest of everything.
    pub fn finish(mut self, facts: &SnapshotFacts, missing_media: Vec<String>) -> io::Result<Written> {
        self.end_piece()?;
        let counts = std::mem::take(&mut self.counts);
        let rows = |name: &str| {
            counts
                .iter()
                .find(|(table, _)| table == name)
                .map_or(0, |(_, rows)| *rows)
        };
        let tables = facts.tables.iter().map(|table| ManifestTable {
            table: table.clone(),
            rows: rows(&table.name),
        });
        let manifest = Manifest {
            format: FORMAT,
            program: program(),
            created_at: self.created_at,
            database: facts.database.to_owned(),
            migrations: facts.migrations.clone(),
            tables: tables.collect(),
            parts: std::mem::take(&mut self.parts),
            missing_media,
        };
        self.append(MANIFEST_ENTRY, &pretty(&manifest)?)?;
        let digest = self.tar.get_ref().digest();
        append_seal(&mut self.tar, &digest)?;
        let mut into = self.tar.into_inner()?;
        into.flush()?;
        Ok(Written {
            manifest,
            bytes: into.length(),
        })
    }

    fn append(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let created_at = self.created_at;
        append(&mut self.tar, name, bytes.len() as u64, created_at, bytes)
    }
}

/// The last bytes of a backup: the digest of all before them as an entry, and the end of the tar.
pub fn seal(digest: &str) -> io::Result<Vec<u8>> {
    let mut tar = Builder::new(Vec::new());
    append_seal(&mut tar, digest)?;
    tar.into_inner()
}

fn append_seal(tar: &mut Builder<impl Write>, digest: &str) -> io::Result<()> {
    let text = format!("{digest}\n");
    append(
        tar,
        SEAL_ENTRY,
        text.len() as u64,
        DateTime::UNIX_EPOCH,
        text.as_bytes(),
    )
}

fn append(
    tar: &mut Builder<impl Write>,
    name: &str,
    size: u64,
    created_at: DateTime<Utc>,
    data: impl Read,
) -> io::Result<()> {
    let mut header = TarHeader::new_gnu();
    header.set_size(size);
    header.set_mode(0o600);
    header.set_mtime(u64::try_from(created_at.timestamp()).unwrap_or(0));
    tar.append_data(&mut header, name, data)
}

fn pretty(value: &impl serde::Serialize) -> io::Result<Vec<u8>> {
    let mut text = serde_json::to_vec_pretty(value)?;
    text.push(b'\n');
    Ok(text)
}

fn program() -> String {
    String::from(env!("CARGO_PKG_VERSION"))
}
