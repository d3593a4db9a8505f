//! Locks on the media store that several machines share: PostgreSQL's advisory locks, each held by a connection of its own.
//!
//! The server releases a lock when its connection ends, however the process ends. An embedded database belongs to one machine, where a
//! file does the same.

use std::{fmt, sync::Arc, time::Duration};

use ::courses::{HeldMediaLock, MediaLocks};
use diesel::{
    PgConnection, QueryableByName, RunQueryDsl, sql_query,
    sql_types::{BigInt, Bool},
};
use kernel::{DatabaseUrl, StoreError};
use secrecy::SecretString;

use crate::{connection, errors::unexpected};

/// Any number that no other lock of this database has.
const MEDIA: i64 = 0x6d_6564_6961;

/// An import may hold the lock for hours. A statement that waited as long would keep PostgreSQL from removing old rows, so the lock is
/// asked for again and again.
const PAUSE: Duration = Duration::from_millis(200);

/// No limit on what may be idle for the length of an import; not every version has each of the settings.
const NO_LIMITS: &str = "SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN ('idle_session_timeout', 'statement_timeout')";

/// The locks that the machines of this database share; `None` for an embedded one.
#[must_use]
pub fn media_locks(database: &DatabaseUrl) -> Option<Arc<dyn MediaLocks>> {
    match database {
        DatabaseUrl::Sqlite(_) => None,
        DatabaseUrl::Postgres(url) => Some(Arc::new(PostgresMediaLocks(url.clone()))),
    }
}

#[derive(Debug)]
struct PostgresMediaLocks(SecretString);

impl PostgresMediaLocks {
    fn lock(&self, function: &str, waiting: &mut dyn FnMut()) -> Result<Box<dyn HeldMediaLock>, StoreError> {
        let mut connection =
            connection::open_postgres(&self.0).map_err(|error| StoreError::Unavailable(Box::new(error)))?;
        sql_query(NO_LIMITS)
            .execute(&mut connection)
            .map_err(unexpected)?;
        let mut has_waited = false;
        loop {
            let row: LockRow = sql_query(format!("SELECT {function}($1) AS is_held"))
                .bind::<BigInt, _>(MEDIA)
                .get_result(&mut connection)
                .map_err(unexpected)?;
            if row.is_held {
                return Ok(Box::new(HeldAdvisoryLock(connection)));
            }
            if !has_waited {
                waiting();
                has_waited = true;
            }
            std::thread::sleep(PAUSE);
        }
    }
}

impl MediaLocks for PostgresMediaLocks {
    fn lock_to_change(&self, waiting: &mut dyn FnMut()) -> Result<Box<dyn HeldMediaLock>, StoreError> {
        self.lock("pg_try_advisory_lock", waiting)
    }

    fn lock_to_copy(&self, waiting: &mut dyn FnMut()) -> Result<Box<dyn HeldMediaLock>, StoreError> {
        self.lock("pg_try_advisory_lock_shared", waiting)
    }
}

#[derive(QueryableByName)]
struct LockRow {
    #[diesel(sql_type = Bool)]
    is_held: bool,
}

struct HeldAdvisoryLock(PgConnection);

impl fmt::Debug for HeldAdvisoryLock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HeldAdvisoryLock")
    }
}

impl HeldMediaLock for HeldAdvisoryLock {
    fn check(&mut self) -> Result<(), StoreError> {
        let asked = sql_query("SELECT 1").execute(&mut self.0);
        asked.map(|_| ()).map_err(unexpected)
    }
}
