//! Watching on several devices: as many as the account may, whichever server they ask.

use chrono::{TimeDelta, Utc};
use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Browser, Engine, Postgres, Server, Sqlite, at_once,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, member, sign_in},
    databases::{
        held_lock::HeldLock,
        tables::{db_count, db_run, db_texts},
    },
    http::Answer,
    waiting::until,
};

const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const CHROME: &str =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const SAFARI: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

/// Signs `Trader` in on a device of this kind.
fn device(server: &Server, agent: &str) -> Browser {
    let mut browser = server.visitor();
    let body = credentials("Trader", PASSWORD).to_string();
    let headers = [("user-agent", agent)];
    let answer = browser.send("POST", "/api/login", &headers, Some(body.as_bytes()));
    let _ = answer.ok(200);
    browser
}

/// The same device, which asks another server.
fn on(server: &Server, device: &Browser) -> Browser {
    let mut browser = server.visitor();
    browser.set_cookie(device.cookie());
    browser
}

fn play(browser: &mut Browser, path: &str) -> Answer {
    browser.send("GET", path, &[("range", "bytes=0-99")], None)
}

/// As if a minute had passed since every device last asked.
fn a_minute_passes(server: &Server) {
    db_run(
        &server.database().address(),
        "UPDATE sessions SET watching_at = '2026-01-01 00:00:00' WHERE watching_at IS NOT NULL",
    );
}

#[test]
fn a_third_device_gets_the_names_of_the_two_that_watch() {
    let server = Server::start(Sqlite);
    let beside = server.beside();
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let [mut firefox, chrome, mut safari] = [FIREFOX, CHROME, SAFARI].map(|agent| device(&server, agent));
    let mut chrome = on(&beside, &chrome);
    let (file, report) = (catalogue.video(0), json!({ "watchedSeconds": 5 }));
    assert_eq!(play(&mut firefox, &file).status, 206);
    let _ = chrome.put(&catalogue.progress(0), &report).ok(200);

    let mut elsewhere = on(&beside, &safari);
    for answer in [
        play(&mut safari, &file),
        play(&mut elsewhere, &file),
        safari.put(&catalogue.progress(0), &json!({ "watchedSeconds": 70 })),
        elsewhere.put(&catalogue.progress(1), &report),
    ] {
        let refused = answer.refused(403, "too_many_streams");
        let message = refused["message"].as_str().unwrap();
        assert!(
            message.contains("Firefox on Windows")
                && message.contains(" and ")
                && message.contains("Chrome on Linux"),
            "{message}"
        );
        assert!(!message.contains("Safari"), "{message}");
    }
    let rows = |condition: &str| {
        db_count(
            &server.database().address(),
            &format!("video_progress{condition}"),
        )
    };
    assert_eq!(
        (rows(""), rows(" WHERE watched_seconds = 5")),
        (1, 1),
        "a refused report was kept"
    );

    // Devices that count go on, a picture is no video, and what was kept offline is taken.
    assert_eq!(play(&mut on(&beside, &firefox), &file).status, 206);
    assert_eq!(play(&mut chrome, &file).status, 206);
    let picture = format!("/media/courses/{}/image", catalogue.futures.0);
    assert_eq!(safari.get(&picture).status, 200);
    let earlier = json!({ "watchedSeconds": 99, "watchedAt": "2026-03-01T12:00:00Z" });
    assert_eq!(
        safari.put(&catalogue.progress(0), &earlier).ok(200)["completed"],
        true
    );
    play(&mut safari, &file).refused(403, "too_many_streams");

    // Ended there and then, on the other server.
    let devices = safari.get("/api/user/sessions").ok(200);
    let ended = devices.as_array().unwrap().iter();
    let mut ended = ended
        .filter(|row| row["name"] == "Firefox on Windows")
        .map(|row| &row["id"]);
    let path = format!("/api/user/sessions/{}", ended.next_back().unwrap());
    assert_eq!(elsewhere.delete(&path).status, 204);
    assert_eq!(play(&mut safari, &file).status, 206);
    play(&mut firefox, &file).refused(401, "unauthenticated");
}

