//! Backups between the databases and the media stores, by the real binary.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use diesel::connection::SimpleConnection as _;
use kernel::DatabaseUrl;
use secrecy::ExposeSecret;
use support::{
    ObjectStore, Postgres, S3Server as _, TestDatabase,
    databases::{
        contents::{Contents, db_contents, db_kept},
        tables::{db_count, db_run, db_texts},
    },
    samples::{add_course, add_user},
    waiting::until,
};

use crate::fixture::{CommandFixture, Outcome, connect, run};

/// An installation on any database and any store.
pub struct Site {
    pub fixture: CommandFixture,
    pub postgres: Option<TestDatabase>,
    store: Option<ObjectStore>,
}

impl Site {
    pub fn on_sqlite() -> Self {
        Self::of(CommandFixture::new(), None, None)
    }

    pub fn on_postgres() -> Self {
        Self::of(CommandFixture::new(), Some(TestDatabase::new(Postgres)), None)
    }

    pub fn of(fixture: CommandFixture, postgres: Option<TestDatabase>, store: Option<ObjectStore>) -> Self {
        Self {
            fixture,
            postgres,
            store,
        }
    }

    pub fn command(&self) -> Command {
        let mut command = self.fixture.command();
        if let DatabaseUrl::Postgres(url) = self.address() {
            command.env("DATABASE_URL", url.expose_secret());
        }
        if let Some(store) = &self.store {
            command.envs(store.settings());
        }
        command
    }

    pub fn portal(&self, words: &[&str]) -> Outcome {
        run(self.command().args(words))
    }

    pub fn address(&self) -> DatabaseUrl {
        match &self.postgres {
            Some(database) => database.address(),
            None => DatabaseUrl::Sqlite(self.fixture.path("data/portal.db")),
        }
    }

    /// The names of the stored media files, and their bytes.
    fn media(&self) -> Vec<(String, Vec<u8>)> {
        let Some(store) = &self.store else {
            let names = self.fixture.media().into_iter();
            let read = |name: &str| fs::read(self.fixture.path("data/media").join(name)).unwrap();
            return names.map(|name| (name.clone(), read(&name))).collect();
        };
        let names = store.objects().into_iter();
        let within = names.map(|name| name.strip_prefix("courses/").unwrap().to_owned());
        within
            .map(|name| (name.clone(), fs::read(store.object(&name)).unwrap()))
            .collect()
    }

    /// Purchase keys are shown under the session key that sealed them.
    fn take_key_of(&self, other: &Self) {
        fs::create_dir_all(self.fixture.path("data")).unwrap();
        let key = "data/session.key";
        fs::copy(other.fixture.path(key), self.fixture.path(key)).unwrap();
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.fixture.path(name)
    }
}

/// Every backup and restore adds to the audit trail.
fn without_audit(mut contents: Contents) -> Contents {
    contents.retain(|table, _| !table.starts_with("audit_"));
    contents
}

fn kept(address: &DatabaseUrl) -> Contents {
    without_audit(db_kept(address))
}

fn contents(address: &DatabaseUrl) -> Contents {
    without_audit(db_contents(address))
}

pub fn text(path: &std::path::Path) -> &str {
    path.to_str().unwrap()
}

/// Many members, so that a restore takes a while.
fn add_members(site: &Site, count: u32) {
    db_run(
        &site.address(),
        &format!(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) \
             INSERT INTO users (username, username_key, email, email_key, password, created_at) \
             SELECT 'm' || i, 'm' || i, i || '@example.com', i || '@example.com', 'hash', '2026-11-22 10:00:00' FROM n"
        ),
    );
}

