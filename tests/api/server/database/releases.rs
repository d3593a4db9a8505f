//! What each release left is taken over by this one: its members stay signed in, its course folders are imported, its backups restored.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use rstest::rstest;
use support::{
    Browser, Engine, Postgres, Server, SmtpSink, Sqlite, TestDatabase,
    databases::{
        release_fixture::{
            SignedIn, cookie,
            installation::{self, SLUG, WATCHED, backup, course_folder},
            kept, kept_in, write_databases,
        },
        tables::db_count,
    },
    server::commands::portal,
    waiting::until,
};
use tempfile::TempDir;
use toml::Value;

/// The kept fixtures, and a fixture of this program, of which only a part is made.
fn fixtures(home: &TempDir, make: impl Fn(&Path)) -> Vec<PathBuf> {
    let own = home.path().join("own");
    fs::create_dir(&own).unwrap();
    make(&own);
    kept().into_iter().chain([own]).collect()
}

/// A browser that signed in before.
fn returning(server: &Server, fixture: &Path, who: SignedIn) -> Browser {
    let mut browser = server.visitor();
    browser.set_cookie(Some(&cookie(fixture, who)));
    let user = browser.get("/api/user").ok(200);
    assert_eq!(user["username"], who.name(), "{fixture:?}");
    browser
}

#[rstest]
fn a_member_of_each_release_is_signed_in_still(#[values(Sqlite, Postgres)] engine: Engine) {
    let home = tempfile::tempdir().unwrap();
    for fixture in fixtures(&home, write_databases) {
        let server = Server::over(TestDatabase::of_release(engine, &fixture), &[]);
        let mut member = returning(&server, &fixture, SignedIn::Database);
        let courses = member.get("/api/user/courses").ok(200);
        assert_eq!(
            courses.as_array().map(Vec::len),
            Some(1),
            "{fixture:?}: {courses}"
        );
        assert!(!server.log().contains("panicked"), "{}", server.log());
    }
}

/// The fixture's member had not yet got the mail that confirms the address.
#[rstest]
fn a_mail_that_waited_in_each_release_is_sent_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let home = tempfile::tempdir().unwrap();
    for fixture in fixtures(&home, write_databases) {
        let database = TestDatabase::of_release(engine, &fixture);
        let (sink, address) = (SmtpSink::start(), database.address());
        // What the fixture was filled with besides are no jobs, but rows.
        let waiting = "jobs WHERE kind = 'mail' AND payload = 'verify_address'";
        assert_eq!(db_count(&address, waiting), 1, "{fixture:?}");
        let mut server = Server::over(database, &[("PORTAL_SMTP_URL", &sink.url())]);
        let mail = sink.mail_to("noor@example.com");
        assert!(mail.text().contains("/verify-email?token="), "{}", mail.text());
        until("the job is done", || db_count(&address, waiting) == 0);
        let sent = "outbox WHERE kind = 'verify_address' AND sent_at IS NOT NULL";
        assert_eq!(db_count(&address, sent), 1, "{fixture:?}");
        server.start_again();
        let _ = server.visitor().get("/readyz").ok(200);
        assert_eq!(sink.received().len(), 1, "{fixture:?}");
    }
}

#[rstest]
fn a_backup_of_each_release_is_restored_with_its_members_and_media(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let home = tempfile::tempdir().unwrap();
    for fixture in fixtures(&home, installation::write) {
        let (data, database) = (tempfile::tempdir().unwrap(), TestDatabase::new(engine));
        let file = backup(&fixture).display().to_string();
        let restore = ["restore", &file, "--yes", "--keep-sessions"];
        let _ = portal(data.path(), &database.address(), &restore);
        let media = format!("file://{}", data.path().join("media").display());
        let server = Server::over(database, &[("PORTAL_MEDIA_URL", &media)]);
        let mut member = returning(&server, &fixture, SignedIn::Backup);
        let course = member.get("/api/user/courses").ok(200)[0]["id"].clone();
        let rows = member.get(&format!("/api/courses/{course}/progress")).ok(200);
        assert_eq!(rows[0]["watchedSeconds"], WATCHED, "{fixture:?}: {rows}");
        let lesson = &rows[0]["videoId"];
        let video = member.get(&format!("/media/videos/{lesson}"));
        let original = fs::read(course_folder(&fixture).join("01.mp4")).unwrap();
        assert!(video.status == 200 && video.body == original, "{fixture:?}");
        let lesson = member.get(&format!("/api/videos/{lesson}/lesson")).ok(200);
        assert!(lesson["replay"].is_object(), "{fixture:?}: {lesson}");
        // The drill, beside what is running.
        let drill = data.path().join("drill").display().to_string();
        let verify = ["backup", "verify", &file, "--restore-into", &drill];
        let _ = portal(data.path(), &server.database().address(), &verify);
    }
}

/// Every file below a folder.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}

/// Whether everything that a release wrote is there; a later one may write more.
fn holds(now: &Value, then: &Value) -> bool {
    match (now, then) {
        (Value::Table(now), Value::Table(then)) => then
            .iter()
            .all(|(key, then)| now.get(key).is_some_and(|now| holds(now, then))),
        (Value::Array(now), Value::Array(then)) => {
            now.len() == then.len() && now.iter().zip(then).all(|(now, then)| holds(now, then))
        }
        _ => now == then,
    }
}

#[test]
fn a_course_folder_of_each_release_is_imported_whole() {
    let home = tempfile::tempdir().unwrap();
    for fixture in fixtures(&home, installation::write) {
        let server = Server::start(Sqlite);
        let address = server.database().address();
        let portal = |words: &[&str]| portal(server.data(), &address, words);
        let (folder, again) = (course_folder(&fixture), server.data().join("again"));
        let _ = portal(&["courses", "check", folder.to_str().unwrap()]);
        let _ = portal(&["courses", "import", folder.to_str().unwrap()]);
        let _ = portal(&["courses", "export", SLUG, again.to_str().unwrap()]);
        let (then, now) = (files(&folder), files(&again));
        assert!(then.len() > 10, "{fixture:?}: {:?}", then.keys());
        for (name, then) in then {
            let now = now.get(&name);
            let now = now.unwrap_or_else(|| panic!("{fixture:?}: {} is gone", name.display()));
            if name.extension().is_some_and(|ending| ending == "toml") {
                let [now, then] = [now, &then].map(|bytes| {
                    let text = std::str::from_utf8(bytes).unwrap();
                    text.parse::<toml::Table>().map(Value::Table).unwrap()
                });
                assert!(
                    holds(&now, &then),
                    "{fixture:?}: {}: {now}\n{then}",
                    name.display()
                );
            } else {
                assert!(*now == then, "{fixture:?}: {} differs", name.display());
            }
        }
    }
}

/// Each release of the changelog has a fixture, and a test that upgrades it.
#[test]
fn each_release_of_the_changelog_is_kept() {
    let changelog = Path::new(env!("CARGO_MANIFEST_DIR")).join("../CHANGELOG.md");
    let text = fs::read_to_string(changelog).unwrap();
    let headings = text.lines().filter_map(|line| line.strip_prefix("## "));
    for heading in headings.filter(|heading| !heading.contains("not released")) {
        let (version, _) = heading.split_once(' ').expect("a version and its day");
        // A patch changes neither the schema nor what it reads.
        if version.ends_with(".0") {
            assert!(
                kept_in().join(version).is_dir(),
                "no fixture of {version} is kept"
            );
        }
    }
}
