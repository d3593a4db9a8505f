//! Databases and rows of another schema than this program's.

use kernel::DatabaseUrl;
use persistence::{
    BackupError, BackupTable, RestoredSessions, SchemaAge, Snapshot, load_embedded, restore_rows, schema_age,
};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::{
        contents::{db_columns, db_kept as kept},
        tables::{db_count, db_run, db_texts},
    },
    samples::{add_course, add_user},
};

use super::{Rows, filled, restore};

#[rstest]
fn a_database_without_a_schema_gets_it_with_the_rows(#[values(Sqlite, Postgres)] engine: Engine) {
    let source = filled(Sqlite);
    let target = TestDatabase::new(engine);
    let address = target.address();
    match &address {
        DatabaseUrl::Sqlite(path) => {
            let empty = path.with_file_name("empty.db");
            let empty = DatabaseUrl::Sqlite(empty);
            assert!(matches!(Snapshot::open(&empty), Err(BackupError::NoDatabase(_))));
            restore(&source.address(), &empty, RestoredSessions::Keep).unwrap();
            assert_eq!(kept(&empty), kept(&source.address()));
        }
        DatabaseUrl::Postgres(_) => {
            db_run(&address, "DROP SCHEMA public CASCADE; CREATE SCHEMA public");
            assert!(matches!(Snapshot::open(&address), Err(BackupError::Empty(_))));
            let mut rows = Rows::of(&source.address());
            rows.fails_after = 5;
            restore_rows(&address, &mut rows, RestoredSessions::Keep).unwrap_err();
            assert!(db_columns(&address).is_empty(), "half a restore left a schema");
            restore(&source.address(), &address, RestoredSessions::Keep).unwrap();
            assert_eq!(kept(&address), kept(&source.address()));
        }
    }
}

#[rstest]
fn rows_of_an_older_schema_are_migrated(#[values(Sqlite, Postgres)] engine: Engine) {
    let source = TestDatabase::new(Sqlite);
    add_course(&source, "futures");
    add_user(&source, "member");
    let mut rows = Rows::of(&source.address());
    assert_eq!(schema_age(&rows.migrations).unwrap(), SchemaAge::Current);
    // As a program without the exercises and what came after them wrote it.
    let last = rows
        .migrations
        .iter()
        .position(|version| version == "20261127100500")
        .unwrap();
    rows.migrations.truncate(last);
    assert_eq!(schema_age(&rows.migrations).unwrap(), SchemaAge::Older);
    let home = tempfile::tempdir().unwrap();
    let older = home.path().join("older.db");
    let refused = load_embedded(&older, &mut rows).unwrap_err().to_string();
    assert!(
        refused.contains("this program does not have") || refused.contains("other columns"),
        "{refused}"
    );
    let known = tables_of_older(&rows.migrations, &home.path().join("schema.db"));
    for (table, row) in &mut rows.rows {
        let now = rows.tables.iter().find(|one| one.name == *table).unwrap();
        if let Some(then) = known.iter().find(|one| one.name == *table) {
            let values = now.columns.iter().zip(std::mem::take(row));
            *row = values
                .filter(|(column, _)| then.columns.contains(column))
                .map(|(_, value)| value)
                .collect();
        }
    }
    rows.rows
        .retain(|(table, _)| known.iter().any(|one| one.name == *table));
    rows.tables = known;
    let older = home.path().join("again.db");
    load_embedded(&older, &mut rows).unwrap();
    let target = TestDatabase::new(engine);
    restore(
        &DatabaseUrl::Sqlite(older),
        &target.address(),
        RestoredSessions::Keep,
    )
    .unwrap();
    for table in ["users", "courses"] {
        let names = format!("SELECT created_at || ' ' || id AS t FROM {table}");
        assert_eq!(
            db_texts(&target.address(), &names),
            db_texts(&source.address(), &names)
        );
        assert_eq!(db_count(&target.address(), table), 1);
    }
    assert!(target.check().is_ok());
}

/// The tables of an older schema.
fn tables_of_older(migrations: &[String], file: &std::path::Path) -> Vec<BackupTable> {
    let address = DatabaseUrl::Sqlite(file.to_owned());
    let database = support::databases::open(&address);
    drop(database);
    let list: Vec<_> = migrations.iter().map(|version| format!("'{version}'")).collect();
    let others = "DELETE FROM __diesel_schema_migrations WHERE version NOT IN";
    db_run(&address, &format!("{others} ({})", list.join(", ")));
    Snapshot::open(&address).unwrap().facts().tables.clone()
}

#[test]
fn a_newer_schema_is_known_by_its_migration() {
    let database = TestDatabase::new(Sqlite);
    let mut rows = Rows::of(&database.address());
    rows.migrations.push(String::from("99991231000000"));
    assert_eq!(schema_age(&rows.migrations).unwrap(), SchemaAge::Newer);
    let refused = restore_rows(&database.address(), &mut rows, RestoredSessions::Keep).unwrap_err();
    assert!(refused.to_string().contains("newer version"), "{refused}");
    db_run(
        &database.address(),
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('99991231000000')",
    );
    let refused = Snapshot::open(&database.address()).err().unwrap().to_string();
    assert!(refused.contains("newer version"), "{refused}");
}

#[rstest]
fn a_later_versions_database_is_refused_though_its_schema_is_known(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    db_run(
        &database.address(),
        "UPDATE program_version SET version = '99.1.0'",
    );
    let refused = Snapshot::open(&database.address()).err().unwrap().to_string();
    let this = env!("CARGO_PKG_VERSION");
    assert!(
        refused.contains("newer version") && refused.contains("99.1.0") && refused.contains(this),
        "{refused}"
    );
}

#[test]
fn a_schema_from_before_the_first_release_is_refused() {
    let database = TestDatabase::new(Sqlite);
    let mut rows = Rows::of(&database.address());
    rows.migrations = vec![String::from("20261121100000")];
    assert_eq!(schema_age(&rows.migrations).unwrap(), SchemaAge::Before);
    let refused = restore_rows(&database.address(), &mut rows, RestoredSessions::Keep).unwrap_err();
    assert!(refused.to_string().contains("before version 1.0.0"), "{refused}");
}
