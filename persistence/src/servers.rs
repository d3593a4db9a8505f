//! What servers that share a database know in common: the clock and the last backup.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{QueryableByName, RunQueryDsl as _, sql_query, sql_types::BigInt};
use kernel::{DatabaseUrl, StoreError};

use crate::{
    ConnectError, Database, Store,
    engine::{
        migrations::known_backup::{LastBackup, last_of_postgres, last_of_sqlite},
        postgres::requirements::mixes_sessions,
    },
    errors::{MixedSessions, unexpected},
    migrations::upgrade::open_postgres,
    store::Link,
};

/// Less is no clock's fault: the question itself takes time, and time services correct smaller differences.
const CLOCKS_AGREE: TimeDelta = TimeDelta::seconds(30);

/// This machine's clock is so far ahead of the database's; behind it where it is negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockDifference {
    pub seconds: i64,
}

/// Compares this machine's clock with the database's; `None` if they agree.
///
/// # Errors
/// [`StoreError`]
pub fn clock_difference(database: &Database) -> Result<Option<ClockDifference>, StoreError> {
    let (there, here) = database.read(|store| Ok::<_, StoreError>((store.clock()?, Utc::now())))?;
    let difference = here - there;
    let differs = difference.abs() > CLOCKS_AGREE;
    Ok(differs.then(|| ClockDifference {
        seconds: difference.num_seconds(),
    }))
}

/// Whether a pooler before PostgreSQL gives the statements of one connection to several sessions: for people, in one line.
///
/// # Errors
/// [`ConnectError`] where the database cannot be asked.
pub fn mixed_sessions(database: &DatabaseUrl) -> Result<Option<String>, ConnectError> {
    let DatabaseUrl::Postgres(url) = database else {
        return Ok(None);
    };
    let mixes = open_postgres(url).and_then(|mut one| {
        let mut other = open_postgres(url)?;
        mixes_sessions(&mut one, &mut other).map_err(|error| error.to_string())
    });
    match mixes {
        Ok(mixes) => Ok(mixes.then(|| MixedSessions.to_string())),
        Err(problem) if MixedSessions::is_meant_by(&problem) => Ok(Some(MixedSessions.to_string())),
        Err(problem) => Err(ConnectError::of(database, &problem)),
    }
}

#[derive(QueryableByName)]
struct ClockRow {
    #[diesel(sql_type = BigInt)]
    now: i64,
}

/// The database as servers find out whether they fit together. Every method may return [`StoreError`].
impl Store<'_> {
    /// The database's own clock. An embedded one has the machine's.
    pub fn clock(&mut self) -> Result<DateTime<Utc>, StoreError> {
        match &mut self.link {
            Link::Sqlite(_) => Ok(Utc::now()),
            Link::Postgres(c) => {
                let row: ClockRow =
                    sql_query("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS now")
                        .get_result(*c)
                        .map_err(unexpected)?;
                DateTime::from_timestamp_micros(row.now)
                    .ok_or_else(|| StoreError::Inconsistent("the database's clock has no such time".into()))
            }
        }
    }

    /// The last backup that was taken of this database by `portal backup`.
    pub fn last_backup(&mut self) -> Result<Option<LastBackup>, StoreError> {
        let last = match &mut self.link {
            Link::Sqlite(c) => last_of_sqlite(c),
            Link::Postgres(c) => last_of_postgres(c),
        };
        last.map_err(unexpected)
    }
}
