//! Wakes the runner of this server's jobs when a commit has enqueued one.

use std::{
    sync::{Condvar, Mutex, PoisonError},
    time::Duration,
};

#[derive(Default)]
pub(crate) struct Wakeup {
    /// Counts the commits with jobs.
    commits: Mutex<u64>,
    changed: Condvar,
}

impl Wakeup {
    pub(crate) fn notify(&self) {
        *self.commits.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.changed.notify_all();
    }

    /// Waits until there were other commits than those that were seen, at the longest for this time; how many there have been.
    pub(crate) fn wait(&self, seen: u64, longest: Duration) -> u64 {
        let commits = self.commits.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .changed
            .wait_timeout_while(commits, longest, |commits| *commits == seen);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}
