//! The database as the rest of the program uses it: lend a [`Store`] to one read or one write.

use std::{sync::Arc, time::Duration};

use kernel::{DatabaseUrl, KeyRing, StoreError};
use tokio::sync::oneshot;

use super::{
    availability::Availability,
    claim::{AbandonOnDrop, Claim},
    errors::MixedSessions,
    migrations::release::Release,
    open::{Backend, Open, open_postgres, open_sqlite, postgres_is_made},
    sealing::Sealer,
    store::{Store, Wakeup},
    threads::Threads,
    work::{Work, apart, contain},
};

/// How to open the database.
pub struct DatabaseOptions {
    pub url: DatabaseUrl,
    /// Under what purchase keys and waiting mails are sealed; never in the database.
    pub sealing_key: KeyRing<32>,
    /// Readers (SQLite) or connections (PostgreSQL) at the most.
    pub connections: u32,
}

/// Why the database could not be opened; one line, without the address's password.
#[derive(Debug, thiserror::Error)]
#[error("DATABASE_URL: the database {name} cannot be used: {problem}")]
pub struct ConnectError {
    name: String,
    problem: String,
}

impl ConnectError {
    pub(crate) fn of(database: &DatabaseUrl, problem: &str) -> Self {
        Self {
            name: match database {
                DatabaseUrl::Sqlite(path) => path.display().to_string(),
                DatabaseUrl::Postgres(_) => String::from("on PostgreSQL"),
            },
            problem: if MixedSessions::is_meant_by(problem) {
                MixedSessions.to_string()
            } else {
                one_line(problem)
            },
        }
    }
}

/// A handle to share; cloning it opens nothing.
///
/// [`Self::read`] and [`Self::write`] block the calling thread for as long as the database takes: they are for commands and
/// workers. Requests use [`Self::read_blocking`], [`Self::look_up`] and [`Self::write_blocking`], which answer
/// [`StoreError::Unavailable`] within three seconds, and at once while the database is known not to answer.
#[derive(Clone)]
pub struct Database {
    open: Arc<Open>,
    threads: Arc<RequestThreads>,
}

/// How work reaches the database.
type Access = Box<dyn FnOnce(&Open, &Claim) -> Result<(), StoreError> + Send>;

/// Threads that write are apart, so that reads are answered while no write can be done.
struct RequestThreads {
    reads: Threads,
    writes: Threads,
    /// Readiness is asked for while all others are taken.
    checks: Threads,
}

impl Database {
    /// Opens the database; makes it and its tables if it does not exist. A database of an older schema is for [`crate::upgrade`].
    ///
    /// # Errors
    /// [`ConnectError`] where it cannot be reached, or has another schema than this program's.
    pub fn connect(options: &DatabaseOptions) -> Result<Self, ConnectError> {
        let release = Release::this().map_err(|error| ConnectError::of(&options.url, &error.to_string()))?;
        Self::connect_as(options, &release)
    }

    /// [`Self::connect`] as a release.
    ///
    /// # Errors
    /// [`ConnectError`] where it cannot be reached, or has another schema than the release's.
    pub fn connect_as(options: &DatabaseOptions, release: &Release) -> Result<Self, ConnectError> {
        let sealer = Arc::new(Sealer::new(options.sealing_key.clone()));
        let wakeup = Arc::new(Wakeup::default());
        let opened = match &options.url {
            DatabaseUrl::Sqlite(path) => open_sqlite(path, options.connections, &sealer, &wakeup, release),
            DatabaseUrl::Postgres(url) => open_postgres(url, options.connections, release),
        };
        let writes = match &options.url {
            DatabaseUrl::Sqlite(_) => 0,
            DatabaseUrl::Postgres(_) => options.connections.div_ceil(2),
        };
        let threads = RequestThreads {
            reads: Threads::new(
                "database-reads",
                options.connections.saturating_sub(writes).max(1),
            ),
            writes: Threads::new("database-writes", writes),
            checks: Threads::new("database-checks", 1),
        };
        let (backend, availability, write_probe) =
            opened.map_err(|problem| ConnectError::of(&options.url, &problem))?;
        Ok(Self {
            open: Arc::new(Open {
                backend,
                sealer,
                wakeup,
                availability,
                write_probe,
            }),
            threads: Arc::new(threads),
        })
    }

