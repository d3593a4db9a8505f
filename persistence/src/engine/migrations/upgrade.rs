//! Migrating a database that holds something: guarded before the first statement, with a way back, all or nothing.

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use diesel::{Connection as _, PgConnection, SqliteConnection};
use kernel::DatabaseUrl;

use super::{
    MigrateError,
    copy::{copy_beside, remove_oldest},
    guard::SchemaState,
    known_backup::{LastBackup, is_recent, last_of_postgres, note_in_postgres, note_in_sqlite},
    locked_state,
    locks::{LOCK_WAIT, lock_all_tables},
    note_version,
    release::Release,
    require_owner_for,
};
use crate::engine::{connection, database::ConnectError, postgres::requirements};

/// What is done with a PostgreSQL of which no backup of the last 24 hours is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithoutBackup {
    Refused,
    /// `PORTAL_MIGRATE=on`: the operator has another way back.
    Migrated,
}

/// A database that now has the schema of a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upgraded {
    /// The names of the migrations that were applied, in their order; empty if the schema was current.
    pub migrations: Vec<String>,
    /// What an embedded database was before.
    pub copy: Option<PathBuf>,
}

/// Brings a database to the schema of a release. An empty or missing database gets its tables. An embedded database is copied beside
/// itself before anything in it changes, and the oldest of more than three copies is removed afterwards.
///
/// # Errors
/// [`ConnectError`]; then the database is as it was.
pub fn upgrade(
    database: &DatabaseUrl,
    release: &Release,
    without_backup: WithoutBackup,
    now: DateTime<Utc>,
) -> Result<Upgraded, ConnectError> {
    let upgraded = match database {
        DatabaseUrl::Sqlite(path) => upgrade_sqlite(path, release, now),
        DatabaseUrl::Postgres(url) => open_postgres(url).and_then(|mut c| {
            c.transaction(|c| upgrade_postgres(c, release, without_backup, now))
                .map_err(|error: MigrateError| error.to_string())
        }),
    };
    upgraded.map_err(|problem| ConnectError::of(database, &problem))
}

fn upgrade_sqlite(path: &std::path::Path, release: &Release, now: DateTime<Utc>) -> Result<Upgraded, String> {
    std::fs::create_dir_all(super::copy::folder_of(path)).map_err(|error| error.to_string())?;
    let mut connection = connection::open_sqlite_writer(path).map_err(|error| error.to_string())?;
    let mut copy = None;
    let migrated = connection.immediate_transaction(|c: &mut SqliteConnection| {
        let state = SchemaState::of_sqlite(c)?;
        let pending = state.pending(release)?;
        if !pending.is_empty() {
            if !state.is_new() {
                let written_by = state.program.as_deref().unwrap_or("unknown");
                copy = Some(copy_beside(path, written_by, now)?);
            }
            release
                .apply_to_sqlite(c, &pending)
                .map_err(MigrateError::Failed)?;
        }
        note_version(c, release, &state)?;
        Ok::<_, MigrateError>(names(release, &pending))
    });
    match migrated {
        Ok(migrations) => {
            if copy.is_some() {
                remove_oldest(path);
            }
            Ok(Upgraded { migrations, copy })
        }
        Err(error) => {
            // The database itself is what the copy holds.
            if let Some(copy) = copy {
                let _ = std::fs::remove_file(copy);
            }
            Err(error.to_string())
        }
    }
}

fn upgrade_postgres(
    c: &mut PgConnection,
    release: &Release,
    without_backup: WithoutBackup,
    now: DateTime<Utc>,
) -> Result<Upgraded, MigrateError> {
    let state = locked_state(c)?;
    let pending = state.pending(release)?;
    if !pending.is_empty() {
        require_owner_for(c, pending.len())?;
        if !state.is_new() && without_backup == WithoutBackup::Refused {
            let known = last_of_postgres(c)?;
            if !known.is_some_and(|backup| is_recent(&backup, now)) {
                return Err(MigrateError::NoBackup(pending.len()));
            }
        }
        if !state.is_new() {
            lock_all_tables(c, LOCK_WAIT)?;
        }
        release
            .apply_to_postgres(c, &pending)
            .map_err(MigrateError::Failed)?;
    }
    note_version(c, release, &state)?;
    Ok(Upgraded {
        migrations: names(release, &pending),
        copy: None,
    })
}

pub(super) fn names(release: &Release, pending: &[String]) -> Vec<String> {
    pending.iter().map(|version| release.name_of(version)).collect()
}

/// A connection to a server that can be used at all.
pub(crate) fn open_postgres(url: &secrecy::SecretString) -> Result<PgConnection, String> {
    let mut c = connection::open_postgres(url).map_err(|error| requirements::refusal(&error.to_string()))?;
    requirements::check(&mut c).map_err(|unfit| unfit.to_string())?;
    Ok(c)
}

/// Whether there are tables of this program in a database; a file that is missing has none.
///
/// # Errors
/// [`ConnectError`] where it cannot be read.
pub fn has_schema(database: &DatabaseUrl) -> Result<bool, ConnectError> {
    let state = match database {
        DatabaseUrl::Sqlite(path) if !path.is_file() => Ok(SchemaState::default()),
        DatabaseUrl::Sqlite(path) => SqliteConnection::establish(&path.to_string_lossy())
            .map_err(|error| error.to_string())
            .and_then(|mut c| SchemaState::of_sqlite(&mut c).map_err(|error| error.to_string())),
        DatabaseUrl::Postgres(url) => open_postgres(url)
            .and_then(|mut c| SchemaState::of_postgres(&mut c).map_err(|error| error.to_string())),
    };
    let state = state.map_err(|problem| ConnectError::of(database, &problem))?;
    Ok(!state.is_new())
}

/// Notes a backup in the database that it was taken from, which may be of an older version.
///
/// # Errors
/// [`ConnectError`] where nothing was noted.
pub fn note_backup(database: &DatabaseUrl, backup: &LastBackup) -> Result<(), ConnectError> {
    let noted = match database {
        DatabaseUrl::Sqlite(path) => connection::open_sqlite_writer(path)
            .map_err(|error| error.to_string())
            .and_then(|mut c| note_in_sqlite(&mut c, backup).map_err(|error| error.to_string())),
        DatabaseUrl::Postgres(url) => open_postgres(url)
            .and_then(|mut c| note_in_postgres(&mut c, backup).map_err(|error| error.to_string())),
    };
    match noted {
        Ok(0) => Err(ConnectError::of(
            database,
            "it does not say which version wrote it",
        )),
        Ok(_) => Ok(()),
        Err(problem) => Err(ConnectError::of(database, &problem)),
    }
}
