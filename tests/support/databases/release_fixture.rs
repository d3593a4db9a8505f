//! What a release leaves with its operators and its visitors, small, which later builds must take over in their tests.
//!
//! A folder a release: `portal.db` and `postgres.sql` have rows in every table and a member who is signed in; `course` is a course folder
//! with everything that a lesson may have, as the release exports it; `backup.tar` is a backup of an installation with that course and a
//! member; `browser` is what a browser keeps of the pages. `cookies.json` has the cookies of both members. `make release-fixture` writes
//! all of it.

pub mod browser;
pub mod installation;

use std::{
    fs,
    path::{Path, PathBuf},
};

use kernel::{AccessTerm, DatabaseUrl};
use persistence::{RestoredSessions, Snapshot, restore_rows};
use serde_json::{Value, json};

use super::{
    Engine, TestDatabase,
    contents::db_fill,
    tables::{db_run, db_texts},
};
use crate::{
    Browser, Server,
    catalogue_fixture::member,
    samples::{account, add_course, add_key, noon},
};

const SQLITE: &str = "portal.db";
const POSTGRES: &str = "postgres.sql";
const COOKIES: &str = "cookies.json";

/// A member who is signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignedIn {
    /// In `portal.db` and `postgres.sql`.
    Database,
    /// In `backup.tar`.
    Backup,
}

impl SignedIn {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Database => "Noor",
            Self::Backup => "Mara",
        }
    }
}

/// Where fixtures are kept, a folder a release.
#[must_use]
pub fn kept_in() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/releases")
}

/// Every fixture that is kept.
#[must_use]
pub fn kept() -> Vec<PathBuf> {
    let entries = fs::read_dir(kept_in()).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Writes the fixture of this program, all of it.
///
/// # Panics
/// Where the folder cannot be written, or has a fixture already.
pub fn write(folder: &Path) {
    assert!(!folder.exists(), "a fixture that was released is never made anew");
    fs::create_dir_all(folder).expect("the folder cannot be made");
    // The staff command runs in a folder of its own.
    let folder = &fs::canonicalize(folder).expect("the folder is there");
    write_databases(folder);
    installation::write(folder);
    browser::write(folder);
}

/// Writes a fixture's databases alone.
///
/// # Panics
/// Where the folder cannot be written.
pub fn write_databases(folder: &Path) {
    let sqlite = TestDatabase::new(Engine::Sqlite);
    let (address, target) = (sqlite.address(), folder.join(SQLITE));
    db_fill(&address);
    // The member's course is imported, which removes packages of videos that no course names.
    db_run(&address, "CREATE TABLE filled AS SELECT * FROM video_packages");
    add_member(&sqlite, SignedIn::Database, folder);
    db_run(
        &address,
        "INSERT INTO video_packages SELECT * FROM filled; DROP TABLE filled",
    );
    let path = target.display().to_string().replace('\'', "''");
    db_run(&address, &format!("VACUUM INTO '{path}'"));
    let postgres = TestDatabase::new(Engine::Postgres);
    let mut rows = Snapshot::open(&address).expect("the rows");
    restore_rows(&postgres.address(), &mut rows, RestoredSessions::Keep).expect("the rows in PostgreSQL");
    fs::write(folder.join(POSTGRES), postgres.dump()).expect("the folder cannot be written");
}

/// Adds a member who is signed in. No server runs on the database, because it would clean up what is old; another one, on a database of its
/// own, gives the cookie.
fn add_member(database: &TestDatabase, who: SignedIn, folder: &Path) {
    let course = add_course(database, "futures");
    let key = add_key(database, course, AccessTerm::Lifetime, 1);
    let account = account(who.name(), &key, 1);
    database
        .write(move |store| purchase_keys::register(store, &account, noon()))
        .unwrap_or_else(|error: purchase_keys::RegisterError| panic!("{error}"));
    let server = Server::start(Engine::Sqlite);
    let course = add_course(server.database(), "futures");
    let browser = member(&server, who.name(), course, AccessTerm::Lifetime);
    let hash = db_texts(
        &server.database().address(),
        "SELECT hex(token_hash) AS t FROM sessions",
    );
    let hash = hash[0].as_deref().expect("a session");
    let own = format!(
        "user_id = (SELECT id FROM users WHERE username = '{}')",
        who.name()
    );
    let address = database.address();
    db_run(
        &address,
        &format!("UPDATE sessions SET token_hash = X'{hash}' WHERE {own}"),
    );
    stay_signed_in(&address, &own);
    keep_cookie(folder, who, &browser);
}

/// Sessions end 14 days after they were used last; those of a fixture are used for as long as it is kept.
fn stay_signed_in(address: &DatabaseUrl, which: &str) {
    let times = "last_seen_at = '2999-01-01 00:00:00', expires_at = '2999-03-01 00:00:00'";
    db_run(address, &format!("UPDATE sessions SET {times} WHERE {which}"));
}

fn cookies(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join(COOKIES));
    text.map_or_else(
        |_| json!({}),
        |text| serde_json::from_str(&text).expect("cookies"),
    )
}

fn keep_cookie(folder: &Path, who: SignedIn, browser: &Browser) {
    let mut cookies = cookies(folder);
    cookies[who.name()] = json!(browser.cookie().expect("a member is signed in"));
    fs::write(folder.join(COOKIES), format!("{cookies:#}\n")).expect("the folder cannot be written");
}

/// The cookie of a member who signed in before the release was replaced.
///
/// # Panics
/// Where it is not there.
#[must_use]
pub fn cookie(fixture: &Path, who: SignedIn) -> String {
    let cookies = cookies(fixture);
    let cookie = cookies[who.name()].as_str();
    cookie
        .unwrap_or_else(|| panic!("{fixture:?} has no cookie"))
        .to_owned()
}

/// A fixture's embedded database, copied into a folder.
///
/// # Panics
/// Where it is not there.
#[must_use]
pub fn load_sqlite(fixture: &Path, into: &Path) -> DatabaseUrl {
    let target = into.join(SQLITE);
    fs::copy(fixture.join(SQLITE), &target).expect("a fixture");
    DatabaseUrl::Sqlite(target)
}

/// Puts a fixture in place of all that a PostgreSQL database holds.
///
/// # Panics
/// Where it is not there.
pub fn load_postgres(fixture: &Path, into: &DatabaseUrl) {
    let dump = fs::read_to_string(fixture.join(POSTGRES)).expect("a fixture");
    db_run(into, "DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    // Commands of psql, which pg_dump writes around the statements.
    let statements: Vec<_> = dump
        .lines()
        .filter(|line| !line.starts_with("\\restrict ") && !line.starts_with("\\unrestrict "))
        .filter(|line| *line != "CREATE SCHEMA public;")
        .collect();
    db_run(into, &statements.join("\n"));
}
