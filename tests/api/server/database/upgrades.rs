//! A server of a newer version takes over the database of an older one, and a server of the older one goes on beside it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use chrono::Utc;
use kernel::{AccessTerm, DatabaseUrl};
use persistence::{LastBackup, WithoutBackup, note_backup, upgrade};
use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Server, Sqlite, TestDatabase,
    catalogue_fixture::{CatalogueFixture, member, sign_in},
    databases::{
        later_releases::later,
        tables::{db_count, db_run},
    },
    waiting::{SetOnDrop, until},
};

use crate::server::starting::refused;

const REMOVED: &str =
    include_str!("../../../../migrations/sqlite/2026-11-28-100400_orders_create_billing/down.sql");

/// As a version before this one left it: one migration is missing.
fn make_older(address: &DatabaseUrl) {
    db_run(address, REMOVED);
    db_run(
        address,
        "DELETE FROM __diesel_schema_migrations WHERE version = '20261128100400'; \
         UPDATE program_version SET version = '0.0.1'",
    );
}

#[test]
fn an_embedded_database_is_copied_before_it_is_migrated_and_the_log_says_where() {
    let mut server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    server.kill();
    let address = server.database().address();
    make_older(&address);
    server.start_again();
    server.wait_for_log("the database was copied before it was migrated");
    let log = server.log();
    let (_, rest) = log.split_once("\"copy\":\"").expect("the copy's place");
    let (copy, _) = rest.split_once('"').unwrap();
    let copy = DatabaseUrl::Sqlite(copy.into());
    let missing = "sqlite_schema WHERE type = 'table' AND name = 'order_billing'";
    assert_eq!(db_count(&copy, missing), 0);
    assert_eq!(db_count(&address, missing), 1);
    assert_eq!(db_count(&copy, "users"), 1);
    let mut again = server.visitor();
    again.set_cookie(trader.cookie());
    let _ = again.get("/api/user").ok(200);
}

#[test]
fn a_postgresql_is_migrated_after_a_backup_or_on_demand_and_never_else() {
    let database = TestDatabase::new(Postgres);
    let address = database.address();
    make_older(&address);
    let line = refused(&address, &[]);
    assert!(
        line.contains("portal backup") && line.contains("PORTAL_MIGRATE=on"),
        "{line}"
    );
    let missing = "pg_tables WHERE tablename = 'order_billing'";
    assert_eq!(db_count(&address, missing), 0);
    let backup = LastBackup {
        at: Utc::now(),
        place: String::from("b.tar"),
    };
    note_backup(&address, &backup).unwrap();
    let server = Server::over(database, &[]);
    let _ = server.visitor().get("/readyz").ok(200);
    assert_eq!(db_count(&address, missing), 1);
    drop(server);
    let other = TestDatabase::new(Postgres);
    make_older(&other.address());
    let server = Server::over(other, &[("PORTAL_MIGRATE", "on")]);
    let _ = server.visitor().get("/readyz").ok(200);
}

/// The program before runs on the schema after: what is widened, and then filled, disturbs no request of a server of this version.
#[rstest]
fn a_server_goes_on_while_a_newer_version_migrates_its_database(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let (stop, answered) = (AtomicBool::new(false), AtomicUsize::new(0));
    let address = server.database().address();
    std::thread::scope(|scope| {
        let over = SetOnDrop(&stop);
        // As many devices as may watch at once.
        for _ in 0..2 {
            scope.spawn(|| {
                let mut browser = sign_in(&server, "Trader");
                while !stop.load(Ordering::SeqCst) {
                    let _ = browser.get("/api/user").ok(200);
                    let report = json!({ "watchedSeconds": 5 });
                    let _ = browser.put(&catalogue.progress(0), &report).ok(200);
                    answered.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        for number in 1..=2 {
            let before = answered.load(Ordering::SeqCst);
            until("requests are answered", || {
                answered.load(Ordering::SeqCst) >= before + 5
            });
            upgrade(&address, &later(number), WithoutBackup::Migrated, Utc::now()).unwrap();
        }
        let before = answered.load(Ordering::SeqCst);
        until("requests are answered", || {
            answered.load(Ordering::SeqCst) >= before + 5
        });
        drop(over);
    });
    assert!(!server.log().contains("panicked"));
}
