//! Times what a server does by itself, for `make bench-growth`: what it deletes, and what it looks for.
//!
//! Usage: sweep_growth DATABASE_URL. A line for each: the milliseconds of the median of nine times, after a run that
//! works off the backlog, and the name.

use std::time::Instant;

use accounts::{SESSION_BATCH, SESSION_IDLE};
use audit::{erase_deleted_names, trim_trail};
use chrono::{TimeDelta, Utc};
use courses::{AccessNotice, ends_to_notify};
use discord::MEMBER_JOB;
use kernel::{DatabaseUrl, KeyRing, StoreError};
use orders::{forget_orders, stale_orders};
use persistence::{Database, DatabaseOptions};

type Failure = Box<dyn std::error::Error + Send + Sync>;

const TIMES: usize = 9;
/// As many ends of accesses as the server mails about at once.
const ENDS: i64 = 50;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address] = &arguments[..] else {
        return Err("usage: sweep_growth DATABASE_URL".into());
    };
    let url = match address.strip_prefix("sqlite://") {
        Some(path) => DatabaseUrl::Sqlite(path.into()),
        None => DatabaseUrl::Postgres(address.clone().into()),
    };
    let database = Database::connect(&DatabaseOptions {
        url,
        sealing_key: KeyRing::new([0; 32], None),
        connections: 2,
    })?;
    let end_sessions =
        || database.write(|store| store.purge_sessions(Utc::now(), Utc::now() - SESSION_IDLE, SESSION_BATCH));
    // What piled up in a hundred days.
    while end_sessions()? > 0 {}
    time("sessions", || end_sessions().map(drop))?;
    time("passkey challenges", || {
        database.write(|store| store.purge_challenges(Utc::now()).map(drop))
    })?;
    time("delivered mails", || {
        database.write(|store| store.purge_mails(Utc::now() - TimeDelta::days(30)).map(drop))
    })?;
    time("withdrawal links", || {
        database.write(|store| store.purge_tokens(Utc::now()))
    })?;
    time("orders without a payment", || {
        database.write(|store| forget_orders(store, Utc::now()))
    })?;
    time("orders to end", || {
        database.read(|store| stale_orders(store, Utc::now()).map(drop))
    })?;
    time("attempts", || {
        database.write(|store| store.purge_attempts().map(drop))
    })?;
    time("names in the audit trail", || {
        database.write(|store| erase_deleted_names(store, Utc::now()).map(drop))
    })?;
    time("the audit trail", || {
        database.write(|store| trim_trail(store, 365, Utc::now()).map(drop))
    })?;
    for (name, notice) in ["accesses that ended", "accesses that end"]
        .into_iter()
        .zip(AccessNotice::ALL)
    {
        time(name, || {
            database.read(|store| ends_to_notify(store, notice, ENDS, Utc::now()).map(drop))
        })?;
    }
    time("due Discord accounts", || {
        database.read(|store| store.next_due(MEMBER_JOB, &[], Utc::now()).map(drop))
    })?;
    time("late refunds", || {
        database.read(|store| store.late_refunds(Utc::now() - TimeDelta::days(1)).map(drop))
    })?;
    Ok(())
}

fn time(name: &str, mut sweep: impl FnMut() -> Result<(), StoreError>) -> Result<(), Failure> {
    sweep()?;
    let mut times = Vec::new();
    for _ in 0..TIMES {
        let began = Instant::now();
        sweep()?;
        times.push(began.elapsed());
    }
    times.sort_unstable();
    let median = times.get(TIMES / 2).ok_or("nothing was timed")?;
    println!("{:.3} {name}", median.as_secs_f64() * 1_000.0);
    Ok(())
}
