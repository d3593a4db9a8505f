//! A log that cannot be written costs lines and nothing else.

use std::{
    fs::File,
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Browser, Sqlite, TestDatabase,
    catalogue_fixture::{credentials, registration},
    databases::held_lock::HeldLock,
    http::available_again,
    samples::{add_course, add_key, videos_of},
    server::{ports::free_port, server_command},
    waiting::{PAUSE, until},
};

/// A little longer than SQLite's `busy_timeout`.
const LOCK_WAIT: Duration = Duration::from_secs(6);

/// A server whose log is not read by the test.
struct Unread {
    child: Child,
    browser: Browser,
    _folder: tempfile::TempDir,
}

impl Unread {
    fn start(database: &TestDatabase, log: Stdio) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        let mut child = server_command(folder.path(), &database.address())
            .env("PORTAL_LISTEN", format!("127.0.0.1:{port}"))
            // A line and more for each request.
            .env("RUST_LOG", "trace")
            .stderr(log)
            .spawn()
            .unwrap();
        let mut browser = Browser::new(([127, 0, 0, 1], port).into());
        until("the server starts", || {
            assert!(child.try_wait().unwrap().is_none(), "the server ended");
            browser.try_send("GET", "/healthz", &[], None).is_ok()
        });
        Self {
            child,
            browser,
            _folder: folder,
        }
    }
}

impl Drop for Unread {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Debug, Clone, Copy)]
enum Log {
    FullDisk,
    ClosedPipe,
    /// The reader is there and reads nothing.
    StuckPipe,
}

#[rstest]
fn a_log_that_cannot_be_written_touches_no_request(
    #[values(Log::FullDisk, Log::ClosedPipe, Log::StuckPipe)] log: Log,
) {
    let database = TestDatabase::new(Sqlite);
    let course = add_course(&database, "futures");
    let video = videos_of(&database, course)[0];
    let key = add_key(&database, course, AccessTerm::Lifetime, 1).reveal();
    let full = || Stdio::from(File::options().write(true).open("/dev/full").unwrap());
    let mut server = Unread::start(
        &database,
        match log {
            Log::FullDisk => full(),
            Log::ClosedPipe | Log::StuckPipe => Stdio::piped(),
        },
    );
    if matches!(log, Log::ClosedPipe) {
        drop(server.child.stderr.take());
    }
    let browser = &mut server.browser;
    let _ = browser
        .post("/api/register", &registration("Trader", &key))
        .ok(201);
    let progress = format!("/api/videos/{}/progress", video.0);
    for seconds in 1..=60 {
        let _ = browser
            .put(&progress, &json!({ "watchedSeconds": seconds }))
            .ok(200);
        let _ = browser.get("/api/user").ok(200);
        // What the log has most to say about.
        let stranger = credentials("Trader", "not the password");
        browser
            .post("/api/login", &stranger)
            .refused(401, "invalid_credentials");
    }
    // Until SQLite's writer has given up on its lock, which its own thread logs as an error.
    let held = HeldLock::take(&database.address(), "video_progress");
    let start = Instant::now();
    while start.elapsed() < LOCK_WAIT {
        let refused = browser.put(&progress, &json!({ "watchedSeconds": 90 }));
        refused.refused(503, "database_unavailable");
        std::thread::sleep(PAUSE);
    }
    drop(held);
    let written = available_again(|| browser.put(&progress, &json!({ "watchedSeconds": 61 })));
    let _ = written.ok(200);
    let _ = browser.get("/readyz").ok(200);
    browser.post("/api/logout", &json!({}));
    assert!(!browser.is_signed_in(), "a write is not done any more");
    assert!(server.child.try_wait().unwrap().is_none(), "the server ended");
}
