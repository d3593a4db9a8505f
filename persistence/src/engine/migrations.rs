//! Bringing a database to the schema that this binary knows.
//!
//! Decision: what was applied is read as any table is, and only a database that lacks something is written to, because diesel's own look
//! at it makes the table where it is missing. So a refused database stays as it is, and on PostgreSQL a role that may not change the schema
//! can use a current one.

pub(crate) mod guard;

use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection,
    backend::Backend,
    migration::MigrationSource,
    sql_query,
    sql_types::{Bool, Text},
    sqlite::Sqlite,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use guard::{PROGRAM, RefusedDatabase, SchemaState};

const SQLITE: EmbeddedMigrations = embed_migrations!("../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../migrations/postgres");

/// Any number that nothing else on the database locks; "portal" in ASCII.
const POSTGRES_LOCK: i64 = 0x706f_7274_616c;

const NOTE_VERSION: &str = "INSERT INTO program_version (id, version) VALUES (1, '{}') \
     ON CONFLICT (id) DO UPDATE SET version = excluded.version";

#[derive(Debug, thiserror::Error)]
pub(crate) enum MigrateError {
    #[error(transparent)]
    Refused(#[from] RefusedDatabase),
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
    let state = SchemaState::of_sqlite(connection)?;
    if !state.pending(known_versions()?)?.is_empty() {
        bring_up(connection, SQLITE)?;
    }
    note_version(connection, &state)
}

/// Within a transaction, which holds the lock on migrations from here to its end.
pub(crate) fn migrate_postgres_within(connection: &mut PgConnection) -> Result<(), MigrateError> {
    sql_query("SELECT pg_advisory_xact_lock($1)")
        .bind::<diesel::sql_types::BigInt, _>(POSTGRES_LOCK)
        .execute(connection)?;
    let state = SchemaState::of_postgres(connection)?;
    let pending = state.pending(known_versions()?)?.len();
    if pending > 0 {
        let role = role_of(connection)?;
        if !role.owns_schema {
            return Err(MigrateError::Pending {
                pending,
                role: role.name,
            });
        }
        bring_up(connection, POSTGRES)?;
    }
    note_version(connection, &state)
}

fn bring_up<DB: Backend, C: MigrationHarness<DB>>(
    connection: &mut C,
    known: EmbeddedMigrations,
) -> Result<(), MigrateError> {
    connection
        .run_pending_migrations(known)
        .map(|_| ())
        .map_err(MigrateError::Failed)
}

/// Writes only where something else stands, so that a start on a current database changes nothing.
fn note_version<C>(connection: &mut C, state: &SchemaState) -> Result<(), MigrateError>
where
    C: diesel::connection::SimpleConnection,
{
    if state.program.as_deref() != Some(PROGRAM) {
        connection.batch_execute(&NOTE_VERSION.replace("{}", PROGRAM))?;
    }
    Ok(())
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

/// Whether the role may make tables, and has the rights of the owner of those that are there.
fn role_of(connection: &mut PgConnection) -> diesel::QueryResult<RoleRow> {
    sql_query(
        "SELECT current_user::text AS name, coalesce(has_schema_privilege(current_schema()::text, 'CREATE'), false) \
             AND NOT EXISTS (SELECT 1 FROM pg_class WHERE oid = to_regclass('__diesel_schema_migrations') \
                 AND NOT pg_has_role(relowner, 'USAGE')) AS owns_schema",
    )
    .get_result(connection)
}

/// Gives a new embedded database the schema that these migrations make, and no other.
pub(crate) fn apply_to_sqlite(
    connection: &mut SqliteConnection,
    versions: &[String],
) -> Result<(), MigrateError> {
    connection.applied_migrations().map_err(MigrateError::Failed)?;
    for migration in MigrationSource::<Sqlite>::migrations(&SQLITE).map_err(MigrateError::Failed)? {
        if versions.contains(&migration.name().version().to_string()) {
            connection
                .run_migration(&*migration)
                .map_err(MigrateError::Failed)?;
        }
    }
    Ok(())
}

/// The migrations that this binary knows, in their order.
pub(crate) fn known_versions() -> Result<Vec<String>, MigrateError> {
    let known = MigrationSource::<Sqlite>::migrations(&SQLITE).map_err(MigrateError::Failed)?;
    let mut known: Vec<_> = known
        .iter()
        .map(|migration| migration.name().version().to_string())
        .collect();
    known.sort();
    Ok(known)
}

/// A later program may have applied more: a running server goes on.
fn is_current(state: &SchemaState) -> bool {
    known_versions().is_ok_and(|known| state.lacked(known).is_empty())
}

/// Whether nothing is left to apply.
pub(crate) fn is_current_sqlite(connection: &mut SqliteConnection) -> bool {
    SchemaState::of_sqlite(connection).is_ok_and(|state| is_current(&state))
}

pub(crate) fn is_current_postgres(connection: &mut PgConnection) -> bool {
    SchemaState::of_postgres(connection).is_ok_and(|state| is_current(&state))
}
