//! The counts that servers share: read from the database before an attempt, and written there when it counts.
//!
//! Decision: what counts is one write, before the answer, so that a client that got its failure finds it counted on every server, also
//! after this one was killed. What memory refuses is never written. Cost: a failed attempt is answered one commit later, and a flood from
//! many addresses, each within its limits, is a write for each.
//!
//! Decision: no request fails because of this, or waits longer than [`WAIT`] for a read or a write. While the database is known not to
//! answer, nothing is waited for: each server counts for itself.

use std::time::Duration;

use kernel::StoreError;
use persistence::{AttemptKey, CountedAttempt, Database};

use crate::http::limits::rules::Count;

/// How long a request waits for the counts, to read or to write them.
const WAIT: Duration = Duration::from_millis(250);

pub struct SharedCounts(Database);

impl SharedCounts {
    pub fn new(database: Database) -> Self {
        Self(database)
    }

    /// What all servers have counted: each of these buckets with less than its whole limit, and how long until it is full.
    pub async fn known(&self, counts: &[Count]) -> Vec<(Count, Duration)> {
        if !self.0.answers() {
            return Vec::new();
        }
        let keys: Vec<AttemptKey> = counts.iter().map(key).collect();
        let read = self.0.look_up(move |store| store.attempts(&keys));
        let Ok(Ok(found)) = tokio::time::timeout(WAIT, read).await else {
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
        if counts.is_empty() || !self.0.answers() {
            return;
        }
        let attempts: Vec<_> = counts
            .iter()
            .map(|count| CountedAttempt {
                key: key(count),
                cost: count.quota.interval(),
                refill: count.quota.refill(),
            })
            .collect();
        let write = self.0.write_blocking(move |store| store.count_attempt(&attempts));
        let written: Result<Result<(), StoreError>, _> = tokio::time::timeout(WAIT, write).await;
        if !matches!(written, Ok(Ok(()))) {
            tracing::debug!("an attempt is counted by this server alone");
        }
    }
}

fn key(count: &Count) -> AttemptKey {
    AttemptKey(count.key.0)
}
