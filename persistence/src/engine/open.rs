//! An open database of either kind, and how it is opened and used on the thread that asks.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use diesel::{
    SqliteConnection,
    r2d2::{ConnectionManager, Pool},
};
use kernel::StoreError;
use secrecy::SecretString;

use super::{
    availability::{
        Availability,
        write_probe::{WriteProbe, commit_message, write_beside},
    },
    claim::Claim,
    connection,
    migrations::{self, guard::SchemaState, release::Release},
    postgres::{self, PostgresPool, requirements},
    sealing::Sealer,
    store::{Link, Store, Wakeup},
    writer::Writer,
};

/// What the database's threads share.
pub(crate) struct Open {
    pub(crate) backend: Backend,
    pub(crate) sealer: Arc<Sealer>,
    pub(crate) wakeup: Arc<Wakeup>,
    /// Whether reads, and on PostgreSQL writes too, are answered.
    pub(crate) availability: Arc<Availability>,
    pub(crate) write_probe: Arc<WriteProbe>,
}

type SqliteReaders = Pool<ConnectionManager<SqliteConnection>>;

/// Readiness has a reader of its own: it is asked for while all others are taken.
pub(crate) enum Backend {
    Sqlite {
        path: PathBuf,
        readers: SqliteReaders,
        check_reader: SqliteReaders,
        writer: Writer,
    },
    Postgres {
        pool: PostgresPool,
        check_pool: PostgresPool,
    },
}

