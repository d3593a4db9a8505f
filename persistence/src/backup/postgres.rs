//! Rows into PostgreSQL, within one transaction that has all tables to itself.
//!
//! Decision: rows go in as arrays, a parameter a column, thousands a statement; COPY was ruled out, because diesel offers it for tables
//! that are known when the program is compiled. Indexes that no constraint needs and references between tables are dropped and made
//! again afterwards, which checks every row, within the same transaction. Cost: no other connection reads meanwhile.

use diesel::{
    Connection, PgConnection, QueryResult, QueryableByName, RunQueryDsl,
    connection::SimpleConnection,
    pg::Pg,
    sql_query,
    sql_types::{Array, BigInt, Nullable, Text},
};
use kernel::error_chain;
use secrecy::SecretString;

use super::{
    BackupRow, BackupRows, RestoredSessions, RestoredTable,
    batches::Batches,
    catalog::{BackupTable, LEFT_OUT, check_alike, column_list, quoted, tables_of},
    discord,
    error::{BackupError, Stop, failed, one_line, unfit_value},
    snapshot::{POSTGRES, POSTGRES_SEQUENCES},
    sqlite::SESSIONS,
    values::{check_for_postgres, conversion},
};
use crate::{
    connection::open_postgres,
    migrations::{
        Older,
        locks::{LOCK_WAIT, lock_all_tables},
        migrate_postgres_within,
        release::Release,
        require_owner,
    },
};

const ROWS_AT_ONCE: usize = 2_000;

/// Indexes that belong to no constraint.
const INDEXES: &str = "SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition, \
     t.relname::text AS table_name FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid \
     WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) \
         AND NOT EXISTS (SELECT 1 FROM pg_constraint o WHERE o.conindid = i.indexrelid)";
const REFERENCES: &str = "SELECT quote_ident(o.conname) AS name, pg_get_constraintdef(o.oid) AS definition, \
     t.relname::text AS table_name FROM pg_constraint o JOIN pg_class t ON t.oid = o.conrelid WHERE o.contype = 'f' \
     AND t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())";

/// Triggers that are not PostgreSQL's own, and how each is enabled.
const TRIGGERS: &str = "SELECT quote_ident(g.tgname) AS name, CASE g.tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' \
     WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE' END AS definition, t.relname::text AS table_name \
     FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid WHERE NOT g.tgisinternal AND g.tgenabled <> 'D' \
     AND t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())";

#[derive(QueryableByName)]
struct DefinitionRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    definition: String,
    #[diesel(sql_type = Text)]
    table_name: String,
}

#[derive(QueryableByName)]
struct SequenceRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    counted: String,
    #[diesel(sql_type = Text)]
    sequence: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    number: Option<i64>,
}

#[derive(QueryableByName)]
struct NumberRow {
    #[diesel(sql_type = Nullable<BigInt>)]
    number: Option<i64>,
}

/// As [`super::restore_rows`].
pub(super) fn restore(
    url: &SecretString,
    rows: &mut dyn BackupRows,
    sessions: RestoredSessions,
) -> Result<Vec<RestoredTable>, BackupError> {
    check_alike(rows.tables(), &tables_of(rows.migrations())?)?;
    let mut connection = open_postgres(url).map_err(|error| failed(POSTGRES, &error.to_string()))?;
    // Kept outside, since a failed COMMIT would take it along.
    let mut done = None;
    let outcome = connection.transaction(|c| {
        done = Some(refill(c, rows, sessions)?);
        Ok(())
    });
    match (outcome, done) {
        (Ok(()), Some(restored)) => Ok(restored),
        (Err(Stop::Database(problem)), Some(_)) => Err(BackupError::Uncertain {
            place: POSTGRES.to_owned(),
            problem: one_line(&problem),
        }),
        (Err(stop), _) => Err(stop.at(POSTGRES)),
        (Ok(()), None) => Err(failed(POSTGRES, "nothing was restored")),
    }
}

fn refill(
    c: &mut PgConnection,
    rows: &mut dyn BackupRows,
    sessions: RestoredSessions,
) -> Result<Vec<RestoredTable>, Stop> {
    // The file is read between two statements; each of them may take long.
    c.batch_execute(
        "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; \
         SET LOCAL TIME ZONE 'UTC'; SET LOCAL DateStyle = 'ISO';",
    )?;
    let release = Release::this().map_err(|error| Stop::Database(error.to_string()))?;
    migrate_postgres_within(c, &release, Older::Migrated)
        .and_then(|()| require_owner(c))
        .map_err(|error| Stop::Database(error.to_string()))?;
    let tables = rows.tables().to_vec();
    let names: Vec<_> = tables
        .iter()
        .map(|table| quoted(&table.name))
        .chain(LEFT_OUT.map(quoted))
        .collect();
    lock_all_tables(c, LOCK_WAIT).map_err(|error| Stop::Database(error_chain(&error)))?;
    let versions: Vec<NumberRow> = sql_query("SELECT version AS number FROM catalogue_state").load(c)?;
    let version = versions.first().and_then(|row| row.number).unwrap_or(0);
    discord::note_accounts(c)?;
    let disabled = disable_triggers(c, &tables)?;
    let dropped = drop_definitions(c, &tables)?;
    c.batch_execute(&format!("TRUNCATE {}", names.join(", ")))?;
    let left_out = if sessions == RestoredSessions::End {
        SESSIONS
    } else {
        &[]
    };
    let mut batches = Batches::new(&tables, ROWS_AT_ONCE, left_out);
    let mut put =
        |table: &BackupTable, batch: &[BackupRow]| insert(c, table, batch).map_err(|stop| stop.at(POSTGRES));
    rows.visit(&mut |table, row| batches.add(table, row, &mut put))?;
    let restored = batches.end(&mut put)?;
    for definition in dropped {
        c.batch_execute(&definition)?;
    }
    keep_numbers(c, &tables)?;
    // Servers that keep the catalogue in memory notice.
    sql_query("UPDATE catalogue_state SET version = greatest(version, $1) + 1")
        .bind::<BigInt, _>(version)
        .execute(c)?;
    discord::enqueue_accounts(c)?;
    for enable in disabled {
        c.batch_execute(&enable)?;
    }
    // Queries are planned by how many rows there are now.
    c.batch_execute(&format!("ANALYZE {}", names.join(", ")))?;
    Ok(restored)
}

