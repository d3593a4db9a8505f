//! The one type that implements every domain store, over a connection that it borrows for one piece of work.

use std::{
    sync::{Condvar, Mutex, PoisonError},
    time::Duration,
};

use diesel::{PgConnection, Selectable, SqliteConnection, sqlite::Sqlite};

use super::sealing::Sealer;

/// The domain's stores within one read or one write; see [`crate::Database`].
pub struct Store<'c> {
    pub(crate) link: Link<'c>,
    pub(crate) sealer: &'c Sealer,
    /// Whether a job was enqueued or put off, so that the commit wakes the server's runner.
    pub(crate) wakes: bool,
}

pub(crate) enum Link<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

impl<'c> Store<'c> {
    pub(crate) fn sqlite(connection: &'c mut SqliteConnection, sealer: &'c Sealer) -> Self {
        Self {
            link: Link::Sqlite(connection),
            sealer,
            wakes: false,
        }
    }

    pub(crate) fn postgres(connection: &'c mut PgConnection, sealer: &'c Sealer) -> Self {
        Self {
            link: Link::Postgres(connection),
            sealer,
            wakes: false,
        }
    }
}

/// Wakes the runner of this server's jobs when a commit has enqueued one.
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

/// The columns of a row that embeds other rows, for `select`. As diesel's `as_select()`, which names a database that the compiler does
/// not know yet: of such a row it tries every nesting, a third of a second for each statement (docs/performance.md).
pub(crate) fn columns<R: Selectable<Sqlite>>() -> R::SelectExpression {
    R::construct_selection()
}

/// Runs one diesel expression on whichever database it is; its failure is [`crate::engine::errors::unexpected`].
macro_rules! on {
    ($store:expr, $connection:ident => $query:expr) => {
        crate::engine::store::try_on!($store, $connection => $query).map_err(crate::engine::errors::unexpected)
    };
}

/// [`on!`] where a failure may mean something to the rules.
macro_rules! try_on {
    ($store:expr, $connection:ident => $query:expr) => {
        match &mut $store.link {
            crate::engine::store::Link::Sqlite($connection) => $query,
            crate::engine::store::Link::Postgres($connection) => $query,
        }
    };
}

pub(crate) use {on, try_on};
