//! A write on PostgreSQL: one transaction. Where the connection was cut during COMMIT, another one asks for its outcome, for a minute.

pub(crate) mod requirements;
pub(crate) mod trusted_connection;

use std::time::{Duration, Instant};

use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl,
    r2d2::{Pool, PooledConnection},
    sql_query,
    sql_types::{BigInt, Nullable, Text},
};
use kernel::StoreError;

use super::{
    availability::Availability,
    claim::Claim,
    connection::timed,
    errors::unexpected,
    sealing::Sealer,
    store::{Store, Wakeup},
};
use trusted_connection::PostgresManager;

/// For so long a server whose connection broke during COMMIT is asked what became of it.
const OUTCOME_WAIT: Duration = Duration::from_secs(60);
const OUTCOME_PAUSE: Duration = Duration::from_millis(100);

pub(crate) type PostgresPool = Pool<PostgresManager>;

/// A connection of the pool.
pub(crate) fn connection(
    pool: &PostgresPool,
    availability: &Availability,
) -> Result<PooledConnection<PostgresManager>, StoreError> {
    timed(|| pool.get()).map_err(|error| {
        availability.mark_uncertain();
        StoreError::Unavailable(Box::new(error))
    })
}

/// The number of a transaction that has written something.
#[derive(Clone, Copy)]
struct TransactionId(i64);

/// What ends a transaction without its commit.
enum Failure {
    /// Its work wants nothing to stay.
    Undone,
    /// Its caller no longer waits.
    Abandoned,
    Database(diesel::result::Error),
}

impl From<diesel::result::Error> for Failure {
    fn from(error: diesel::result::Error) -> Self {
        Self::Database(error)
    }
}

/// An outermost transaction at READ COMMITTED: claims are conditional updates and rights are changed under the user's row lock,
/// so nothing needs a stronger isolation.
pub(crate) fn write(
    pool: &PostgresPool,
    availability: &Availability,
    sealer: &Sealer,
    wakeup: &Wakeup,
    claim: &Claim,
    work: &mut dyn FnMut(&mut Store<'_>) -> bool,
) -> Result<(), StoreError> {
    let mut pooled = connection(pool, availability)?;
    let connection: &mut PgConnection = &mut pooled;
    // Kept outside, since a failed COMMIT would take it along.
    let (mut sent, mut wakes) = (None, false);
    let committed = connection.transaction(|c| {
        let mut store = Store::postgres(c, sealer);
        if !work(&mut store) {
            return Err(Failure::Undone);
        }
        wakes = store.wakes;
        let id = transaction_id(c)?;
        if !claim.begin_commit() {
            return Err(Failure::Abandoned);
        }
        sent = id;
        Ok(())
    });
    match committed {
        Ok(()) => pooled.mark_answered(),
        Err(Failure::Undone) => return Ok(()),
        Err(Failure::Abandoned) => {
            return Err(StoreError::Unavailable(
                "the write came too late and was undone".into(),
            ));
        }
        Err(Failure::Database(error)) => {
            let (cause, id) = match (unexpected(error), sent) {
                (StoreError::Unavailable(cause), Some(id)) => (cause, id),
                (error, _) => return Err(error),
            };
            // A connection that broke has left the pool, and the next connection must not wait for it.
            drop(pooled);
            match was_committed(pool, availability, id) {
                Some(true) => {}
                Some(false) => return Err(StoreError::Unavailable(cause)),
                None => return Err(StoreError::OutcomeUnknown(cause)),
            }
        }
    }
    if wakes {
        wakeup.notify();
    }
    Ok(())
}

#[derive(QueryableByName)]
struct IdRow {
    #[diesel(sql_type = Nullable<BigInt>)]
    id: Option<i64>,
}

#[derive(QueryableByName)]
struct StatusRow {
    #[diesel(sql_type = Nullable<Text>)]
    status: Option<String>,
}

fn transaction_id(connection: &mut PgConnection) -> diesel::QueryResult<Option<TransactionId>> {
    let row: IdRow = sql_query("SELECT txid_current_if_assigned() AS id").get_result(connection)?;
    Ok(row.id.map(TransactionId))
}

/// What became of a transaction whose COMMIT was sent and not answered, asked on another connection; `None` if the server does not say.
fn was_committed(pool: &PostgresPool, availability: &Availability, id: TransactionId) -> Option<bool> {
    let until = Instant::now() + OUTCOME_WAIT;
    while Instant::now() < until {
        match status(pool, availability, id).as_deref() {
            Ok("committed") => return Some(true),
            Ok("aborted") => return Some(false),
            // Still in progress, or the server is not back yet.
            Ok(_) | Err(_) => std::thread::sleep(OUTCOME_PAUSE),
        }
    }
    tracing::error!("the outcome of a commit could not be found out");
    None
}

fn status(pool: &PostgresPool, availability: &Availability, id: TransactionId) -> Result<String, StoreError> {
    let mut connection = connection(pool, availability)?;
    let row: StatusRow = sql_query("SELECT txid_status($1) AS status")
        .bind::<BigInt, _>(id.0)
        .get_result(&mut **connection)
        .map_err(unexpected)?;
    row.status
        .ok_or_else(|| StoreError::Unavailable("the transaction is forgotten".into()))
}
