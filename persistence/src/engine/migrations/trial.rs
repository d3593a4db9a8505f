//! What an upgrade would do to a database, measured, with nothing changed.
//!
//! An embedded database is copied beside itself, and the copy is migrated and removed. On PostgreSQL the migrations run in the database
//! itself within a transaction that is rolled back; what uses the tables waits meanwhile, and where another transaction holds one of them
//! for two seconds the trial gives up.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use diesel::{
    Connection as _, PgConnection, QueryResult, QueryableByName, RunQueryDsl as _, SqliteConnection,
    connection::SimpleConnection as _,
    sql_query,
    sql_types::{BigInt, Text},
};
use kernel::DatabaseUrl;

use super::{
    MigrateError,
    copy::{folder_of, free_beside, size_of, vacuum_into},
    guard::SchemaState,
    locked_state,
    locks::lock_all_tables,
    release::Release,
    require_owner_for,
    upgrade::{names, open_postgres},
};
use crate::engine::{connection, database::ConnectError};

/// For so long the trial tries to have the tables.
const LOCK_WAIT: Duration = Duration::from_secs(2);

/// What was measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// The version that last wrote the database.
    pub written_by: Option<String>,
    /// The names of the migrations that are missing, in their order.
    pub migrations: Vec<String>,
    /// How many rows there are in all tables.
    pub rows: u64,
    pub tables: usize,
    /// How long the migrations took.
    pub took: Duration,
    /// Bytes that the database grows by, and on SQLite those of its copy too.
    pub room: u64,
    /// Bytes that are free beside an embedded database.
    pub free: Option<u64>,
}

/// Tries the upgrade of a database to a release.
///
/// # Errors
/// [`ConnectError`]: a database that the release refuses or that cannot be read, and on SQLite a copy that cannot be written.
pub fn try_upgrade(database: &DatabaseUrl, release: &Release) -> Result<Trial, ConnectError> {
    let tried = match database {
        DatabaseUrl::Sqlite(path) => try_sqlite(path, release),
        DatabaseUrl::Postgres(url) => open_postgres(url)
            .and_then(|mut c| try_postgres(&mut c, release).map_err(|error| error.to_string())),
    };
    tried.map_err(|problem| ConnectError::of(database, &problem))
}

fn try_sqlite(path: &Path, release: &Release) -> Result<Trial, String> {
    let text = |error: diesel::result::Error| error.to_string();
    let mut live = SqliteConnection::establish(&path.to_string_lossy()).map_err(|error| error.to_string())?;
    live.batch_execute("PRAGMA busy_timeout = 5000; PRAGMA query_only = ON;")
        .map_err(text)?;
    let state = SchemaState::of_sqlite(&mut live).map_err(text)?;
    let pending = state.pending(release).map_err(|error| error.to_string())?;
    let tables = table_names(&mut live).map_err(text)?;
    let mut trial = Trial {
        written_by: state.program,
        migrations: names(release, &pending),
        rows: count(&tables, |query| sql_query(query).get_result(&mut live)).map_err(text)?,
        tables: tables.len(),
        took: Duration::ZERO,
        room: 0,
        free: free_beside(path),
    };
    if pending.is_empty() {
        return Ok(trial);
    }
    let (needed, free) = (size_of(path).saturating_mul(2), trial.free.unwrap_or(u64::MAX));
    if free < needed {
        return Err(format!(
            "the trial needs {} MB beside it and {} MB are free: make room",
            needed.div_ceil(1_000_000),
            free / 1_000_000
        ));
    }
    let scratch = tempfile::Builder::new()
        .prefix(".portal-upgrade-")
        .tempdir_in(folder_of(path))
        .map_err(|error| error.to_string())?;
    let copy = scratch.path().join("portal.db");
    vacuum_into(path, &copy).map_err(|error| error.to_string())?;
    let mut c = connection::open_sqlite_writer(&copy).map_err(|error| error.to_string())?;
    let begin = Instant::now();
    c.immediate_transaction(|c| release.apply_to_sqlite(c, &pending))
        .map_err(|error| error.to_string())?;
    trial.took = begin.elapsed();
    // The copy that stays beside the database is as large as this one was, and the migrations' log comes to it.
    trial.room = size_of(&copy);
    Ok(trial)
}

fn table_names(c: &mut SqliteConnection) -> QueryResult<Vec<String>> {
    let rows: Vec<NameRow> = sql_query(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' \
         AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .load(c)?;
    Ok(rows.into_iter().map(|row| row.name).collect())
}

/// Ends the transaction of a trial.
enum End {
    Tried(Box<Trial>),
    Failed(MigrateError),
}

impl From<diesel::result::Error> for End {
    fn from(error: diesel::result::Error) -> Self {
        Self::Failed(error.into())
    }
}

impl From<MigrateError> for End {
    fn from(error: MigrateError) -> Self {
        Self::Failed(error)
    }
}

fn try_postgres(c: &mut PgConnection, release: &Release) -> Result<Trial, MigrateError> {
    let ended = c.transaction::<(), End, _>(|c| {
        c.batch_execute("SET LOCAL statement_timeout = 0")?;
        Err(End::Tried(Box::new(within_postgres(c, release)?)))
    });
    match ended {
        Err(End::Tried(trial)) => Ok(*trial),
        Err(End::Failed(error)) => Err(error),
        Ok(()) => Err(MigrateError::Failed("the trial was not rolled back".into())),
    }
}

fn within_postgres(c: &mut PgConnection, release: &Release) -> Result<Trial, MigrateError> {
    let state = locked_state(c)?;
    let pending = state.pending(release)?;
    let names_query = "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema()";
    let tables: Vec<NameRow> = sql_query(names_query).load(c)?;
    let tables: Vec<_> = tables.into_iter().map(|row| row.name).collect();
    let mut trial = Trial {
        written_by: state.program,
        migrations: names(release, &pending),
        rows: count(&tables, |query| sql_query(query).get_result(c))?,
        tables: tables.len(),
        took: Duration::ZERO,
        room: 0,
        free: None,
    };
    if pending.is_empty() {
        return Ok(trial);
    }
    require_owner_for(c, pending.len())?;
    let size = "SELECT pg_database_size(current_database())::bigint AS number";
    let before: NumberRow = sql_query(size).get_result(c)?;
    lock_all_tables(c, LOCK_WAIT)?;
    let begin = Instant::now();
    release
        .apply_to_postgres(c, &pending)
        .map_err(MigrateError::Failed)?;
    trial.took = begin.elapsed();
    let after: NumberRow = sql_query(size).get_result(c)?;
    trial.room = u64::try_from(after.number - before.number).unwrap_or(0);
    Ok(trial)
}

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct NumberRow {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

fn count(tables: &[String], mut get: impl FnMut(String) -> QueryResult<NumberRow>) -> QueryResult<u64> {
    let mut rows = 0;
    for table in tables {
        let quoted = table.replace('"', "\"\"");
        let row = get(format!("SELECT count(*) AS number FROM \"{quoted}\""))?;
        rows += u64::try_from(row.number).unwrap_or(0);
    }
    Ok(rows)
}
