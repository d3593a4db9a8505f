//! The rows of a database of either kind as one committed moment, and their way into a database of either kind.
//!
//! Decision: rows travel as texts, a value a text or null, in one form for both databases ([`values`]), and never all at once: a
//! [`Snapshot`] hands them out one by one, and [`restore_rows`] takes them so. Which tables and columns there are is read from the
//! migrations and from nothing else ([`catalog`]): a migration that adds a column adds it to every later backup. What the program makes
//! again from other rows, the index of the search, is left out, and so is what the running servers keep of attempts and of their key.
//!
//! Decision: a restore refills the tables of the live database in one transaction instead of putting another database in its
//! place. A process that has it open sees the restored state with its next statement, and a restore that is killed leaves
//! everything as it was. Cost: writes, and on PostgreSQL reads too, wait for as long as the refilling takes.
//!
//! Decision: what is of an older schema is loaded into an embedded database of that schema, migrated there, and restored from it. So
//! the migrations stay the only description of what changed. Cost: its rows are written twice.

mod batches;
mod catalog;
mod discord;
mod embedded;
mod error;
mod postgres;
mod reading;
mod rules;
mod snapshot;
mod sqlite;
mod values;

pub use catalog::{BackupColumn, BackupTable, ColumnKind, SchemaAge, schema_age};
pub use embedded::load_embedded;
pub use error::BackupError;
pub use rules::check_rows;
pub use snapshot::{Snapshot, SnapshotFacts};

use kernel::DatabaseUrl;

/// The values of one row in the order of its table's columns, each in the form of `values`.
pub type BackupRow = Vec<Option<String>>;

/// Takes a row of the named table.
pub type RowVisitor<'v> = dyn FnMut(&str, &BackupRow) -> Result<(), BackupError> + 'v;

/// Where rows come from: a database, or a file.
pub trait BackupRows {
    /// The migrations that made the tables.
    fn migrations(&self) -> &[String];

    /// The tables, each with the columns of its rows.
    fn tables(&self) -> &[BackupTable];

    /// Hands out every row, table after table in the order of [`Self::tables`].
    ///
    /// # Errors
    /// [`BackupError`] of the source or of `visit`; then not all rows were handed out.
    fn visit(&mut self, visit: &mut RowVisitor<'_>) -> Result<(), BackupError>;
}

/// What becomes of the sessions in a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RestoredSessions {
    Keep,
    End,
}

/// How many rows a restored table has now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestoredTable {
    pub table: String,
    pub rows: u64,
}

/// Puts rows of the current schema in place of everything that the database holds, all or nothing. A database without a schema gets it
/// in the same transaction.
///
/// # Errors
/// [`BackupError`]; then the database is as it was, but for [`BackupError::Uncertain`].
pub fn restore_rows(
    live: &DatabaseUrl,
    rows: &mut dyn BackupRows,
    sessions: RestoredSessions,
) -> Result<Vec<RestoredTable>, BackupError> {
    match live {
        DatabaseUrl::Sqlite(path) => sqlite::restore(path, rows, sessions),
        DatabaseUrl::Postgres(url) => postgres::restore(url, rows, sessions),
    }
}
