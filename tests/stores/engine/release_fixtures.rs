//! A database of each release is brought to the schema of every later one, and keeps what it holds.

use std::path::{Path, PathBuf};

use chrono::Utc;
use kernel::DatabaseUrl;
use persistence::{WithoutBackup, upgrade};
use support::{
    Postgres, Sqlite, TestDatabase,
    databases::{
        contents::{Contents, db_columns, db_contents},
        later_releases::{COUNT, later},
        release_fixture::{kept, load_postgres, load_sqlite, write},
    },
};

use super::killed_migrations::schema_of;

/// Every table of before with the columns that it had, each row as it was.
fn with_columns_of(
    before: &std::collections::BTreeMap<String, Vec<(String, String)>>,
    address: &DatabaseUrl,
) -> Contents {
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

fn check(address: &DatabaseUrl, fresh: &DatabaseUrl, what: &Path) {
    let columns = db_columns(address);
    let before = with_columns_of(&columns, address);
    assert!(
        before.values().all(|rows| !rows.is_empty()),
        "{what:?} has an empty table"
    );
    upgrade(address, &later(COUNT), WithoutBackup::Migrated, Utc::now())
        .unwrap_or_else(|error| panic!("{what:?}: {error}"));
    assert_eq!(schema_of(address), schema_of(fresh), "{what:?}");
    assert_eq!(with_columns_of(&columns, address), before, "{what:?}");
}

#[test]
fn a_fixture_of_each_release_is_upgraded_whole() {
    let home = tempfile::tempdir().unwrap();
    let own = home.path().join("own");
    write(&own);
    let fixtures: Vec<PathBuf> = kept().into_iter().chain([own]).collect();
    let (sqlite, postgres) = (TestDatabase::new(Sqlite), TestDatabase::new(Postgres));
    for fresh in [&sqlite, &postgres] {
        upgrade(
            &fresh.address(),
            &later(COUNT),
            WithoutBackup::Migrated,
            Utc::now(),
        )
        .unwrap();
    }
    for (number, fixture) in fixtures.iter().enumerate() {
        let folder = home.path().join(number.to_string());
        std::fs::create_dir(&folder).unwrap();
        check(&load_sqlite(fixture, &folder), &sqlite.address(), fixture);
        let target = TestDatabase::new(Postgres);
        load_postgres(fixture, &target.address());
        check(&target.address(), &postgres.address(), fixture);
    }
}
