//! The only place where tests touch tables: to see what is really there, or to make what the product never makes.

use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    sql_query,
    sql_types::{BigInt, Nullable, Text},
};
use kernel::DatabaseUrl;
use secrecy::ExposeSecret;

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

#[derive(QueryableByName)]
struct Word {
    #[diesel(sql_type = Nullable<Text>)]
    t: Option<String>,
}

macro_rules! connected {
    ($address:expr, $connection:ident => $work:expr) => {
        match $address {
            DatabaseUrl::Sqlite(path) => {
                let $connection =
                    &mut SqliteConnection::establish(&path.to_string_lossy()).expect("no such file");
                $connection
                    .batch_execute("PRAGMA busy_timeout = 5000")
                    .expect("a pragma");
                $work
            }
            DatabaseUrl::Postgres(url) => {
                let $connection = &mut PgConnection::establish(url.expose_secret()).expect("no such server");
                $work
            }
        }
    };
}

/// Runs statements.
pub fn db_run(address: &DatabaseUrl, sql: &str) {
    connected!(address, c => c.batch_execute(sql)).unwrap_or_else(|error| panic!("{sql}: {error}"));
}

/// Runs statements that the database may refuse; its words when it does.
///
/// # Errors
/// The database's message.
pub fn db_try(address: &DatabaseUrl, sql: &str) -> Result<(), String> {
    connected!(address, c => c.batch_execute(sql)).map_err(|error| error.to_string())
}

/// How many rows a query such as `users WHERE id = 1` finds.
#[must_use]
pub fn db_count(address: &DatabaseUrl, from: &str) -> i64 {
    let sql = format!("SELECT count(*) AS n FROM {from}");
    let row: Number =
        connected!(address, c => sql_query(&sql).get_result(c)).unwrap_or_else(|e| panic!("{sql}: {e}"));
    row.n
}

/// The texts in the column `t` of a query's rows.
#[must_use]
pub fn db_texts(address: &DatabaseUrl, sql: &str) -> Vec<Option<String>> {
    let rows: Vec<Word> =
        connected!(address, c => sql_query(sql).load(c)).unwrap_or_else(|e| panic!("{sql}: {e}"));
    rows.into_iter().map(|row| row.t).collect()
}

/// Everything that the database holds, as an attacker who steals it reads it.
#[must_use]
pub fn db_dump(address: &DatabaseUrl) -> Vec<u8> {
    match address {
        DatabaseUrl::Sqlite(path) => ["", "-wal"]
            .iter()
            .filter_map(|end| std::fs::read(format!("{}{end}", path.display())).ok())
            .flatten()
            .collect(),
        DatabaseUrl::Postgres(_) => {
            let tables = db_texts(
                address,
                "SELECT tablename::text AS t FROM pg_tables WHERE schemaname = 'public'",
            );
            let rows = tables.into_iter().flatten().flat_map(|table| {
                // Bytes as the text that they may be, not as hexadecimal digits.
                db_texts(
                    address,
                    &format!("SELECT replace(row_to_json(x)::text, '\\\\x', '') AS t FROM {table} x"),
                )
            });
            rows.flatten().flat_map(|row| readable(&row)).collect()
        }
    }
}

/// A row's text, and after it what any run of hexadecimal digits in it stands for.
fn readable(row: &str) -> Vec<u8> {
    let mut bytes = row.as_bytes().to_vec();
    for run in row
        .split(|c: char| !c.is_ascii_hexdigit())
        .filter(|run| run.len() >= 16 && run.len() % 2 == 0)
    {
        bytes.extend(hex::decode(run).expect("pairs of hexadecimal digits"));
    }
    bytes
}
