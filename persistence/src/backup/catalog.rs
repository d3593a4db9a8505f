//! Which tables and columns a backup has: all that the migrations make, read from an empty database that they made.
//!
//! Decision: the migrations are the one list. A list beside them would have to be kept, and the live database's own catalogue may hold
//! tables of other programs, which a restore must not empty. Cost: the migrations run once more in memory, some milliseconds.

use diesel::{
    Connection, QueryResult, QueryableByName, RunQueryDsl, SqliteConnection, sql_query, sql_types::Text,
};
use serde::{Deserialize, Serialize};

use super::error::BackupError;
use crate::migrations::guard::{UnknownMigration, unknown_among};
use crate::migrations::{MigrateError, apply_to_sqlite, known_versions};

/// Tables that are empty after a restore: the search index, which is made again from the courses and whose form differs between the databases,
/// and what the running servers keep of attempts, of pages' errors and of their session key.
pub(super) const LEFT_OUT: [&str; 5] = [
    "search_passages",
    "search_courses",
    "attempt_counts",
    "page_errors",
    "session_key",
];
/// Of the database and not of its content: left out too, and not touched by a restore.
const KEPT: &str = "program_version";

/// What a column holds; both databases have a type for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    Integer,
    Boolean,
    Double,
    Text,
    Timestamp,
    Bytes,
}

/// A column of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupColumn {
    pub name: String,
    pub kind: ColumnKind,
}

/// A table of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupTable {
    pub name: String,
    pub columns: Vec<BackupColumn>,
    /// The last number that was given to a row, where the database counts; a number is never given twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_number: Option<i64>,
}

impl BackupTable {
    /// Whether it has these columns, and no other.
    fn is_like(&self, other: &Self) -> bool {
        self.name == other.name && self.columns == other.columns
    }
}

/// How a schema compares with this program's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaAge {
    Current,
    Older,
    /// From before 1.0.0, which this program does not read.
    Before,
    /// It has a migration that this program does not know.
    Newer,
}

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct ColumnRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    kind: String,
}

/// How the schema that these migrations made compares with this program's.
///
/// # Errors
/// [`BackupError::Stopped`] where the program's own migrations cannot be read.
pub fn schema_age(migrations: &[String]) -> Result<SchemaAge, BackupError> {
    let known = known_versions().map_err(unreadable)?;
    let current = known.iter().all(|version| migrations.contains(version));
    Ok(match unknown_among(migrations, &known) {
        Some(UnknownMigration::Before) => SchemaAge::Before,
        Some(UnknownMigration::Newer(_)) => SchemaAge::Newer,
        None if current => SchemaAge::Current,
        None => SchemaAge::Older,
    })
}

/// The tables that these migrations make, in the order of their names.
///
/// # Errors
/// [`BackupError::Unfit`] for a migration that this program does not know, [`BackupError::Stopped`] for a type that no [`ColumnKind`] is.
pub(super) fn tables_of(migrations: &[String]) -> Result<Vec<BackupTable>, BackupError> {
    match schema_age(migrations)? {
        SchemaAge::Current | SchemaAge::Older => {}
        SchemaAge::Before => {
            return Err(BackupError::Unfit(String::from(
                "is from before version 1.0.0, which this program does not read",
            )));
        }
        SchemaAge::Newer => {
            return Err(BackupError::Unfit(String::from(
                "is of a newer version of this program",
            )));
        }
    }
    let mut connection =
        SqliteConnection::establish(":memory:").map_err(|error| BackupError::Stopped(error.to_string()))?;
    apply_to_sqlite(&mut connection, migrations).map_err(unreadable)?;
    let names = table_names(&mut connection).map_err(|error| BackupError::Stopped(error.to_string()))?;
    names
        .into_iter()
        .map(|name| {
            let columns = columns_of(&mut connection, &name)?;
            Ok(BackupTable {
                name,
                columns,
                last_number: None,
            })
        })
        .collect()
}

fn table_names(connection: &mut SqliteConnection) -> QueryResult<Vec<String>> {
    // Without the tables of the search index, which follow their passages by triggers.
    let rows: Vec<NameRow> = sql_query(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' \
         AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> '__diesel_schema_migrations' ORDER BY name",
    )
    .load(connection)?;
    let names = rows.into_iter().map(|row| row.name);
    let is_kept = |name: &String| name == KEPT || LEFT_OUT.contains(&name.as_str());
    Ok(names.filter(|name| !is_kept(name)).collect())
}

fn columns_of(connection: &mut SqliteConnection, table: &str) -> Result<Vec<BackupColumn>, BackupError> {
    let rows: Vec<ColumnRow> =
        sql_query("SELECT name, upper(type) AS kind FROM pragma_table_info(?) ORDER BY cid")
            .bind::<Text, _>(table)
            .load(connection)
            .map_err(|error| BackupError::Stopped(error.to_string()))?;
    rows.into_iter()
        .map(|row| {
            let kind = kind_of(&row.kind).ok_or_else(|| {
                BackupError::Stopped(format!(
                    "{table}.{} has the type {}, for which a backup has no form",
                    row.name, row.kind
                ))
            })?;
            Ok(BackupColumn { name: row.name, kind })
        })
        .collect()
}

/// By the names that the migrations for SQLite use; those for PostgreSQL make the same columns.
fn kind_of(declared: &str) -> Option<ColumnKind> {
    Some(match declared {
        "INTEGER" | "BIGINT" | "SMALLINT" => ColumnKind::Integer,
        "BOOLEAN" => ColumnKind::Boolean,
        "DOUBLE PRECISION" => ColumnKind::Double,
        "TEXT" => ColumnKind::Text,
        "TIMESTAMP" => ColumnKind::Timestamp,
        "BLOB" => ColumnKind::Bytes,
        _ => return None,
    })
}

/// Makes sure that what comes has exactly the tables and columns that it has to have.
///
/// # Errors
/// [`BackupError::Unfit`]
pub(super) fn check_alike(coming: &[BackupTable], wanted: &[BackupTable]) -> Result<(), BackupError> {
    let find = |among: &[BackupTable], name: &str| among.iter().any(|table| table.name == name);
    if let Some(table) = wanted.iter().find(|table| !find(coming, &table.name)) {
        return Err(BackupError::Unfit(format!("lacks the table {}", table.name)));
    }
    for table in coming {
        let Some(like) = wanted.iter().find(|like| like.name == table.name) else {
            return Err(BackupError::Unfit(format!(
                "has a table {:?}, which this program does not have",
                table.name
            )));
        };
        if !table.is_like(like) {
            return Err(BackupError::Unfit(format!(
                "has other columns of {} than its schema",
                table.name
            )));
        }
    }
    if coming.len() == wanted.len() {
        Ok(())
    } else {
        Err(BackupError::Unfit(String::from("names a table twice")))
    }
}

/// A name within a statement.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The columns of a table within a statement.
pub(super) fn column_list(table: &BackupTable) -> String {
    let names: Vec<_> = table.columns.iter().map(|column| quoted(&column.name)).collect();
    names.join(", ")
}

fn unreadable(error: MigrateError) -> BackupError {
    BackupError::Stopped(error.to_string())
}
