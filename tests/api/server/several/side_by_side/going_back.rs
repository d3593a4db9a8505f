//! From this release back to the older one, on each database as docs/upgrading.md says.

use std::{fs, path::PathBuf};

use kernel::DatabaseUrl;
use serde_json::{Value, json};
use support::{
    Browser, Postgres, Server, Sqlite, catalogue_fixture::registration, databases::tables::db_run,
};

use super::site::{Site, World, command, issue, refused_by_older};

/// How far the member has watched, before the upgrade and after it.
const BEFORE: i64 = 1;
const AFTER: i64 = 2;

/// A member whose session outlives every server.
struct Member {
    cookie: String,
    progress: String,
    course: i64,
}

impl Member {
    fn register(site: &Site, world: &World) -> Self {
        let mut browser = Browser::of_any_version(site.older.address());
        let key = issue(&site.older, "lessons", 1);
        let _ = browser
            .post("/api/register", &registration("Trader", &key[0]))
            .ok(201);
        Self {
            cookie: browser.cookie().expect("it is signed in").to_owned(),
            progress: format!("/api/videos/{}/progress", world.catalogue.video),
            course: world.catalogue.lessons,
        }
    }

    fn browser(&self, server: &Server) -> Browser {
        let mut browser = Browser::of_any_version(server.address());
        browser.set_cookie(Some(&self.cookie));
        browser
    }

    fn watch(&self, server: &Server, seconds: i64) {
        let report = json!({ "watchedSeconds": seconds });
        let _ = self.browser(server).put(&self.progress, &report).ok(200);
    }

    fn watched(&self, server: &Server) -> Value {
        let path = format!("/api/courses/{}/progress", self.course);
        self.browser(server).get(&path).ok(200)[0]["watchedSeconds"].clone()
    }
}

/// The older server serves as before the upgrade, and goes on from there.
fn assert_back(site: &Site, member: &Member) {
    assert_eq!(member.watched(&site.older), BEFORE);
    member.watch(&site.older, AFTER);
    assert_eq!(member.watched(&site.older), AFTER);
    let log = site.older.log();
    assert!(!log.contains("\"ERROR\""), "{log}");
}

#[test]
#[ignore = "needs the programs of an older release; make side-by-side builds them"]
fn the_copy_beside_an_embedded_database_is_the_way_back() {
    let (mut site, world) = Site::open(Sqlite);
    let member = Member::register(&site, &world);
    member.watch(&site.older, BEFORE);
    assert!(site.older.terminate().success());

    let mut newer = site.older.newer_beside(&[]);
    assert_eq!(member.watched(&newer), BEFORE);
    member.watch(&newer, AFTER);
    assert!(newer.terminate().success());
    let line = refused_by_older(&site.address(), site.older.data());
    assert!(line.contains("newer version"), "{line}");

    let DatabaseUrl::Sqlite(database) = site.address() else {
        panic!("an embedded database was asked for");
    };
    for ending in ["-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{ending}", database.display()));
    }
    let beside = fs::read_dir(database.parent().unwrap()).unwrap();
    let copies: Vec<PathBuf> = beside
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().contains(".db.copy-"))
        .collect();
    let [copy] = copies.as_slice() else {
        panic!("not one copy: {copies:?}");
    };
    fs::rename(copy, &database).unwrap();
    site.older.start_again();
    assert_back(&site, &member);
}

#[test]
#[ignore = "needs the programs of an older release; make side-by-side builds them"]
fn a_backup_by_the_older_release_is_the_way_back_of_a_postgresql() {
    let (mut site, world) = Site::open(Postgres);
    let member = Member::register(&site, &world);
    member.watch(&site.older, BEFORE);
    let file = site.older.data().join("before.tar").display().to_string();
    let _ = command(&site.older, &["backup", &file]);

    // The backup is known, so that no setting is needed.
    let mut newer = site.older.newer_beside(&[]);
    assert_eq!(member.watched(&newer), BEFORE);
    member.watch(&newer, AFTER);
    assert_eq!(member.watched(&site.older), AFTER);
    for server in [&mut newer, &mut site.older] {
        assert!(server.terminate().success());
    }
    let line = refused_by_older(&site.address(), site.older.data());
    assert!(line.contains("newer version"), "{line}");

    db_run(
        &site.address(),
        "DROP SCHEMA public CASCADE; CREATE SCHEMA public",
    );
    let _ = command(&site.older, &["restore", &file, "--yes", "--keep-sessions"]);
    site.older.start_again();
    assert_back(&site, &member);
    assert_eq!(site.count("pg_tables WHERE tablename = 'live_sessions'"), 0);
}
