//! Moving in: members of another site, imported while the server runs.

mod again;
mod invitations;
mod lists;
mod passwords;
mod refused;
mod size;

use std::process::Command;

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Browser, Engine, Postgres, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, credentials, member, registration},
    databases::{
        old_site::{OLD_KEY, OLD_PASSWORD, OldSite, courses_of},
        tables::{db_count, db_texts},
    },
    server::run_to_end,
};
use tempfile::TempDir;

/// A server with a catalogue, and the dump of the site before it.
pub struct Move {
    pub server: Server,
    pub catalogue: CatalogueFixture,
    pub old: OldSite,
    /// Holds the dump.
    _folder: TempDir,
}

impl Move {
    /// With so many members beside those with a password.
    pub fn of(engine: Engine, people: usize) -> Self {
        let server = Server::start(engine);
        let catalogue = CatalogueFixture::open(&server);
        let folder = tempfile::tempdir().unwrap();
        let courses = courses_of(server.database());
        let old = OldSite::write(&folder.path().join("old"), &courses, people);
        Self {
            server,
            catalogue,
            old,
            _folder: folder,
        }
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = self.server.portal("owner");
        command.args(["users"]).args(words);
        command
    }

    /// Exit code, standard output, standard error.
    pub fn run(&self, words: &[&str]) -> (Option<i32>, String, String) {
        run_to_end::<&str>(&mut self.command(words), &[])
    }

    /// Imports the folder; the rows of the report, and what was said.
    #[track_caller]
    pub fn import(&self, more: &[&str]) -> (Value, String) {
        let folder = self.old.folder().to_str().unwrap().to_owned();
        let mut words = vec!["import", &folder, "--yes", "--format", "json"];
        words.extend(more);
        let (code, out, err) = self.run(&words);
        assert_eq!(code, Some(0), "{out}{err}");
        (serde_json::from_str(&out).unwrap(), err)
    }

    /// Refused lines.
    #[track_caller]
    pub fn refusals(&self, more: &[&str]) -> String {
        let folder = self.old.folder().to_str().unwrap().to_owned();
        let mut words = vec!["import", &folder, "--yes"];
        words.extend(more);
        let (code, _, err) = self.run(&words);
        assert_eq!(code, Some(1), "{err}");
        err
    }

    pub fn count(&self, rows: &str) -> i64 {
        db_count(&self.server.database().address(), rows)
    }

    pub fn sign_in(&self, name: &str) -> Browser {
        let mut browser = self.server.visitor();
        let _ = browser
            .post("/api/login", &credentials(name, OLD_PASSWORD))
            .ok(200);
        browser
    }
}

/// The counts of a file in a report.
#[track_caller]
pub fn counts(report: &Value, file: &str) -> [u64; 5] {
    let rows = report.as_array().unwrap();
    let row = rows.iter().find(|row| row["file"] == file).expect(file);
    ["rows", "new", "changed", "unchanged", "refused"].map(|name| row[name].as_u64().unwrap())
}

