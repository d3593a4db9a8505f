//! SQLite's one writer: a thread that owns the writing connection and commits all waiting work together.
//!
//! Each job runs in a savepoint of its own, so a job that fails takes nothing of the others with it. A caller is answered
//! only when the commit with its work is on the disk; when the commit fails, every caller in it gets the error.
//!
//! Decision: a commit that fails ends neither the process nor the connection. After an I/O error SQLite drops its page cache and
//! reads again (pager.c, the state ERROR); in WAL mode what a failed fsync may have lost are the pages of that commit alone, which no
//! reader looks at, and a checkpoint that failed writes all its pages again. But the log holds that commit to its end, so the recovery
//! after a kill would take it for done, though its callers were answered 503: before they are, an empty commit is written over it.
//!
//! The thread survives every panic. Should it end all the same, [`Writer::ended`] says so, for nothing could be written any more.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use diesel::{SqliteConnection, connection::SimpleConnection};
use kernel::{StoreError, error_chain};
use tokio::sync::watch;

use super::{
    availability::{Availability, write_probe::WriteProbe},
    claim::Claim,
    errors::unexpected,
    panics::contain,
    queue_metrics::{QueueMetrics, Waiting},
    sealing::Sealer,
    store::{Store, Wakeup},
};

/// More than this waiting means that the disk does not follow; further writers are refused at once.
const QUEUE: usize = 1024;
/// At most this many in one commit, so that the first never waits long for the last.
const GROUP: usize = 128;
/// A commit of one page that changes nothing: no database of this program has another number. It begins where the failed one began,
/// and what follows it in the log does not match its checksum.
const EMPTY_COMMIT: &str = "PRAGMA user_version = 0";

/// Runs with the writing connection, or is refused without; either way the caller is answered by calling what it returns.
type Run = Box<dyn FnOnce(Option<&mut SqliteConnection>) -> Done + Send>;

struct Job {
    claim: Claim,
    waiting: Waiting,
    run: Run,
}

impl Job {
    fn refuse(self, why: &str) {
        let why = StoreError::Unavailable(why.into());
        let _ = contain(|| ((self.run)(None).answer)(Err(why)));
    }
}

struct Done {
    /// Whether the work is to stay.
    keep: bool,
    answer: Box<dyn FnOnce(Result<(), StoreError>) + Send>,
}

#[derive(Clone)]
pub(crate) struct Writer {
    queue: Sender<Job>,
    metrics: QueueMetrics,
    sealer: Arc<Sealer>,
    wakeup: Arc<Wakeup>,
    /// Whether writes come through: uncertain while the write lock cannot be had.
    pub(crate) availability: Arc<Availability>,
    ended: watch::Receiver<bool>,
}

impl Writer {
    pub(crate) fn start(
        connection: SqliteConnection,
        sealer: Arc<Sealer>,
        wakeup: Arc<Wakeup>,
        probe: Arc<WriteProbe>,
    ) -> std::io::Result<Self> {
        let (queue, jobs) = bounded(QUEUE);
        let availability = Availability::new();
        let seen = Arc::clone(&availability);
        let ended = watched("sqlite-writer", move || run(connection, &jobs, &seen, &probe))?;
        Ok(Self {
            queue,
            metrics: QueueMetrics::of("sqlite-writer"),
            sealer,
            wakeup,
            availability,
            ended,
        })
    }

    /// Queues a write, and never waits; `reply` is called once, from the writer's thread, after the commit, or at once where too
    /// many wait. It is not called for a write that its caller abandoned.
    pub(crate) fn submit<T, E>(
        &self,
        claim: Claim,
        work: impl FnOnce(&mut Store<'_>) -> Result<T, E> + Send + 'static,
        reply: impl FnOnce(Result<T, E>) + Send + 'static,
    ) where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (sealer, wakeup) = (Arc::clone(&self.sealer), Arc::clone(&self.wakeup));
        let own = claim.clone();
        let run: Run = Box::new(move |connection: Option<&mut SqliteConnection>| {
            let mut wakes = false;
            let result = connection.map(|connection| {
                let done = contain(|| {
                    let mut store = Store::sqlite(connection, &sealer);
                    let result = work(&mut store);
                    wakes = store.wakes;
                    result
                });
                done.unwrap_or_else(|| Err(E::from(StoreError::Program("a write panicked".into()))))
            });
            Done {
                keep: matches!(result, Some(Ok(_))) && own.begin_commit(),
                answer: Box::new(move |committed| {
                    if wakes && committed.is_ok() {
                        wakeup.notify();
                    }
                    let outcome = match (committed, result) {
                        (Err(error), _) => Err(E::from(error)),
                        (Ok(()), Some(result)) => result,
                        (Ok(()), None) => Err(E::from(StoreError::Unavailable("the write never ran".into()))),
                    };
                    reply(outcome);
                }),
            }
        });
        let waiting = self.metrics.enter();
        match self.queue.try_send(Job { claim, waiting, run }) {
            Ok(()) => {}
            Err(TrySendError::Full(job)) => job.refuse("too many writes wait"),
            Err(TrySendError::Disconnected(job)) => job.refuse("the writer has ended"),
        }
    }

