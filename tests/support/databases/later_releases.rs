//! Releases of the tests' own, after this one: a column that is added, filled one release later, and required one release after that.
//!
//! They go the way that a real release goes, with its guard, its copy and its transaction, so that the promise about upgrades is tried
//! before there is a second release. Their folders are beside this file, in the form of the product's own migrations.

use diesel::{
    migration::{Migration, MigrationSource},
    pg::Pg,
    sqlite::Sqlite,
};
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use persistence::Release;

const OWN_SQLITE: EmbeddedMigrations = embed_migrations!("../migrations/sqlite");
const OWN_POSTGRES: EmbeddedMigrations = embed_migrations!("../migrations/postgres");

/// Version, migrations for SQLite and those for PostgreSQL, in their order.
const LATER: [(&str, EmbeddedMigrations, EmbeddedMigrations); 3] = [
    (
        "99.1.0",
        embed_migrations!("support/databases/later_releases/widened/sqlite"),
        embed_migrations!("support/databases/later_releases/widened/postgres"),
    ),
    (
        "99.2.0",
        embed_migrations!("support/databases/later_releases/filled/sqlite"),
        embed_migrations!("support/databases/later_releases/filled/postgres"),
    ),
    (
        "99.3.0",
        embed_migrations!("support/databases/later_releases/narrowed/sqlite"),
        embed_migrations!("support/databases/later_releases/narrowed/postgres"),
    ),
];

/// How many later releases there are.
pub const COUNT: usize = LATER.len();

/// The release that comes `number` releases after this program; 0 is this program.
///
/// # Panics
/// Where the migrations cannot be read.
#[must_use]
pub fn later(number: usize) -> Release {
    let this = Release::this().expect("the program's migrations");
    let later = LATER.iter().take(number);
    later.fold(this, |before, (version, sqlite, postgres)| {
        before.followed_by(Release::of(version, sqlite, postgres).expect("migrations of the tests"))
    })
}

/// The program's migrations and those of all later releases, in their order.
///
/// # Panics
/// Where they cannot be read.
#[must_use]
pub fn sqlite_migrations() -> Vec<Box<dyn Migration<Sqlite>>> {
    let later = LATER.iter().map(|(_, sqlite, _)| sqlite);
    std::iter::once(&OWN_SQLITE)
        .chain(later)
        .flat_map(|source| MigrationSource::<Sqlite>::migrations(source).expect("migrations"))
        .collect()
}

/// As [`sqlite_migrations`].
///
/// # Panics
/// Where they cannot be read.
#[must_use]
pub fn postgres_migrations() -> Vec<Box<dyn Migration<Pg>>> {
    let later = LATER.iter().map(|(_, _, postgres)| postgres);
    std::iter::once(&OWN_POSTGRES)
        .chain(later)
        .flat_map(|source| MigrationSource::<Pg>::migrations(source).expect("migrations"))
        .collect()
}