#[rstest]
fn members_come_with_their_courses_and_at_the_second_where_they_stopped(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let moved = Move::of(engine, 2);
    let address = moved.server.database().address();
    let dry = moved.import(&["--dry-run"]);
    assert!(dry.1.contains("nothing was written"), "{}", dry.1);
    assert_eq!(moved.count("users"), 0);
    let (report, said) = moved.import(&[]);
    assert_eq!(report, dry.0, "a dry run says what an import does");
    assert!(
        said.contains("discord_invites.csv: the file is not imported"),
        "{said}"
    );
    assert_eq!(counts(&report, "users.csv"), [10, 10, 0, 0, 0]);
    assert_eq!(counts(&report, "user_course_access.csv"), [20, 20, 0, 0, 0]);
    assert_eq!(
        counts(&report, "video_progress.csv")[1],
        moved.count("video_progress") as u64
    );
    assert_eq!(counts(&report, "purchase_codes.csv"), [2, 1, 0, 1, 0]);
    // No mail, not even of the access that had ended.
    assert_eq!(moved.count("outbox"), 0);
    assert_eq!(moved.count("access_notices"), 1);
    assert_eq!(
        db_texts(
            &address,
            "SELECT subject AS t FROM audit_acts WHERE action = 'users.import'"
        )
        .len(),
        1
    );

    let mut bcrypt = moved.sign_in("bcrypt@example.com");
    let me = bcrypt.get("/api/user").ok(200);
    assert_eq!(
        (&me["username"], &me["emailVerified"]),
        (&json!("bcrypt"), &json!(true))
    );
    let ended = bcrypt
        .get(&format!("/api/courses/{}/access", moved.catalogue.futures.0))
        .ok(200);
    assert_eq!(
        ended,
        json!({ "hasAccess": false, "expiresAt": "2026-02-01T12:00:00Z" })
    );
    let mut scrypt = moved.sign_in("scrypt");
    let progress = scrypt
        .get(&format!("/api/courses/{}/progress", moved.catalogue.futures.0))
        .ok(200);
    assert_eq!(
        progress.as_array().unwrap().len(),
        moved.catalogue.videos.len(),
        "{progress}"
    );
    assert!(
        progress
            .as_array()
            .unwrap()
            .iter()
            .all(|row| row["watchedSeconds"] == 30),
        "{progress}"
    );
    let member = moved.run(&["show", "scrypt", "--format", "json"]).1;
    assert!(member.contains("\"importedAt\": \"20"), "{member}");
    let waiting = moved
        .run(&["list", "--imported", "--not-started", "--format", "json"])
        .1;
    let waiting: Value = serde_json::from_str(&waiting).unwrap();
    assert_eq!(waiting.as_array().unwrap().len(), 8, "two of ten have signed in");
}

#[rstest]
fn an_unused_key_works_in_its_old_spelling(#[values(Sqlite, Postgres)] engine: Engine) {
    let moved = Move::of(engine, 0);
    let _ = moved.import(&["--key-access", "6m"]);
    let mut visitor = moved.server.visitor();
    let key = json!({ "purchaseKey": "gold2024-AB12" });
    assert_eq!(
        visitor.post("/api/verify-purchase-key", &key).ok(200)["course"]["id"],
        moved.catalogue.futures.0
    );
    let _ = visitor
        .post("/api/register", &registration("Newcomer", OLD_KEY))
        .ok(201);
    let _ = visitor
        .post("/api/verify-purchase-key", &key)
        .refused(400, "purchase_key_invalid");
    let used = json!({ "purchaseKey": "USED-2024-AB12" });
    let _ = visitor
        .post("/api/verify-purchase-key", &used)
        .refused(400, "purchase_key_invalid");
    let user = visitor.get("/api/user").ok(200);
    assert_eq!(user["emailVerified"], false, "an old key proves no address");
    let mut staff = moved.server.portal("owner");
    let (_, keys, _) = run_to_end(&mut staff, &["codes", "list", "--format", "json"]);
    assert!(keys.contains(OLD_KEY), "{keys}");
}

#[rstest]
fn an_account_that_is_here_keeps_what_is_its_own(#[values(Sqlite, Postgres)] engine: Engine) {
    let moved = Move::of(engine, 0);
    let mut here = member(
        &moved.server,
        "Phpass",
        moved.catalogue.crypto,
        AccessTerm::Lifetime,
    );
    let before = here.get("/api/user").ok(200);
    let (report, _) = moved.import(&[]);
    assert_eq!(counts(&report, "users.csv"), [8, 7, 0, 1, 0]);
    assert_eq!(
        here.get("/api/user").ok(200),
        before,
        "neither name nor password changes"
    );
    let courses = here.get("/api/user/courses").ok(200);
    assert_eq!(courses.as_array().unwrap().len(), 2, "{courses}");
    let mut old = moved.server.visitor();
    let _ = old
        .post("/api/login", &credentials("Phpass", OLD_PASSWORD))
        .refused(401, "invalid_credentials");
}
