//! The triggers of the trail: each that is missing or disabled is noticed.

use kernel::DatabaseUrl;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::{db_run, db_texts},
};

fn missing(database: &TestDatabase) -> Vec<&'static str> {
    database.read(|store| store.missing_audit_guards()).unwrap()
}

/// Every trigger of the trail's tables, with its table.
fn triggers(address: &DatabaseUrl) -> Vec<(String, String)> {
    let query = match address {
        DatabaseUrl::Sqlite(_) => {
            "SELECT name || ' ' || tbl_name AS t FROM sqlite_schema WHERE type = 'trigger' AND tbl_name LIKE 'audit%'"
        }
        DatabaseUrl::Postgres(_) => {
            "SELECT g.tgname::text || ' ' || t.relname::text AS t FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid \
             WHERE NOT g.tgisinternal AND t.relname LIKE 'audit%'"
        }
    };
    let rows = db_texts(address, query).into_iter().flatten();
    rows.map(|row| {
        row.split_once(' ')
            .map(|(name, table)| (name.to_owned(), table.to_owned()))
            .unwrap()
    })
    .collect()
}

#[rstest]
fn every_trigger_of_the_trail_that_is_gone_is_named(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let address = database.address();
    assert_eq!(missing(&database), [""; 0]);
    let all = triggers(&address);
    assert!(all.len() >= 4, "{all:?}");
    let mut dropped = Vec::new();
    for (name, table) in all {
        db_run(
            &address,
            &match engine {
                Engine::Sqlite => format!("DROP TRIGGER {name};"),
                Engine::Postgres => format!("DROP TRIGGER {name} ON {table};"),
            },
        );
        dropped.push(name);
        dropped.sort();
        let mut found = missing(&database);
        found.sort_unstable();
        assert_eq!(found, dropped);
    }
}

#[test]
fn a_disabled_trigger_is_none() {
    let database = TestDatabase::new(Postgres);
    let address = database.address();
    let set = |how: &str| {
        db_run(
            &address,
            &format!("ALTER TABLE audit_acts {how} TRIGGER audit_acts_kept;"),
        )
    };
    for (how, expected) in [
        ("DISABLE", &["audit_acts_kept"][..]),
        ("ENABLE REPLICA", &["audit_acts_kept"]),
        ("ENABLE ALWAYS", &[]),
        ("ENABLE", &[]),
    ] {
        set(how);
        assert_eq!(missing(&database), expected, "{how}");
    }
}
