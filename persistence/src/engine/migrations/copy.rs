//! The copy of an embedded database that stays beside it when a newer version migrates it.
//!
//! The copy is made by `VACUUM INTO` on a connection of its own while the migration's connection holds the write lock, so it is exactly
//! what the migrations begin from. It gets its name when it is whole and on the disk; a kill before leaves a file that the next copy
//! removes.

use std::{
    fs::{self, File, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use chrono::{DateTime, Utc};
use diesel::{
    Connection as _, RunQueryDsl as _, SqliteConnection, connection::SimpleConnection as _, sql_query,
    sql_types::Text,
};

/// So many copies stay; the oldest goes when there is one more.
const COPIES: usize = 3;
/// Room that must stay free beside a copy, in bytes.
const MARGIN: u64 = 32 << 20;

/// Why there is no copy; displays as one line.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CopyError {
    #[error(
        "its copy needs {needed} MB beside it and {free} MB are free: make room, or move it to a larger disk"
    )]
    NoRoom { needed: u64, free: u64 },
    #[error("its copy {} cannot be written: {problem}", .path.display())]
    Failed { path: PathBuf, problem: String },
}

/// Copies a database beside itself; answers where. `written_by` is the version that last wrote it.
pub(crate) fn copy_beside(
    database: &Path,
    written_by: &str,
    now: DateTime<Utc>,
) -> Result<PathBuf, CopyError> {
    let stamp = now.format("%Y%m%dT%H%M%S%3fZ");
    let target = with_ending(database, &format!(".copy-{stamp}-{written_by}"));
    let unfinished = with_ending(database, ".copying");
    let failed = |problem: String| CopyError::Failed {
        path: target.clone(),
        problem,
    };
    check_room(database)?;
    // Of a start that was killed: the write lock is held, so no other start is at work.
    match fs::remove_file(&unfinished) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error.to_string())),
        _ => {}
    }
    vacuum_into(database, &unfinished)
        .and_then(|()| File::open(&unfinished)?.sync_all())
        .and_then(|()| fs::rename(&unfinished, &target))
        .and_then(|()| File::open(folder_of(database))?.sync_all())
        .map_err(|error| {
            let _ = fs::remove_file(&unfinished);
            failed(error.to_string())
        })?;
    Ok(target)
}

/// Removes the oldest copies of a database, so that [`COPIES`] stay. A copy that cannot be removed costs room and nothing else.
pub(crate) fn remove_oldest(database: &Path) {
    let mut copies = copies_of(database);
    copies.sort();
    let surplus = copies.len().saturating_sub(COPIES);
    for copy in copies.into_iter().take(surplus) {
        let _ = fs::remove_file(copy);
    }
}

fn copies_of(database: &Path) -> Vec<PathBuf> {
    let prefix = with_ending(database, ".copy-");
    let prefix = prefix.file_name().unwrap_or_default().as_encoded_bytes().to_vec();
    let entries = fs::read_dir(folder_of(database)).into_iter().flatten().flatten();
    let is_copy = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default();
        name.as_encoded_bytes().starts_with(&prefix)
    };
    entries.map(|entry| entry.path()).filter(is_copy).collect()
}

/// Writes all of a database into a new file that is its owner's alone; reads of it and one writer's lock are in nothing's way.
pub(crate) fn vacuum_into(database: &Path, target: &Path) -> io::Result<()> {
    // SQLite writes into an empty file, and so its mode is ours from the first byte on.
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(target)?;
    let mut connection =
        SqliteConnection::establish(&database.to_string_lossy()).map_err(io::Error::other)?;
    connection
        .batch_execute("PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF;")
        .map_err(io::Error::other)?;
    sql_query("VACUUM INTO ?")
        .bind::<Text, _>(target.to_string_lossy())
        .execute(&mut connection)
        .map(|_| ())
        .map_err(io::Error::other)
}

/// Bytes that are free for this program on the disk of a file.
pub(crate) fn free_beside(database: &Path) -> Option<u64> {
    let facts = rustix::fs::statvfs(folder_of(database)).ok()?;
    Some(facts.f_bavail.saturating_mul(facts.f_frsize))
}

/// What a database takes on the disk, its log included; its copy takes no more.
pub(crate) fn size_of(database: &Path) -> u64 {
    let length = |path: &Path| fs::metadata(path).map_or(0, |facts| facts.len());
    length(database) + length(&with_ending(database, "-wal"))
}

fn check_room(database: &Path) -> Result<(), CopyError> {
    let needed = size_of(database).saturating_add(MARGIN);
    match free_beside(database) {
        Some(free) if free < needed => Err(CopyError::NoRoom {
            needed: needed.div_ceil(1_000_000),
            free: free / 1_000_000,
        }),
        _ => Ok(()),
    }
}

pub(crate) fn folder_of(database: &Path) -> &Path {
    match database.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn with_ending(database: &Path, ending: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use chrono::TimeDelta;

    use super::*;

    fn database(folder: &Path) -> PathBuf {
        let path = folder.join("portal.db");
        let mut c = SqliteConnection::establish(&path.to_string_lossy()).unwrap();
        c.batch_execute("PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (7);")
            .unwrap();
        path
    }

    #[test]
    fn a_copy_is_its_owners_alone_and_three_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = database(folder.path());
        let begin = DateTime::UNIX_EPOCH;
        let copies: Vec<_> = (0..5)
            .map(|n| {
                let copy = copy_beside(&path, "1.0.0", begin + TimeDelta::seconds(n)).unwrap();
                remove_oldest(&path);
                copy
            })
            .collect();
        let there: Vec<_> = copies.iter().map(|copy| copy.exists()).collect();
        assert_eq!(there, [false, false, true, true, true]);
        assert_eq!(
            fs::metadata(&copies[4]).unwrap().permissions().mode() & 0o777,
            0o600
        );
        let mut copy = SqliteConnection::establish(&copies[4].to_string_lossy()).unwrap();
        assert!(copy.batch_execute("INSERT INTO t SELECT n FROM t").is_ok());
    }

    #[test]
    fn what_a_killed_copy_left_is_no_hindrance_and_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = database(folder.path());
        fs::write(with_ending(&path, ".copying"), "half").unwrap();
        copy_beside(&path, "1.0.0", DateTime::UNIX_EPOCH).unwrap();
        assert!(!with_ending(&path, ".copying").exists());
    }
}
