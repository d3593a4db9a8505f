//! The threads that make Discord's roles follow access.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use chrono::{TimeDelta, Utc};
use discord::{DiscordStore, GuildError, Next, next_assignment, put_right, settle};
use kernel::StoreError;
use outbound::{DiscordClient, GuildUntil};
use persistence::Database;

use crate::clock_guard::{AtStart, ClockGuard};

/// Enough to keep the pace that is allowed while single answers are slow.
const THREADS: usize = 4;
const PAUSE: Duration = Duration::from_secs(1);
/// How often ended accesses are looked for; their roles are to be off within a minute.
const SWEEP: Duration = Duration::from_secs(15);
/// After a jump of the clock no roles are changed until it has run evenly for this long.
const STEADY: Duration = Duration::from_secs(40);
/// A member's work takes no longer than this, and is somebody else's a little later.
const WORK: Duration = Duration::from_secs(20);
const HOLD: TimeDelta = TimeDelta::seconds(30);
/// So many failures in a row, and it is Discord and not the member.
const FAILING: u32 = 3;

struct Worker {
    database: Database,
    client: Arc<DiscordClient>,
    swept: Mutex<Option<Instant>>,
    clock: Mutex<ClockGuard>,
    /// In a row, of all threads.
    failures: AtomicU32,
}

/// Starts the threads. They end with the process.
pub fn start(database: &Database, client: &Arc<DiscordClient>) -> std::io::Result<()> {
    let worker = Arc::new(Worker {
        database: database.clone(),
        client: Arc::clone(client),
        swept: Mutex::default(),
        clock: Mutex::new(ClockGuard::new(STEADY, AtStart::Believed)),
        failures: AtomicU32::new(0),
    });
    for number in 0..THREADS {
        let worker = Arc::clone(&worker);
        std::thread::Builder::new()
            .name(format!("discord-{number}"))
            .spawn(move || worker.run())?;
    }
    Ok(())
}

impl Worker {
    fn run(&self) {
        loop {
            if !self.clock_is_steady() {
                std::thread::sleep(PAUSE);
                continue;
            }
            let worked = self.sweep().and_then(|()| match self.rest() {
                Some(rest) => {
                    std::thread::sleep(rest.min(PAUSE));
                    Ok(true)
                }
                None => self.work_once(),
            });
            match worked {
                Ok(true) => {}
                Ok(false) => std::thread::sleep(PAUSE),
                Err(error) => {
                    tracing::debug!(%error, "the Discord queue cannot be read; it is tried again");
                    std::thread::sleep(PAUSE);
                }
            }
        }
    }

    fn clock_is_steady(&self) -> bool {
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        clock.confirmed(Utc::now(), Instant::now()).is_some()
    }

    /// For how long to leave Discord alone: it said so, or it fails whatever is asked.
    fn rest(&self) -> Option<Duration> {
        self.client.rest()
    }

    fn sweep(&self) -> Result<(), StoreError> {
        {
            let mut swept = self.swept.lock().unwrap_or_else(PoisonError::into_inner);
            if swept.is_some_and(|last| last.elapsed() < SWEEP) {
                return Ok(());
            }
            *swept = Some(Instant::now());
        }
        let ended = self.database.write(|store| store.enqueue_ended(Utc::now()))?;
        if ended > 0 {
            tracing::debug!(ended, "accesses ended");
        }
        Ok(())
    }

    /// Puts the member right who waits longest; whether there was one.
    fn work_once(&self) -> Result<bool, StoreError> {
        if !self.database.read(|store| store.has_due_member(Utc::now()))? {
            return Ok(false);
        }
        let next = self
            .database
            .write(|store| next_assignment(store, Utc::now(), HOLD))?;
        let work = match next {
            Next::Work(work) => *work,
            Next::UpToDate => return Ok(true),
            Next::Nothing => return Ok(false),
        };
        let report = put_right(&GuildUntil::for_worker(&self.client, WORK), &work);
        let failed = matches!(report.trouble, Some(GuildError::Unavailable { .. }));
        let pause = if failed {
            self.failures.fetch_add(1, Ordering::Relaxed)
        } else {
            self.failures.store(0, Ordering::Relaxed);
            0
        };
        if let Some(trouble) = &report.trouble {
            tracing::debug!(member = work.member.0, %trouble, "a member is not right yet");
        }
        self.database
            .write(move |store| settle(store, &work, &report, Utc::now()))?;
        if failed && pause >= FAILING {
            std::thread::sleep(Duration::from_secs(1 << (pause - FAILING).min(4)));
        }
        Ok(true)
    }
}
