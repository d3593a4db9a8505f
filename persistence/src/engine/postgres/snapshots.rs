//! Which transactions PostgreSQL shows: the version of its data.
//!
//! A snapshot names every transaction that is visible, so two that are equal show the same rows, and each commit that wrote anything
//! makes another one (PostgreSQL's manual, "Transaction ID and Snapshot Information Functions"). The time at which the server started
//! stands beside it, for a server that takes over from another and counts its transactions on its own.
//!
//! Decision: requests that ask at once share one statement. Each waits for a statement that began after it asked, so that it never
//! misses a commit that was acknowledged before. Cost: snapshots are those of the whole cluster; writes to another database of it count too.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use diesel::{
    PgConnection, QueryResult, RunQueryDsl,
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::Text,
};
use kernel::StoreError;
use tokio::sync::oneshot;

use super::super::{errors::unexpected, open::Open, panics::contain, store::Link, threads::Threads};

/// Reads snapshots for requests, with the database's threads.
pub(crate) struct SnapshotReader {
    pub(crate) open: Arc<Open>,
    pub(crate) threads: Arc<Threads>,
    /// Shared by all who read from this database.
    pub(crate) snapshots: Arc<Snapshots>,
}

impl SnapshotReader {
    /// The snapshot now, as text.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] within three seconds, at once where too many wait.
    pub(crate) async fn read(&self) -> Result<Arc<str>, StoreError> {
        let wait = self.open.availability.wait()?;
        let (answer, must_serve) = self.snapshots.join();
        if must_serve {
            let (open, snapshots) = (Arc::clone(&self.open), Arc::clone(&self.snapshots));
            let submitted = self.threads.submit(Box::new(move || snapshots.serve(&open)));
            submitted.inspect_err(|_| self.snapshots.give_up())?;
        }
        let Ok(answer) = tokio::time::timeout(wait, answer).await else {
            self.open.availability.mark_uncertain();
            return Err(StoreError::Unavailable("it did not answer in time".into()));
        };
        let snapshot = answer.ok().flatten();
        snapshot.ok_or_else(|| StoreError::Unavailable("the snapshot cannot be read".into()))
    }
}

/// A snapshot as text; none where it could not be read.
type Answer = Option<Arc<str>>;

/// Those who wait for a snapshot.
#[derive(Default)]
pub(crate) struct Snapshots(Mutex<Queue>);

#[derive(Default)]
struct Queue {
    /// A thread reads for those who wait.
    is_served: bool,
    waiting: Vec<oneshot::Sender<Answer>>,
}

impl Snapshots {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a snapshot that is read from now on; beside it whether [`Self::serve`] has to be called, on a thread that may block.
    pub(crate) fn join(&self) -> (oneshot::Receiver<Answer>, bool) {
        let (sender, answer) = oneshot::channel();
        let mut queue = self.queue();
        queue.waiting.push(sender);
        (answer, !std::mem::replace(&mut queue.is_served, true))
    }

    /// All who wait now; none where no request does, and from then on no thread serves.
    fn next(&self) -> Option<Vec<oneshot::Sender<Answer>>> {
        let mut queue = self.queue();
        if queue.waiting.is_empty() {
            queue.is_served = false;
            return None;
        }
        Some(std::mem::take(&mut queue.waiting))
    }

    /// Reads until no request waits.
    pub(crate) fn serve(&self, open: &Open) {
        let served = contain(|| {
            while let Some(waiting) = self.next() {
                let snapshot = open
                    .read(|store| match &mut store.link {
                        Link::Postgres(connection) => read(connection),
                        Link::Sqlite(_) => Err(StoreError::Program("SQLite has no snapshots".into())),
                    })
                    .inspect_err(|error| tracing::debug!(%error, "the snapshot cannot be read"))
                    .ok();
                for sender in waiting {
                    // One that no longer waits was answered otherwise.
                    let _ = sender.send(snapshot.clone());
                }
            }
        });
        if served.is_none() {
            self.give_up();
        }
    }

    /// Lets all who wait go without an answer.
    pub(crate) fn give_up(&self) {
        *self.queue() = Queue::default();
    }
}

fn read(connection: &mut PgConnection) -> Result<Arc<str>, StoreError> {
    let snapshot: String = ReadSnapshot.get_result(connection).map_err(unexpected)?;
    Ok(snapshot.into())
}

/// The statement; a type of its own, so that it stays prepared.
#[derive(Debug, Clone, Copy)]
struct ReadSnapshot;

impl QueryFragment<Pg> for ReadSnapshot {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text");
        Ok(())
    }
}

impl QueryId for ReadSnapshot {
    type QueryId = Self;
}

impl Query for ReadSnapshot {
    type SqlType = Text;
}

impl RunQueryDsl<PgConnection> for ReadSnapshot {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_serves_all_who_wait() {
        let snapshots = Snapshots::default();
        let (_first, must_serve) = snapshots.join();
        assert!(must_serve);
        let (_second, must_serve) = snapshots.join();
        assert!(!must_serve);
        assert_eq!(snapshots.next().unwrap().len(), 2);
        let (_third, must_serve) = snapshots.join();
        assert!(
            !must_serve,
            "it is asked for while another statement is under way"
        );
        assert_eq!(snapshots.next().unwrap().len(), 1);
        assert!(snapshots.next().is_none());
        assert!(snapshots.join().1, "no thread serves any more");
    }

    #[test]
    fn who_waits_for_a_thread_that_ended_is_let_go() {
        let snapshots = Snapshots::default();
        let (mut answer, _) = snapshots.join();
        snapshots.give_up();
        assert!(matches!(
            answer.try_recv(),
            Err(oneshot::error::TryRecvError::Closed)
        ));
        assert!(snapshots.join().1);
    }
}
