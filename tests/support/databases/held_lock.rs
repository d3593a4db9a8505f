//! A lock that keeps writes waiting, held by another program than the server.

use diesel::{Connection, PgConnection, SqliteConnection, connection::SimpleConnection};
use kernel::DatabaseUrl;
use secrecy::ExposeSecret;

/// Held until it is dropped.
pub enum HeldLock {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl HeldLock {
    /// SQLite's one write lock; on PostgreSQL the lock of a table against writes. Reads go on.
    #[must_use]
    pub fn take(database: &DatabaseUrl, table: &str) -> Self {
        match database {
            DatabaseUrl::Sqlite(path) => {
                let mut connection =
                    SqliteConnection::establish(&path.to_string_lossy()).expect("the database opens");
                connection
                    .batch_execute("PRAGMA busy_timeout = 30000; BEGIN IMMEDIATE")
                    .expect("the write lock is had");
                Self::Sqlite(connection)
            }
            DatabaseUrl::Postgres(url) => {
                let mut connection =
                    PgConnection::establish(url.expose_secret()).expect("the database answers");
                connection
                    .batch_execute(&format!("BEGIN; LOCK TABLE {table} IN EXCLUSIVE MODE"))
                    .expect("the lock is had");
                Self::Postgres(connection)
            }
        }
    }
}

impl Drop for HeldLock {
    fn drop(&mut self) {
        // Its connection may be gone, and the lock with it.
        let _ = match self {
            Self::Sqlite(connection) => connection.batch_execute("ROLLBACK"),
            Self::Postgres(connection) => connection.batch_execute("ROLLBACK"),
        };
    }
}