#[test]
fn a_backup_moves_an_installation_to_postgresql_and_a_bucket_and_back() {
    let first = Site::of(CommandFixture::with_course(), None, None);
    first.fixture.member("mara");
    first.fixture.member("noor");
    let backup = first.portal(&["backup", "b.tar"]);
    assert_eq!(backup.out, "");
    backup.said();
    let second = Site::of(
        CommandFixture::new(),
        Some(TestDatabase::new(Postgres)),
        Some(ObjectStore::start()),
    );
    second.take_key_of(&first);
    let file = first.file("b.tar");
    let said = second
        .portal(&["restore", text(&file), "--keep-sessions", "--yes"])
        .said();
    assert!(
        said.contains("1 course, 2 users") && said.contains("also those that were signed out since"),
        "{said}"
    );
    assert_eq!(kept(&second.address()), kept(&first.address()));
    assert_eq!(second.media(), first.media());
    assert!(!second.file("data/media").exists());
    let doctor = second.portal(&["doctor"]).done();
    assert!(
        doctor.contains("PostgreSQL, reached") && doctor.contains("all there"),
        "{doctor}"
    );
    assert!(
        doctor
            .lines()
            .any(|line| line.starts_with("ok") && line.contains("its index is whole"))
    );
    second.portal(&["backup", "c.tar"]).said();
    let third = Site::on_sqlite();
    third.take_key_of(&first);
    let file = second.file("c.tar");
    third
        .portal(&["restore", text(&file), "--keep-sessions", "--yes"])
        .said();
    assert_eq!(kept(&third.address()), kept(&first.address()));
    assert_eq!(third.media(), first.media());
    assert_eq!(third.fixture.member("late").0, 3);
}

#[test]
fn postgresql_is_restored_over_what_it_holds() {
    let site = Site::on_postgres();
    let database = site.postgres.as_ref().unwrap();
    add_course(database, "futures");
    add_user(database, "kept");
    // The course has no files.
    site.portal(&["backup", "b.tar"]).done();
    let before = contents(&site.address());
    add_course(database, "crypto");
    add_user(database, "later");
    let version = "SELECT version::text AS t FROM catalogue_state";
    let number = |rows: Vec<Option<String>>| rows[0].as_ref().unwrap().parse::<i64>().unwrap();
    let old = number(db_texts(&site.address(), version));
    site.portal(&["restore", "b.tar", "--yes"]).done();
    let mut after = contents(&site.address());
    assert!(number(db_texts(&site.address(), version)) > old);
    after.insert(String::from("catalogue_state"), before["catalogue_state"].clone());
    assert_eq!(after, before);
    assert_eq!(add_user(database, "next").0, 3);
}

#[test]
fn a_database_that_is_not_there_is_refused_before_anything_is_done() {
    let site = Site::of(CommandFixture::with_course(), None, None);
    site.portal(&["backup", "b.tar"]).said();
    let elsewhere = CommandFixture::new();
    let url = "postgres://user:canary@127.0.0.1:1/x";
    let file = site.file("b.tar");
    for words in [&["backup", "c.tar"][..], &["restore", text(&file), "--yes"]] {
        let line = elsewhere.portal_with("DATABASE_URL", url, words).refused();
        assert!(
            line.contains("on PostgreSQL") && !line.contains("canary"),
            "{line}"
        );
    }
    assert!(elsewhere.media().is_empty() && !elsewhere.path("c.tar").exists());
    let empty = TestDatabase::new(Postgres);
    db_run(
        &empty.address(),
        "DROP SCHEMA public CASCADE; CREATE SCHEMA public",
    );
    let empty = Site::of(CommandFixture::new(), Some(empty), None);
    let line = empty.portal(&["backup", "c.tar"]).refused();
    assert!(line.contains("no tables in the database on PostgreSQL"), "{line}");
    empty.portal(&["restore", text(&file), "--yes"]).done();
    assert_eq!(kept(&empty.address()), kept(&site.address()));
}

