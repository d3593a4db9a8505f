//! A database of a release, small and with rows in every table, that later builds upgrade in their tests.
//!
//! Made at each release by `cargo run --release -p portal-tests --example release_fixture -- tests/fixtures/releases/VERSION` and kept
//! there, as `portal.db` and as `postgres.sql`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use kernel::DatabaseUrl;
use persistence::{RestoredSessions, Snapshot, restore_rows};

use super::{Engine, TestDatabase, contents::db_fill, tables::db_run};

const SQLITE: &str = "portal.db";
const POSTGRES: &str = "postgres.sql";

/// Where fixtures are kept, a folder a release.
#[must_use]
pub fn kept() -> Vec<PathBuf> {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/releases");
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Writes a fixture of this program.
///
/// # Panics
/// Where the folder cannot be written, or has a fixture already.
pub fn write(folder: &Path) {
    fs::create_dir_all(folder).expect("the folder cannot be made");
    let target = folder.join(SQLITE);
    assert!(!target.exists(), "a fixture that was released is never made anew");
    let sqlite = TestDatabase::new(Engine::Sqlite);
    db_fill(&sqlite.address());
    db_run(
        &sqlite.address(),
        &format!(
            "VACUUM INTO '{}'",
            target.display().to_string().replace('\'', "''")
        ),
    );
    let postgres = TestDatabase::new(Engine::Postgres);
    let mut rows = Snapshot::open(&sqlite.address()).expect("the rows");
    restore_rows(&postgres.address(), &mut rows, RestoredSessions::Keep).expect("the rows in PostgreSQL");
    fs::write(folder.join(POSTGRES), postgres.dump()).expect("the folder cannot be written");
}

/// A fixture's embedded database, copied into a folder.
///
/// # Panics
/// Where it is not there.
#[must_use]
pub fn load_sqlite(fixture: &Path, into: &Path) -> DatabaseUrl {
    let target = into.join(SQLITE);
    fs::copy(fixture.join(SQLITE), &target).expect("a fixture");
    DatabaseUrl::Sqlite(target)
}

/// Puts a fixture in place of all that a PostgreSQL database holds.
///
/// # Panics
/// Where it is not there.
pub fn load_postgres(fixture: &Path, into: &DatabaseUrl) {
    let dump = fs::read_to_string(fixture.join(POSTGRES)).expect("a fixture");
    db_run(into, "DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    // Commands of psql, which pg_dump writes around the statements.
    let statements: Vec<_> = dump
        .lines()
        .filter(|line| !line.starts_with("\\restrict ") && !line.starts_with("\\unrestrict "))
        .filter(|line| *line != "CREATE SCHEMA public;")
        .collect();
    db_run(into, &statements.join("\n"));
}
