//! The jobs that are under way on this server, whose claims are renewed.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use persistence::Job;

#[derive(Default)]
pub struct JobsInHand(Mutex<Vec<Entry>>);

struct Entry {
    job: Job,
    /// For how long its claim is renewed; `None` while its outcome waits to be written, however long that takes.
    until: Option<Instant>,
}

/// A job that is under way, until its try ends, however it ends.
pub struct InHand<'a> {
    jobs: &'a JobsInHand,
    job: Job,
}

impl JobsInHand {
    fn entries(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job whose try may take this long.
    pub fn add(&self, job: &Job, limit: Duration) -> InHand<'_> {
        self.entries().push(Entry {
            job: job.clone(),
            until: Some(Instant::now() + limit),
        });
        InHand {
            jobs: self,
            job: job.clone(),
        }
    }

    /// The jobs whose claims are to be renewed.
    pub fn to_renew(&self) -> Vec<Job> {
        let (entries, now) = (self.entries(), Instant::now());
        let held = entries
            .iter()
            .filter(|entry| entry.until.is_none_or(|until| now < until));
        held.map(|entry| entry.job.clone()).collect()
    }

    pub fn count(&self) -> usize {
        self.entries().len()
    }
}

impl InHand<'_> {
    /// Its try has ended; its outcome is to be written.
    pub fn set_tried(&self) {
        let mut entries = self.jobs.entries();
        if let Some(entry) = entries.iter_mut().find(|entry| entry.job == self.job) {
            entry.until = None;
        }
    }
}

impl Drop for InHand<'_> {
    fn drop(&mut self) {
        self.jobs.entries().retain(|entry| entry.job != self.job);
    }
}
