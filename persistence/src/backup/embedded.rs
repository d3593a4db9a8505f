//! The embedded database that stands between a backup of an older schema and the live database: its rows are loaded into it, and it is
//! brought to this program's schema and then read as any other database.

use std::path::Path;

use diesel::{Connection, SqliteConnection, connection::SimpleConnection};

use super::{
    BackupRows,
    catalog::{check_alike, tables_of},
    error::{BackupError, Stop, one_line},
    sqlite::{check_references, drop_definitions, empty, keep_numbers, load},
};
use crate::migrations::{Older, apply_to_sqlite, migrate_sqlite_within, release::Release};

/// Loads rows of an older schema into a new embedded database, and brings it to the schema that this program knows.
///
/// # Errors
/// [`BackupError`]; the file is then of no use.
pub fn load_embedded(file: &Path, rows: &mut dyn BackupRows) -> Result<(), BackupError> {
    let versions = rows.migrations().to_vec();
    let tables = rows.tables().to_vec();
    check_alike(&tables, &tables_of(&versions)?)?;
    let mut connection = open(file)?;
    // A file that is thrown away need not survive a power cut.
    connection
        .batch_execute("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;")
        .map_err(unreadable)?;
    connection
        .immediate_transaction(|c| {
            apply_to_sqlite(c, &versions).map_err(|error| Stop::Database(error.to_string()))?;
            let triggers = drop_definitions(c, "trigger", &tables)?;
            empty(c, &tables)?;
            load(c, &file.display().to_string(), rows, &[])?;
            keep_numbers(c, &tables)?;
            triggers
                .iter()
                .try_for_each(|definition| c.batch_execute(definition))?;
            Ok(())
        })
        .map_err(|stop: Stop| stop.at(&file.display().to_string()))?;
    bring_up(&mut connection)
}

fn bring_up(connection: &mut SqliteConnection) -> Result<(), BackupError> {
    let release = Release::this().map_err(|error| BackupError::Unfit(error.to_string()))?;
    connection
        .immediate_transaction(|c| migrate_sqlite_within(c, &release, Older::Migrated))
        .map_err(|error| BackupError::Unfit(format!("cannot be used: {error}")))?;
    check_references(connection).map_err(|stop| match stop {
        Stop::Told(error) => error,
        Stop::Database(problem) => BackupError::Unfit(format!("cannot be read: {problem}")),
    })
}

fn open(path: &Path) -> Result<SqliteConnection, BackupError> {
    SqliteConnection::establish(&path.to_string_lossy())
        .map_err(|error| BackupError::Unfit(format!("cannot be opened: {}", one_line(&error.to_string()))))
}

fn unreadable(error: diesel::result::Error) -> BackupError {
    BackupError::Unfit(format!("cannot be read: {}", one_line(&error.to_string())))
}
