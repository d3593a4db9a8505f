//! The database as the rest of the program uses it: lend a [`Store`] to one read or one write.

use std::sync::Arc;

use diesel::{
    Connection, PgConnection, SqliteConnection,
    r2d2::{ConnectionManager, Pool},
};
use kernel::{DatabaseUrl, StoreError};

use super::{connection, migrations, sealing::Sealer, store::Store, writer::Writer};

/// How to open the database.
#[derive(Debug)]
pub struct DatabaseOptions {
    pub url: DatabaseUrl,
    /// Under what purchase keys and waiting mails are sealed; never in the database.
    pub sealing_key: [u8; 32],
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

/// A handle to share; cloning it opens nothing.
#[derive(Clone)]
pub struct Database {
    backend: Backend,
    sealer: Arc<Sealer>,
}

#[derive(Clone)]
enum Backend {
    Sqlite {
        readers: Pool<ConnectionManager<SqliteConnection>>,
        writer: Writer,
    },
    Postgres(Pool<ConnectionManager<PgConnection>>),
}

impl Database {
    /// Opens the database, makes it where an embedded one does not exist, and brings it to the current schema.
    ///
    /// # Errors
    /// [`ConnectError`] where it cannot be reached, or was made by a newer version.
    pub fn connect(options: &DatabaseOptions) -> Result<Self, ConnectError> {
        let sealer = Arc::new(Sealer::new(options.sealing_key));
        let backend = match &options.url {
            DatabaseUrl::Sqlite(path) => {
                let failed = |problem: String| ConnectError {
                    name: path.display().to_string(),
                    problem: one_line(&problem),
                };
                if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                    std::fs::create_dir_all(folder)
                        .map_err(|e| failed(format!("{}: {e}", folder.display())))?;
                }
                let mut writing = connection::open_sqlite_writer(path).map_err(|e| failed(e.to_string()))?;
                migrations::migrate_sqlite(&mut writing).map_err(|e| failed(e.to_string()))?;
                let writer =
                    Writer::start(writing, Arc::clone(&sealer)).map_err(|e| failed(e.to_string()))?;
                let readers = connection::sqlite_readers(path, options.connections)
                    .map_err(|e| failed(e.to_string()))?;
                Backend::Sqlite { readers, writer }
            }
            DatabaseUrl::Postgres(url) => {
                let failed = |problem: String| ConnectError {
                    name: String::from("on PostgreSQL"),
                    problem: one_line(&problem),
                };
                let mut first = connection::open_postgres(url).map_err(|e| failed(e.to_string()))?;
                migrations::migrate_postgres(&mut first).map_err(|e| failed(e.to_string()))?;
                drop(first);
                Backend::Postgres(
                    connection::postgres_pool(url, options.connections).map_err(|e| failed(e.to_string()))?,
                )
            }
        };
        Ok(Self { backend, sealer })
    }

