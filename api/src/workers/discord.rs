//! The threads that make Discord's roles follow access.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use chrono::{TimeDelta, Utc};
use discord::{GuildError, MemberQueue, Reconciled, Work, reconcile, update_roles};
use kernel::StoreError;
use outbound::{DiscordClient, GuildUntil};
use persistence::Database;

use crate::monitoring::events::{count_reconciliation, set_discord_age};
use crate::pools::panics::contain;
use crate::workers::clock_guard::{AtStart, ClockGuard};

/// Enough to keep the pace that is allowed while single answers are slow.
const THREADS: usize = 4;
const PAUSE: Duration = Duration::from_secs(1);
/// How often ended accesses are looked for; their roles are to be off within a minute.
const SWEEP: Duration = Duration::from_secs(15);
/// After a jump of the clock no roles are changed until it has run evenly for this long.
const STEADY: Duration = Duration::from_secs(40);
/// How long the work on one member may take. Its claim ends a little later, for another worker.
const WORK: Duration = Duration::from_secs(20);
const HOLD: TimeDelta = TimeDelta::seconds(30);
/// After so many failures in a row Discord fails, not one member.
const FAILING: u32 = 3;

struct Worker {
    database: Database,
    client: Arc<DiscordClient>,
    swept: Mutex<Option<Instant>>,
    clock: Mutex<ClockGuard>,
    /// In a row, of all threads.
    failures: AtomicU32,
    /// Since when some work has been due at every look.
    due_since: Mutex<Option<Instant>>,
}

/// Starts the threads. They end with the process.
pub fn start(database: &Database, client: &Arc<DiscordClient>) -> std::io::Result<()> {
    let worker = Arc::new(Worker {
        database: database.clone(),
        client: Arc::clone(client),
        swept: Mutex::default(),
        clock: Mutex::new(ClockGuard::new(STEADY, AtStart::Trusted)),
        failures: AtomicU32::new(0),
        due_since: Mutex::default(),
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
            match contain(|| self.round()) {
                Some(Ok(true)) => {}
                Some(Ok(false)) | None => std::thread::sleep(PAUSE),
                Some(Err(error)) => {
                    tracing::debug!(%error, "the Discord queue cannot be read; it is tried again");
                    std::thread::sleep(PAUSE);
                }
            }
        }
    }

    /// One turn; whether there may be more to do at once.
    fn round(&self) -> Result<bool, StoreError> {
        self.sweep()?;
        let is_due = self.database.read(|store| store.has_due_member(Utc::now()))?;
        self.note_age(is_due);
        match self.rest() {
            Some(rest) => {
                std::thread::sleep(rest.min(PAUSE));
                Ok(true)
            }
            None if is_due => self.work_once(),
            None => Ok(false),
        }
    }

    fn note_age(&self, is_due: bool) {
        let mut since = self.due_since.lock().unwrap_or_else(PoisonError::into_inner);
        *since = is_due.then(|| since.unwrap_or_else(Instant::now));
        set_discord_age(since.map(|since| since.elapsed()).unwrap_or_default());
    }

    fn clock_is_steady(&self) -> bool {
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        clock.confirmed(Utc::now(), Instant::now()).is_some()
    }

    /// For how long to leave Discord alone: it said so, or every request fails.
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

    /// Reconciles the member whose work has been due longest; whether there was one.
    fn work_once(&self) -> Result<bool, StoreError> {
        let reconciled = reconcile(&self.database, Work::NextDue, HOLD, &Utc::now, &mut |work| {
            update_roles(&GuildUntil::for_worker(&self.client, WORK), work)
        })?;
        count_reconciliation(&reconciled);
        let (work, report) = match reconciled {
            Reconciled::Settled { work, report } => (work, report),
            Reconciled::UpToDate => return Ok(true),
            Reconciled::NoWork => return Ok(false),
        };
        let failed = matches!(report.trouble, Some(GuildError::Unavailable { .. }));
        let pause = if failed {
            self.failures.fetch_add(1, Ordering::Relaxed)
        } else {
            self.failures.store(0, Ordering::Relaxed);
            0
        };
        if let Some(trouble) = &report.trouble {
            tracing::debug!(member = work.member.0, %trouble, "a member's roles are not up to date yet");
        }
        if failed && pause >= FAILING {
            std::thread::sleep(Duration::from_secs(1 << (pause - FAILING).min(4)));
        }
        Ok(true)
    }
}
