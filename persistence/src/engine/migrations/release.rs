//! A version of the program with the migrations that it knows, in their order.
//!
//! Decision: a release is a value and not a constant, so that tests run later releases against the databases of this one. Cost: one more
//! argument on the way to a migration.

use diesel::{
    PgConnection, SqliteConnection,
    migration::{Migration, MigrationSource},
    pg::Pg,
    sqlite::Sqlite,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

/// The version of this program.
pub(crate) const PROGRAM: &str = env!("CARGO_PKG_VERSION");

const SQLITE: EmbeddedMigrations = embed_migrations!("../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../migrations/postgres");

/// The program's own migrations cannot be read; one line.
#[derive(Debug, thiserror::Error)]
#[error("the program's migrations cannot be read: {0}")]
pub struct ReleaseError(Failure);

/// What diesel says of a migration.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A version and its migrations, for both databases.
pub struct Release {
    version: String,
    sqlite: Vec<Box<dyn Migration<Sqlite>>>,
    postgres: Vec<Box<dyn Migration<Pg>>>,
}

impl Release {
    /// This program.
    ///
    /// # Errors
    /// [`ReleaseError`]
    pub fn this() -> Result<Self, ReleaseError> {
        Self::of(PROGRAM, &SQLITE, &POSTGRES)
    }

    /// A version with these migrations.
    ///
    /// # Errors
    /// [`ReleaseError`]
    pub fn of(
        version: &str,
        sqlite: &impl MigrationSource<Sqlite>,
        postgres: &impl MigrationSource<Pg>,
    ) -> Result<Self, ReleaseError> {
        let mut sqlite = sqlite.migrations().map_err(ReleaseError)?;
        let mut postgres = postgres.migrations().map_err(ReleaseError)?;
        sqlite.sort_by_key(|migration| migration.name().version().as_owned());
        postgres.sort_by_key(|migration| migration.name().version().as_owned());
        Ok(Self {
            version: version.to_owned(),
            sqlite,
            postgres,
        })
    }

    /// A later version: the migrations of this one, and then those of another.
    #[must_use]
    pub fn followed_by(mut self, mut later: Self) -> Self {
        self.version = later.version;
        self.sqlite.append(&mut later.sqlite);
        self.postgres.append(&mut later.postgres);
        self
    }

    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The versions of its migrations, which both databases share.
    #[must_use]
    pub fn migrations(&self) -> Vec<String> {
        let versions = self.sqlite.iter();
        versions
            .map(|migration| migration.name().version().to_string())
            .collect()
    }

    /// A migration's name for people.
    #[must_use]
    pub fn name_of(&self, version: &str) -> String {
        let mut known = self.sqlite.iter();
        let found = known.find(|migration| migration.name().version().to_string() == version);
        found.map_or_else(|| version.to_owned(), |migration| migration.name().to_string())
    }

    /// Runs those of these migrations that it knows, in its order, and notes each.
    pub(crate) fn apply_to_sqlite(
        &self,
        c: &mut SqliteConnection,
        versions: &[String],
    ) -> Result<(), Failure> {
        apply(c, &self.sqlite, versions)
    }

    /// As [`Self::apply_to_sqlite`].
    pub(crate) fn apply_to_postgres(&self, c: &mut PgConnection, versions: &[String]) -> Result<(), Failure> {
        apply(c, &self.postgres, versions)
    }
}

fn apply<DB, C>(c: &mut C, known: &[Box<dyn Migration<DB>>], versions: &[String]) -> Result<(), Failure>
where
    DB: diesel::backend::Backend,
    C: MigrationHarness<DB>,
{
    // Makes the table of applied migrations where it is missing.
    c.applied_migrations()?;
    for migration in known {
        if versions.contains(&migration.name().version().to_string()) {
            c.run_migration(&**migration)?;
        }
    }
    Ok(())
}
