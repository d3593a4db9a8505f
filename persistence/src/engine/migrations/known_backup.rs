//! What a database says of its own last backup: two columns of its one row of `program_version`, which no backup and no restore touches.
//!
//! They are read and written without the schema's later parts, so that a newer program can note a backup before it migrates.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use diesel::{
    OptionalExtension as _, PgConnection, QueryResult, QueryableByName, RunQueryDsl, SqliteConnection,
    sql_query,
    sql_types::{Text, Timestamp},
};

/// A backup that is older does not count before a migration.
const RECENT: TimeDelta = TimeDelta::hours(24);

/// A backup of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastBackup {
    pub at: DateTime<Utc>,
    /// Its file, or in words where it went to.
    pub place: String,
}

#[derive(QueryableByName)]
struct BackupRow {
    #[diesel(sql_type = Timestamp)]
    backup_at: NaiveDateTime,
    #[diesel(sql_type = Text)]
    backup_place: String,
}

impl From<BackupRow> for LastBackup {
    fn from(row: BackupRow) -> Self {
        Self {
            at: row.backup_at.and_utc(),
            place: row.backup_place,
        }
    }
}

const SELECT: &str = "SELECT backup_at, backup_place FROM program_version WHERE backup_at IS NOT NULL";

pub(crate) fn last_of_sqlite(c: &mut SqliteConnection) -> QueryResult<Option<LastBackup>> {
    let row: Option<BackupRow> = sql_query(SELECT).get_result(c).optional()?;
    Ok(row.map(LastBackup::from))
}

pub(crate) fn last_of_postgres(c: &mut PgConnection) -> QueryResult<Option<LastBackup>> {
    let row: Option<BackupRow> = sql_query(SELECT).get_result(c).optional()?;
    Ok(row.map(LastBackup::from))
}

pub(crate) fn is_recent(backup: &LastBackup, now: DateTime<Utc>) -> bool {
    now - backup.at < RECENT
}

pub(crate) fn note_in_sqlite(c: &mut SqliteConnection, backup: &LastBackup) -> QueryResult<usize> {
    sql_query("UPDATE program_version SET backup_at = ?, backup_place = ?")
        .bind::<Timestamp, _>(backup.at.naive_utc())
        .bind::<Text, _>(&backup.place)
        .execute(c)
}

pub(crate) fn note_in_postgres(c: &mut PgConnection, backup: &LastBackup) -> QueryResult<usize> {
    sql_query("UPDATE program_version SET backup_at = $1, backup_place = $2")
        .bind::<Timestamp, _>(backup.at.naive_utc())
        .bind::<Text, _>(&backup.place)
        .execute(c)
}
