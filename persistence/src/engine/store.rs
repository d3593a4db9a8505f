//! The one type that implements every domain store, over a connection that it borrows for one piece of work.

use diesel::{PgConnection, Selectable, SqliteConnection, sqlite::Sqlite};

use kernel::StoreError;

use super::sealing::Sealer;

/// The domain's stores within one read or one write; see [`crate::Database`].
pub struct Store<'c> {
    pub(crate) link: Link<'c>,
    pub(crate) sealer: &'c Sealer,
    /// What a write leaves for the end of its transaction, after every lock that the use case takes.
    pub(crate) before_commit: Vec<BeforeCommit>,
}

pub(crate) type BeforeCommit = Box<dyn FnOnce(&mut Store<'_>) -> Result<(), StoreError>>;

pub(crate) enum Link<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

impl<'c> Store<'c> {
    pub(crate) fn sqlite(connection: &'c mut SqliteConnection, sealer: &'c Sealer) -> Self {
        Self {
            link: Link::Sqlite(connection),
            sealer,
            before_commit: Vec::new(),
        }
    }

    pub(crate) fn postgres(connection: &'c mut PgConnection, sealer: &'c Sealer) -> Self {
        Self {
            link: Link::Postgres(connection),
            sealer,
            before_commit: Vec::new(),
        }
    }

    /// Runs a use case within a transaction, and then what it left for its end.
    pub(crate) fn run_write<T, E: From<StoreError>>(
        mut self,
        work: impl FnOnce(&mut Store<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let value = work(&mut self)?;
        for last in std::mem::take(&mut self.before_commit) {
            last(&mut self)?;
        }
        Ok(value)
    }

    /// Runs a read. One that leaves something for the end of a transaction has none, and is a mistake of the program.
    pub(crate) fn run_read<T, E: From<StoreError>>(
        mut self,
        work: impl FnOnce(&mut Store<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let value = work(&mut self)?;
        if self.before_commit.is_empty() {
            Ok(value)
        } else {
            Err(E::from(StoreError::Program(
                "a read has something to write".into(),
            )))
        }
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
