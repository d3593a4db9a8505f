//! Rows into an embedded database, within one transaction that holds its write lock; readers see the old rows until it commits.

use std::path::Path;

use diesel::{
    QueryResult, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    sql_query,
    sql_types::{BigInt, Binary, Bool, Double, Nullable, Text},
    sqlite::Sqlite,
};

use super::{
    BackupRow, BackupRows, RestoredSessions, RestoredTable,
    batches::Batches,
    catalog::{BackupTable, LEFT_OUT, check_alike, column_list, quoted, tables_of},
    discord,
    error::{BackupError, Stop, broken_reference, failed, unfit_value},
    values::{TypedValue, typed},
};
use crate::{
    connection::open_sqlite_writer,
    migrations::{Older, migrate_sqlite_within, release::Release},
};

/// A statement has at most 32,766 parameters and a table at most 32 columns here.
const ROWS_AT_ONCE: usize = 100;
/// Whose rows are left out where sessions end.
pub(super) const SESSIONS: &[&str] = &["sessions", "staff_sessions"];

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct DefinitionRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    definition: String,
}

#[derive(QueryableByName)]
struct VersionRow {
    #[diesel(sql_type = BigInt)]
    version: i64,
}

/// As [`super::restore_rows`].
pub(super) fn restore(
    path: &Path,
    rows: &mut dyn BackupRows,
    sessions: RestoredSessions,
) -> Result<Vec<RestoredTable>, BackupError> {
    let place = path.display().to_string();
    check_alike(rows.tables(), &tables_of(rows.migrations())?)?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| failed(&place, &error.to_string()))?;
    }
    let mut connection = open_sqlite_writer(path).map_err(|error| failed(&place, &error.to_string()))?;
    // Foreign keys are off only for this connection: with them, deleting the old rows would cascade into the new ones. They are
    // checked at the end. What sorts an index goes to a file, so that memory does not grow with the rows.
    connection
        .batch_execute(
            "PRAGMA foreign_keys = OFF; PRAGMA trusted_schema = OFF; PRAGMA temp_store = DEFAULT; \
             PRAGMA cache_size = -65536;",
        )
        .map_err(|error| failed(&place, &error.to_string()))?;
    connection
        .immediate_transaction(|c| refill(c, &place, rows, sessions))
        .map_err(|stop: Stop| stop.at(&place))
}

fn refill(
    c: &mut SqliteConnection,
    place: &str,
    rows: &mut dyn BackupRows,
    sessions: RestoredSessions,
) -> Result<Vec<RestoredTable>, Stop> {
    let release = Release::this().map_err(|error| Stop::Database(error.to_string()))?;
    migrate_sqlite_within(c, &release, Older::Migrated).map_err(|error| Stop::Database(error.to_string()))?;
    let versions: Vec<VersionRow> = sql_query("SELECT version FROM catalogue_state").load(c)?;
    let version = versions.first().map_or(0, |row| row.version);
    let triggers = drop_definitions(c, "trigger", rows.tables())?;
    discord::note_accounts(c)?;
    // The triggers that delete its entries would stop at a damaged one.
    c.batch_execute("INSERT INTO search_passages_words (search_passages_words) VALUES ('rebuild')")?;
    let tables = rows.tables().to_vec();
    empty(c, &tables)?;
    for name in LEFT_OUT {
        c.batch_execute(&format!("DELETE FROM {name}"))?;
        sql_query("DELETE FROM sqlite_sequence WHERE name = ?")
            .bind::<Text, _>(name)
            .execute(c)?;
    }
    let left_out = if sessions == RestoredSessions::End {
        SESSIONS
    } else {
        &[]
    };
    let restored = load(c, place, rows, left_out)?;
    keep_numbers(c, &tables)?;
    // Servers that keep the catalogue in memory notice.
    sql_query("UPDATE catalogue_state SET version = max(version, ?) + 1")
        .bind::<BigInt, _>(version)
        .execute(c)?;
    discord::enqueue_accounts(c)?;
    for definition in triggers {
        c.batch_execute(&definition)?;
    }
    check_references(c)?;
    Ok(restored)
}

