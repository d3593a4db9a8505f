//! Whether anything was committed to an embedded database, by any connection of any process.
//!
//! Decision: SQLite's own `PRAGMA data_version` on a connection that writes nothing, instead of a number that each write raises: no
//! write can forget it, and the commits of the staff command count as well. It reads the head of the WAL's index, which is shared
//! memory, and never waits for a writer. Cost: a connection for each reader of the number.

use std::path::Path;

use diesel::{
    Connection, ConnectionError, QueryResult, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::BigInt,
    sqlite::Sqlite,
};
use kernel::StoreError;

use super::super::errors::unexpected;

/// Not a moment is waited for a lock: the thread that reads the number serves others too.
const SETTINGS: &str = "PRAGMA busy_timeout = 0; PRAGMA query_only = ON;";

/// Stands for all commits so far. Numbers of different readers tell nothing of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataVersion(i64);

/// Reads the number, on the thread that asks.
pub struct DataVersionReader(SqliteConnection);

impl DataVersionReader {
    pub(crate) fn open(path: &Path) -> Result<Self, ConnectionError> {
        let mut connection = SqliteConnection::establish(&path.to_string_lossy())?;
        connection
            .batch_execute(SETTINGS)
            .map_err(ConnectionError::CouldntSetupConfiguration)?;
        Ok(Self(connection))
    }

    /// The number now. It differs from the one before where anything was committed since: what is read from the database after a
    /// number stays true as long as the number does.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] where the database cannot be read at once.
    pub fn read(&mut self) -> Result<DataVersion, StoreError> {
        let version = ReadDataVersion.get_result::<i64>(&mut self.0);
        version.map(DataVersion).map_err(unexpected)
    }
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
        let mut reader = DataVersionReader::open(&path).unwrap();
        let first = reader.read().unwrap();
        assert_eq!(reader.read().unwrap(), first);
        writer
            .batch_execute("BEGIN IMMEDIATE; INSERT INTO t VALUES (1)")
            .unwrap();
        assert_eq!(
            reader.read().unwrap(),
            first,
            "an open write is seen, or waited for"
        );
        writer.batch_execute("ROLLBACK").unwrap();
        assert_eq!(reader.read().unwrap(), first);
        let mut before = first;
        for _ in 0..3 {
            writer.batch_execute("INSERT INTO t VALUES (2)").unwrap();
            let after = reader.read().unwrap();
            assert_ne!(after, before, "a commit is missed");
            assert_eq!(reader.read().unwrap(), after);
            before = after;
        }
    }

    #[test]
    fn its_reader_writes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("portal.db");
        let _writer = open_sqlite_writer(&path).unwrap();
        let mut reader = DataVersionReader::open(&path).unwrap();
        assert!(reader.0.batch_execute("CREATE TABLE t (n INTEGER)").is_err());
    }
}
