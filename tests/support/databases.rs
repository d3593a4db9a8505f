//! A fresh, migrated database of either kind for one test.

pub mod commit_proxy;
pub mod contents;
pub mod held_lock;
pub mod later_releases;
pub mod old_site;
pub mod pooler;
pub mod postgres;
pub mod release_fixture;
pub mod roles;
pub mod tables;

use std::{
    ops::Deref,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use chrono::Utc;
use kernel::DatabaseUrl;
use persistence::{Database, DatabaseOptions, WithoutBackup, upgrade};
use tempfile::TempDir;

use crate::{databases::postgres::Cluster, keys::sealing_key};

/// Twenty seconds for a connection, where the product gives it two: for the clusters that no test stops.
const LONG_CONNECT: &str = "connect_timeout=20";

/// Which database; a claim takes it as `#[values(Sqlite, Postgres)]` and so is tried on both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// A database of one test, gone with it.
pub struct TestDatabase {
    // Closed before its place goes.
    database: OnceLock<Database>,
    place: Place,
}

enum Place {
    Sqlite(TempDir),
    Postgres {
        cluster: Cluster,
        name: String,
    },
    /// A PostgreSQL database that belongs to the test.
    Given(DatabaseUrl),
}

impl TestDatabase {
    #[must_use]
    pub fn new(engine: Engine) -> Self {
        Self::opened(Place::new(engine))
    }

    fn opened(place: Place) -> Self {
        Self {
            database: open(&place.url()).into(),
            place,
        }
    }

    /// Without tables, which an older program may make. It is opened when it is used, and by then must have this program's schema.
    #[must_use]
    pub fn empty(engine: Engine) -> Self {
        let place = Place::new(engine);
        if engine == Engine::Postgres {
            tables::db_run(&place.url(), "DROP SCHEMA public CASCADE; CREATE SCHEMA public");
        }
        Self {
            database: OnceLock::new(),
            place,
        }
    }

    /// What a release left (`release_fixture`), brought to this program's schema.
    ///
    /// # Panics
    /// Where it cannot be.
    #[must_use]
    pub fn of_release(engine: Engine, fixture: &Path) -> Self {
        let place = Place::new(engine);
        match &place {
            Place::Sqlite(folder) => drop(release_fixture::load_sqlite(fixture, folder.path())),
            _ => release_fixture::load_postgres(fixture, &place.url()),
        }
        let this = later_releases::later(0);
        upgrade(&place.url(), &this, WithoutBackup::Migrated, Utc::now())
            .unwrap_or_else(|error| panic!("{error}"));
        Self::opened(place)
    }

    /// A PostgreSQL database that the test made.
    #[must_use]
    pub fn at(url: DatabaseUrl) -> Self {
        Self::opened(Place::Given(url))
    }

    /// Another handle, as another server has it that shares the database.
    #[must_use]
    pub fn open_again(&self) -> Database {
        open(&self.place.url())
    }

    #[must_use]
    pub fn engine(&self) -> Engine {
        match self.place {
            Place::Sqlite(_) => Engine::Sqlite,
            Place::Postgres { .. } | Place::Given(_) => Engine::Postgres,
        }
    }

    #[must_use]
    pub fn address(&self) -> DatabaseUrl {
        self.place.url()
    }

    /// Everything as statements, by pg_dump.
    ///
    /// # Panics
    /// Where it is not a PostgreSQL database of the tests' own.
    #[must_use]
    pub fn dump(&self) -> String {
        match &self.place {
            Place::Postgres { cluster, name } => cluster.dump(name),
            _ => panic!("only PostgreSQL is dumped"),
        }
    }

    /// SQLite's file.
    #[must_use]
    pub fn file(&self) -> Option<PathBuf> {
        match self.place.url() {
            DatabaseUrl::Sqlite(path) => Some(path),
            DatabaseUrl::Postgres(_) => None,
        }
    }
}

impl Place {
    fn new(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => Self::Sqlite(TempDir::new().expect("a temporary folder cannot be made")),
            Engine::Postgres => {
                let cluster = Cluster::shared();
                let name = unused_name();
                cluster.create_database(&name);
                Self::Postgres { cluster, name }
            }
        }
    }

    fn url(&self) -> DatabaseUrl {
        match self {
            Self::Sqlite(folder) => DatabaseUrl::Sqlite(folder.path().join("portal.db")),
            Self::Postgres { cluster, name } => DatabaseUrl::Postgres(cluster.url(name).into()),
            Self::Given(url) => url.clone(),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Self::Postgres { cluster, name } = self {
            cluster.drop_database(name);
        }
    }
}

impl Deref for TestDatabase {
    type Target = Database;

    fn deref(&self) -> &Database {
        self.database.get_or_init(|| open(&self.place.url()))
    }
}

/// Opens a database as the product does.
#[must_use]
pub fn open(url: &DatabaseUrl) -> Database {
    let options = DatabaseOptions {
        url: url.clone(),
        sealing_key: sealing_key(),
        connections: 8,
    };
    Database::connect(&options).unwrap_or_else(|error| panic!("{error}"))
}

/// A name that no other test of this run has: process, when it began, and a count within it. Numbers of processes come again in a
/// long run.
fn unused_name() -> String {
    use std::{
        sync::{
            LazyLock,
            atomic::{AtomicU32, Ordering},
        },
        time::{SystemTime, UNIX_EPOCH},
    };
    static COUNT: AtomicU32 = AtomicU32::new(0);
    static BEGAN: LazyLock<u128> = LazyLock::new(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.expect("a time after 1970").as_micros()
    });
    format!(
        "test_{}_{}_{}",
        std::process::id(),
        *BEGAN,
        COUNT.fetch_add(1, Ordering::Relaxed)
    )
}