/// Deletes every row of these tables.
pub(super) fn empty(c: &mut SqliteConnection, tables: &[BackupTable]) -> QueryResult<()> {
    for table in tables {
        c.batch_execute(&format!("DELETE FROM {}", quoted(&table.name)))?;
    }
    Ok(())
}

/// Inserts every row. Indexes that no constraint needs are made afterwards, which takes less time than keeping them for each row.
pub(super) fn load(
    c: &mut SqliteConnection,
    place: &str,
    rows: &mut dyn BackupRows,
    left_out: &'static [&'static str],
) -> Result<Vec<RestoredTable>, Stop> {
    let indexes = drop_definitions(c, "index", rows.tables())?;
    let mut batches = Batches::new(rows.tables(), ROWS_AT_ONCE, left_out);
    let mut put =
        |table: &BackupTable, batch: &[BackupRow]| insert(c, table, batch).map_err(|stop| stop.at(place));
    rows.visit(&mut |table, row| batches.add(table, row, &mut put))?;
    let restored = batches.end(&mut put)?;
    for definition in indexes {
        c.batch_execute(&definition)?;
    }
    Ok(restored)
}

/// Drops the indexes of these tables that no constraint needs, or their triggers, which guard what the program does and not a restore.
/// Answers the statements that make them again.
pub(super) fn drop_definitions(
    c: &mut SqliteConnection,
    kind: &str,
    tables: &[BackupTable],
) -> QueryResult<Vec<String>> {
    let rows: Vec<DefinitionRow> = sql_query(
        "SELECT name, tbl_name AS table_name, sql AS definition FROM sqlite_schema \
         WHERE type = ? AND sql IS NOT NULL ORDER BY rowid",
    )
    .bind::<Text, _>(kind)
    .load(c)?;
    let mut definitions = Vec::new();
    for row in rows {
        if tables.iter().any(|table| table.name == row.table_name) {
            c.batch_execute(&format!("DROP {kind} {}", quoted(&row.name)))?;
            definitions.push(row.definition);
        }
    }
    Ok(definitions)
}

fn insert(c: &mut SqliteConnection, table: &BackupTable, batch: &[BackupRow]) -> Result<(), Stop> {
    let one = format!("({})", vec!["?"; table.columns.len()].join(", "));
    let all = vec![one.as_str(); batch.len()].join(", ");
    let statement = format!(
        "INSERT INTO {} ({}) VALUES {all}",
        quoted(&table.name),
        column_list(table)
    );
    let mut query = sql_query(statement).into_boxed::<Sqlite>();
    for row in batch {
        for (column, form) in table.columns.iter().zip(row) {
            let value = typed(column.kind, form.as_deref())
                .map_err(|why| unfit_value(&table.name, &column.name, why))?;
            query = match value {
                TypedValue::Null => query.bind::<Nullable<Text>, _>(None::<String>),
                TypedValue::Integer(number) => query.bind::<BigInt, _>(number),
                TypedValue::Boolean(truth) => query.bind::<Bool, _>(truth),
                TypedValue::Double(number) => query.bind::<Double, _>(number),
                TypedValue::Text(text) => query.bind::<Text, _>(text),
                TypedValue::Bytes(bytes) => query.bind::<Binary, _>(bytes),
            };
        }
    }
    query.execute(c)?;
    Ok(())
}

/// A number is never given twice, not even a number that was given after the backup.
pub(super) fn keep_numbers(c: &mut SqliteConnection, tables: &[BackupTable]) -> QueryResult<()> {
    for table in tables {
        let Some(number) = table.last_number else { continue };
        let updated = sql_query("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?")
            .bind::<BigInt, _>(number)
            .bind::<Text, _>(&table.name)
            .execute(c)?;
        if updated == 0 {
            sql_query("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)")
                .bind::<Text, _>(&table.name)
                .bind::<BigInt, _>(number)
                .execute(c)?;
        }
    }
    Ok(())
}

/// Rows that point at nothing.
pub(super) fn check_references(c: &mut SqliteConnection) -> Result<(), Stop> {
    let broken: Vec<NameRow> =
        sql_query("SELECT \"table\" AS name FROM pragma_foreign_key_check LIMIT 1").load(c)?;
    match broken.first() {
        None => Ok(()),
        Some(row) => Err(broken_reference(&row.name).into()),
    }
}
