//! The counts that servers share: learned from the database before an attempt, and written there after it counted.
//!
//! Decision: what counted waits in memory for the worker that writes it, all of it in one transaction, and the answer waits for that. So
//! a client that is told of its failure finds it counted on every server, also after this one was killed. Under a flood the worker writes so
//! many times a second at the most, and no answer waits: a flood of attempts is no flood of writes. Cost: a failed attempt is answered a
//! little later, and other servers learn of a flood with a delay of one such pause.
//!
//! Decision: no request fails or waits for long because of this. While the database is slow or unavailable, each server counts for itself.

use std::{
    collections::BTreeMap,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use kernel::StoreError;
use persistence::{AttemptKey, AttemptStore as _, CountedAttempts, Database};
use tokio::sync::watch;

use crate::http::limits::rules::Count;

/// How long a request waits for the counts, to read or to write them.
const WAIT: Duration = Duration::from_millis(250);
/// After a request has waited without an answer, the others do not wait for so long.
const REST: Duration = Duration::from_secs(1);
/// Buckets that wait to be written; one more is counted by this server alone.
const WAITING: usize = 64;
/// Between two transactions, on the average.
const PAUSE: Duration = Duration::from_millis(50);
/// So many transactions may follow one another without a pause; more is a flood.
const BURST: u32 = 64;
/// How often what counts no longer is forgotten while something is written. Most of it does so within a minute.
const PURGE: Duration = Duration::from_secs(60);
/// After a transaction that failed.
const RETRY: Duration = Duration::from_secs(1);

pub struct SharedCounts {
    database: Database,
    waiting: Mutex<Waiting>,
    changed: Condvar,
    /// The newest batch that is in the database.
    written: watch::Sender<u64>,
    reads: Rest,
    writes: Rest,
}

struct Waiting {
    attempts: BTreeMap<AttemptKey, Noted>,
    /// Which batch they will be in.
    batch: u64,
    /// When all pauses between the transactions so far would be over.
    paced: Instant,
    purged: Instant,
}

#[derive(Clone, Copy)]
struct Noted {
    attempts: CountedAttempts,
    since: Instant,
}

impl SharedCounts {
    pub fn new(database: Database) -> Self {
        Self {
            database,
            waiting: Mutex::new(Waiting::new(Instant::now())),
            changed: Condvar::new(),
            written: watch::Sender::new(0),
            reads: Rest::default(),
            writes: Rest::default(),
        }
    }

    /// What all servers have counted: each of these buckets that is not full, and in how long it is.
    pub async fn known(&self, counts: &[Count]) -> Vec<(Count, Duration)> {
        if self.reads.is_on() {
            return Vec::new();
        }
        let keys: Vec<AttemptKey> = counts.iter().map(key).collect();
        let read = self.database.look_up(move |store| store.attempts(&keys));
        let Ok(Ok(found)) = tokio::time::timeout(WAIT, read).await else {
            self.reads.begin();
            return Vec::new();
        };
        let of = |wanted: AttemptKey| counts.iter().find(|count| key(count) == wanted);
        let found = found.into_iter();
        found
            .filter_map(|(key, full_in)| Some((*of(key)?, full_in)))
            .collect()
    }

    /// Counts an attempt on every server.
    pub async fn count(&self, counts: &[Count]) {
        let Some(batch) = self.add(counts, Instant::now()) else {
            return;
        };
        if self.writes.is_on() {
            return;
        }
        let mut written = self.written.subscribe();
        let waited = tokio::time::timeout(WAIT, written.wait_for(|written| *written >= batch));
        if waited.await.is_err() {
            self.writes.begin();
        }
    }

    /// In which batch they will be written; none where none of them is, or where that is not to be waited for.
    fn add(&self, counts: &[Count], now: Instant) -> Option<u64> {
        let mut waiting = self.waiting();
        let mut added = false;
        for count in counts {
            let attempts = CountedAttempts {
                key: key(count),
                cost: count.quota.interval(),
                refill: count.quota.refill(),
            };
            added |= waiting.add(Noted { attempts, since: now });
        }
        self.changed.notify_all();
        (added && waiting.pause(now).is_zero()).then_some(waiting.batch)
    }

    /// Writes what waits, once something does. For the worker; blocks.
    pub fn write_down(&self) {
        let (noted, batch) = self.take();
        let now = Instant::now();
        let attempts: Vec<_> = noted
            .iter()
            // Such a bucket is full by now.
            .filter(|noted| now.saturating_duration_since(noted.since) < noted.attempts.refill)
            .map(|noted| noted.attempts)
            .collect();
        let written: Result<(), StoreError> =
            self.database.write(move |store| store.count_attempts(&attempts));
        match written {
            Ok(()) => {
                self.written.send_replace(batch);
                let pause = self.waiting().written(Instant::now());
                if self.waiting().is_purge_due(Instant::now()) {
                    self.purge();
                }
                std::thread::sleep(pause);
            }
            Err(error) => {
                tracing::debug!(%error, "attempts could not be counted for other servers; it is tried again");
                let mut waiting = self.waiting();
                for noted in noted {
                    waiting.add(noted);
                }
                drop(waiting);
                std::thread::sleep(RETRY);
            }
        }
    }

    fn purge(&self) {
        let purged: Result<usize, StoreError> = self.database.write(|store| store.purge_attempts());
        if let Err(error) = purged {
            tracing::debug!(%error, "attempts that count no longer could not be forgotten");
        }
    }

    fn take(&self) -> (Vec<Noted>, u64) {
        let waiting = self.waiting();
        let waiting = self
            .changed
            .wait_while(waiting, |waiting| waiting.attempts.is_empty());
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        let batch = waiting.batch;
        waiting.batch += 1;
        (
            std::mem::take(&mut waiting.attempts).into_values().collect(),
            batch,
        )
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn new(now: Instant) -> Self {
        Self {
            attempts: BTreeMap::new(),
            batch: 1,
            paced: now,
            purged: now,
        }
    }

    /// How long the next transaction is to wait.
    fn pause(&self, now: Instant) -> Duration {
        self.paced
            .saturating_duration_since(now)
            .saturating_sub(PAUSE * BURST)
    }

    /// There was a transaction; how long the next one is to wait.
    fn written(&mut self, now: Instant) -> Duration {
        self.paced = self.paced.max(now) + PAUSE;
        self.pause(now)
    }

    fn is_purge_due(&mut self, now: Instant) -> bool {
        let is_due = now.saturating_duration_since(self.purged) >= PURGE;
        if is_due {
            self.purged = now;
        }
        is_due
    }

    /// Whether there is room for it.
    fn add(&mut self, noted: Noted) -> bool {
        let is_full = self.attempts.len() >= WAITING;
        match self.attempts.get_mut(&noted.attempts.key) {
            Some(known) => {
                known.attempts.cost = known.attempts.cost.saturating_add(noted.attempts.cost);
            }
            None if is_full => return false,
            None => {
                self.attempts.insert(noted.attempts.key, noted);
            }
        }
        true
    }
}

fn key(count: &Count) -> AttemptKey {
    AttemptKey(count.key.0)
}

/// A while in which the database is not waited for.
#[derive(Default)]
struct Rest(Mutex<Option<Instant>>);

impl Rest {
    fn is_on(&self) -> bool {
        self.until().is_some_and(|until| Instant::now() < until)
    }

    fn begin(&self) {
        *self.until() = Some(Instant::now() + REST);
    }

    fn until(&self) -> MutexGuard<'_, Option<Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(key: u16) -> Noted {
        let mut bytes = [0; 16];
        bytes[..2].copy_from_slice(&key.to_be_bytes());
        Noted {
            attempts: CountedAttempts {
                key: AttemptKey(bytes),
                cost: Duration::from_secs(6),
                refill: Duration::from_secs(60),
            },
            since: Instant::now(),
        }
    }

    #[test]
    fn attempts_at_one_thing_are_one_row_and_what_waits_is_bounded() {
        let mut waiting = Waiting::new(Instant::now());
        for _ in 0..10 {
            assert!(waiting.add(noted(1)));
        }
        assert_eq!(waiting.attempts.len(), 1);
        assert_eq!(
            waiting.attempts[&noted(1).attempts.key].attempts.cost,
            Duration::from_secs(60)
        );
        for key in 2..2_000 {
            let _ = waiting.add(noted(key));
        }
        assert_eq!(waiting.attempts.len(), WAITING);
        assert!(!waiting.add(noted(3_000)));
        assert!(waiting.add(noted(1)), "what waits already is counted on");
    }

    #[test]
    fn a_burst_is_written_at_once_and_a_flood_with_pauses() {
        let start = Instant::now();
        let mut waiting = Waiting::new(start);
        for _ in 0..BURST {
            assert_eq!(waiting.written(start), Duration::ZERO);
        }
        assert_eq!(waiting.written(start), PAUSE);
        assert_eq!(waiting.pause(start + PAUSE), Duration::ZERO);
        assert_eq!(
            waiting.written(start + PAUSE),
            PAUSE,
            "one pause is one transaction"
        );
        let later = start + PAUSE * (BURST + 3);
        for _ in 0..BURST {
            assert_eq!(
                waiting.written(later),
                Duration::ZERO,
                "after a rest all of them are back"
            );
        }
    }
}
