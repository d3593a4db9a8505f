//! What the product needs of a PostgreSQL server; asked at the start, so that one line says what is missing.

use diesel::{
    PgConnection, QueryResult, QueryableByName, RunQueryDsl,
    connection::SimpleConnection as _,
    sql_query,
    sql_types::{Bool, Integer, Text},
};

use super::super::errors::MixedSessions;

/// As `server_version_num` counts. The search needs `AS MATERIALIZED` (PostgreSQL 12); what became of a commit, `txid_status` (10);
/// the jobs, `SKIP LOCKED` (9.5).
const LEAST: i32 = 120_000;
/// What PostgreSQL says where it, the database or the role may have no further connection.
const NO_CONNECTION_LEFT: [&str; 3] = [
    "too many clients",
    "remaining connection slots",
    "too many connections for",
];

#[derive(Debug, thiserror::Error)]
pub(crate) enum Unfit {
    #[error("it is a read replica, which takes no writes; name the primary server")]
    Replica,
    #[error("it is PostgreSQL {major}; 12 is the oldest version that works", major = .0 / 10_000)]
    TooOld(i32),
    #[error(
        "its encoding is {0}, in which names and texts cannot be kept; make it anew with \
         CREATE DATABASE portal ENCODING 'UTF8' TEMPLATE template0"
    )]
    NotUtf8(String),
    #[error(transparent)]
    Database(#[from] diesel::result::Error),
}

#[derive(QueryableByName)]
struct ServerRow {
    #[diesel(sql_type = Bool)]
    replica: bool,
    #[diesel(sql_type = Integer)]
    version: i32,
    #[diesel(sql_type = Text)]
    encoding: String,
}

#[derive(QueryableByName)]
struct ProcessRow {
    #[diesel(sql_type = Integer)]
    process: i32,
}

/// Whether a server can be used at all.
pub(crate) fn check(connection: &mut PgConnection) -> Result<(), Unfit> {
    let sql = "SELECT pg_is_in_recovery() AS replica, current_setting('server_version_num')::integer AS version, \
               getdatabaseencoding()::text AS encoding";
    let server: ServerRow = sql_query(sql).get_result(connection)?;
    if server.version < LEAST {
        return Err(Unfit::TooOld(server.version));
    }
    if server.replica {
        return Err(Unfit::Replica);
    }
    if server.encoding != "UTF8" {
        return Err(Unfit::NotUtf8(server.encoding));
    }
    Ok(())
}

/// Whether a pooler stands before the server that lends one session of it to several connections (PgBouncer's transaction and statement
/// modes): two open connections have one process, or a connection changes its process.
pub(crate) fn mixes_sessions(one: &mut PgConnection, other: &mut PgConnection) -> QueryResult<bool> {
    match processes(one, other) {
        Ok([first, beside, again]) => Ok(first == beside || first != again),
        Err(error) if MixedSessions::is_meant_by(&error.to_string()) => Ok(true),
        Err(error) => Err(error),
    }
}

/// The process of one connection, that of another within a transaction, and that of the first again meanwhile.
fn processes(one: &mut PgConnection, other: &mut PgConnection) -> QueryResult<[i32; 3]> {
    let first = process(one)?;
    other.batch_execute("BEGIN")?;
    let beside = process(other)?;
    let again = process(one)?;
    other.batch_execute("ROLLBACK")?;
    Ok([first, beside, again])
}

fn process(connection: &mut PgConnection) -> QueryResult<i32> {
    let row: ProcessRow = sql_query("SELECT pg_backend_pid() AS process").get_result(connection)?;
    Ok(row.process)
}

/// Whether a server refused a connection because it has none left.
pub(crate) fn has_no_connection_left(error: &str) -> bool {
    NO_CONNECTION_LEFT.iter().any(|words| error.contains(words))
}

/// Why a connection cannot be had, with what to do where that is known.
pub(crate) fn refusal(error: &str) -> String {
    if has_no_connection_left(error) {
        format!(
            "it has no connection left for this program: raise max_connections (or the limit of the role or database), \
             or let fewer programs use it ({error})"
        )
    } else {
        error.to_owned()
    }
}