#[test]
fn a_restore_into_postgresql_that_is_killed_halfway_leaves_the_old_state() {
    let source = Site::of(CommandFixture::with_course(), None, None);
    add_members(&source, 30_000);
    source.portal(&["backup", "b.tar"]).said();
    let site = Site::on_postgres();
    add_user(site.postgres.as_ref().unwrap(), "old");
    let before = contents(&site.address());
    let file = source.file("b.tar");
    let mut restore = site
        .command()
        .args(["restore", text(&file), "--yes"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let at_work = || {
        let sql = "SELECT query AS t FROM pg_stat_activity WHERE datname = current_database() \
                   AND query LIKE 'INSERT INTO \"users\"%'";
        db_texts(&site.address(), sql)
    };
    until("rows are inserted", || !at_work().is_empty());
    restore.kill().unwrap();
    restore.wait().unwrap();
    until("the transaction ends with its program", || at_work().is_empty());
    assert_eq!(contents(&site.address()), before);
    // The next one finds nothing in its way.
    site.portal(&["restore", text(&file), "--yes"]).done();
    assert_eq!(db_count(&site.address(), "users"), 30_000);
}

#[test]
fn a_restore_into_sqlite_that_is_killed_halfway_leaves_the_old_state() {
    let source = Site::of(CommandFixture::new(), Some(TestDatabase::new(Postgres)), None);
    let members = "INSERT INTO users (username, username_key, email, email_key, password, created_at) \
                   SELECT 'm' || i, 'm' || i, i || '@example.com', i || '@example.com', 'hash', now() \
                   FROM generate_series(1, 30000) AS n (i)";
    db_run(&source.address(), members);
    source.portal(&["backup", "b.tar"]).said();
    let site = Site::of(CommandFixture::with_course(), None, None);
    site.fixture.member("old");
    let before = site.fixture.dump();
    let file = source.file("b.tar");
    let mut restore = site
        .command()
        .args(["restore", text(&file), "--yes"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut other = connect(&site.file("data/portal.db"));
    other.batch_execute("PRAGMA busy_timeout = 0").unwrap();
    // Nothing else of a restore holds the lock at three looks in a row.
    let mut locked = 0;
    until("rows are written", || {
        match other.batch_execute("BEGIN IMMEDIATE; ROLLBACK") {
            Ok(()) => locked = 0,
            Err(_) => locked += 1,
        }
        locked == 3
    });
    restore.kill().unwrap();
    restore.wait().unwrap();
    assert_eq!(site.fixture.dump(), before);
    site.portal(&["restore", text(&file), "--yes"]).done();
    assert_eq!(db_count(&site.address(), "users"), 30_000);
}

#[test]
fn a_backup_that_is_killed_leaves_no_file_under_its_name() {
    let site = Site::of(CommandFixture::with_course(), None, None);
    add_members(&site, 30_000);
    let mut backup = site
        .command()
        .args(["backup", "b.tar"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = || {
        let entries = fs::read_dir(site.fixture.folder.path()).unwrap().flatten();
        let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.any(|name| name.starts_with(".portal-backup-"))
    };
    until("the backup begins", begun);
    backup.kill().unwrap();
    backup.wait().unwrap();
    assert!(!site.file("b.tar").exists());
    site.portal(&["backup", "b.tar"]).said();
    site.portal(&["restore", "b.tar", "--yes"]).said();
    assert_eq!(db_count(&site.address(), "users"), 30_000);
}

#[test]
fn a_backup_from_before_the_first_release_is_refused_and_changes_nothing() {
    let site = Site::of(CommandFixture::with_course(), None, None);
    let before = site.fixture.dump();
    let mut tar = tar::Builder::new(fs::File::create(site.file("old.tar")).unwrap());
    let copy = site.file("copy.db");
    site.fixture.sql(&format!("VACUUM INTO '{}'", copy.display()));
    tar.append_path_with_name(&copy, "portal.db").unwrap();
    tar.finish().unwrap();
    let line = site.portal(&["restore", "old.tar", "--yes"]).refused();
    assert!(
        line.contains("before version 1.0.0") && line.contains("nothing was changed"),
        "{line}"
    );
    assert_eq!(site.fixture.dump(), before);
}
