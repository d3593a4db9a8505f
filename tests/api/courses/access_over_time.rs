//! Access that ends while a server runs; its clock is moved by libfaketime, which reads the shift from a file.

use std::path::{Path, PathBuf};

use ::mail::{Mail, MailKind, MailPart, MailStore as _};
use chrono::Utc;
use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Browser, Engine, Postgres, Server, SmtpFault, SmtpSink, Sqlite,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, fresh_key, member, sign_in},
    databases::tables::db_count,
    waiting::until,
};

/// The clock of servers that were started under it.
struct Clock(tempfile::NamedTempFile);

impl Clock {
    fn new() -> Self {
        let clock = Self(tempfile::NamedTempFile::new().unwrap());
        clock.shift("+0d");
        clock
    }

    fn shift(&self, by: &str) {
        std::fs::write(self.0.path(), format!("{by}\n")).unwrap();
    }

    fn server(&self, engine: Engine) -> Server {
        self.server_with(engine, &[])
    }

    fn server_with(&self, engine: Engine, settings: &[(&str, &str)]) -> Server {
        let library = library();
        let clock = [
            ("LD_PRELOAD", library.to_str().unwrap()),
            ("FAKETIME_TIMESTAMP_FILE", self.path().to_str().unwrap()),
            ("FAKETIME_NO_CACHE", "1"),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        ];
        Server::with(engine, &[&clock, settings].concat())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Where Debian puts it, on any architecture.
fn library() -> PathBuf {
    let folders = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let found = folders
        .map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"))
        .find(|path| path.exists());
    found.expect("libfaketime is missing: install Debian's package faketime (make test does)")
}

#[test]
fn an_access_ends_for_calls_pages_and_bytes_alike() {
    let clock = Clock::new();
    let server = clock.server(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Days(10));
    let models = format!("/api/courses/{}/models", catalogue.futures.0);
    let access = format!("/api/courses/{}/access", catalogue.futures.0);
    let _ = browser
        .put(&catalogue.progress(0), &json!({ "watchedSeconds": 42 }))
        .ok(200);

    clock.shift("+9d");
    let range = [("range", "bytes=0-9")];
    assert_eq!(browser.send("GET", &catalogue.video(0), &range, None).status, 206);
    assert_eq!(browser.get(&access).ok(200)["hasAccess"], true);

    clock.shift("+11d");
    browser
        .send("GET", &catalogue.video(0), &range, None)
        .refused(403, "no_access");
    browser
        .put(&catalogue.progress(0), &json!({ "watchedSeconds": 43 }))
        .refused(403, "no_access");
    let closed = browser.get(&access).ok(200);
    assert_eq!(closed["hasAccess"], false);
    assert!(closed["expiresAt"].is_string(), "when it ended is shown");
    assert_eq!(browser.get(&models).ok(200)[0]["videos"][0]["url"], Value::Null);
    assert_eq!(browser.get("/api/user/courses").ok(200), json!([]));
    assert_eq!(browser.get("/api/user/courses?ended=false").ok(200), json!([]));
    let ended = browser.get("/api/user/courses?ended=true").ok(200);
    assert_eq!(ended[0]["id"], catalogue.futures.0);
    assert_eq!(ended[0]["expiresAt"], closed["expiresAt"]);

    let key = fresh_key(&server, catalogue.futures, AccessTerm::Days(5));
    let _ = browser
        .post("/api/user/redeem", &json!({ "purchaseKey": key }))
        .ok(200);
    assert_eq!(browser.send("GET", &catalogue.video(0), &range, None).status, 206);
    clock.shift("+15d");
    assert_eq!(
        browser.send("GET", &catalogue.video(0), &range, None).status,
        206,
        "the new term starts at its redemption"
    );
    let positions = browser
        .get(&format!("/api/courses/{}/progress", catalogue.futures.0))
        .ok(200);
    assert_eq!(
        positions[0]["watchedSeconds"], 42,
        "progress did not survive the gap"
    );
    clock.shift("+17d");
    browser
        .send("GET", &catalogue.video(0), &range, None)
        .refused(403, "no_access");
}

#[test]
fn what_was_answered_before_an_end_is_not_answered_after_it() {
    let clock = Clock::new();
    let server = clock.server(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Days(10));
    let mut unused = sign_in(&server, "Trader");
    let models = format!("/api/courses/{}/models", catalogue.futures.0);
    let is_open = |browser: &mut Browser| browser.get(&models).ok(200)[0]["videos"][0]["url"].is_string();
    let held = |browser: &mut Browser| browser.get("/api/user/courses").ok(200).as_array().map(Vec::len);
    for _ in 0..2 {
        // The second time from what the first one kept, with no commit between an answer and the end.
        for _ in 0..2 {
            assert!(is_open(&mut browser));
            assert_eq!(held(&mut browser), Some(1));
        }
        clock.shift("+10d");
        assert!(!is_open(&mut browser), "the course outlived the access");
        assert_eq!(held(&mut browser), Some(0));
        assert!(!is_open(&mut browser) && browser.is_signed_in());
        clock.shift("+0d");
    }
    for _ in 0..2 {
        assert!(unused.is_signed_in() && is_open(&mut unused));
    }
    clock.shift("+15d");
    assert!(!unused.is_signed_in(), "the answer outlived the session");
    assert!(!is_open(&mut unused));
    clock.shift("+0d");
    assert!(is_open(&mut unused), "what the clock had closed stays closed");
}

#[test]
fn a_session_ends_by_disuse_and_by_age() {
    let clock = Clock::new();
    let server = clock.server(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut used = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut unused = server.visitor();
    let _ = unused
        .post("/api/login", &credentials("Trader", PASSWORD))
        .ok(200);
    for day in [10, 20] {
        clock.shift(&format!("+{day}d"));
        // A write notes the use within its own transaction.
        let _ = used
            .put(&catalogue.progress(0), &json!({ "watchedSeconds": day }))
            .ok(200);
    }
    assert!(used.is_signed_in());
    assert!(!unused.is_signed_in(), "an unused session stays live");
    for day in [30, 40, 50, 59] {
        clock.shift(&format!("+{day}d"));
        let _ = used
            .put(&catalogue.progress(0), &json!({ "watchedSeconds": day }))
            .ok(200);
    }
    clock.shift("+61d");
    assert!(!used.is_signed_in(), "a session lives for ever");
}

#[rstest]
fn a_clock_that_jumps_back_breaks_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let clock = Clock::new();
    let server = clock.server(engine);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Days(10));
    for shift in ["-1h", "+1h", "-2d", "+4000d", "+0d"] {
        clock.shift(shift);
        let _ = server.visitor().get("/api/courses").ok(200);
        let _ = server.visitor().get("/readyz").ok(200);
    }
    assert!(browser.is_signed_in());
    let _ = browser
        .put(&catalogue.progress(0), &json!({ "watchedSeconds": 1 }))
        .ok(200);
}

fn enqueue(server: &Server, to: &str) {
    let mail = Mail {
        kind: MailKind::PurchaseKey,
        to: to.to_owned(),
        reply_to: None,
        subject: String::from("A key"),
        parts: vec![MailPart::Paragraph(String::from("A text."))],
        attachments: Vec::new(),
        turn_off: None,
    };
    server
        .database()
        .write(move |store| store.enqueue_mail(&mail, Utc::now()))
        .unwrap();
}

fn wait_for_failures(server: &Server, mails: i64) {
    let address = server.database().address();
    until("the failures are written down", || {
        db_count(&address, "jobs WHERE last_error IS NOT NULL") >= mails
    });
}

#[rstest]
fn a_clock_that_is_ahead_for_a_while_ends_no_mail_and_no_session(#[values(Sqlite, Postgres)] engine: Engine) {
    let sink = SmtpSink::start();
    sink.always("later@example.com", SmtpFault::Recipient("451 later"));
    let clock = Clock::new();
    let mut server = clock.server_with(engine, &[("PORTAL_SMTP_URL", &sink.url())]);
    let catalogue = CatalogueFixture::open(&server);
    let browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    enqueue(&server, "later@example.com");
    sink.wait_for_tries("later@example.com", 1);
    // Its next try is set by the right clock; a try that is set by the fast clock comes a minute later.
    wait_for_failures(&server, 1);

    // More than the age of a mail that is given up, and than a session's life.
    clock.shift("+70d");
    sink.wait_for_tries("later@example.com", 2);
    // A server that starts under this clock sweeps and sends at once.
    server.start_again();
    enqueue(&server, "later@example.com");
    sink.wait_for_tries("later@example.com", 3);
    // Both failures are written down under the fast clock.
    wait_for_failures(&server, 2);

    clock.shift("+0d");
    sink.clear_faults("later@example.com");
    assert_eq!(
        sink.wait_for(2).len(),
        2,
        "a mail was given up, or waits for seventy days"
    );
    let address = server.database().address();
    assert_eq!(db_count(&address, "sessions"), 1, "a session was deleted");
    let mut again = server.visitor();
    again.set_cookie(browser.cookie());
    assert!(again.is_signed_in());
}
