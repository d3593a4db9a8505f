//! The server and the commands on a disk that is full, or that cannot make last what it took.

mod commands;
mod session_key;

use kernel::AccessTerm;
use serde_json::{Value, json};
use support::{
    Answer, Browser, DiskFault, FailingDisk, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, fresh_key, member, registration},
    databases::tables::{db_count, db_texts},
    http::available_again,
    waiting::until,
};

/// A server whose whole disk can fail, with a member who has watched seven seconds.
struct Watched {
    disk: FailingDisk,
    server: Server,
    catalogue: CatalogueFixture,
    trader: Browser,
}

impl Watched {
    fn start() -> Self {
        let disk = FailingDisk::over(&std::env::temp_dir());
        let environment = disk.environment();
        let settings: Vec<_> = environment
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let server = Server::with(Sqlite, &settings);
        let catalogue = CatalogueFixture::open(&server);
        let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
        let _ = trader
            .put(&catalogue.progress(0), &json!({ "watchedSeconds": 7 }))
            .ok(200);
        Self {
            disk,
            server,
            catalogue,
            trader,
        }
    }

    fn put(&mut self, seconds: i64) -> Answer {
        let path = self.catalogue.progress(0);
        self.trader.put(&path, &json!({ "watchedSeconds": seconds }))
    }

    fn watched(&mut self) -> Value {
        let path = format!("/api/courses/{}/progress", self.catalogue.futures.0);
        self.trader.get(&path).ok(200)[0]["watchedSeconds"].clone()
    }

    /// What is only read goes on.
    fn assert_reads(&mut self, seconds: i64) {
        assert_eq!(self.watched(), seconds, "a refused write is seen");
        for path in ["/healthz", "/api/user", "/api/courses", "/api/user/courses"] {
            let _ = self.trader.get(path).ok(200);
        }
        assert_eq!(self.trader.get("/portal").status, 200);
        let range = [("range", "bytes=0-9")];
        let video = self.catalogue.video(0);
        assert_eq!(self.trader.send("GET", &video, &range, None).status, 206);
    }

    fn assert_no_registration(&self, name: &str) {
        let address = self.server.database().address();
        assert_eq!(db_count(&address, &format!("users WHERE username = '{name}'")), 0);
        let users = db_count(&address, "users");
        for rows in ["purchase_codes WHERE used", "user_course_access", "sessions"] {
            assert_eq!(db_count(&address, rows), users, "{rows}: half a registration");
        }
    }

    fn assert_whole(&self) {
        let check = "SELECT integrity_check AS t FROM pragma_integrity_check";
        let whole = db_texts(&self.server.database().address(), check);
        assert_eq!(whole, [Some(String::from("ok"))]);
    }
}

#[test]
fn a_server_that_was_asked_for_no_write_is_not_ready_on_a_full_disk() {
    let site = Watched::start();
    let mut balancer = site.server.visitor();
    {
        let _full = site.disk.fail(DiskFault::Full);
        until("the full disk is noticed", || {
            balancer.get("/readyz").status == 503
        });
        let _ = balancer.get("/healthz").ok(200);
    }
    let _ = available_again(|| balancer.get("/readyz")).ok(200);
    site.assert_whole();
}

#[test]
fn a_full_disk_refuses_what_it_cannot_keep_and_takes_it_when_there_is_room() {
    let mut site = Watched::start();
    for (round, name) in ["Early", "Late"].into_iter().enumerate() {
        let key = fresh_key(&site.server, site.catalogue.futures, AccessTerm::Lifetime);
        let body = registration(name, &key);
        let mut visitor = site.server.visitor();
        let before = 7 + i64::try_from(round).unwrap();
        {
            let _full = site.disk.fail(DiskFault::Full);
            site.put(90).refused(503, "database_unavailable");
            visitor.get("/readyz").refused(503, "database_unavailable");
            visitor
                .post("/api/register", &body)
                .refused(503, "database_unavailable");
            assert_eq!(
                visitor.cookie(),
                None,
                "signed in to an account that is not there"
            );
            let mut elsewhere = site.server.visitor();
            elsewhere
                .post("/api/login", &credentials("Trader", PASSWORD))
                .refused(503, "database_unavailable");
            site.assert_reads(before);
            site.assert_no_registration(name);
        }
        let _ = available_again(|| visitor.get("/readyz")).ok(200);
        // The same requests, to the same process.
        let _ = visitor.post("/api/register", &body).ok(201);
        assert!(visitor.is_signed_in());
        let _ = site.put(before + 1).ok(200);
        assert_eq!(site.watched(), before + 1);
    }
    site.assert_whole();
}

/// A commit whose fsync failed stands in SQLite's log whole, where the process's end would make it count.
#[test]
fn a_commit_that_was_not_synced_is_refused_and_not_found_after_a_kill_either() {
    let mut site = Watched::start();
    for (round, name) in ["Early", "Late"].into_iter().enumerate() {
        let key = fresh_key(&site.server, site.catalogue.futures, AccessTerm::Lifetime);
        let body = registration(name, &key);
        let before = 7 + i64::try_from(round).unwrap();
        let unsynced = site.disk.fail(DiskFault::Sync);
        let mut visitor = site.server.visitor();
        let mut refused: [fn(&mut Watched, &mut Browser, &Value) -> Answer; 2] = [
            |site: &mut Watched, _: &mut Browser, _: &Value| site.put(90),
            |_: &mut Watched, visitor: &mut Browser, body: &Value| visitor.post("/api/register", body),
        ];
        // Either is once the last that was refused before the kill.
        refused.rotate_left(round);
        for request in refused {
            request(&mut site, &mut visitor, &body).refused(503, "database_unavailable");
            site.assert_reads(before);
            site.assert_no_registration(name);
        }
        site.server.kill();
        drop(unsynced);
        site.assert_no_registration(name);
        site.server.start_again();
        site.trader = {
            let mut again = site.server.visitor();
            again.set_cookie(site.trader.cookie());
            again
        };
        site.assert_reads(before);
        let _ = site.server.visitor().post("/api/register", &body).ok(201);
        let _ = site.put(before + 1).ok(200);
    }
    site.assert_whole();
}

#[test]
fn a_disk_that_syncs_again_is_written_to_without_a_restart() {
    let mut site = Watched::start();
    for seconds in 8..12 {
        {
            let _unsynced = site.disk.fail(DiskFault::Sync);
            for refused in [90, 91] {
                site.put(refused).refused(503, "database_unavailable");
            }
            site.trader.get("/readyz").refused(503, "database_unavailable");
            site.assert_reads(seconds - 1);
        }
        let _ = site.put(seconds).ok(200);
        site.assert_reads(seconds);
    }
    // What was acknowledged after the failures is in the files, not in this process's memory.
    site.server.kill();
    site.assert_whole();
    let kept = db_texts(
        &site.server.database().address(),
        "SELECT CAST(watched_seconds AS TEXT) AS t FROM video_progress",
    );
    assert_eq!(kept, [Some(String::from("11"))]);
}
