//! Opening connections and setting each database up as the product needs it.

use std::time::{Duration, Instant};

use diesel::{
    Connection, ConnectionError, PgConnection, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    r2d2::{ConnectionManager, CustomizeConnection, Error as PoolError, Pool},
};
use secrecy::{ExposeSecret, SecretString};
use url::form_urlencoded;

use super::postgres::{
    requirements,
    trusted_connection::{PostgresManager, TrustedConnection},
};

/// How long a request waits for a connection, or SQLite's writer for another process, before it says 503.
pub(crate) const POOL_WAIT: Duration = Duration::from_secs(2);

/// How long a program that starts waits for each of its readers of a file: no server can be away, but a busy machine takes its time.
const READER_WAIT: Duration = Duration::from_secs(30);

/// How long the making of a new database by another process is waited for.
const WAL_WAIT: Duration = Duration::from_secs(5);

/// busy_timeout first, since switching to WAL already needs the lock. FULL, because what was acknowledged must survive a
/// power cut; the writer groups commits to pay for it.
const SQLITE_EVERY: &str = "PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; \
     PRAGMA cache_size = -16000; PRAGMA synchronous = FULL;";
const SQLITE_WRITER: &str = "PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 67108864;";
const SQLITE_READER: &str = "PRAGMA query_only = ON;";
/// Nothing that a request does takes this long; a hung server must not hold its threads. A lock is waited for a little less long
/// than a request waits for its answer.
const POSTGRES_EVERY: &str = "SET TIME ZONE 'UTC'; SET statement_timeout = '10s'; SET lock_timeout = '2s'; \
     SET idle_in_transaction_session_timeout = '30s';";

/// Milliseconds where libpq counts in them, else seconds.
const LIBPQ_WAITS: [(&str, &str); 4] = [
    ("connect_timeout", "2"),
    ("tcp_user_timeout", "5000"),
    ("keepalives_idle", "5"),
    ("keepalives_interval", "2"),
];

/// The writing connection of an embedded database; makes the file if it does not exist.
pub(crate) fn open_sqlite_writer(path: &std::path::Path) -> Result<SqliteConnection, ConnectionError> {
    let mut connection = SqliteConnection::establish(&path.to_string_lossy())?;
    connection
        .batch_execute(SQLITE_EVERY)
        .map_err(ConnectionError::CouldntSetupConfiguration)?;
    switch_to_wal(&mut connection).map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}

/// Processes that make one new database together race for WAL, and SQLite answers the loser at once that the database is locked,
/// under any busy_timeout (a wait could deadlock). Trying again is safe here: the other process needs a moment only.
fn switch_to_wal(connection: &mut SqliteConnection) -> diesel::QueryResult<()> {
    let deadline = Instant::now() + WAL_WAIT;
    loop {
        match connection.batch_execute(SQLITE_WRITER) {
            Err(error) if error.to_string().contains("is locked") && Instant::now() < deadline => {
                std::thread::sleep(Duration::from_millis(5));
            }
            other => return other,
        }
    }
}

#[derive(Debug)]
struct SqliteReader;

impl CustomizeConnection<SqliteConnection, PoolError> for SqliteReader {
    fn on_acquire(&self, connection: &mut SqliteConnection) -> Result<(), PoolError> {
        connection
            .batch_execute(SQLITE_EVERY)
            .map_err(PoolError::QueryError)?;
        connection
            .batch_execute(SQLITE_READER)
            .map_err(PoolError::QueryError)
    }
}

/// Readers of an embedded database. A file does not end as a server does, so a reader is not tried before each use.
pub(crate) fn sqlite_readers(
    path: &std::path::Path,
    size: u32,
) -> Result<Pool<ConnectionManager<SqliteConnection>>, diesel::r2d2::PoolError> {
    let pool = Pool::builder()
        // All of them from the start: a look-up that finds none idle would have to change threads to wait for one.
        .max_size(size)
        .connection_timeout(POOL_WAIT)
        .test_on_check_out(false)
        .connection_customizer(Box::new(SqliteReader))
        .build_unchecked(ConnectionManager::new(path.to_string_lossy()));
    let opened: Result<Vec<_>, _> = (0..size).map(|_| pool.get_timeout(READER_WAIT)).collect();
    opened.map(|_| pool)
}

