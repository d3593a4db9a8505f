//! Why a backup or a restore was not done.

use std::path::PathBuf;

use diesel::result::{DatabaseErrorKind, Error};
use kernel::error_chain;

/// Displays as one line.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("there is no database at {}; DATABASE_URL says where it is", .0.display())]
    NoDatabase(PathBuf),
    /// The database was never migrated.
    #[error("the database {0} holds nothing yet; start the server once, or restore a backup into it")]
    Empty(String),
    /// What is to be restored. Nothing was changed.
    #[error("its database {0}")]
    Unfit(String),
    /// What the source of the rows said, or what takes them. Nothing was changed.
    #[error("{0}")]
    Stopped(String),
    /// The live database. Nothing was changed.
    #[error("the database {place} cannot be used: {problem}")]
    Failed { place: String, problem: String },
    /// The connection broke while the restore was committed.
    #[error(
        "the connection to the database {place} broke while the restore was committed ({problem}): \
         look whether it holds the old state or the new one before you go on"
    )]
    Uncertain { place: String, problem: String },
}

/// What stops work within a transaction, and rolls it back.
pub(super) enum Stop {
    /// Of the source of the rows.
    Told(BackupError),
    /// Of the database.
    Database(String),
}

impl From<BackupError> for Stop {
    fn from(error: BackupError) -> Self {
        Self::Told(error)
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        if let Error::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, info) = &error {
            let table = info.table_name().unwrap_or("a table");
            return Self::Told(broken_reference(table));
        }
        Self::Database(error_chain(&error))
    }
}

impl Stop {
    /// The failure of work on the database in this place.
    pub(super) fn at(self, place: &str) -> BackupError {
        match self {
            Self::Told(error) => error,
            Self::Database(problem) => failed(place, &problem),
        }
    }
}

pub(super) fn failed(place: &str, problem: &str) -> BackupError {
    BackupError::Failed {
        place: place.to_owned(),
        problem: one_line(problem),
    }
}

pub(super) fn broken_reference(table: &str) -> BackupError {
    BackupError::Unfit(format!("holds rows of {table} that point at nothing"))
}

/// A value that its column cannot have.
pub(super) fn unfit_value(table: &str, column: &str, why: &str) -> BackupError {
    BackupError::Unfit(format!("has a value in {table}.{column} that {why}"))
}

pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
