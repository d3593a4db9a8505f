//! The role of the servers on PostgreSQL (deploy/postgres/server_role.sql): it runs the whole site and changes no table.

use audit::{NAMES_KEPT, erase_deleted_names, trim_trail};
use chrono::{TimeDelta, Utc};
use kernel::{AccessTerm, StoreError};
use persistence::{RestoredSessions, Snapshot, restore_rows};
use serde_json::json;
use support::{
    Server, TestDatabase,
    catalogue_fixture::{CatalogueFixture, PASSWORD, member},
    databases::{
        open,
        roles::TwoRoles,
        tables::{db_count, db_run, db_try},
    },
};

use crate::server::starting::refused;

/// A migrated database in which the servers' role has its rights.
fn migrated() -> TwoRoles {
    let roles = TwoRoles::new();
    drop(open(&roles.owner()));
    roles.grant();
    roles
}

#[test]
fn the_servers_role_registers_watches_sells_and_deletes() {
    let roles = migrated();
    let settings = [("PORTAL_DEMO", "on"), ("PORTAL_PAYMENTS", "sandbox")];
    // The fixtures import courses and issue keys through this role, as staff's commands do.
    let server = Server::over(TestDatabase::at(roles.server()), &settings);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let video = trader.send("GET", &catalogue.video(0), &[("range", "bytes=0-99")], None);
    assert_eq!((video.status, video.body.len()), (206, 100));
    let position = trader.put(&catalogue.progress(0), &json!({ "watchedSeconds": 95 }));
    assert_eq!(position.ok(200)["completed"], true);
    let _ = trader.get("/api/search?q=futures").ok(200);

    let access = format!("/api/courses/{}/access", catalogue.crypto.0);
    assert_eq!(trader.get(&access).ok(200)["hasAccess"], false);
    let checkout = format!("/api/courses/{}/checkout", catalogue.crypto.0);
    let page = trader.send("POST", &checkout, &[], None).ok(200);
    let (_, order) = page["url"].as_str().unwrap().split_once("?order=").unwrap();
    let _ = trader
        .post(&format!("/api/sandbox/{order}"), &json!({ "outcome": "pay" }))
        .ok(200);
    assert_eq!(trader.get(&access).ok(200)["hasAccess"], true);

    let body = json!({ "email": "trader@example.com" });
    let _ = trader.post("/api/request-reset", &body).ok(200);
    assert_eq!(trader.get("/api/user/export").status, 200);
    let body = json!({ "currentPassword": PASSWORD }).to_string();
    let deleted = trader.send("DELETE", "/api/user", &[], Some(body.as_bytes()));
    assert_eq!(deleted.status, 204);
    let _ = server.visitor().get("/readyz").ok(200);
    assert_eq!(server.visitor().get("/metrics").status, 200);
    let log = server.log();
    assert!(
        !log.contains("permission denied") && !log.contains("must be owner"),
        "{log}"
    );
}

#[test]
fn the_servers_role_ages_the_audit_trail_and_takes_a_backup() {
    let roles = migrated();
    let server = Server::over(TestDatabase::at(roles.server()), &[]);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let body = json!({ "currentPassword": PASSWORD }).to_string();
    let deleted = trader.send("DELETE", "/api/user", &[], Some(body.as_bytes()));
    assert_eq!(deleted.status, 204);
    let later = Utc::now() + NAMES_KEPT + TimeDelta::days(1);
    let erased: Result<usize, StoreError> = server
        .database()
        .write(move |store| erase_deleted_names(store, later));
    assert_eq!(erased.unwrap(), 1);
    assert_eq!(
        db_count(&roles.owner(), "audit_acts WHERE user_name IS NOT NULL"),
        0
    );
    let trimmed: Result<usize, StoreError> =
        server.database().write(move |store| trim_trail(store, 1, later));
    assert!(trimmed.unwrap() > 0);

    let mut snapshot = Snapshot::open(&roles.server()).unwrap();
    let refused = restore_rows(&roles.server(), &mut snapshot, RestoredSessions::End).unwrap_err();
    let line = refused.to_string();
    assert!(line.contains("portal_server does not own its schema"), "{line}");
}

#[test]
fn the_servers_role_changes_no_table_and_no_row_of_the_trail() {
    let roles = migrated();
    let server = Server::over(TestDatabase::at(roles.server()), &[]);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let refused = [
        "DROP TABLE users",
        "ALTER TABLE users ADD COLUMN extra INTEGER",
        "ALTER TABLE audit_acts DISABLE TRIGGER ALL",
        "DROP TRIGGER audit_acts_kept ON audit_acts",
        "TRUNCATE users CASCADE",
        "TRUNCATE audit_acts",
        "CREATE TABLE extra (id INTEGER)",
        "CREATE TEMPORARY TABLE extra (id INTEGER)",
        "CREATE INDEX extra ON users (username)",
        "CREATE FUNCTION extra() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
        "CREATE SCHEMA extra",
        "CREATE ROLE extra",
        "SET ROLE portal_owner",
        "SET session_replication_role = replica",
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('1')",
        "DELETE FROM __diesel_schema_migrations",
        "UPDATE audit_acts SET action = 'users.grant'",
        "UPDATE audit_acts SET number = number + 1",
        "UPDATE audit_state SET id = 2",
        "INSERT INTO audit_state SELECT * FROM audit_state",
        "DELETE FROM audit_state",
    ];
    for sql in refused {
        let error = db_try(&roles.server(), sql).expect_err(sql);
        assert!(
            error.contains("permission denied") || error.contains("must be owner"),
            "{sql}: {error}"
        );
    }
    // Which rows may go says the trigger.
    assert!(db_count(&roles.owner(), "audit_acts") > 0);
    let kept = db_try(&roles.server(), "DELETE FROM audit_acts").unwrap_err();
    assert!(kept.contains("append-only"), "{kept}");
}

#[test]
fn a_role_that_cannot_make_the_tables_gets_the_name_of_the_role_that_can() {
    let roles = TwoRoles::new();
    let line = refused(&roles.server(), &[]);
    assert!(
        line.contains("are not applied")
            && line.contains("the role portal_server does not own its schema")
            && line.contains("portal migrate"),
        "{line}"
    );
    assert_eq!(
        db_count(&roles.owner(), "pg_tables WHERE schemaname = 'public'"),
        0
    );

    drop(open(&roles.owner()));
    roles.grant();
    let newest = "DELETE FROM __diesel_schema_migrations WHERE version IN \
                  (SELECT max(version) FROM __diesel_schema_migrations)";
    db_run(&roles.owner(), newest);
    let line = refused(&roles.server(), &[]);
    assert!(line.contains("1 of its migrations"), "{line}");
}

#[test]
fn tables_of_later_migrations_are_the_servers_to_use() {
    let roles = migrated();
    db_run(
        &roles.owner(),
        "CREATE TABLE later (id SERIAL PRIMARY KEY, text TEXT)",
    );
    db_run(
        &roles.server(),
        "INSERT INTO later (text) VALUES ('a'); UPDATE later SET text = 'b'; DELETE FROM later",
    );
    assert!(db_try(&roles.server(), "DROP TABLE later").is_err());
    // The file may be run again.
    roles.grant();
    assert!(db_try(&roles.server(), "UPDATE audit_acts SET action = ''").is_err());
}
