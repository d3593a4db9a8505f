//! The locks of all tables at once, for what changes them while servers use them.
//!
//! Decision: a migration changes several tables in one transaction, and a request uses several in one transaction. Each of the two could
//! wait for a table that the other one has; PostgreSQL would then end one of them, and that may be the request of a server that is in
//! service. So every table is locked before the first one is changed, in tries that are shorter than the time after which PostgreSQL
//! looks for such waits (`deadlock_timeout`, a second). A try that fails releases every table. Cost: requests wait for half a second at
//! most during a try, and a copy of the rows by `pg_dump` or `portal backup` is waited for. Ruled out: the tables one by one as the
//! migrations name them.

use std::time::{Duration, Instant};

use diesel::{
    Connection, PgConnection, QueryResult, QueryableByName, RunQueryDsl,
    connection::SimpleConnection,
    result::{DatabaseErrorKind, Error},
    sql_query,
    sql_types::Text,
};

/// Requests hold tables for moments only; a copy of the rows holds them longer.
pub(crate) const LOCK_WAIT: Duration = Duration::from_secs(60);
const LOCK_PAUSE: Duration = Duration::from_millis(100);

/// Limits for the whole statement, in turn; `lock_timeout` is a limit for each table. Under load most tries meet a request that holds a
/// table and wants another, and more time does not help these.
const TRY_MILLISECONDS: [u32; 3] = [100, 250, 500];

/// What could not be locked is in use.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LockError {
    #[error(
        "its tables are in use by another transaction; stop what reads them, such as a backup, and try again"
    )]
    InUse,
    #[error(transparent)]
    Failed(#[from] Error),
}

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Locks every table that the role owns until the transaction ends: all of them, or none while another transaction has one of them. The
/// transaction's later statements have no time limit.
///
/// # Errors
/// [`LockError::InUse`] if they could not be had for this long.
pub(crate) fn lock_all_tables(c: &mut PgConnection, wait: Duration) -> Result<(), LockError> {
    let names = owned_tables(c)?.join(", ");
    if names.is_empty() {
        return Ok(());
    }
    let until = Instant::now() + wait;
    for limit in TRY_MILLISECONDS.iter().cycle() {
        // The savepoint's end takes back the locks of a try that failed, and its time limit.
        let locked = c.transaction(|c| {
            c.batch_execute(&format!("SET LOCAL statement_timeout = {limit}"))?;
            c.batch_execute(&format!("LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE"))?;
            c.batch_execute("SET LOCAL statement_timeout = 0")
        });
        match locked {
            Ok(()) => return Ok(()),
            Err(error) if !is_busy(&error) => return Err(error.into()),
            Err(_) if Instant::now() >= until => break,
            Err(_) => std::thread::sleep(LOCK_PAUSE),
        }
    }
    Err(LockError::InUse)
}

fn owned_tables(c: &mut PgConnection) -> QueryResult<Vec<String>> {
    let rows: Vec<NameRow> = sql_query(
        "SELECT quote_ident(tablename) AS name FROM pg_tables \
         WHERE schemaname = current_schema() AND pg_has_role(tableowner, 'USAGE') ORDER BY tablename",
    )
    .load(c)?;
    Ok(rows.into_iter().map(|row| row.name).collect())
}

/// Whether a try ended by its time limit or by a deadlock. Diesel has no kind for these, and PostgreSQL writes their messages in the language
/// of the server; the other errors without a kind, such as a missing right, cannot come of tables that the role owns.
fn is_busy(error: &Error) -> bool {
    matches!(error, Error::DatabaseError(DatabaseErrorKind::Unknown, _))
}
