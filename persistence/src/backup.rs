//! A consistent copy of the embedded database, and its way back into it, while a server runs.
//!
//! Decision: a restore refills the tables of the live database in one transaction instead of putting another file in its
//! place. A process that has the database open sees the restored state with its next statement, and a restore that dies leaves
//! everything as it was. Cost: the write lock is held for as long as the refilling takes.

mod discord;

use std::path::{Path, PathBuf};

use ::courses::MediaLocation;
use diesel::{
    Connection, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    sql_query,
    sql_types::{BigInt, Text},
};

use kernel::error_chain;

use crate::{connection::open_sqlite_writer, migrations::migrate_sqlite};

/// Displays as one line.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("there is no database at {}", .0.display())]
    NoDatabase(PathBuf),
    /// Nothing was changed.
    #[error("its database {0}")]
    Unfit(String),
    /// Nothing was changed.
    #[error("the database {} cannot be used: {problem}", .path.display())]
    Failed { path: PathBuf, problem: String },
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
    pub rows: i64,
}

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

/// Copies the database as it stands at one moment into a new file; writers go on meanwhile.
///
/// # Errors
/// [`BackupError`]
pub fn write_snapshot(live: &Path, into: &Path) -> Result<(), BackupError> {
    if !live.is_file() {
        return Err(BackupError::NoDatabase(live.to_path_buf()));
    }
    let failed = failed(live);
    let mut connection = open(live).map_err(&failed)?;
    sql_query("VACUUM INTO ?")
        .bind::<Text, _>(into.to_string_lossy())
        .execute(&mut connection)
        .map_err(|error| failed(error.to_string()))?;
    Ok(())
}

/// Every media file that a copy's rows name.
///
/// # Errors
/// [`BackupError::Unfit`]
pub fn snapshot_media(copy: &Path) -> Result<Vec<MediaLocation>, BackupError> {
    let mut connection = open(copy).map_err(BackupError::Unfit)?;
    let query =
        "SELECT url AS name FROM videos UNION SELECT image FROM courses WHERE image IS NOT NULL ORDER BY 1";
    let names: Vec<Name> = sql_query(query).load(&mut connection).map_err(unfit)?;
    Ok(names.into_iter().map(|row| MediaLocation(row.name)).collect())
}

/// Makes sure that a copy is whole, and brings it to the schema that this program knows.
///
/// # Errors
/// [`BackupError::Unfit`] for a damaged copy, one of another program, and one of a newer version.
pub fn check_snapshot(copy: &Path) -> Result<(), BackupError> {
    let mut connection = open(copy).map_err(BackupError::Unfit)?;
    // Nothing that a foreign file brings along may run.
    connection
        .batch_execute("PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = OFF;")
        .map_err(unfit)?;
    let problems: Vec<Name> = sql_query("SELECT integrity_check AS name FROM pragma_integrity_check LIMIT 5")
        .load(&mut connection)
        .map_err(unfit)?;
    if let Some(problem) = problems.iter().find(|row| row.name != "ok") {
        return Err(BackupError::Unfit(format!("is damaged: {}", problem.name)));
    }
    let ours = "SELECT name FROM sqlite_schema WHERE name IN ('users', '__diesel_schema_migrations')";
    let found: Vec<Name> = sql_query(ours).load(&mut connection).map_err(unfit)?;
    if found.len() != 2 {
        return Err(BackupError::Unfit(String::from("is none of this program")));
    }
    migrate_sqlite(&mut connection)
        .map_err(|error| BackupError::Unfit(format!("cannot be used: {error}")))?;
    broken_references(&mut connection, "main").map_err(BackupError::Unfit)
}

/// Puts the rows of a checked copy in place of the live database's, all or nothing.
///
/// # Errors
/// [`BackupError`]; then the live database is as it was.
pub fn restore_snapshot(
    live: &Path,
    copy: &Path,
    sessions: RestoredSessions,
) -> Result<Vec<RestoredTable>, BackupError> {
    let failed = failed(live);
    if let Some(folder) = live.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| failed(error.to_string()))?;
    }
    let mut connection = open_sqlite_writer(live).map_err(|error| failed(error.to_string()))?;
    migrate_sqlite(&mut connection).map_err(|error| failed(error.to_string()))?;
    // Off only for this connection: with them, deleting the old rows would cascade into the new ones. They are checked at the end.
    connection
        .batch_execute("PRAGMA foreign_keys = OFF; PRAGMA trusted_schema = OFF;")
        .and_then(|()| {
            sql_query("ATTACH DATABASE ? AS backup")
                .bind::<Text, _>(copy.to_string_lossy())
                .execute(&mut connection)
                .map(|_| ())
        })
        .map_err(|error| failed(error.to_string()))?;
    connection
        .immediate_transaction(|c| refill(c, sessions))
        .map_err(|Refill(problem)| failed(problem))
}

