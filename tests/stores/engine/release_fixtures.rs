//! A database of each release is brought to the schema of every later one, killed at each statement, and keeps what it holds.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use kernel::DatabaseUrl;
use rstest::rstest;
use support::{
    Postgres, Sqlite, TestDatabase,
    databases::{
        contents::{Contents, db_columns, db_contents},
        later_releases::{COUNT, later},
        release_fixture::{kept, load_postgres, load_sqlite, write_databases},
        tables::db_texts,
    },
};
use tempfile::TempDir;

use super::killed_migrations::{
    bring_up_to, kill_at_each_place, kill_at_each_statement, schema_of,
    statements::{StatementsOfMigration, sqlite_migrations},
};

type Columns = BTreeMap<String, Vec<(String, String)>>;

/// The kept fixtures, and a fixture of this program.
struct Fixtures {
    home: TempDir,
    all: Vec<PathBuf>,
}

impl Fixtures {
    fn open() -> Self {
        let home = tempfile::tempdir().unwrap();
        let own = home.path().join("own");
        fs::create_dir(&own).unwrap();
        write_databases(&own);
        Self {
            all: kept().into_iter().chain([own]).collect(),
            home,
        }
    }

    /// A folder of its own for the `number`th.
    fn folder(&self, number: usize) -> PathBuf {
        let folder = self.home.path().join(number.to_string());
        fs::create_dir(&folder).unwrap();
        folder
    }
}

/// Every table of before with the columns that it had, each row as it was.
fn with_columns_of(before: &Columns, address: &DatabaseUrl) -> Contents {
    let (now, mut contents) = (db_columns(address), db_contents(address));
    contents.retain(|table, _| before.contains_key(table));
    for (table, rows) in &mut contents {
        let is_old = |name: &String| before[table].iter().any(|(known, _)| known == name);
        for row in rows.iter_mut() {
            let mut columns = now[table].iter();
            row.retain(|_| columns.next().is_some_and(|(name, _)| is_old(name)));
        }
        rows.sort();
    }
    contents
}

/// What a fixture holds, with rows in every table.
fn rows_of(address: &DatabaseUrl, what: &Path) -> (Columns, Contents) {
    let columns = db_columns(address);
    let rows = with_columns_of(&columns, address);
    for (table, rows) in &rows {
        assert!(!rows.is_empty(), "{what:?} has no row in {table}");
    }
    (columns, rows)
}

/// The migrations of a release that a fixture lacks.
fn pending(address: &DatabaseUrl, release: usize) -> Vec<StatementsOfMigration> {
    let applied = db_texts(address, "SELECT version AS t FROM __diesel_schema_migrations");
    let applied: Vec<_> = applied.into_iter().flatten().collect();
    let known = later(release).migrations();
    let mut pending = sqlite_migrations();
    pending.retain(|migration| known.contains(&migration.version) && !applied.contains(&migration.version));
    pending
}

/// To this release alone, and over it to the last of the tests' later ones.
#[rstest]
fn an_embedded_database_of_each_release_is_upgraded_whole_however_often_it_is_killed(
    #[values(0, COUNT)] release: usize,
) {
    let fresh = TestDatabase::new(Sqlite);
    bring_up_to(&fresh.address(), release).unwrap();
    let newest = schema_of(&fresh.address());
    let (fixtures, mut upgraded) = (Fixtures::open(), 0);
    for (number, fixture) in fixtures.all.iter().enumerate() {
        let folder = fixtures.folder(number);
        let address = load_sqlite(fixture, &folder);
        let pending = pending(&address, release);
        if pending.is_empty() {
            continue;
        }
        upgraded += 1;
        let (columns, before) = rows_of(&address, fixture);
        let DatabaseUrl::Sqlite(path) = &address else {
            panic!("an embedded database was asked for");
        };
        kill_at_each_statement(path, &folder.join("left.db"), &pending, release, &|left, what| {
            assert_eq!(schema_of(left), newest, "{fixture:?}: {what}");
            assert_eq!(with_columns_of(&columns, left), before, "{fixture:?}: {what}");
        });
    }
    assert!(upgraded > 0);
}

#[rstest]
fn a_postgresql_of_each_release_is_upgraded_whole_however_often_it_is_killed(
    #[values(0, COUNT)] release: usize,
) {
    let fresh = TestDatabase::new(Postgres);
    bring_up_to(&fresh.address(), release).unwrap();
    let newest = schema_of(&fresh.address());
    let (fixtures, mut upgraded) = (Fixtures::open(), 0);
    for (number, fixture) in fixtures.all.iter().enumerate() {
        if pending(&load_sqlite(fixture, &fixtures.folder(number)), release).is_empty() {
            continue;
        }
        upgraded += 1;
        let target = TestDatabase::new(Postgres);
        let address = target.address();
        load_postgres(fixture, &address);
        let (columns, before) = rows_of(&address, fixture);
        let killed = kill_at_each_place(&address, release);
        assert!(killed > 0, "{fixture:?}: nothing was killed");
        assert_eq!(schema_of(&address), newest, "{fixture:?}");
        assert_eq!(with_columns_of(&columns, &address), before, "{fixture:?}");
    }
    assert!(upgraded > 0);
}