    /// Whether there is a database with tables at an address: nothing is made, and its version is not looked at.
    ///
    /// # Errors
    /// [`ConnectError`] where a PostgreSQL cannot be reached.
    pub fn is_made(url: &DatabaseUrl) -> Result<bool, ConnectError> {
        match url {
            // An empty file is a database that was begun, and has nothing.
            DatabaseUrl::Sqlite(path) => Ok(std::fs::metadata(path).is_ok_and(|found| found.len() > 0)),
            DatabaseUrl::Postgres(postgres) => {
                postgres_is_made(postgres).map_err(|problem| ConnectError::of(url, &problem))
            }
        }
    }

    /// Runs a read on this thread.
    ///
    /// # Errors
    /// What `work` answers; [`StoreError::Unavailable`] where no connection is to be had in two seconds.
    pub fn read<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&mut Store<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.open.availability.wait()?;
        let (mut work, mut answer) = (Some(work), None);
        self.open.read(&mut |store| {
            answer = work.take().map(|work| work(store));
            matches!(answer, Some(Ok(_)))
        })?;
        answer.unwrap_or_else(|| Err(E::from(unanswered())))
    }

    /// Runs a write as one transaction and waits for its commit. An error from `work` undoes all of it.
    ///
    /// # Errors
    /// What `work` answers; [`StoreError`] where it could not begin or commit.
    pub fn write<T, E>(
        &self,
        work: impl FnOnce(&mut Store<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (work, place) = apart(work);
        place.result(self.write_work(work))
    }

    fn write_work(&self, work: Work) -> Result<(), StoreError> {
        self.open.availability.wait()?;
        match &self.open.backend {
            Backend::Sqlite { writer, .. } => {
                let (reply, answer) = std::sync::mpsc::sync_channel(1);
                let reply = move |ended| {
                    let _ = reply.send(ended);
                };
                writer.submit(Claim::default(), work, Box::new(reply));
                answer.recv().unwrap_or_else(|_| Err(unanswered()))
            }
            Backend::Postgres { .. } => self.open.write_postgres(&Claim::default(), &mut once(work)),
        }
    }

    /// [`Self::read`] for a request, on one of the database's threads.
    ///
    /// # Errors
    /// As [`Self::read`]; within three seconds [`StoreError::Busy`] where other reads were answered meanwhile, else
    /// [`StoreError::Unavailable`]; [`StoreError::Busy`] at once where too many wait.
    pub async fn read_blocking<T, E>(
        &self,
        work: impl FnOnce(&mut Store<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (work, place) = apart(work);
        let answers = Some(self.open.availability.answers());
        let read = Box::new(move |open: &Open, _: &Claim| open.read(&mut once(work)));
        place.result(self.run_blocking(&self.threads.reads, answers, read).await)
    }

    /// [`Self::read`] for a few look-ups by key. On SQLite they take less time than the change of thread, so they run where they are asked
    /// for, as long as a reader is free; readers of a WAL wait for no writer.
    ///
    /// # Errors
    /// As [`Self::read_blocking`].
    pub async fn look_up<T, E>(
        &self,
        work: impl FnOnce(&mut Store<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        if let Backend::Sqlite { readers, .. } = &self.open.backend
            && let Some(mut connection) = readers.try_get()
        {
            return work(&mut Store::sqlite(&mut connection, &self.open.sealer));
        }
        self.read_blocking(work).await
    }

    /// [`Self::write`] for a request: to SQLite's writer, or to the database's threads for PostgreSQL. A write that is answered
    /// with [`StoreError::Unavailable`] has not happened and will not, and a write whose future is dropped before its commit began
    /// neither.
    ///
    /// # Errors
    /// As [`Self::write`]; within three seconds [`StoreError::Unavailable`], or [`StoreError::OutcomeUnknown`] where its commit has begun;
    /// [`StoreError::Busy`] at once where too many wait.
    pub async fn write_blocking<T, E>(
        &self,
        work: impl FnOnce(&mut Store<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (work, place) = apart(work);
        place.result(self.write_work_blocking(work).await)
    }

    async fn write_work_blocking(&self, work: Work) -> Result<(), StoreError> {
        match &self.open.backend {
            Backend::Sqlite { writer, .. } => {
                let wait = writer.availability.wait()?;
                let (reply, answer) = oneshot::channel();
                let claim = Claim::default();
                let reply = move |ended| {
                    let _ = reply.send(ended);
                };
                writer.submit(claim.clone(), work, Box::new(reply));
                answered(answer, claim, wait, &writer.availability, None).await
            }
            Backend::Postgres { .. } => {
                let write =
                    Box::new(move |open: &Open, claim: &Claim| open.write_postgres(claim, &mut once(work)));
                self.run_blocking(&self.threads.writes, None, write).await
            }
        }
    }

    /// Runs work on one of the database's threads; `answers` as for [`answered`].
    async fn run_blocking(
        &self,
        threads: &Threads,
        answers: Option<u64>,
        work: Access,
    ) -> Result<(), StoreError> {
        let wait = self.open.availability.wait()?;
        let (reply, answer) = oneshot::channel();
        let (open, claim) = (Arc::clone(&self.open), Claim::default());
        let own = claim.clone();
        threads.submit(Box::new(move || {
            if !own.is_abandoned() {
                let _ = reply.send(contain(|| work(&open, &own)).flatten());
            }
        }))?;
        answered(answer, claim, wait, &self.open.availability, answers).await
    }

    /// Waits until a commit of this process has enqueued a job since those that were seen, at the longest for this time; how many such
    /// commits there have been.
    #[must_use]
    pub fn wait_for_jobs(&self, seen: u64, longest: Duration) -> u64 {
        self.open.wakeup.wait(seen, longest)
    }

    /// Ends the wait of [`Self::wait_for_jobs`].
    pub fn wake_jobs(&self) {
        self.open.wakeup.notify();
    }

    /// Whether the database answers, has the schema that this binary knows, and can be written to.
    ///
    /// # Errors
    /// [`StoreError`] where it does not.
    pub fn check(&self) -> Result<(), StoreError> {
        self.open.availability.wait()?;
        self.open.check()
    }

    /// [`Self::check`] for a request.
    ///
    /// # Errors
    /// As [`Self::check`], within three seconds.
    pub async fn check_blocking(&self) -> Result<(), StoreError> {
        let check = Box::new(|open: &Open, _: &Claim| open.check());
        self.run_blocking(&self.threads.checks, None, check).await
    }

    /// Whether it did what it was last asked, as far as is known; a request leaves out what it can do without while it does not.
    #[must_use]
    pub fn answers(&self) -> bool {
        match &self.open.backend {
            Backend::Sqlite { writer, .. } => writer.availability.is_up(),
            Backend::Postgres { .. } => self.open.availability.is_up(),
        }
    }

    /// Waits until nothing can be written any more, which no failure of the database brings about: SQLite's writer has ended.
    pub async fn writer_ended(&self) {
        match &self.open.backend {
            Backend::Sqlite { writer, .. } => writer.ended().await,
            Backend::Postgres { .. } => std::future::pending().await,
        }
    }

    /// The embedded database or PostgreSQL, in a word.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.open.backend {
            Backend::Sqlite { .. } => "SQLite",
            Backend::Postgres { .. } => "PostgreSQL",
        }
    }
}

/// Work that runs once, as the engine calls it.
fn once(work: Work) -> impl FnMut(&mut Store<'_>) -> bool {
    let mut work = Some(work);
    move |store| work.take().is_some_and(|work| work(store))
}

/// Waits for an answer, and takes the work back where it comes too late. `answers`: how many reads were answered when this one began to
/// wait; where others were meanwhile, the database does answer.
async fn answered(
    answer: oneshot::Receiver<Result<(), StoreError>>,
    claim: Claim,
    wait: Duration,
    availability: &Availability,
    answers: Option<u64>,
) -> Result<(), StoreError> {
    let claim = AbandonOnDrop(claim);
    if let Ok(answer) = tokio::time::timeout(wait, answer).await {
        return answer.unwrap_or_else(|_| Err(unanswered()));
    }
    let is_busy = answers.is_some_and(|before| before != availability.answers());
    if !is_busy {
        availability.mark_uncertain();
    }
    if !claim.0.abandon() {
        return Err(StoreError::OutcomeUnknown("its commit takes long".into()));
    }
    let late = "it did not answer in time; what was asked is not done".into();
    Err(if is_busy {
        StoreError::Busy(late)
    } else {
        StoreError::Unavailable(late)
    })
}

fn unanswered() -> StoreError {
    StoreError::Unavailable("the writer has ended".into())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