    pub(crate) fn has_ended(&self) -> bool {
        *self.ended.borrow()
    }

    /// The same writer, as if its thread had ended.
    #[cfg(test)]
    pub(crate) fn end(&mut self) {
        self.ended = watch::channel(true).1;
    }

    /// Waits until the thread has ended.
    pub(crate) async fn ended(&self) {
        let mut ended = self.ended.clone();
        // An error means that the sender went with the thread.
        let _ = ended.wait_for(|ended| *ended).await;
    }
}

/// Starts a thread and returns a signal of its end, however it ends.
fn watched(name: &str, run: impl FnOnce() + Send + 'static) -> std::io::Result<watch::Receiver<bool>> {
    struct Ending(watch::Sender<bool>);
    impl Drop for Ending {
        fn drop(&mut self) {
            self.0.send_replace(true);
        }
    }
    let (sender, ended) = watch::channel(false);
    std::thread::Builder::new().name(name.to_owned()).spawn(move || {
        let _ending = Ending(sender);
        run();
    })?;
    Ok(ended)
}

fn run(
    mut connection: SqliteConnection,
    jobs: &Receiver<Job>,
    availability: &Availability,
    probe: &WriteProbe,
) {
    while let Ok(first) = jobs.recv() {
        if contain(|| round(&mut connection, first, jobs, availability, probe)).is_none() {
            // No transaction may stay open.
            let _ = contain(|| connection.batch_execute("ROLLBACK"));
        }
    }
}

/// One group of writes, and its answers.
fn round(
    connection: &mut SqliteConnection,
    first: Job,
    jobs: &Receiver<Job>,
    availability: &Availability,
    probe: &WriteProbe,
) {
    if first.claim.is_abandoned() {
        return;
    }
    if let Err(error) = connection.batch_execute("BEGIN IMMEDIATE") {
        availability.mark_uncertain();
        let error = unexpected(error);
        // The lock was waited for long enough for all that wait, not once for each of them.
        let waiting: Vec<Job> = jobs.try_iter().take(jobs.len()).collect();
        let why = error_chain(&error);
        tracing::error!(error = %why, writes = waiting.len() + 1, "writes could not begin");
        // Should a transaction be open still, no other could ever begin.
        let _ = connection.batch_execute("ROLLBACK");
        first.refuse(&why);
        waiting.into_iter().for_each(|job| job.refuse(&why));
        return;
    }
    availability.mark_up();
    let mut done = Vec::new();
    let outcome = contain(|| group(connection, first, jobs, &mut done))
        .unwrap_or_else(|| Err(StoreError::Program("the writer panicked".into())));
    let lost = outcome.err().map(|error| error_chain(&error));
    if let Some(error) = &lost {
        tracing::error!(%error, writes = done.len(), "a group of writes was not committed");
        probe.forget();
        // The transaction may already be gone; what matters is that none is left open.
        let _ = connection.batch_execute("ROLLBACK");
        // Its own fsync may fail as well, and need not hold: after a power cut the outcome is unknown either way.
        let _ = connection.batch_execute(EMPTY_COMMIT);
    }
    for finished in done {
        let committed = match &lost {
            None => Ok(()),
            Some(cause) => Err(StoreError::Unavailable(cause.clone().into())),
        };
        let _ = contain(|| (finished.answer)(committed));
    }
}

/// Runs what waits within the open transaction, and commits it.
fn group(
    connection: &mut SqliteConnection,
    first: Job,
    jobs: &Receiver<Job>,
    done: &mut Vec<Done>,
) -> Result<(), StoreError> {
    let mut next = Some(first);
    while let Some(job) = next {
        job.waiting.begin();
        if let Err(error) = connection.batch_execute("SAVEPOINT job") {
            done.push((job.run)(None));
            return Err(unexpected(error));
        }
        let finished = (job.run)(Some(connection));
        let end = if finished.keep {
            "RELEASE job"
        } else {
            "ROLLBACK TO job; RELEASE job"
        };
        done.push(finished);
        // After a full disk or an I/O error SQLite may have rolled the whole transaction back; the savepoint is then gone,
        // this statement fails, and so no caller is answered that its write was committed.
        connection.batch_execute(end).map_err(unexpected)?;
        next = if done.len() < GROUP {
            jobs.try_iter().find(|job| !job.claim.is_abandoned())
        } else {
            None
        };
    }
    connection.batch_execute("COMMIT").map_err(unexpected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_watched_thread_is_reported_even_after_a_panic() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let mut ended = watched("quiet", || ()).unwrap();
        runtime.block_on(async { assert!(ended.wait_for(|ended| *ended).await.is_ok_and(|ended| *ended)) });
        let mut ended = watched("loud", || panic!("on purpose")).unwrap();
        runtime.block_on(async { assert!(ended.wait_for(|ended| *ended).await.is_ok_and(|ended| *ended)) });
    }
}
