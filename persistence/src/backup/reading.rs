//! Rows of any table, one by one, in the form of a backup.

use diesel::{
    PgConnection, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::DefaultLoadingMode,
    deserialize::Result as Deserialized,
    pg::{Pg, PgRowByRowLoadingMode},
    row::{Field, NamedRow, Row},
    sql_query,
    sqlite::{Sqlite, SqliteType},
};
use kernel::error_chain;

use super::{
    BackupRow, RowVisitor,
    catalog::{BackupTable, column_list, quoted},
    error::{BackupError, failed, unfit_value},
    values::{RawValue, expression, from_postgres, from_sqlite},
};

/// Hands out the rows of a table, each as SQLite steps to it.
pub(super) fn visit_sqlite(
    connection: &mut SqliteConnection,
    place: &str,
    table: &BackupTable,
    visit: &mut RowVisitor<'_>,
) -> Result<(), BackupError> {
    let wrong = |error: diesel::result::Error| failed(place, &error_chain(&error));
    let query = format!("SELECT {} FROM {}", column_list(table), quoted(&table.name));
    let rows = sql_query(query)
        .load_iter::<SqliteRow, DefaultLoadingMode>(connection)
        .map_err(wrong)?;
    let mut forms = BackupRow::with_capacity(table.columns.len());
    for row in rows {
        forms.clear();
        for (column, value) in table.columns.iter().zip(row.map_err(wrong)?.0) {
            let form = from_sqlite(column.kind, value);
            forms.push(form.map_err(|why| unfit_value(&table.name, &column.name, why))?);
        }
        visit(&table.name, &forms)?;
    }
    Ok(())
}

/// Hands out the rows of a table, each as PostgreSQL sends it.
pub(super) fn visit_postgres(
    connection: &mut PgConnection,
    place: &str,
    table: &BackupTable,
    visit: &mut RowVisitor<'_>,
) -> Result<(), BackupError> {
    let wrong = |error: diesel::result::Error| failed(place, &error_chain(&error));
    let columns: Vec<_> = table
        .columns
        .iter()
        .map(|column| expression(column.kind, &quoted(&column.name)))
        .collect();
    let query = format!("SELECT {} FROM {}", columns.join(", "), quoted(&table.name));
    let rows = sql_query(query)
        .load_iter::<PostgresRow, PgRowByRowLoadingMode>(connection)
        .map_err(wrong)?;
    let mut forms = BackupRow::with_capacity(table.columns.len());
    for row in rows {
        forms.clear();
        for (column, value) in table.columns.iter().zip(row.map_err(wrong)?.0) {
            let form = from_postgres(column.kind, value);
            forms.push(form.map_err(|why| unfit_value(&table.name, &column.name, why))?);
        }
        visit(&table.name, &forms)?;
    }
    Ok(())
}

/// A row of any columns, as SQLite gave it.
struct SqliteRow(Vec<RawValue>);

impl QueryableByName<Sqlite> for SqliteRow {
    fn build<'a>(row: &impl NamedRow<'a, Sqlite>) -> Deserialized<Self> {
        let mut values = Vec::with_capacity(row.field_count());
        for index in 0..row.field_count() {
            let field = Row::get(row, index).ok_or("a row is shorter than its columns")?;
            let value = field.value();
            values.push(match value {
                None => RawValue::Null,
                Some(mut value) => match value.value_type() {
                    None => RawValue::Null,
                    Some(SqliteType::Text) => RawValue::Text(value.read_text().to_owned()),
                    Some(SqliteType::Binary) => RawValue::Bytes(value.read_blob().to_vec()),
                    Some(SqliteType::Float | SqliteType::Double) => RawValue::Double(value.read_double()),
                    Some(SqliteType::Integer | SqliteType::SmallInt | SqliteType::Long) => {
                        RawValue::Integer(value.read_long())
                    }
                },
            });
        }
        Ok(Self(values))
    }
}

/// A row of any columns, each a text.
struct PostgresRow(Vec<Option<String>>);

impl QueryableByName<Pg> for PostgresRow {
    fn build<'a>(row: &impl NamedRow<'a, Pg>) -> Deserialized<Self> {
        let mut values = Vec::with_capacity(row.field_count());
        for index in 0..row.field_count() {
            let field = Row::get(row, index).ok_or("a row is shorter than its columns")?;
            let value = field.value();
            values.push(match value {
                None => None,
                Some(value) => Some(std::str::from_utf8(value.as_bytes())?.to_owned()),
            });
        }
        Ok(Self(values))
    }
}