impl Open {
    /// Lends a store to `read`, which says whether it was answered.
    pub(crate) fn read(&self, read: &mut dyn FnMut(&mut Store<'_>) -> bool) -> Result<(), StoreError> {
        let is_answered = match &self.backend {
            Backend::Sqlite { readers, .. } => self.read_sqlite(readers, read),
            Backend::Postgres { pool, .. } => self.read_postgres(pool, read),
        }?;
        if is_answered {
            self.availability.note_answer();
        }
        Ok(())
    }

    /// [`Self::read`] for readiness, whose answers tell nothing about the readers of requests.
    fn read_for_check(
        &self,
        mut read: impl FnMut(&mut Store<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut answer = Ok(());
        let mut read = |store: &mut Store<'_>| {
            answer = read(store);
            answer.is_ok()
        };
        match &self.backend {
            Backend::Sqlite { check_reader, .. } => self.read_sqlite(check_reader, &mut read),
            Backend::Postgres { check_pool, .. } => self.read_postgres(check_pool, &mut read),
        }?;
        answer
    }

    fn read_sqlite(
        &self,
        readers: &SqliteReaders,
        read: &mut dyn FnMut(&mut Store<'_>) -> bool,
    ) -> Result<bool, StoreError> {
        // Readers are opened at the start, so that only other reads can keep one back.
        let mut connection =
            connection::timed(|| readers.get()).map_err(|error| StoreError::Busy(Box::new(error)))?;
        let is_answered = read(&mut Store::sqlite(&mut connection, &self.sealer));
        self.availability.mark_up();
        Ok(is_answered)
    }

    fn read_postgres(
        &self,
        pool: &PostgresPool,
        read: &mut dyn FnMut(&mut Store<'_>) -> bool,
    ) -> Result<bool, StoreError> {
        let mut connection = postgres::connection(pool, &self.availability)?;
        let is_answered = read(&mut Store::postgres(&mut connection, &self.sealer));
        if is_answered {
            connection.mark_answered();
        }
        Ok(is_answered)
    }

    pub(crate) fn write_postgres(
        &self,
        claim: &Claim,
        write: &mut dyn FnMut(&mut Store<'_>) -> bool,
    ) -> Result<(), StoreError> {
        match &self.backend {
            Backend::Postgres { pool, .. } => {
                postgres::write(pool, &self.availability, &self.sealer, &self.wakeup, claim, write)
            }
            Backend::Sqlite { .. } => Err(StoreError::Program("SQLite has a writer of its own".into())),
        }
    }

    /// Whether it answers, has the schema that this binary knows, and can be written to.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        if let Backend::Sqlite { writer, .. } = &self.backend
            && writer.has_ended()
        {
            return Err(StoreError::Unavailable("the writer has ended".into()));
        }
        self.read_for_check(|store| {
            connection::answers(store)?;
            let current = match &mut store.link {
                Link::Sqlite(c) => migrations::is_current_sqlite(c),
                Link::Postgres(c) => migrations::is_current_postgres(c),
            };
            if current {
                Ok(())
            } else {
                Err(StoreError::Unavailable("the schema is not current".into()))
            }
        })?;
        self.write_probe.check(|| match &self.backend {
            Backend::Sqlite { path, .. } => write_beside(path),
            Backend::Postgres { .. } => self.read_for_check(|store| match &mut store.link {
                Link::Postgres(connection) => commit_message(connection),
                Link::Sqlite(_) => Ok(()),
            }),
        })
    }
}

pub(crate) type Opened = Result<(Backend, Arc<Availability>, Arc<WriteProbe>), String>;

pub(crate) fn open_sqlite(
    path: &Path,
    connections: u32,
    sealer: &Arc<Sealer>,
    wakeup: &Arc<Wakeup>,
    release: &Release,
) -> Opened {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let mut writing = connection::open_sqlite_writer(path).map_err(|error| error.to_string())?;
    migrations::open_sqlite(&mut writing, release).map_err(|error| error.to_string())?;
    let write_probe = Arc::<WriteProbe>::default();
    let (sealer, wakeup) = (Arc::clone(sealer), Arc::clone(wakeup));
    let writer = Writer::start(writing, sealer, wakeup, Arc::clone(&write_probe))
        .map_err(|error| error.to_string())?;
    let readers = |size| connection::sqlite_readers(path, size).map_err(|error| error.to_string());
    let backend = Backend::Sqlite {
        path: path.to_owned(),
        readers: readers(connections)?,
        check_reader: readers(1)?,
        writer,
    };
    Ok((backend, Availability::new(), write_probe))
}

/// Whether any migration was applied.
pub(crate) fn postgres_is_made(url: &SecretString) -> Result<bool, String> {
    let mut connection =
        connection::open_postgres(url).map_err(|error| requirements::refusal(&error.to_string()))?;
    SchemaState::of_postgres(&mut connection)
        .map(|state| !state.applied.is_empty())
        .map_err(|error| error.to_string())
}

pub(crate) fn open_postgres(url: &SecretString, connections: u32, release: &Release) -> Opened {
    let mut first =
        connection::open_postgres(url).map_err(|error| requirements::refusal(&error.to_string()))?;
    requirements::check(&mut first).map_err(|unfit| unfit.to_string())?;
    migrations::open_postgres(&mut first, release).map_err(|error| error.to_string())?;
    drop(first);
    let pool = |size| {
        connection::postgres_pool(url, size).map_err(|error| requirements::refusal(&error.to_string()))
    };
    let backend = Backend::Postgres {
        pool: pool(connections)?,
        check_pool: pool(1)?,
    };
    let url = url.clone();
    let availability = Availability::probed(move || connection::postgres_answers(&url))
        .map_err(|error| error.to_string())?;
    Ok((backend, availability, Arc::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_whose_writer_has_ended_is_not_ready() {
        let folder = tempfile::tempdir().unwrap();
        let sealer = Arc::new(Sealer::new([1; 32].into()));
        let wakeup = Arc::<Wakeup>::default();
        let (mut backend, availability, write_probe) = open_sqlite(
            &folder.path().join("portal.db"),
            1,
            &sealer,
            &wakeup,
            &Release::this().unwrap(),
        )
        .unwrap();
        let Backend::Sqlite { writer, .. } = &mut backend else {
            panic!("SQLite was opened");
        };
        let mut ended = writer.clone();
        ended.end();
        let mut open = Open {
            backend,
            sealer,
            wakeup,
            availability,
            write_probe,
        };
        assert!(open.check().is_ok());
        if let Backend::Sqlite { writer, .. } = &mut open.backend {
            *writer = ended;
        }
        assert!(matches!(open.check(), Err(StoreError::Unavailable(_))));
    }
}