#[rstest]
fn a_device_that_falls_silent_loses_its_place_to_a_newcomer(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut server = Server::with(engine, &[("PORTAL_STREAMS_PER_ACCOUNT", "1")]);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let (file, report) = (catalogue.video(0), json!({ "watchedSeconds": 5 }));
    let mut firefox = device(&server, FIREFOX);
    assert_eq!(play(&mut firefox, &file).status, 206);
    // Right after a restart too.
    server.start_again();
    let (mut firefox, mut chrome) = (on(&server, &firefox), device(&server, CHROME));
    chrome
        .put(&catalogue.progress(0), &report)
        .refused(403, "too_many_streams");
    a_minute_passes(&server);
    let _ = chrome.put(&catalogue.progress(0), &report).ok(200);
    let refused = play(&mut firefox, &file).refused(403, "too_many_streams");
    let message = refused["message"].as_str().unwrap();
    assert!(message.contains("Chrome on Linux"), "{message}");
}

/// A request for video from a client behind a proxy.
fn play_from(browser: &mut Browser, path: &str, address: &str, agent: &str) -> Answer {
    let headers = [
        ("range", "bytes=0-99"),
        ("x-forwarded-for", address),
        ("user-agent", agent),
    ];
    browser.send("GET", path, &headers, None)
}

#[test]
fn a_copied_cookie_counts_as_one_device() {
    let server = Server::with(
        Sqlite,
        &[
            ("PORTAL_TRUSTED_PROXIES", "127.0.0.1"),
            ("PORTAL_STREAMS_PER_ACCOUNT", "1"),
        ],
    );
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let file = catalogue.video(0);
    let first = device(&server, FIREFOX);
    // In turns, from other networks and by other browsers.
    for _ in 0..2 {
        for (address, agent) in [
            ("203.0.113.1", FIREFOX),
            ("203.0.113.2", FIREFOX),
            ("203.0.113.3", CHROME),
        ] {
            let answer = play_from(&mut on(&server, &first), &file, address, agent);
            assert_eq!(answer.status, 206, "{address}");
        }
    }
    // A sign-in of its own is another device.
    let mut safari = device(&server, SAFARI);
    play_from(&mut safari, &file, "203.0.113.1", SAFARI).refused(403, "too_many_streams");
}

#[test]
fn without_a_limit_every_device_plays() {
    let server = Server::with(Sqlite, &[("PORTAL_STREAMS_PER_ACCOUNT", "0")]);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    for _ in 0..4 {
        assert_eq!(
            play(&mut device(&server, CHROME), &catalogue.video(0)).status,
            206
        );
    }
}

#[test]
fn a_request_writes_a_claim_only_where_it_is_old() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let address = server.database().address();
    let claim = || db_texts(&address, "SELECT CAST(watching_at AS TEXT) AS t FROM sessions");
    let requests: [fn(&mut Browser, &CatalogueFixture) -> u16; 2] = [
        |browser, catalogue| play(browser, &catalogue.video(0)).status,
        |browser, catalogue| {
            let report = json!({ "watchedSeconds": 5 });
            browser.put(&catalogue.progress(0), &report).status
        },
    ];
    for request in requests {
        for (seconds, is_written) in [(5, false), (40, true), (90, true)] {
            let time = Utc::now() - TimeDelta::seconds(seconds);
            let time = time.format("%Y-%m-%d %H:%M:%S%.6f");
            db_run(&address, &format!("UPDATE sessions SET watching_at = '{time}'"));
            let before = claim();
            assert!(request(&mut browser, &catalogue) < 300);
            assert_eq!(claim() != before, is_written, "{seconds}");
        }
    }
}

