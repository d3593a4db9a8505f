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
    queue_metrics::{QueueMetrics, Waiting},
    sealing::Sealer,
    store::{Store, Wakeup},
    work::{Work, contain},
};

/// More than this waiting means that the disk does not follow; further writers are refused at once.
const QUEUE: usize = 1024;
/// At most this many in one commit, so that the first never waits long for the last.
const GROUP: usize = 128;
/// A commit of one page that changes nothing: no database of this program has another number. It begins where the failed one began,
/// and what follows it in the log does not match its checksum.
const EMPTY_COMMIT: &str = "PRAGMA user_version = 0";

/// Says to the caller that the work ended and, where it is to stay, was committed.
type Reply = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

struct Job {
    claim: Claim,
    waiting: Waiting,
    work: Work,
    reply: Reply,
}

impl Job {
    fn refuse(self, why: &str) {
        let why = StoreError::Unavailable(why.into());
        let _ = contain(|| (self.reply)(Err(why)));
    }
}

/// A job that ran within a group.
struct Done {
    reply: Reply,
    /// What ended it before its end.
    ended: Result<(), StoreError>,
    /// Whether it stays and enqueued a job.
    wakes: bool,
}

#[derive(Clone)]
pub(crate) struct Writer {
    queue: Sender<Job>,
    metrics: QueueMetrics,
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
        let mut thread = Thread {
            connection,
            sealer,
            wakeup,
            availability: Arc::clone(&availability),
            probe,
        };
        let ended = watched("sqlite-writer", move || thread.run(&jobs))?;
        Ok(Self {
            queue,
            metrics: QueueMetrics::of("sqlite-writer"),
            availability,
            ended,
        })
    }

    /// Queues a write, and never waits; `reply` is called once, from the writer's thread, after the commit, or at once where too
    /// many wait. It is not called for a write that its caller abandoned.
    pub(crate) fn submit(&self, claim: Claim, work: Work, reply: Reply) {
        let job = Job {
            claim,
            waiting: self.metrics.enter(),
            work,
            reply,
        };
        match self.queue.try_send(job) {
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

/// What the writer's thread has.
struct Thread {
    connection: SqliteConnection,
    sealer: Arc<Sealer>,
    wakeup: Arc<Wakeup>,
    availability: Arc<Availability>,
    probe: Arc<WriteProbe>,
}

impl Thread {
    fn run(&mut self, jobs: &Receiver<Job>) {
        while let Ok(first) = jobs.recv() {
            if contain(|| self.round(first, jobs)).is_err() {
                // No transaction may stay open.
                let _ = contain(|| self.connection.batch_execute("ROLLBACK"));
            }
        }
    }

    /// One group of writes, and its answers.
    fn round(&mut self, first: Job, jobs: &Receiver<Job>) {
        if first.claim.is_abandoned() {
            return;
        }
        if let Err(error) = self.connection.batch_execute("BEGIN IMMEDIATE") {
            self.availability.mark_uncertain();
            let error = unexpected(error);
            // The lock was waited for long enough for all that wait, not once for each of them.
            let waiting: Vec<Job> = jobs.try_iter().take(jobs.len()).collect();
            let why = error_chain(&error);
            tracing::error!(error = %why, writes = waiting.len() + 1, "writes could not begin");
            // Should a transaction be open still, no other could ever begin.
            let _ = self.connection.batch_execute("ROLLBACK");
            first.refuse(&why);
            waiting.into_iter().for_each(|job| job.refuse(&why));
            return;
        }
        self.availability.mark_up();
        let mut done = Vec::new();
        let outcome = contain(|| self.group(first, jobs, &mut done)).flatten();
        let lost = outcome.err().map(|error| error_chain(&error));
        if let Some(error) = &lost {
            tracing::error!(%error, writes = done.len(), "a group of writes was not committed");
            self.probe.forget();
            // The transaction may already be gone; what matters is that none is left open.
            let _ = self.connection.batch_execute("ROLLBACK");
            // Its own fsync may fail as well, and need not hold: after a power cut the outcome is unknown either way.
            let _ = self.connection.batch_execute(EMPTY_COMMIT);
        }
        for one in done {
            let ended = match &lost {
                None => {
                    if one.wakes {
                        self.wakeup.notify();
                    }
                    one.ended
                }
                Some(cause) => Err(StoreError::Unavailable(cause.clone().into())),
            };
            let _ = contain(|| (one.reply)(ended));
        }
    }

    /// Runs what waits within the open transaction, and commits it.
    fn group(&mut self, first: Job, jobs: &Receiver<Job>, done: &mut Vec<Done>) -> Result<(), StoreError> {
        let mut next = Some(first);
        while let Some(job) = next {
            job.waiting.begin();
            if let Err(error) = self.connection.batch_execute("SAVEPOINT job") {
                done.push(Done {
                    reply: job.reply,
                    ended: Ok(()),
                    wakes: false,
                });
                return Err(unexpected(error));
            }
            let mut store = Store::sqlite(&mut self.connection, &self.sealer);
            let ran = contain(|| (job.work)(&mut store));
            let wakes = store.wakes;
            let stays = matches!(ran, Ok(true)) && job.claim.begin_commit();
            done.push(Done {
                reply: job.reply,
                ended: ran.map(|_| ()),
                wakes: stays && wakes,
            });
            let end = if stays {
                "RELEASE job"
            } else {
                "ROLLBACK TO job; RELEASE job"
            };
            // After a full disk or an I/O error SQLite may have rolled the whole transaction back; the savepoint is then gone,
            // this statement fails, and so no caller is answered that its write was committed.
            self.connection.batch_execute(end).map_err(unexpected)?;
            next = if done.len() < GROUP {
                jobs.try_iter().find(|job| !job.claim.is_abandoned())
            } else {
                None
            };
        }
        self.connection.batch_execute("COMMIT").map_err(unexpected)
    }
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
