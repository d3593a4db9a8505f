//! Databases of an older version: what commands say of them, `portal migrate` and `portal upgrade --check`.

use std::fs;

use kernel::DatabaseUrl;
use support::{
    Postgres, TestDatabase,
    databases::{
        contents::db_contents,
        tables::{db_count, db_run, db_texts},
    },
};

use crate::{backups::portable::Site, fixture::CommandFixture};

const REMOVED: &str =
    include_str!("../../../../migrations/sqlite/2026-11-28-100400_orders_create_billing/down.sql");
const MIGRATION: &str = "2026-11-28-100400_orders_create_billing";

/// As a version before this one left it: one migration is missing.
fn make_older(address: &DatabaseUrl) {
    db_run(address, REMOVED);
    db_run(
        address,
        "DELETE FROM __diesel_schema_migrations WHERE version = '20261128100400'; \
         UPDATE program_version SET version = '0.0.1'",
    );
}

fn older_sqlite() -> Site {
    let site = Site::of(CommandFixture::with_course(), None, None);
    site.fixture.member("mara");
    make_older(&site.address());
    site
}

fn files(site: &Site) -> Vec<String> {
    let entries = fs::read_dir(site.file("data")).unwrap().flatten();
    let mut names: Vec<_> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.retain(|name| !name.ends_with("-wal") && !name.ends_with("-shm"));
    names.sort();
    names
}

fn is_older(address: &DatabaseUrl) -> bool {
    let newer = "__diesel_schema_migrations WHERE version = '20261128100400'";
    db_count(address, newer) == 0
}

#[test]
fn commands_leave_an_older_database_alone_and_name_the_way() {
    let site = older_sqlite();
    let before = site.fixture.dump();
    for words in [
        &["users", "list"][..],
        &["courses", "import", "course"],
        &["demo", "load"],
    ] {
        let line = site.portal(words).refused();
        assert!(line.contains("portal migrate"), "{line}");
    }
    let doctor = site.portal(&["doctor"]);
    assert_eq!(doctor.code, Some(1));
    assert!(doctor.out.contains("portal migrate"), "{}", doctor.out);
    assert!(is_older(&site.address()));
    assert_eq!(site.fixture.dump(), before);
}

#[test]
fn migrate_copies_an_embedded_database_and_brings_it_up() {
    let site = older_sqlite();
    let said = site.portal(&["migrate"]).said();
    let copy = files(&site)
        .into_iter()
        .find(|name| name.starts_with("portal.db.copy-"));
    let copy = copy.expect("a copy");
    assert!(said.contains("1 migration") && said.ends_with(&copy), "{said}");
    assert!(copy.ends_with("-0.0.1"), "{copy}");
    assert!(!is_older(&site.address()));
    site.portal(&["users", "list"]).done();
    // The way back: the copy in place of the database.
    let copy = DatabaseUrl::Sqlite(site.file("data").join(copy));
    assert!(is_older(&copy) && db_count(&copy, "users") == 1);
    let again = site.portal(&["migrate"]).said();
    assert!(again.contains("nothing to do"), "{again}");
    assert_eq!(
        files(&site).iter().filter(|name| name.contains(".copy-")).count(),
        1
    );
    let line = CommandFixture::new().portal(&["migrate"]).refused();
    assert!(line.contains("no database"), "{line}");
}

#[test]
fn a_postgresql_is_migrated_after_a_backup_by_the_newer_program() {
    let site = Site::on_postgres();
    make_older(&site.address());
    let line = site.portal(&["migrate"]).refused();
    assert!(
        line.contains("portal backup FILE") && line.contains("PORTAL_MIGRATE=on"),
        "{line}"
    );
    assert!(is_older(&site.address()));
    // It is noted in the older database, and restores.
    site.portal(&["backup", "b.tar"]).done();
    assert!(is_older(&site.address()));
    site.portal(&["backup", "verify", "b.tar"]).said();
    let said = site.portal(&["migrate"]).said();
    assert!(
        said.contains("1 migration") && !said.contains("before is"),
        "{said}"
    );
    assert!(!is_older(&site.address()));
    let other = Site::on_postgres();
    make_older(&other.address());
    let mut command = other.command();
    crate::fixture::run(command.env("PORTAL_MIGRATE", "on").arg("migrate")).said();
    assert!(!is_older(&other.address()));
}

#[test]
fn migrate_makes_the_tables_of_an_empty_postgresql() {
    let empty = TestDatabase::new(Postgres);
    db_run(
        &empty.address(),
        "DROP SCHEMA public CASCADE; CREATE SCHEMA public",
    );
    let site = Site::of(CommandFixture::new(), Some(empty), None);
    let line = site.portal(&["upgrade", "--check"]).refused();
    assert!(line.contains("empty"), "{line}");
    site.portal(&["migrate"]).said();
    assert_eq!(db_count(&site.address(), "users"), 0);
}

#[test]
fn a_check_says_what_would_be_done_and_changes_nothing() {
    for site in [older_sqlite(), {
        let site = Site::on_postgres();
        make_older(&site.address());
        site
    }] {
        let sqlite = site.postgres.is_none();
        let state = || {
            let version = db_texts(&site.address(), "SELECT version AS t FROM program_version");
            (
                db_contents(&site.address()),
                version,
                sqlite.then(|| files(&site)),
            )
        };
        let before = state();
        let out = site.portal(&["upgrade", "--check"]).done();
        for part in [
            &format!("version     {}, after 0.0.1", env!("CARGO_PKG_VERSION")),
            "migrations  1\n",
            MIGRATION,
            "time        ",
            "room        ",
            "rows        ",
        ] {
            assert!(out.contains(part), "{part}: {out}");
        }
        assert_eq!(out.contains("on a copy"), sqlite, "{out}");
        assert!(is_older(&site.address()) && state() == before);
    }
    let current = CommandFixture::with_course();
    assert!(
        current
            .portal(&["upgrade", "--check"])
            .done()
            .contains("migrations  0\n")
    );
    assert!(current.portal(&["upgrade"]).misused().contains("--check"));
    assert!(
        CommandFixture::new()
            .portal(&["upgrade", "--check"])
            .refused()
            .contains("no database")
    );
}

#[test]
fn a_newer_database_is_refused_by_every_command_in_one_line() {
    let site = Site::of(CommandFixture::with_course(), None, None);
    db_run(&site.address(), "UPDATE program_version SET version = '99.1.0'");
    let before = (site.fixture.dump(), files(&site));
    for words in [&["migrate"][..], &["upgrade", "--check"], &["users", "list"]] {
        let line = site.portal(words).refused();
        let this = format!("this is version {}", env!("CARGO_PKG_VERSION"));
        assert!(line.contains("99.1.0") && line.contains(&this), "{line}");
    }
    assert_eq!((site.fixture.dump(), files(&site)), before);
}