#[rstest]
fn one_of_two_that_start_at_once_gets_the_last_place(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let beside = server.beside();
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut holder = device(&server, FIREFOX);
    let newcomers = [
        on(&server, &device(&server, CHROME)),
        on(&beside, &device(&server, SAFARI)),
    ];
    for _ in 0..10 {
        a_minute_passes(&server);
        assert_eq!(play(&mut holder, &catalogue.video(0)).status, 206);
        let mut statuses = at_once(2, |n| {
            let mut browser = newcomers[usize::try_from(n).unwrap()].clone();
            if n == 0 {
                play(&mut browser, &catalogue.video(0)).status
            } else {
                let body = json!({ "watchedSeconds": 5 });
                browser.put(&catalogue.progress(0), &body).status
            }
        });
        statuses.sort_unstable();
        assert!(statuses[0] < 300 && statuses[1] == 403, "{statuses:?}");
    }
}

#[test]
fn other_accounts_and_refused_requests_take_no_place() {
    let server = Server::with(Sqlite, &[("PORTAL_STREAMS_PER_ACCOUNT", "1")]);
    let catalogue = CatalogueFixture::open(&server);
    let mut first = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut other = member(&server, "Other", catalogue.futures, AccessTerm::Lifetime);
    // What the course does not open is refused as before, and counts for nothing.
    let closed = format!("/media/videos/{}", catalogue.other_videos[0].0);
    first.get(&closed).refused(403, "no_access");
    assert_eq!(
        play(&mut sign_in(&server, "Trader"), &catalogue.video(0)).status,
        206
    );
    assert_eq!(play(&mut other, &catalogue.video(0)).status, 206);
    play(&mut first, &catalogue.video(0)).refused(403, "too_many_streams");
    first.get(&closed).refused(403, "no_access");
}

#[rstest]
fn a_member_watches_while_nothing_can_be_written(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::with(engine, &[("PORTAL_STREAMS_PER_ACCOUNT", "1")]);
    let catalogue = CatalogueFixture::open(&server);
    let mut first = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut second = sign_in(&server, "Trader");
    let held = HeldLock::take(&server.database().address(), "sessions");
    assert_eq!(play(&mut first, &catalogue.video(0)).status, 206);
    drop(held);
    let address = server.database().address();
    until("a device that watches is written down", || {
        assert_eq!(play(&mut second, &catalogue.video(0)).status, 206);
        db_count(&address, "sessions WHERE watching_at IS NOT NULL") == 1
    });
    let held = HeldLock::take(&server.database().address(), "sessions");
    play(&mut first, &catalogue.video(0)).refused(403, "too_many_streams");
    assert_eq!(play(&mut second, &catalogue.video(0)).status, 206);
    drop(held);
}

#[test]
fn the_list_of_devices_says_which_watch_and_what() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let [mut firefox, mut chrome] = [FIREFOX, CHROME].map(|agent| device(&server, agent));
    let report = json!({ "watchedSeconds": 5 });
    let _ = firefox.put(&catalogue.progress(1), &report).ok(200);
    let mut watching = || {
        let list = chrome.get("/api/user/sessions").ok(200);
        let devices = list.as_array().unwrap().iter();
        let found = devices.filter(|device| device["watching"] == true);
        found
            .map(|device| (device["name"].clone(), device.get("watchingLesson").cloned()))
            .collect::<Vec<_>>()
    };
    let only = |title: &str| vec![(json!("Firefox on Windows"), Some(json!(title)))];
    assert_eq!(watching(), only("Title of b.mp4"));
    a_minute_passes(&server);
    assert_eq!(watching(), []);
    // What was watched before is not what is watched now.
    let _ = firefox.put(&catalogue.progress(0), &report).ok(200);
    assert_eq!(watching(), only("Title of a.mp4"));
    a_minute_passes(&server);
    assert_eq!(play(&mut firefox, &catalogue.video(1)).status, 206);
    assert_eq!(watching(), only("Title of b.mp4"));
}
