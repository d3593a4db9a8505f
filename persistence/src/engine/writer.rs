//! SQLite's one writer: a thread that owns the writing connection and commits whatever is waiting together.
//!
//! Each job runs in a savepoint of its own, so one that fails takes nothing of the others with it. Nobody is answered
//! before the commit that carries their work is on the disk; when the commit fails, everybody in it is told so.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
};

use diesel::{SqliteConnection, connection::SimpleConnection};
use kernel::StoreError;

use super::{errors::unexpected, sealing::Sealer, store::Store};

/// More than this waiting means that the disk does not follow; further writers wait for a place.
const QUEUE: usize = 1024;
/// At most this many in one commit, so that the first never waits long for the last.
const GROUP: usize = 128;

/// Runs, or is refused without running; either way somebody is answered by calling what it returns.
type Job = Box<dyn FnOnce(Option<&mut SqliteConnection>) -> Done + Send>;

struct Done {
    /// Whether the work is to stay.
    keep: bool,
    answer: Box<dyn FnOnce(Result<(), StoreError>) + Send>,
}

#[derive(Clone)]
pub(crate) struct Writer {
    queue: SyncSender<Job>,
    sealer: Arc<Sealer>,
}

impl Writer {
    pub(crate) fn start(connection: SqliteConnection, sealer: Arc<Sealer>) -> std::io::Result<Self> {
        let (queue, jobs) = sync_channel(QUEUE);
        std::thread::Builder::new()
            .name(String::from("sqlite-writer"))
            .spawn(move || run(connection, &jobs))?;
        Ok(Self { queue, sealer })
    }

    /// Queues a write; `reply` is called once, from the writer's thread, after the commit.
    pub(crate) fn submit<T, E>(
        &self,
        work: impl FnOnce(&mut Store<'_>) -> Result<T, E> + Send + 'static,
        reply: impl FnOnce(Result<T, E>) + Send + 'static,
    ) where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let sealer = Arc::clone(&self.sealer);
        let job: Job = Box::new(move |connection| {
            let result = connection.map(|connection| {
                catch_unwind(AssertUnwindSafe(|| work(&mut Store::sqlite(connection, &sealer))))
                    .unwrap_or_else(|_| Err(E::from(StoreError::Fault("a write panicked".into()))))
            });
            Done {
                keep: matches!(result, Some(Ok(_))),
                answer: Box::new(move |committed| {
                    let outcome = match (committed, result) {
                        (Err(error), _) => Err(E::from(error)),
                        (Ok(()), Some(result)) => result,
                        (Ok(()), None) => Err(E::from(StoreError::Unavailable("the write never ran".into()))),
                    };
                    reply(outcome);
                }),
            }
        });
        if let Err(refused) = self.queue.send(job) {
            (refused.0(None).answer)(Err(StoreError::Unavailable("the writer has ended".into())));
        }
    }
}

fn run(mut connection: SqliteConnection, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let mut done = Vec::new();
        let outcome = group(&mut connection, first, jobs, &mut done);
        if let Err(error) = &outcome {
            tracing::error!(error = %kernel::error_chain(error), writes = done.len(), "a group of writes was not committed");
            // The transaction may already be gone; what matters is that none is left open.
            let _ = connection.batch_execute("ROLLBACK");
        }
        let lost = outcome.err().map(|error| kernel::error_chain(&error));
        for finished in done {
            (finished.answer)(match &lost {
                None => Ok(()),
                Some(cause) => Err(StoreError::Unavailable(cause.clone().into())),
            });
        }
    }
}

fn group(
    connection: &mut SqliteConnection,
    first: Job,
    jobs: &Receiver<Job>,
    done: &mut Vec<Done>,
) -> Result<(), StoreError> {
    if let Err(error) = connection.batch_execute("BEGIN IMMEDIATE") {
        done.push(first(None));
        return Err(unexpected(error));
    }
    let mut next = Some(first);
    while let Some(job) = next {
        if let Err(error) = connection.batch_execute("SAVEPOINT job") {
            done.push(job(None));
            return Err(unexpected(error));
        }
        let finished = job(Some(connection));
        let end = if finished.keep {
            "RELEASE job"
        } else {
            "ROLLBACK TO job; RELEASE job"
        };
        done.push(finished);
        // After a full disk or an I/O error SQLite may have rolled the whole transaction back; the savepoint is then gone,
        // this statement fails, and so nobody is told that their write stayed.
        connection.batch_execute(end).map_err(unexpected)?;
        next = if done.len() < GROUP {
            jobs.try_recv().ok()
        } else {
            None
        };
    }
    connection.batch_execute("COMMIT").map_err(unexpected)
}
