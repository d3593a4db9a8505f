//! A download that is under way ends with the access that it was begun by.

use std::{
    net::Ipv4Addr,
    time::{Duration, Instant},
};

use chrono::{TimeDelta, Utc};
use courses::{AccessStore as _, CourseStore as _, Grant};
use kernel::{AccessTerm, StoreError, UserId};
use support::{
    Browser, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
    http::slow_reader::SlowReader,
};

/// More than any of these tests reads.
const LENGTH: u64 = 8 << 30;
/// A download under way ends within a minute of its access.
const WITHIN: Duration = Duration::from_secs(60);

/// Makes the first video so long that no buffer holds the rest of it.
fn lengthen(server: &Server, catalogue: &CatalogueFixture) {
    let id = catalogue.videos[0];
    let video = server
        .database()
        .read(|store| store.video(id))
        .expect("a catalogue");
    let path = server
        .media()
        .path_of(&video.expect("a video").location)
        .expect("a file");
    let file = std::fs::OpenOptions::new()
        .write(true)
        .open(path)
        .expect("a file");
    file.set_len(LENGTH).expect("a sparse file costs nothing");
}

fn begin(server: &Server, catalogue: &CatalogueFixture, browser: &Browser) -> SlowReader {
    let mut reader = SlowReader::connect(server.address(), Ipv4Addr::LOCALHOST);
    let cookie = browser.cookie().expect("a member has a cookie");
    reader.send(&format!(
        "GET {} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n",
        catalogue.video(0)
    ));
    assert_eq!(reader.read(1024), 1024, "the download does not begin");
    reader
}

/// Reads at the pace of a player until the server closes, or until the time is over.
fn play(reader: &mut SlowReader, within: Duration) -> bool {
    let start = Instant::now();
    while start.elapsed() < within {
        if reader.read(64 * 1024) < 64 * 1024 {
            return false;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    true
}

fn user(browser: &mut Browser) -> UserId {
    let id = browser.get("/api/user").ok(200)["id"].as_i64().expect("an id");
    UserId(i32::try_from(id).expect("a small number"))
}

#[test]
fn a_download_ends_with_its_access() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    lengthen(&server, &catalogue);
    let mut browsers = ["Expired", "Revoked", "SignedOut", "Holder"]
        .map(|name| member(&server, name, catalogue.futures, AccessTerm::Lifetime));
    let mut readers = [0, 1, 2, 3].map(|n| begin(&server, &catalogue, &browsers[n]));
    let course = catalogue.futures;

    let (expired, revoked) = (user(&mut browsers[0]), user(&mut browsers[1]));
    let now = Utc::now();
    let ended: Result<_, StoreError> = server.database().write(move |store| {
        let grant = Grant {
            purchased_at: now,
            expires_at: Some(now + TimeDelta::seconds(1)),
        };
        store.put_grant(expired, course, &grant)?;
        store.delete_grant(revoked, course)
    });
    assert!(ended.expect("a database"), "there was a grant to delete");
    assert_eq!(browsers[2].send("POST", "/api/logout", &[], None).status, 204);

    let [expired, revoked, signed_out, holder] = &mut readers;
    std::thread::scope(|scope| {
        let ending = [expired, revoked, signed_out].map(|reader| scope.spawn(|| play(reader, WITHIN)));
        let held = scope.spawn(|| play(holder, WITHIN / 2));
        for (ending, name) in ending.into_iter().zip(["expired", "revoked", "signed out"]) {
            assert!(!ending.join().expect("a reader"), "{name}: the download goes on");
        }
        assert!(held.join().expect("a reader"), "a download with access was ended");
    });
}

#[test]
fn a_download_ends_at_the_instant_at_which_its_access_is_known_to_end() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    lengthen(&server, &catalogue);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let (user, course, now) = (user(&mut browser), catalogue.futures, Utc::now());
    let ending: Result<_, StoreError> = server.database().write(move |store| {
        let grant = Grant {
            purchased_at: now,
            expires_at: Some(now + TimeDelta::seconds(6)),
        };
        store.put_grant(user, course, &grant)
    });
    ending.expect("a database");
    let mut reader = begin(&server, &catalogue, &browser);
    assert!(!play(&mut reader, WITHIN / 4), "the download goes on");
}
