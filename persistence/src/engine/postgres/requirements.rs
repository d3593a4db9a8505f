//! What the product needs of a PostgreSQL server; asked at the start, so that one line says what is missing.

use diesel::{
    PgConnection, QueryableByName, RunQueryDsl, sql_query,
    sql_types::{Bool, Integer},
};

/// As `server_version_num` counts. The search needs `AS MATERIALIZED` (PostgreSQL 12); what became of a commit, `txid_status` (10);
/// the queues, `SKIP LOCKED` (9.5).
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
    #[error(transparent)]
    Database(#[from] diesel::result::Error),
}

#[derive(QueryableByName)]
struct ServerRow {
    #[diesel(sql_type = Bool)]
    replica: bool,
    #[diesel(sql_type = Integer)]
    version: i32,
}

/// Whether a server can be used at all.
pub(crate) fn check(connection: &mut PgConnection) -> Result<(), Unfit> {
    let sql =
        "SELECT pg_is_in_recovery() AS replica, current_setting('server_version_num')::integer AS version";
    let server: ServerRow = sql_query(sql).get_result(connection)?;
    if server.version < LEAST {
        return Err(Unfit::TooOld(server.version));
    }
    if server.replica {
        return Err(Unfit::Replica);
    }
    Ok(())
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
