//! A database as rows, into a database of either kind: what comes out is what went in, and what fails changes nothing.

mod failures;
mod schemas;

use std::collections::BTreeMap;

use kernel::DatabaseUrl;
use persistence::{
    BackupError, BackupRow, BackupRows, BackupTable, ColumnKind, RestoredSessions, RowVisitor, Snapshot,
    restore_rows,
};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::{
        contents::{db_columns, db_fill, db_kept as kept},
        tables::{db_count, db_run, db_texts, db_try},
    },
    samples::{add_course, add_user},
};

/// Rows in memory, so that a test can change them.
struct Rows {
    migrations: Vec<String>,
    tables: Vec<BackupTable>,
    rows: Vec<(String, BackupRow)>,
    /// After so many rows the source fails.
    fails_after: usize,
}

impl Rows {
    fn of(address: &DatabaseUrl) -> Self {
        let mut snapshot = Snapshot::open(address).unwrap();
        let mut rows = Vec::new();
        snapshot
            .visit(&mut |table, row| {
                rows.push((table.to_owned(), row.clone()));
                Ok(())
            })
            .unwrap();
        Self {
            migrations: snapshot.migrations().to_vec(),
            tables: snapshot.tables().to_vec(),
            rows,
            fails_after: usize::MAX,
        }
    }
}

impl BackupRows for Rows {
    fn migrations(&self) -> &[String] {
        &self.migrations
    }

    fn tables(&self) -> &[BackupTable] {
        &self.tables
    }

    fn visit(&mut self, visit: &mut RowVisitor<'_>) -> Result<(), BackupError> {
        for (count, (table, row)) in self.rows.iter().enumerate() {
            if count == self.fails_after {
                return Err(BackupError::Stopped(String::from("the file ended")));
            }
            visit(table, row)?;
        }
        Ok(())
    }
}

fn filled(engine: Engine) -> TestDatabase {
    let first = TestDatabase::new(Sqlite);
    db_fill(&first.address());
    match engine {
        Sqlite => first,
        Postgres => {
            let second = TestDatabase::new(Postgres);
            restore(&first.address(), &second.address(), RestoredSessions::Keep).unwrap();
            second
        }
    }
}

fn restore(from: &DatabaseUrl, to: &DatabaseUrl, sessions: RestoredSessions) -> Result<(), BackupError> {
    restore_rows(to, &mut Snapshot::open(from)?, sessions).map(|_| ())
}

/// A new column or table that a backup does not carry fails this.
#[rstest]
fn every_table_and_column_is_in_a_backup(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let snapshot = Snapshot::open(&database.address()).unwrap();
    let kind = |kind: ColumnKind| match kind {
        ColumnKind::Integer => "integer",
        ColumnKind::Boolean => "boolean",
        ColumnKind::Double => "double precision",
        ColumnKind::Text => "text",
        ColumnKind::Timestamp => "timestamp",
        ColumnKind::Bytes => "blob",
    };
    let carried: BTreeMap<String, Vec<(String, String)>> = snapshot
        .facts()
        .tables
        .iter()
        .map(|table| {
            let columns = table.columns.iter();
            let columns = columns.map(|column| (column.name.clone(), kind(column.kind).to_owned()));
            (table.name.clone(), columns.collect())
        })
        .collect();
    assert_eq!(carried, db_columns(&database.address()));
    assert!(carried.len() > 30 && carried["users"].len() > 12, "{carried:?}");
}

#[rstest]
fn what_is_restored_is_what_was_there(
    #[values(Sqlite, Postgres)] from: Engine,
    #[values(Sqlite, Postgres)] to: Engine,
) {
    let source = filled(from);
    let target = TestDatabase::new(to);
    add_course(&target, "replaced");
    add_user(&target, "replaced");
    restore(&source.address(), &target.address(), RestoredSessions::Keep).unwrap();
    let (before, after) = (kept(&source.address()), kept(&target.address()));
    for (table, rows) in &before {
        assert_eq!(rows, &after[table], "{table}");
        let columns = &db_columns(&source.address())[table];
        assert!(!rows.is_empty(), "{table} was not filled");
        for (place, (column, _)) in columns.iter().enumerate() {
            // The one row that the migrations make has no empty column either.
            let has_value = rows.iter().any(|row| row.get(place).is_none_or(Option::is_some));
            assert!(has_value, "{table}.{column} was not filled");
        }
    }
    assert_eq!(before.len(), after.len());
    // Every account is looked at again.
    assert_eq!(
        db_count(
            &target.address(),
            "discord_members WHERE certain = FALSE AND left_at IS NULL"
        ),
        db_count(&target.address(), "jobs WHERE kind = 'discord_member'")
    );
    // The number after the highest number that was ever given.
    assert_eq!(add_user(&target, "next").0, 4);
    assert!(target.check().is_ok());
}

