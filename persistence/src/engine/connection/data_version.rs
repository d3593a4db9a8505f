//! Whether anything was committed to the database, by any connection of any process.
//!
//! Decision: what each database says itself, instead of a number that each write raises: no write can forget it, and the commits of the
//! staff command and of other servers count as well. SQLite has the head of the WAL's index ([`WalIndex`]), which never waits for a
//! writer, and where that cannot be read `PRAGMA data_version`. Cost: a connection for each reader. PostgreSQL has snapshots
//! (`postgres::snapshots`).

use std::{cell::RefCell, path::Path, sync::Arc};

use diesel::{
    Connection, ConnectionError, QueryResult, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::BigInt,
    sqlite::Sqlite,
};
use kernel::StoreError;

use super::super::postgres::snapshots::SnapshotReader;
use super::wal_index::{Head, WalIndex};

/// Not a moment is waited for a lock: the thread that reads the number serves others too.
const SETTINGS: &str = "PRAGMA busy_timeout = 0; PRAGMA query_only = ON;";

/// Stands for all commits so far. Versions of different readers of an embedded database tell nothing of each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataVersion(Number);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Number {
    Wal(Head),
    Sqlite(i64),
    Postgres(Arc<str>),
}

/// Reads the version; of one thread.
pub struct DataVersionReader(Reader);

enum Reader {
    Sqlite {
        index: Option<WalIndex>,
        /// Also keeps the index's file from being removed.
        connection: RefCell<SqliteConnection>,
    },
    Postgres(SnapshotReader),
}

impl DataVersionReader {
    /// # Errors
    /// Where the file cannot be opened once more.
    pub(crate) fn of_sqlite(path: &Path) -> Result<Self, ConnectionError> {
        let mut connection = open_sqlite(path)?;
        // The first read opens the index.
        let index = read_sqlite(&mut connection).and_then(|_| {
            WalIndex::of(path)
                .inspect_err(|error| tracing::debug!(%error, "the index of the WAL cannot be read"))
                .ok()
        });
        Ok(Self(Reader::Sqlite {
            index,
            connection: RefCell::new(connection),
        }))
    }

    pub(crate) fn of_postgres(snapshots: SnapshotReader) -> Self {
        Self(Reader::Postgres(snapshots))
    }

    /// Whether it reads an embedded database, which costs less than a microsecond.
    #[must_use]
    pub fn is_embedded(&self) -> bool {
        matches!(self.0, Reader::Sqlite { .. })
    }

    /// The version now. It differs from the one before where anything was committed since: what is read from the database after a
    /// version stays true as long as the version does. None where an embedded database does not say at once.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] where PostgreSQL does not answer in time.
    pub async fn read(&self) -> Result<Option<DataVersion>, StoreError> {
        match &self.0 {
            Reader::Sqlite { index, connection } => {
                let head = index.as_ref().and_then(WalIndex::head);
                Ok(match head {
                    Some(head) => Some(DataVersion(Number::Wal(head))),
                    None => read_sqlite(&mut connection.borrow_mut()),
                })
            }
            Reader::Postgres(snapshots) => {
                let snapshot = snapshots.read().await?;
                Ok(Some(DataVersion(Number::Postgres(snapshot))))
            }
        }
    }
}

fn open_sqlite(path: &Path) -> Result<SqliteConnection, ConnectionError> {
    let mut connection = SqliteConnection::establish(&path.to_string_lossy())?;
    connection
        .batch_execute(SETTINGS)
        .map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}

fn read_sqlite(connection: &mut SqliteConnection) -> Option<DataVersion> {
    ReadDataVersion
        .get_result(connection)
        .inspect_err(|error| tracing::debug!(%error, "the data version cannot be read"))
        .ok()
        .map(|number| DataVersion(Number::Sqlite(number)))
}

/// The statement; a type of its own, so that it stays compiled.
#[derive(Debug, Clone, Copy)]
struct ReadDataVersion;

impl QueryFragment<Sqlite> for ReadDataVersion {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql("PRAGMA data_version");
        Ok(())
    }
}

impl QueryId for ReadDataVersion {
    type QueryId = Self;
}

impl Query for ReadDataVersion {
    type SqlType = BigInt;
}

impl RunQueryDsl<SqliteConnection> for ReadDataVersion {}

#[cfg(test)]
mod tests {
    use super::super::open_sqlite_writer;
    use super::*;

    #[test]
    fn the_number_changes_with_each_commit_and_with_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("portal.db");
        let mut writer = open_sqlite_writer(&path).unwrap();
        writer.batch_execute("CREATE TABLE t (n INTEGER)").unwrap();
        let mut reader = open_sqlite(&path).unwrap();
        let mut read = || read_sqlite(&mut reader).unwrap();
        let first = read();
        assert_eq!(read(), first);
        writer
            .batch_execute("BEGIN IMMEDIATE; INSERT INTO t VALUES (1)")
            .unwrap();
        assert_eq!(read(), first, "an open write is seen, or waited for");
        writer.batch_execute("ROLLBACK").unwrap();
        assert_eq!(read(), first);
        let mut before = first;
        for _ in 0..3 {
            writer.batch_execute("INSERT INTO t VALUES (2)").unwrap();
            let after = read();
            assert_ne!(after, before, "a commit is missed");
            assert_eq!(read(), after);
            before = after;
        }
    }

    #[test]
    fn its_reader_writes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("portal.db");
        let _writer = open_sqlite_writer(&path).unwrap();
        let mut reader = open_sqlite(&path).unwrap();
        assert!(reader.batch_execute("CREATE TABLE t (n INTEGER)").is_err());
    }
}
