//! A write on PostgreSQL: one transaction, whose outcome is known in the end even where the connection was cut during COMMIT.

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

/// For so long a server whose connection broke during COMMIT is asked what became of it; then the write counts as failed.
const OUTCOME_WAIT: Duration = Duration::from_secs(60);
const OUTCOME_PAUSE: Duration = Duration::from_millis(100);

pub(crate) type PostgresPool = Pool<PostgresManager>;

/// A connection of the pool.
pub(crate) fn connection<E: From<StoreError>>(
    pool: &PostgresPool,
    availability: &Availability,
) -> Result<PooledConnection<PostgresManager>, E> {
    timed(|| pool.get()).map_err(|error| {
        availability.mark_uncertain();
        E::from(StoreError::Unavailable(Box::new(error)))
    })
}

/// The number of a transaction that has written something.
#[derive(Clone, Copy)]
struct TransactionId(i64);

/// What ends a transaction without its value: a rule's error, diesel's own failures of BEGIN and COMMIT, or a caller that no longer waits.
enum Failure<E> {
    Rule(E),
    Database(diesel::result::Error),
    Abandoned,
}

impl<E> From<diesel::result::Error> for Failure<E> {
    fn from(error: diesel::result::Error) -> Self {
        Self::Database(error)
    }
}

/// An outermost transaction at READ COMMITTED: claims are conditional updates and rights are changed under the user's row lock,
/// so nothing needs a stronger isolation.
pub(crate) fn write<T, E: From<StoreError>>(
    pool: &PostgresPool,
    availability: &Availability,
    sealer: &Sealer,
    wakeup: &Wakeup,
    claim: &Claim,
    work: impl FnOnce(&mut Store<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let mut pooled = connection(pool, availability)?;
    let connection: &mut PgConnection = &mut pooled;
    // Kept outside, since a failed COMMIT would take it along.
    let (mut done, mut wakes) = (None, false);
    let committed = connection.transaction(|c| {
        let mut store = Store::postgres(c, sealer);
        let value = work(&mut store).map_err(Failure::Rule)?;
        wakes = store.wakes;
        let id = transaction_id(c)?;
        if !claim.begin_commit() {
            return Err(Failure::Abandoned);
        }
        done = Some((value, id));
        Ok(())
    });
    let error = match (committed, done) {
        (Ok(()), Some((value, _))) => {
            pooled.mark_answered();
            if wakes {
                wakeup.notify();
            }
            return Ok(value);
        }
        (Err(Failure::Rule(error)), _) => return Err(error),
        (Err(Failure::Database(error)), done) => {
            let error = unexpected(error);
            if let (StoreError::Unavailable(_), Some((value, Some(id)))) = (&error, done) {
                // A connection that broke has left the pool, and the next connection must not wait for it.
                drop(pooled);
                if was_committed(pool, availability, id) {
                    if wakes {
                        wakeup.notify();
                    }
                    return Ok(value);
                }
            }
            error
        }
        (Ok(()), None) | (Err(Failure::Abandoned), _) => {
            StoreError::Unavailable("the write came too late and was undone".into())
        }
    };
    Err(E::from(error))
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

/// What became of a transaction whose COMMIT was sent and not answered, asked on another connection until it is known.
fn was_committed(pool: &PostgresPool, availability: &Availability, id: TransactionId) -> bool {
    let until = Instant::now() + OUTCOME_WAIT;
    while Instant::now() < until {
        match status(pool, availability, id).as_deref() {
            Ok("committed") => return true,
            Ok("aborted") => return false,
            // Still in progress, or the server is not back yet.
            Ok(_) | Err(_) => std::thread::sleep(OUTCOME_PAUSE),
        }
    }
    tracing::error!("the outcome of a commit could not be found out");
    false
}

fn status(pool: &PostgresPool, availability: &Availability, id: TransactionId) -> Result<String, StoreError> {
    let mut connection = connection::<StoreError>(pool, availability)?;
    let row: StatusRow = sql_query("SELECT txid_status($1) AS status")
        .bind::<BigInt, _>(id.0)
        .get_result(&mut **connection)
        .map_err(unexpected)?;
    row.status
        .ok_or_else(|| StoreError::Unavailable("the transaction is forgotten".into()))
}
