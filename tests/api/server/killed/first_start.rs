//! A server that is killed while it starts for the first time, at any moment: the next start serves.

use std::{
    process::Stdio,
    time::{Duration, Instant},
};

use kernel::DatabaseUrl;
use rstest::rstest;
use support::{
    Browser, Engine, Postgres, Server, Sqlite, TestDatabase,
    databases::tables::{db_count, db_run},
    server::{TIMEOUT, database_setting, ports::free_port, server_command},
};

const KILLS: u32 = 20;

/// What a first start finds: no folder with anything in it, and a database without a schema.
struct Fresh {
    data: tempfile::TempDir,
    database: DatabaseUrl,
}

impl Fresh {
    fn new(engine: Engine, database: &TestDatabase) -> Self {
        let data = tempfile::tempdir().unwrap();
        let database = match engine {
            Sqlite => DatabaseUrl::Sqlite(data.path().join("portal.db")),
            Postgres => {
                db_run(
                    &database.address(),
                    "DROP SCHEMA public CASCADE; CREATE SCHEMA public",
                );
                database.address()
            }
        };
        Self { data, database }
    }

    /// Starts it, and kills it after so long, or when it serves where no time is given; how long that took.
    fn start_and_kill(&self, after: Option<Duration>) -> Duration {
        let port = free_port();
        let start = Instant::now();
        let mut child = server_command(self.data.path(), &self.database)
            .env("PORTAL_SESSION_KEY", "")
            .env("PORTAL_LISTEN", format!("127.0.0.1:{port}"))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut browser = Browser::new(([127, 0, 0, 1], port).into());
        let is_over = |browser: &mut Browser| match after {
            Some(after) => start.elapsed() >= after,
            None => browser
                .try_send("GET", "/readyz", &[], None)
                .is_ok_and(|answer| answer.status == 200),
        };
        while !is_over(&mut browser) {
            assert!(start.elapsed() < TIMEOUT, "the server does not start");
            std::thread::sleep(Duration::from_millis(1));
        }
        let took = start.elapsed();
        child.kill().unwrap();
        child.wait().unwrap();
        took
    }
}

#[rstest]
fn a_first_start_that_was_killed_is_done_again(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let whole = Fresh::new(engine, &database).start_and_kill(None);
    for kill in 0..KILLS {
        let fresh = Fresh::new(engine, &database);
        let after = whole * kill / KILLS;
        fresh.start_and_kill(Some(after));
        let settings = [
            ("PORTAL_SESSION_KEY", String::new()),
            ("PORTAL_DATA_DIR", fresh.data.path().display().to_string()),
            ("DATABASE_URL", database_setting(&fresh.database)),
        ];
        let server = Server::with(
            Sqlite,
            &settings.each_ref().map(|(name, value)| (*name, value.as_str())),
        );
        let mut visitor = server.visitor();
        let _ = visitor.get("/readyz").ok(200);
        let courses = visitor.get("/api/courses").ok(200);
        assert_eq!(courses, serde_json::json!([]), "killed after {after:?}");
        assert!(!visitor.is_signed_in());
        assert_eq!(db_count(&fresh.database, "catalogue_state"), 1);
        let key = std::fs::read(fresh.data.path().join("session.key")).unwrap();
        assert!(key.len() > 64, "half a session key");
    }
}