    /// Runs a read on this thread.
    ///
    /// # Errors
    /// What `work` answers; [`StoreError::Unavailable`] where no connection is to be had in two seconds.
    pub fn read<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&mut Store<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        match &self.backend {
            Backend::Sqlite { readers, .. } => {
                let mut connection = readers.get().map_err(unavailable)?;
                work(&mut Store::sqlite(&mut connection, &self.sealer))
            }
            Backend::Postgres(pool) => {
                let mut connection = pool.get().map_err(unavailable)?;
                work(&mut Store::postgres(&mut connection, &self.sealer))
            }
        }
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
        match &self.backend {
            Backend::Sqlite { writer, .. } => {
                let (reply, answer) = std::sync::mpsc::sync_channel(1);
                writer.submit(work, move |result| {
                    let _ = reply.send(result);
                });
                answer.recv().unwrap_or_else(|_| Err(ended()))
            }
            Backend::Postgres(pool) => postgres_write(pool, &self.sealer, work),
        }
    }

    /// [`Self::read`] in one hop to the blocking threads of the calling worker.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub async fn read_blocking<T, E>(
        &self,
        work: impl FnOnce(&mut Store<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let database = self.clone();
        tokio::task::spawn_blocking(move || database.read(work))
            .await
            .unwrap_or_else(|_| Err(panicked()))
    }

    /// [`Self::read`] for a few look-ups by key. On SQLite they take less time than the hop, so they run where they are asked
    /// for, as long as a reader is free; readers of a WAL wait for nobody.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub async fn look_up<T, E>(
        &self,
        work: impl FnOnce(&mut Store<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        if let Backend::Sqlite { readers, .. } = &self.backend
            && let Some(mut connection) = readers.try_get()
        {
            return work(&mut Store::sqlite(&mut connection, &self.sealer));
        }
        self.read_blocking(work).await
    }

    /// [`Self::write`] in one hop: to SQLite's writer, or to the blocking threads for PostgreSQL.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub async fn write_blocking<T, E>(
        &self,
        work: impl FnOnce(&mut Store<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        match &self.backend {
            Backend::Sqlite { writer, .. } => {
                let (reply, answer) = tokio::sync::oneshot::channel();
                writer.submit(work, move |result| {
                    let _ = reply.send(result);
                });
                answer.await.unwrap_or_else(|_| Err(ended()))
            }
            Backend::Postgres(pool) => {
                let (pool, sealer) = (pool.clone(), Arc::clone(&self.sealer));
                tokio::task::spawn_blocking(move || postgres_write(&pool, &sealer, work))
                    .await
                    .unwrap_or_else(|_| Err(panicked()))
            }
        }
    }

    /// Whether the database answers and has the schema that this binary knows.
    ///
    /// # Errors
    /// [`StoreError`] where it does not.
    pub fn check(&self) -> Result<(), StoreError> {
        self.read(|store| {
            connection::answers(store)?;
            let current = match &mut store.link {
                super::store::Link::Sqlite(c) => migrations::is_current_sqlite(c),
                super::store::Link::Postgres(c) => migrations::is_current_postgres(c),
            };
            if current {
                Ok(())
            } else {
                Err(StoreError::Unavailable("the schema is not current".into()))
            }
        })
    }

    /// The embedded database or PostgreSQL, in a word.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.backend {
            Backend::Sqlite { .. } => "SQLite",
            Backend::Postgres(_) => "PostgreSQL",
        }
    }
}

/// An outermost transaction at READ COMMITTED: claims are conditional updates and rights are changed under the user's row lock,
/// so nothing needs a stronger isolation.
fn postgres_write<T, E: From<StoreError>>(
    pool: &Pool<ConnectionManager<PgConnection>>,
    sealer: &Sealer,
    work: impl FnOnce(&mut Store<'_>) -> Result<T, E>,
) -> Result<T, E> {
    /// Diesel's own failures of BEGIN and COMMIT beside the rules' errors.
    enum Outcome<E> {
        Rule(E),
        Database(diesel::result::Error),
    }
    impl<E> From<diesel::result::Error> for Outcome<E> {
        fn from(error: diesel::result::Error) -> Self {
            Self::Database(error)
        }
    }
    let mut connection = pool.get().map_err(unavailable)?;
    connection
        .transaction(|c| work(&mut Store::postgres(c, sealer)).map_err(Outcome::Rule))
        .map_err(|outcome| match outcome {
            Outcome::Rule(error) => error,
            Outcome::Database(error) => E::from(super::errors::unexpected(error)),
        })
}

fn unavailable<E: From<StoreError>>(error: impl std::error::Error + Send + Sync + 'static) -> E {
    E::from(StoreError::Unavailable(Box::new(error)))
}

fn ended<E: From<StoreError>>() -> E {
    E::from(StoreError::Unavailable("the writer has ended".into()))
}

fn panicked<E: From<StoreError>>() -> E {
    E::from(StoreError::Fault("database work panicked".into()))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
