//! Bringing a database to the schema that this binary knows.

use diesel::{
    Connection, PgConnection, RunQueryDsl, SqliteConnection, backend::Backend, migration::MigrationVersion,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

const SQLITE: EmbeddedMigrations = embed_migrations!("../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../migrations/postgres");

/// Any number that nothing else on the database locks; "portal" in ASCII.
const POSTGRES_LOCK: i64 = 0x706f_7274_616c;

#[derive(Debug, thiserror::Error)]
pub(crate) enum MigrateError {
    #[error(
        "it was made by a newer version of this program (it has {0}); start that version, or restore a backup"
    )]
    Newer(String),
    #[error("{0}")]
    Failed(Box<dyn std::error::Error + Send + Sync>),
}

impl From<diesel::result::Error> for MigrateError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// All or nothing, and one process at a time: SQLite by the write lock, PostgreSQL by an advisory lock.
pub(crate) fn migrate_sqlite(connection: &mut SqliteConnection) -> Result<(), MigrateError> {
    connection.immediate_transaction(|c| bring_up(c, SQLITE))
}

pub(crate) fn migrate_postgres(connection: &mut PgConnection) -> Result<(), MigrateError> {
    connection.transaction(|c| {
        diesel::sql_query("SELECT pg_advisory_xact_lock($1)")
            .bind::<diesel::sql_types::BigInt, _>(POSTGRES_LOCK)
            .execute(c)?;
        bring_up(c, POSTGRES)
    })
}

fn bring_up<DB: Backend, C: MigrationHarness<DB>>(
    connection: &mut C,
    known: EmbeddedMigrations,
) -> Result<(), MigrateError> {
    let applied = connection.applied_migrations().map_err(MigrateError::Failed)?;
    let names = diesel::migration::MigrationSource::<DB>::migrations(&known).map_err(MigrateError::Failed)?;
    let names: Vec<MigrationVersion<'_>> = names.iter().map(|m| m.name().version().as_owned()).collect();
    if let Some(newer) = applied.iter().find(|version| !names.contains(version)) {
        return Err(MigrateError::Newer(newer.to_string()));
    }
    connection
        .run_pending_migrations(known)
        .map_err(MigrateError::Failed)?;
    Ok(())
}

/// Whether nothing is left to apply.
pub(crate) fn is_current_sqlite(connection: &mut SqliteConnection) -> bool {
    connection
        .has_pending_migration(SQLITE)
        .is_ok_and(|pending| !pending)
}

pub(crate) fn is_current_postgres(connection: &mut PgConnection) -> bool {
    connection
        .has_pending_migration(POSTGRES)
        .is_ok_and(|pending| !pending)
}