/// Triggers guard what the program does, and not a restore. Answers the statements that enable them again.
fn disable_triggers(c: &mut PgConnection, tables: &[BackupTable]) -> QueryResult<Vec<String>> {
    let triggers: Vec<DefinitionRow> = sql_query(TRIGGERS).load(c)?;
    let mut enabled_again = Vec::new();
    for row in triggers {
        if tables.iter().any(|table| table.name == row.table_name) {
            let table = quoted(&row.table_name);
            c.batch_execute(&format!("ALTER TABLE {table} DISABLE TRIGGER {}", row.name))?;
            enabled_again.push(format!(
                "ALTER TABLE {table} {} TRIGGER {}",
                row.definition, row.name
            ));
        }
    }
    Ok(enabled_again)
}

/// Answers the statements that make them again: indexes first, which the check of references uses.
fn drop_definitions(c: &mut PgConnection, tables: &[BackupTable]) -> QueryResult<Vec<String>> {
    let ours = |row: &DefinitionRow| tables.iter().any(|table| table.name == row.table_name);
    let mut made_again = Vec::new();
    let references: Vec<DefinitionRow> = sql_query(REFERENCES).load(c)?;
    let mut added = Vec::new();
    for row in references.iter().filter(|row| ours(row)) {
        let table = quoted(&row.table_name);
        c.batch_execute(&format!("ALTER TABLE {table} DROP CONSTRAINT {}", row.name))?;
        added.push(format!(
            "ALTER TABLE {table} ADD CONSTRAINT {} {}",
            row.name, row.definition
        ));
    }
    let indexes: Vec<DefinitionRow> = sql_query(INDEXES).load(c)?;
    for row in indexes.iter().filter(|row| ours(row)) {
        c.batch_execute(&format!("DROP INDEX {}", row.name))?;
        made_again.push(row.definition.clone());
    }
    made_again.append(&mut added);
    Ok(made_again)
}

fn insert(c: &mut PgConnection, table: &BackupTable, batch: &[BackupRow]) -> Result<(), Stop> {
    let numbers = 1..=table.columns.len();
    let parameters: Vec<_> = numbers.clone().map(|n| format!("${n}")).collect();
    let names: Vec<_> = numbers.map(|n| format!("c{n}")).collect();
    let values: Vec<_> = table
        .columns
        .iter()
        .zip(&names)
        .map(|(column, name)| conversion(column.kind, name))
        .collect();
    let statement = format!(
        "INSERT INTO {} ({}) SELECT {} FROM unnest({}) AS r ({})",
        quoted(&table.name),
        column_list(table),
        values.join(", "),
        parameters.join(", "),
        names.join(", ")
    );
    let mut query = sql_query(statement).into_boxed::<Pg>();
    for (index, column) in table.columns.iter().enumerate() {
        let mut forms = Vec::with_capacity(batch.len());
        for row in batch {
            let form = row.get(index).and_then(Option::as_deref);
            check_for_postgres(column.kind, form)
                .map_err(|why| unfit_value(&table.name, &column.name, why))?;
            forms.push(form);
        }
        query = query.bind::<Array<Nullable<Text>>, _>(forms);
    }
    query.execute(c)?;
    Ok(())
}

/// A number is never given twice, not even a number that was given after the backup.
fn keep_numbers(c: &mut PgConnection, tables: &[BackupTable]) -> QueryResult<()> {
    let sequences: Vec<SequenceRow> = sql_query(POSTGRES_SEQUENCES).load(c)?;
    for row in sequences {
        let Some(table) = tables.iter().find(|table| table.name == row.name) else {
            continue;
        };
        let query = format!(
            "SELECT max({})::bigint AS number FROM {}",
            quoted(&row.counted),
            quoted(&row.name)
        );
        let highest: NumberRow = sql_query(query).get_result(c)?;
        let last = [row.number, table.last_number, highest.number];
        if let Some(number) = last.into_iter().flatten().max().filter(|number| *number > 0) {
            sql_query("SELECT setval($1::regclass, $2)")
                .bind::<Text, _>(row.sequence)
                .bind::<BigInt, _>(number)
                .execute(c)?;
        }
    }
    Ok(())
}
