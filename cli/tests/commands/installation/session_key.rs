//! The session key of a database: no command seals under another one, and what is done once it is lost.

use std::{fs, path::Path};

use kernel::DatabaseUrl;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::{db_count, db_run},
    server::database_setting,
};

use crate::fixture::{CommandFixture, Outcome};

/// Commands that refuse another key than the database's.
const COMMANDS: &[&[&str]] = &[
    &[
        "codes",
        "issue",
        "--course",
        "first-steps",
        "--email",
        "mara@example.com",
    ],
    &["codes", "list"],
    &["courses", "import", "course"],
    &["users", "list"],
    &["mail", "retry", "--all"],
    &["audit", "list"],
    &["demo", "load"],
    &["migrate"],
    &["upgrade", "--check"],
];

/// An installation on a database of either kind, with one course.
struct Site {
    fixture: CommandFixture,
    database: TestDatabase,
}

impl Site {
    fn new(engine: Engine) -> Self {
        let site = Self {
            fixture: CommandFixture::new(),
            database: TestDatabase::new(engine),
        };
        site.fixture.write_course("course", "first-steps", "First steps");
        site.portal(&["courses", "import", "course"]).done();
        site
    }

    fn portal(&self, words: &[&str]) -> Outcome {
        self.from(&self.fixture, "", words)
    }

    /// The command on the same database from another place, with this session key.
    fn from(&self, place: &CommandFixture, key: &str, words: &[&str]) -> Outcome {
        let mut command = place.command();
        command
            .env("DATABASE_URL", database_setting(&self.database.address()))
            .env("PORTAL_SESSION_KEY", key)
            .args(words);
        crate::fixture::run(&mut command)
    }

    fn issue(&self, more: &[&str]) -> String {
        let words = [&["codes", "issue", "--course", "first-steps"], more].concat();
        self.portal(&words).done().trim().to_owned()
    }

    fn key_file(&self) -> std::path::PathBuf {
        self.fixture.path("data/session.key")
    }
}

/// 64 bytes, of which three are these in base64, and so on.
fn given_key(three: &str) -> String {
    format!("{}{}==", three.repeat(21), &three[..2])
}

