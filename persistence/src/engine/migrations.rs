//! Bringing a database to the schema that a release knows.
//!
//! Decision: what was applied is read as any table is, and only a database that lacks something is written to, because diesel's own look
//! at it makes the table where it is missing. So a refused database stays as it is, and on PostgreSQL a role that may not change the schema
//! can use a current one.
//!
//! Decision: opening a database makes the tables of an empty one and never migrates another. That is [`upgrade`]'s, which first copies an
//! embedded database and on PostgreSQL wants a known backup. Cost: the server calls both.

pub(crate) mod copy;
pub(crate) mod guard;
pub(crate) mod known_backup;
pub(crate) mod locks;
pub(crate) mod release;
pub(crate) mod trial;
pub(crate) mod upgrade;

use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query,
    sql_types::{Bool, Text},
};

use copy::CopyError;
use guard::{RefusedDatabase, SchemaState};
use release::{Release, ReleaseError};

/// Any number that nothing else on the database locks; "portal" in ASCII.
const POSTGRES_LOCK: i64 = 0x706f_7274_616c;

const NOTE_VERSION: &str = "INSERT INTO program_version (id, version) VALUES (1, '{}') \
     ON CONFLICT (id) DO UPDATE SET version = excluded.version";

#[derive(Debug, thiserror::Error)]
pub(crate) enum MigrateError {
    #[error(transparent)]
    Refused(#[from] RefusedDatabase),
    #[error(
        "{0} of its migrations are not applied: `portal migrate` applies them, and so does a start of the server"
    )]
    Behind(usize),
    #[error(
        "{pending} of its migrations are not applied, and the role {role} does not own its schema: run `portal migrate` with a \
         DATABASE_URL of the role that does, then start again"
    )]
    Pending { pending: usize, role: String },
    #[error("the role {0} does not own its schema: use a DATABASE_URL of the role that does")]
    NotOwner(String),
    #[error(
        "{0} of its migrations are not applied, and no backup of the last 24 hours is known: run `portal backup FILE` and start again, \
         or set PORTAL_MIGRATE=on"
    )]
    NoBackup(usize),
    #[error("{0}; nothing was migrated")]
    NoCopy(#[from] CopyError),
    #[error(transparent)]
    Release(#[from] ReleaseError),
    #[error(transparent)]
    Locked(#[from] locks::LockError),
    #[error("{0}")]
    Failed(Box<dyn std::error::Error + Send + Sync>),
}

impl From<diesel::result::Error> for MigrateError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// What is done with a database that has tables and lacks migrations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Older {
    Refused,
    Migrated,
}

/// All or nothing, and one process at a time: SQLite by the write lock, PostgreSQL by an advisory lock.
pub(crate) fn open_sqlite(connection: &mut SqliteConnection, release: &Release) -> Result<(), MigrateError> {
    connection.immediate_transaction(|c| migrate_sqlite_within(c, release, Older::Refused))
}

pub(crate) fn open_postgres(connection: &mut PgConnection, release: &Release) -> Result<(), MigrateError> {
    connection.transaction(|c| migrate_postgres_within(c, release, Older::Refused))
}

/// Within a transaction that holds SQLite's write lock.
pub(crate) fn migrate_sqlite_within(
    c: &mut SqliteConnection,
    release: &Release,
    older: Older,
) -> Result<(), MigrateError> {
    let state = SchemaState::of_sqlite(c)?;
    let pending = usable(&state, release, older)?;
    if !pending.is_empty() {
        release
            .apply_to_sqlite(c, &pending)
            .map_err(MigrateError::Failed)?;
    }
    note_version(c, release, &state)
}

/// Within a transaction, which holds the lock on migrations from here to its end.
pub(crate) fn migrate_postgres_within(
    c: &mut PgConnection,
    release: &Release,
    older: Older,
) -> Result<(), MigrateError> {
    let state = locked_state(c)?;
    let pending = usable(&state, release, older)?;
    if !pending.is_empty() {
        require_owner_for(c, pending.len())?;
        release
            .apply_to_postgres(c, &pending)
            .map_err(MigrateError::Failed)?;
    }
    note_version(c, release, &state)
}

/// What is to be applied.
fn usable(state: &SchemaState, release: &Release, older: Older) -> Result<Vec<String>, MigrateError> {
    let pending = state.pending(release)?;
    if older == Older::Refused && !state.is_new() && !pending.is_empty() {
        return Err(MigrateError::Behind(pending.len()));
    }
    Ok(pending)
}

/// Takes the lock on migrations until the transaction ends.
fn locked_state(c: &mut PgConnection) -> Result<SchemaState, MigrateError> {
    sql_query("SELECT pg_advisory_xact_lock($1)")
        .bind::<diesel::sql_types::BigInt, _>(POSTGRES_LOCK)
        .execute(c)?;
    Ok(SchemaState::of_postgres(c)?)
}

/// Writes only where something else stands, so that a start on a current database changes nothing.
fn note_version<C>(connection: &mut C, release: &Release, state: &SchemaState) -> Result<(), MigrateError>
where
    C: diesel::connection::SimpleConnection,
{
    if state.program.as_deref() != Some(release.version()) {
        connection.batch_execute(&NOTE_VERSION.replace("{}", release.version()))?;
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

fn require_owner_for(c: &mut PgConnection, pending: usize) -> Result<(), MigrateError> {
    require_owner(c).map_err(|error| match error {
        MigrateError::NotOwner(role) => MigrateError::Pending { pending, role },
        other => other,
    })
}

#[derive(QueryableByName)]
struct RoleRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bool)]
    owns_schema: bool,
}

/// Whether the role may make tables, and has the rights of the owner of the existing tables.
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
    Release::this()?
        .apply_to_sqlite(connection, versions)
        .map_err(MigrateError::Failed)
}

/// The migrations that this program knows, in their order.
pub(crate) fn known_versions() -> Result<Vec<String>, MigrateError> {
    Ok(Release::this()?.migrations())
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
