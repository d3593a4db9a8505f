//! The ceiling that `make bench` holds progress writes against, turned upside down: what 64 clients reach when each commits
//! for itself, with the same SQLite, the same settings and the same statement.
//!
//! Usage: ungrouped_commits FOLDER SECONDS CLIENTS; prints commits a second.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use diesel::{
    Connection, RunQueryDsl, SqliteConnection, connection::SimpleConnection, sql_query, sql_types::Integer,
};

type Failure = Box<dyn std::error::Error + Send + Sync>;

const SETTINGS: &str = "PRAGMA busy_timeout = 30000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;";
const TABLE: &str = "CREATE TABLE progress (user_id INTEGER PRIMARY KEY, watched_seconds INTEGER NOT NULL)";
const UPSERT: &str = "INSERT INTO progress (user_id, watched_seconds) VALUES (?, ?) \
     ON CONFLICT (user_id) DO UPDATE SET watched_seconds = excluded.watched_seconds";

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, seconds, clients] = &arguments[..] else {
        return Err("usage: ungrouped_commits FOLDER SECONDS CLIENTS".into());
    };
    let (seconds, clients): (u64, i32) = (seconds.parse()?, clients.parse()?);
    let path = format!("{folder}/ungrouped.db");
    open(&path)?.batch_execute(TABLE)?;
    let (stop, commits) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let start = Instant::now();
    let threads: Vec<_> = (0..clients)
        .map(|client| {
            let (path, stop, commits) = (path.clone(), Arc::clone(&stop), Arc::clone(&commits));
            std::thread::spawn(move || write(&path, client, &stop, &commits))
        })
        .collect();
    std::thread::sleep(Duration::from_secs(seconds));
    stop.store(true, Ordering::Relaxed);
    for thread in threads {
        thread.join().map_err(|_| "a client panicked")??;
    }
    println!(
        "{:.1}",
        commits.load(Ordering::Relaxed) as f64 / start.elapsed().as_secs_f64()
    );
    Ok(())
}

fn open(path: &str) -> Result<SqliteConnection, Failure> {
    let mut connection = SqliteConnection::establish(path)?;
    connection.batch_execute(SETTINGS)?;
    Ok(connection)
}

fn write(path: &str, client: i32, stop: &AtomicBool, commits: &AtomicU64) -> Result<(), Failure> {
    let mut connection = open(path)?;
    let mut second = 0;
    while !stop.load(Ordering::Relaxed) {
        second += 1;
        connection.immediate_transaction(|connection| {
            sql_query(UPSERT)
                .bind::<Integer, _>(client)
                .bind::<Integer, _>(second)
                .execute(connection)
        })?;
        commits.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}