#[rstest]
fn a_number_that_was_given_after_the_backup_is_not_given_again(
    #[values(Sqlite, Postgres)] engine: Engine,
    #[values(Sqlite, Postgres)] other: Engine,
) {
    let source = TestDatabase::new(other);
    add_user(&source, "first");
    let mut rows = Rows::of(&source.address());
    let target = TestDatabase::new(engine);
    for name in ["a", "b", "c", "d", "e", "f"] {
        add_user(&target, &format!("user-{name}"));
    }
    restore_rows(&target.address(), &mut rows, RestoredSessions::Keep).unwrap();
    assert_eq!(add_user(&target, "seventh").0, 7);
    // And the other way round: the backup knows of more numbers than the target.
    let fresh = TestDatabase::new(engine);
    for table in &mut rows.tables {
        if table.name == "users" {
            table.last_number = Some(41);
        }
    }
    restore_rows(&fresh.address(), &mut rows, RestoredSessions::Keep).unwrap();
    assert_eq!(add_user(&fresh, "later").0, 42);
}

#[rstest]
fn sessions_end_unless_they_are_kept(#[values(Sqlite, Postgres)] engine: Engine) {
    let source = filled(Sqlite);
    let target = TestDatabase::new(engine);
    restore(&source.address(), &target.address(), RestoredSessions::End).unwrap();
    assert_eq!(db_count(&target.address(), "sessions"), 0);
    assert_eq!(db_count(&target.address(), "users"), 3);
}

#[rstest]
fn a_restore_leaves_the_schema_as_it_was(#[values(Sqlite, Postgres)] engine: Engine) {
    let schema = |address: &DatabaseUrl| {
        let sql = match engine {
            Sqlite => "SELECT sql AS t FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY 1",
            Postgres => {
                "SELECT indexdef AS t FROM pg_indexes WHERE schemaname = 'public' UNION ALL \
                 SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint \
                 WHERE connamespace = 'public'::regnamespace ORDER BY 1"
            }
        };
        db_texts(address, sql)
    };
    let target = TestDatabase::new(engine);
    let before = schema(&target.address());
    restore(
        &filled(Sqlite).address(),
        &target.address(),
        RestoredSessions::Keep,
    )
    .unwrap();
    assert_eq!(schema(&target.address()), before);
    assert!(before.len() > 60, "{before:?}");
}

#[rstest]
fn a_snapshot_is_one_moment_while_others_write(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    add_user(&database, "before");
    let mut snapshot = Snapshot::open(&database.address()).unwrap();
    add_user(&database, "after");
    let mut names = Vec::new();
    snapshot
        .visit(&mut |table, row| {
            if table == "users" {
                names.push(row[1].clone().unwrap());
            }
            Ok(())
        })
        .unwrap();
    assert_eq!(names, ["before"]);
    assert_eq!(db_count(&database.address(), "users"), 2);
}

#[rstest]
fn triggers_that_guard_a_table_rest_during_a_restore_and_guard_again(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let source = filled(Sqlite);
    let target = TestDatabase::new(engine);
    add_user(&target, "old");
    let guard = match engine {
        Sqlite => {
            "CREATE TRIGGER users_kept BEFORE DELETE ON users BEGIN SELECT RAISE(ABORT, 'users are kept'); END;
             CREATE TRIGGER users_none BEFORE INSERT ON users BEGIN SELECT RAISE(ABORT, 'users are kept'); END"
        }
        Postgres => {
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'users are kept'; END $$;
             CREATE TRIGGER users_kept BEFORE TRUNCATE OR DELETE OR INSERT ON users EXECUTE FUNCTION refuse()"
        }
    };
    db_run(&target.address(), guard);
    restore(&source.address(), &target.address(), RestoredSessions::Keep).unwrap();
    assert_eq!(kept(&target.address()), kept(&source.address()));
    let refused = db_try(&target.address(), "DELETE FROM users").unwrap_err();
    assert!(refused.contains("users are kept"), "{refused}");
}
