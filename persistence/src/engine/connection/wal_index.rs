//! The head of the index of SQLite's WAL, which each commit changes.
//!
//! Decision: read from the file, which every connection has mapped, instead of asked for by `PRAGMA data_version`, which compares the
//! same bytes. The statement takes and gives back a lock that all connections of the process share: two system calls, and threads that
//! ask at once wait for each other. That was a third of the processor time of an answer from memory (docs/performance.md). The format is
//! described and has been the same since SQLite 3.7.0 (<https://sqlite.org/walformat.html>, section 2.1); a head of another version is
//! not read. Cost: knowledge of a format, of a library that is compiled in.

use std::{
    fs::{self, File},
    io,
    os::unix::fs::{FileExt as _, MetadataExt as _},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Bytes of one of the two copies of the head.
const HEAD: usize = 48;
/// The number of the format that is known here.
const FORMAT: u32 = 3_007_000;
/// Where the format's number is, and whether the head was written at all.
const FORMAT_AT: usize = 0;
const IS_WRITTEN_AT: usize = 12;
/// A commit writes the head in far less time than one look takes.
const LOOKS: usize = 4;

/// The files that are read. A process that closes any handle of a file lets go of all of its POSIX locks on it, SQLite's too
/// (fcntl(2)). So none is ever closed: a server reads one file.
static FILES: Mutex<Vec<(Inode, &'static File)>> = Mutex::new(Vec::new());

/// Device and number.
type Inode = (u64, u64);

/// What was committed last, in terms of the WAL: its salts, frames, changes and checksums.
pub(crate) type Head = [u8; HEAD];

/// The index of one database, while a connection of this process is open: without one the file may be removed and made anew.
#[derive(Clone, Copy)]
pub(crate) struct WalIndex(&'static File);

impl WalIndex {
    /// # Errors
    /// Where there is no such file, or it cannot be opened.
    pub(crate) fn of(database: &Path) -> io::Result<Self> {
        let path = file_of(database);
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        let there = inode(&fs::metadata(&path)?);
        if let Some((_, file)) = files.iter().find(|(inode, _)| *inode == there) {
            return Ok(Self(file));
        }
        let file: &'static File = Box::leak(Box::new(File::open(&path)?));
        files.push((inode(&file.metadata()?), file));
        Ok(Self(file))
    }

    /// The head now; none where it is just being written, or is none that is known.
    pub(crate) fn head(&self) -> Option<Head> {
        (0..LOOKS).find_map(|_| {
            let mut both = [0; 2 * HEAD];
            self.0.read_exact_at(&mut both, 0).ok()?;
            // The second copy is written first and read last, so where they are equal neither was being written.
            let (first, second) = both.split_at(HEAD);
            if first != second {
                return None;
            }
            let head = Head::try_from(first).ok()?;
            let format = head.get(FORMAT_AT..)?.first_chunk()?;
            (u32::from_ne_bytes(*format) == FORMAT && head.get(IS_WRITTEN_AT) == Some(&1)).then_some(head)
        })
    }
}

fn file_of(database: &Path) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push("-shm");
    path.into()
}

fn inode(file: &fs::Metadata) -> Inode {
    (file.dev(), file.ino())
}

#[cfg(test)]
mod tests {
    use diesel::connection::SimpleConnection as _;

    use super::super::open_sqlite_writer;
    use super::*;

    #[test]
    fn the_head_changes_with_each_commit_and_with_no_open_write() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("portal.db");
        let mut writer = open_sqlite_writer(&path).unwrap();
        writer.batch_execute("CREATE TABLE t (n INTEGER)").unwrap();
        let index = WalIndex::of(&path).unwrap();
        let mut before = index.head().unwrap();
        for _ in 0..3 {
            writer
                .batch_execute("BEGIN IMMEDIATE; INSERT INTO t VALUES (1)")
                .unwrap();
            assert_eq!(index.head(), Some(before));
            writer.batch_execute("COMMIT").unwrap();
            let after = index.head().unwrap();
            assert_ne!(after, before);
            before = after;
        }
        // A checkpoint that empties the WAL, and a commit into it that is as long as the one before.
        let mut seen = vec![before];
        for _ in 0..3 {
            writer
                .batch_execute("PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO t VALUES (2)")
                .unwrap();
            let head = index.head().unwrap();
            assert!(!seen.contains(&head));
            seen.push(head);
        }
    }

    #[test]
    fn one_handle_of_a_file_is_opened_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("portal.db");
        let mut writer = open_sqlite_writer(&path).unwrap();
        writer.batch_execute("CREATE TABLE t (n INTEGER)").unwrap();
        let first = WalIndex::of(&path).unwrap();
        let second = WalIndex::of(&path).unwrap();
        assert!(std::ptr::eq(first.0, second.0));
        let other = folder.path().join("other.db");
        assert!(WalIndex::of(&other).is_err());
    }

    #[test]
    fn a_head_that_is_not_whole_or_of_another_format_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("portal.db");
        let mut whole = [0; HEAD];
        whole[..4].copy_from_slice(&FORMAT.to_ne_bytes());
        whole[IS_WRITTEN_AT] = 1;
        let mut other_format = whole;
        other_format[..4].copy_from_slice(&4_000_000_u32.to_ne_bytes());
        let mut unwritten = whole;
        unwritten[IS_WRITTEN_AT] = 0;
        let mut changed = whole;
        changed[HEAD - 1] = 7;
        let index = |first: &[u8], second: &[u8]| {
            fs::write(file_of(&database), [first, second].concat()).unwrap();
            WalIndex::of(&database).unwrap().head()
        };
        assert_eq!(index(&whole, &whole), Some(whole));
        assert_eq!(index(&whole, &changed), None);
        assert_eq!(index(&other_format, &other_format), None);
        assert_eq!(index(&unwritten, &unwritten), None);
        assert_eq!(index(&whole, &[]), None);
    }
}