#[derive(Debug)]
struct PostgresSession;

impl CustomizeConnection<TrustedConnection, PoolError> for PostgresSession {
    fn on_acquire(&self, connection: &mut TrustedConnection) -> Result<(), PoolError> {
        connection
            .batch_execute(POSTGRES_EVERY)
            .map_err(PoolError::QueryError)
    }
}

/// Connections to PostgreSQL, each tried before use unless it answered a moment ago, so that a server that was restarted is found again at
/// once. None is opened before it is asked for: a command would end while a thread of the pool still opens a connection that it does not
/// need.
pub(crate) fn postgres_pool(
    url: &SecretString,
    size: u32,
) -> Result<Pool<PostgresManager>, diesel::r2d2::PoolError> {
    Pool::builder()
        .max_size(size)
        .min_idle(Some(0))
        .connection_timeout(POOL_WAIT)
        .connection_customizer(Box::new(PostgresSession))
        .build(PostgresManager::new(with_timeouts(url.expose_secret())))
}

/// libpq's own waits, unless the address sets them: without these a network failure would hold a thread for minutes. Only the query
/// is read: what stands before it may name several hosts, which is libpq's own addition to the syntax.
fn with_timeouts(url: &str) -> String {
    let (place, query) = url.split_once('?').unwrap_or((url, ""));
    let set: Vec<_> = form_urlencoded::parse(query.as_bytes())
        .map(|(name, _)| name)
        .collect();
    let waits = LIBPQ_WAITS
        .iter()
        .filter(|(name, _)| !set.iter().any(|set| set == name))
        .map(|(name, value)| format!("{name}={value}"));
    let query: Vec<_> = std::iter::once(query.to_owned())
        .filter(|query| !query.is_empty())
        .chain(waits)
        .collect();
    format!("{place}?{}", query.join("&"))
}

/// One connection to PostgreSQL outside the pool, to say plainly at the start why it cannot be had. Every program's first one: OpenSSL is
/// prepared here, without the handler that frees its state while the program ends, under threads that still use it.
pub(crate) fn open_postgres(url: &SecretString) -> Result<PgConnection, ConnectionError> {
    openssl_sys::init();
    PgConnection::establish(&with_timeouts(url.expose_secret()))
}

/// Whether a PostgreSQL takes a new connection and answers on it. A server that has no place for another connection answers too.
pub(crate) fn postgres_answers(url: &SecretString) -> bool {
    match open_postgres(url) {
        Ok(mut connection) => connection.batch_execute("SELECT 1").is_ok(),
        Err(error) => requirements::has_no_connection_left(&error.to_string()),
    }
}

/// Measures how long a connection of the pool is waited for, its trial before use included.
pub(crate) fn timed<T>(get: impl FnOnce() -> T) -> T {
    let since = Instant::now();
    let connection = get();
    metrics::histogram!("portal_database_connection_wait_seconds").record(since.elapsed());
    connection
}

/// Whether a connection still answers.
pub(crate) fn answers(store: &mut super::store::Store<'_>) -> Result<(), kernel::StoreError> {
    super::store::on!(store, c => diesel::sql_query("SELECT 1").execute(*c)).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_address_sets_itself_stays() {
        let set = "postgres://u:p%20w@db.example/portal?tcp_user_timeout=1&sslrootcert=/connect_timeout=9";
        assert_eq!(
            with_timeouts(set),
            format!("{set}&connect_timeout=2&keepalives_idle=5&keepalives_interval=2")
        );
        let plain = with_timeouts("postgresql:///portal?host=/run/postgresql");
        assert!(
            plain.starts_with("postgresql:///portal?host=/run/postgresql&connect_timeout=2&"),
            "{plain}"
        );
    }

    #[test]
    fn an_address_with_several_hosts_gets_them_too() {
        let url = with_timeouts("postgres://a:1,b:2/portal");
        assert!(
            url.starts_with("postgres://a:1,b:2/portal?connect_timeout=2&"),
            "{url}"
        );
    }
}