/// Another folder with the same course, and an empty data folder.
fn elsewhere() -> CommandFixture {
    let place = CommandFixture::new();
    place.write_course("course", "first-steps", "First steps");
    fs::create_dir(place.path("data")).unwrap();
    place
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn place_of(database: &DatabaseUrl) -> String {
    match database {
        DatabaseUrl::Sqlite(path) => path.display().to_string(),
        DatabaseUrl::Postgres(_) => String::from("on PostgreSQL"),
    }
}

#[rstest]
fn a_command_in_another_data_folder_is_refused_and_makes_no_key(#[values(Sqlite, Postgres)] engine: Engine) {
    let site = Site::new(engine);
    site.issue(&[]);
    let place = elsewhere();
    let other = given_key("AQEB");
    let mails = db_count(&site.database.address(), "outbox");
    for words in COMMANDS {
        let missing = site.from(&place, "", words).refused();
        let file = place.path("data/session.key");
        assert!(
            missing.contains(&file.display().to_string()),
            "{words:?}: {missing}"
        );
        let another = site.from(&place, &other, words).refused();
        assert!(
            another.contains("PORTAL_SESSION_KEY is not the one"),
            "{words:?}: {another}"
        );
        for line in [missing, another] {
            assert!(
                line.contains(&place_of(&site.database.address()))
                    && line.contains("`portal session-key replace --yes`"),
                "{words:?}: {line}"
            );
        }
        assert_eq!(names(&place.path("data")), [""; 0], "{words:?}");
    }
    assert_eq!(db_count(&site.database.address(), "outbox"), mails);
    assert_eq!(db_count(&site.database.address(), "purchase_codes"), 1);
    // What reads without sealing works, and the doctor names it.
    site.from(&place, "", &["backup", "b.tar"]).done();
    let doctor = site.from(&place, "", &["doctor"]);
    assert_eq!(doctor.code, Some(1), "{}", doctor.out);
    let line = doctor
        .out
        .lines()
        .find(|line| line.contains("  database  "))
        .unwrap();
    assert!(
        line.starts_with("fail") && line.contains("there is no session key"),
        "{line}"
    );
    assert!(!place.path("data/session.key").exists());
    // In its own folder all is as before.
    site.portal(&["codes", "list"]).done();
}

#[rstest]
fn two_keys_are_accepted_where_one_is_the_databases(#[values(Sqlite, Postgres)] engine: Engine) {
    let site = Site::new(engine);
    site.issue(&[]);
    let old = fs::read_to_string(site.key_file()).unwrap().trim().to_owned();
    let (new, third) = (given_key("AQEB"), given_key("AgIC"));
    let place = elsewhere();
    let list = |key: &str| site.from(&place, key, &["codes", "list"]);
    list(&format!("{new},{third}")).refused();
    list(&format!("{old},{new}")).done();
    list(&format!("{new},{old}")).done();
    // From now on it seals under the new one.
    list(&new).done();
    list(&old).refused();
    list(&format!("{old},{new}")).done();
}

#[rstest]
fn a_lost_key_is_replaced_and_what_is_lost_with_it_is_counted(#[values(Sqlite, Postgres)] engine: Engine) {
    let site = Site::new(engine);
    let shown = site.issue(&[]);
    site.issue(&["--email", "mara@example.com"]);
    let address = site.database.address();
    db_run(
        &address,
        "INSERT INTO users (username, username_key, email, email_key, password, created_at) \
         VALUES ('Noor', 'noor', 'noor@example.com', 'noor@example.com', 'hash', '2026-11-22 10:00:00'); \
         INSERT INTO sessions (user_id, token_hash, device, created_at, last_seen_at, expires_at) \
         VALUES (1, '0011', 'a browser', '2026-11-22 10:00:00', '2026-11-22 10:00:00', '2036-11-22 10:00:00')",
    );
    fs::remove_file(site.key_file()).unwrap();
    site.portal(&["codes", "list"]).refused();
    site.portal(&["session-key", "replace"]).refused();
    assert!(!site.key_file().exists(), "a command that was refused made a key");
    let line = site.portal(&["session-key", "replace", "--yes"]).said();
    assert!(
        line.starts_with(
            "1 session ended; 1 mail, 2 purchase keys and 0 second factors can no longer be read"
        ),
        "{line}"
    );
    assert_eq!(db_count(&address, "sessions"), 0);
    let listed = site.portal(&["codes", "list", "--format", "json"]);
    assert!(listed.err.contains("another session key"), "{}", listed.err);
    assert_eq!(listed.json()[0]["key"], format!("{}-…", &shown[..5]));
    let fresh = site.issue(&[]);
    assert!(site.portal(&["codes", "list"]).done().contains(&fresh));
    let trail = site.portal(&["audit", "list", "--format", "json"]).json();
    assert!(trail.to_string().contains("session-key.replace"), "{trail}");
    let again = site.portal(&["session-key", "replace", "--yes"]).said();
    assert!(again.contains("nothing to do"), "{again}");
    assert_eq!(db_count(&address, "users"), 1);
}

#[rstest]
fn a_restore_adopts_the_key_that_it_finds_or_makes(#[values(Sqlite, Postgres)] engine: Engine) {
    let site = Site::new(engine);
    site.issue(&[]);
    site.portal(&["backup", "b.tar"]).said();
    let backup = site.fixture.path("b.tar").display().to_string();
    let place = elsewhere();
    let restore = site.from(&place, "", &["restore", &backup, "--yes"]);
    assert!(
        restore.code == Some(0) && restore.err.contains("1 purchase key works"),
        "{}",
        restore.err
    );
    assert!(place.path("data/session.key").exists());
    site.from(&place, "", &["users", "list"]).done();
    site.portal(&["users", "list"]).refused();
    site.portal(&["restore", &backup, "--yes"]).said();
    site.portal(&["users", "list"]).done();
    site.from(&place, "", &["users", "list"]).refused();
}