/// What stopped a refill, and rolls it back.
struct Refill(String);

impl From<diesel::result::Error> for Refill {
    fn from(error: diesel::result::Error) -> Self {
        Self(error_chain(&error))
    }
}

fn refill(c: &mut SqliteConnection, sessions: RestoredSessions) -> Result<Vec<RestoredTable>, Refill> {
    let version: Vec<Count> = sql_query(
        "SELECT max(a.version, b.version) + 1 AS rows FROM main.catalogue_state a, backup.catalogue_state b",
    )
    .load(c)?;
    let tables: Vec<Name> = sql_query(
        "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
         AND name <> '__diesel_schema_migrations' ORDER BY name",
    )
    .load(c)?;
    discord::note_accounts(c)?;
    for Name { name } in &tables {
        c.batch_execute(&format!("DELETE FROM main.\"{name}\""))?;
    }
    for Name { name } in &tables {
        let columns: Vec<Name> = sql_query("SELECT name FROM pragma_table_info(?, 'main')")
            .bind::<Text, _>(name)
            .load(c)?;
        let columns: Vec<_> = columns
            .iter()
            .map(|column| format!("\"{}\"", column.name))
            .collect();
        let columns = columns.join(", ");
        c.batch_execute(&format!(
            "INSERT INTO main.\"{name}\" ({columns}) SELECT {columns} FROM backup.\"{name}\""
        ))?;
    }
    // A number is never given twice, not even one that was given after the backup.
    c.batch_execute(
        "UPDATE main.sqlite_sequence SET seq = max(seq, coalesce(\
             (SELECT b.seq FROM backup.sqlite_sequence b WHERE b.name = main.sqlite_sequence.name), 0)); \
         INSERT INTO main.sqlite_sequence (name, seq) SELECT name, seq FROM backup.sqlite_sequence \
             WHERE name NOT IN (SELECT name FROM main.sqlite_sequence);",
    )?;
    // Servers that keep the catalogue in memory notice.
    let version = version.first().map_or(1, |row| row.rows);
    sql_query("UPDATE main.catalogue_state SET version = ?")
        .bind::<BigInt, _>(version)
        .execute(c)?;
    discord::enqueue_accounts(c)?;
    if sessions == RestoredSessions::End {
        c.batch_execute("DELETE FROM main.sessions")?;
    }
    broken_references(c, "main").map_err(Refill)?;
    tables
        .into_iter()
        .map(|Name { name }| {
            let count: Count =
                sql_query(format!("SELECT count(*) AS rows FROM main.\"{name}\"")).get_result(c)?;
            Ok(RestoredTable {
                table: name,
                rows: count.rows,
            })
        })
        .collect()
}

/// Rows that point at nothing.
fn broken_references(c: &mut SqliteConnection, schema: &str) -> Result<(), String> {
    let broken: Vec<Name> = sql_query(format!(
        "SELECT \"table\" AS name FROM pragma_foreign_key_check(NULL, '{schema}') LIMIT 1"
    ))
    .load(c)
    .map_err(|error| error.to_string())?;
    match broken.first() {
        None => Ok(()),
        Some(row) => Err(format!("holds rows of {} that point at nothing", row.name)),
    }
}

fn open(path: &Path) -> Result<SqliteConnection, String> {
    let mut connection =
        SqliteConnection::establish(&path.to_string_lossy()).map_err(|error| error.to_string())?;
    connection
        .batch_execute("PRAGMA busy_timeout = 5000;")
        .map_err(|error| error.to_string())?;
    Ok(connection)
}

fn failed(path: &Path) -> impl Fn(String) -> BackupError + use<> {
    let path = path.to_path_buf();
    move |problem| BackupError::Failed {
        path: path.clone(),
        problem: problem.replace(char::is_control, " "),
    }
}

fn unfit(error: diesel::result::Error) -> BackupError {
    BackupError::Unfit(format!("cannot be read: {error}"))
}
