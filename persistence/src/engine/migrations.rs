//! Bringing a database to the schema that this binary knows.
//!
//! Decision: on PostgreSQL what was applied is read as any table is, and only a database that lacks something is written to, because
//! diesel's own look at it makes the table where there is none. So a role that may not change the schema can use a current one.

use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection,
    backend::Backend,
    migration::{MigrationSource, MigrationVersion},
    pg::Pg,
    sql_query,
    sql_types::{Bool, Text},
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
    #[error(
        "{pending} of its migrations are not applied, and the role {role} does not own its schema: run `portal doctor` with a \
         DATABASE_URL of the role that does, then start again"
    )]
    Pending { pending: usize, role: String },
    #[error("the role {0} does not own its schema: use a DATABASE_URL of the role that does")]
    NotOwner(String),
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
    connection.immediate_transaction(migrate_sqlite_within)
}

pub(crate) fn migrate_postgres(connection: &mut PgConnection) -> Result<(), MigrateError> {
    connection.transaction(migrate_postgres_within)
}

/// Within a transaction that holds SQLite's write lock.
pub(crate) fn migrate_sqlite_within(connection: &mut SqliteConnection) -> Result<(), MigrateError> {
    bring_up(connection, SQLITE)
}

/// Within a transaction, which holds the lock on migrations from here to its end.
pub(crate) fn migrate_postgres_within(connection: &mut PgConnection) -> Result<(), MigrateError> {
    sql_query("SELECT pg_advisory_xact_lock($1)")
        .bind::<diesel::sql_types::BigInt, _>(POSTGRES_LOCK)
        .execute(connection)?;
    let applied = applied_to_postgres(connection)?;
    if let Some(newer) = applied.newer {
        return Err(MigrateError::Newer(newer));
    }
    if applied.pending == 0 {
        return Ok(());
    }
    let role = role_of(connection)?;
    if !role.owns_schema {
        return Err(MigrateError::Pending {
            pending: applied.pending,
            role: role.name,
        });
    }
    bring_up(connection, POSTGRES)
}

/// Refuses a role that could only use the tables, before work that changes them.
pub(crate) fn require_owner(connection: &mut PgConnection) -> Result<(), MigrateError> {
    let role = role_of(connection)?;
    if role.owns_schema {
        Ok(())
    } else {
        Err(MigrateError::NotOwner(role.name))
    }
}

#[derive(QueryableByName)]
struct RoleRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bool)]
    owns_schema: bool,
}

#[derive(QueryableByName)]
struct VersionRow {
    #[diesel(sql_type = Text)]
    version: String,
}

#[derive(QueryableByName)]
struct ThereRow {
    #[diesel(sql_type = Bool)]
    is_there: bool,
}

/// Whether the role may make tables, and has the rights of the owner of those that are there.
fn role_of(connection: &mut PgConnection) -> diesel::QueryResult<RoleRow> {
    sql_query(
        "SELECT current_user::text AS name, coalesce(has_schema_privilege(current_schema()::text, 'CREATE'), false) \
             AND NOT EXISTS (SELECT 1 FROM pg_class WHERE oid = to_regclass('__diesel_schema_migrations') \
                 AND NOT pg_has_role(relowner, 'USAGE')) AS owns_schema",
    )
    .get_result(connection)
}

/// What a database has of the migrations that this binary knows.
struct Applied {
    pending: usize,
    /// One that this binary does not know.
    newer: Option<String>,
}

fn applied_to_postgres(connection: &mut PgConnection) -> Result<Applied, MigrateError> {
    let known = MigrationSource::<Pg>::migrations(&POSTGRES).map_err(MigrateError::Failed)?;
    let known: Vec<_> = known
        .iter()
        .map(|migration| migration.name().version().to_string())
        .collect();
    let table: ThereRow =
        sql_query("SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL AS is_there")
            .get_result(connection)?;
    let rows: Vec<VersionRow> = if table.is_there {
        sql_query("SELECT version::text AS version FROM __diesel_schema_migrations ORDER BY version")
            .load(connection)?
    } else {
        Vec::new()
    };
    let is_applied = |version: &String| rows.iter().any(|row| row.version == *version);
    let pending = known.iter().filter(|version| !is_applied(version)).count();
    let newer = rows.into_iter().find(|row| !known.contains(&row.version));
    Ok(Applied {
        pending,
        newer: newer.map(|row| row.version),
    })
}

/// Gives a new embedded database the schema that these migrations make, and no other.
pub(crate) fn apply_to_sqlite(
    connection: &mut SqliteConnection,
    versions: &[String],
) -> Result<(), MigrateError> {
    connection.applied_migrations().map_err(MigrateError::Failed)?;
    let known =
        MigrationSource::<diesel::sqlite::Sqlite>::migrations(&SQLITE).map_err(MigrateError::Failed)?;
    if let Some(newer) = versions.iter().find(|version| {
        !known
            .iter()
            .any(|one| one.name().version().to_string() == **version)
    }) {
        return Err(MigrateError::Newer(newer.clone()));
    }
    for migration in known {
        if versions.contains(&migration.name().version().to_string()) {
            connection
                .run_migration(&*migration)
                .map_err(MigrateError::Failed)?;
        }
    }
    Ok(())
}

/// The migrations that this binary knows.
pub(crate) fn known_versions() -> Result<Vec<String>, MigrateError> {
    let known =
        MigrationSource::<diesel::sqlite::Sqlite>::migrations(&SQLITE).map_err(MigrateError::Failed)?;
    Ok(known
        .iter()
        .map(|migration| migration.name().version().to_string())
        .collect())
}

fn bring_up<DB: Backend, C: MigrationHarness<DB>>(
    connection: &mut C,
    known: EmbeddedMigrations,
) -> Result<(), MigrateError> {
    let applied = connection.applied_migrations().map_err(MigrateError::Failed)?;
    let names = MigrationSource::<DB>::migrations(&known).map_err(MigrateError::Failed)?;
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
    applied_to_postgres(connection).is_ok_and(|applied| applied.pending == 0)
}
