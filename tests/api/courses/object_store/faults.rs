//! A store that is slow, gone, forbidding, or answers nonsense.

use std::{
    io::{Read as _, Write as _},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use kernel::AccessTerm;
use rstest::rstest;
use support::{
    Browser, Engine, ObjectStore, Postgres, S3Server as _, Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
    http::stub::{HttpStub, Reply},
    waiting::{allowed, until},
};

use super::{LENGTH, begun, object_of, server};

/// Waits until a store that answers again is asked again.
fn found_again(browser: &mut Browser, address: &str) {
    until("the store is found again", || browser.get(address).status == 200);
}

#[rstest]
fn a_store_that_hangs_is_a_503_at_once_and_is_found_again(#[values(Sqlite, Postgres)] engine: Engine) {
    let store = ObjectStore::start();
    let server = server(&store, engine, &[]);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let frozen = store.freeze();
    // Contract, "Under pressure": within 3 seconds, from the second request on within one.
    for within in [3, 1, 1] {
        let start = Instant::now();
        let answer = browser.get(&catalogue.video(0));
        answer.refused(503, "media_unavailable");
        assert!(
            start.elapsed() < allowed(Duration::from_secs(within)),
            "{:?}",
            start.elapsed()
        );
    }
    let _ = browser.get("/api/user/courses").ok(200);
    drop(frozen);
    found_again(&mut browser, &catalogue.video(0));
}

#[test]
fn a_store_that_is_gone_or_lacks_a_file_is_reported_and_found_again() {
    let mut store = ObjectStore::start();
    let server = server(&store, Sqlite, &[]);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    assert_eq!(browser.get(&catalogue.video(0)).status, 200);
    store.kill();
    for number in [0, 1] {
        let answer = browser.get(&catalogue.video(number));
        answer.refused(503, "media_unavailable");
    }
    server.wait_for_log("cannot be reached");
    store.restart();
    found_again(&mut browser, &catalogue.video(0));
    std::fs::remove_file(object_of(&server, &store, &catalogue)).unwrap();
    browser.get(&catalogue.video(0)).refused(404, "not_found");
    assert_eq!(browser.get(&catalogue.video(1)).status, 200);
    store.remove_bucket();
    assert!(matches!(browser.get(&catalogue.video(1)).status, 404 | 503));
}

/// Passes connections on to a store, and cuts the first answer of more than eight megabytes in the middle.
fn cutting_once(store: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let is_cut = Arc::new(AtomicBool::new(false));
    std::thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let (server, is_cut) = (TcpStream::connect(store).unwrap(), Arc::clone(&is_cut));
            let (mut asks, mut asked) = (client.try_clone().unwrap(), server.try_clone().unwrap());
            std::thread::spawn(move || std::io::copy(&mut asks, &mut asked));
            std::thread::spawn(move || pass_on(server, client, &is_cut));
        }
    });
    address
}

fn pass_on(mut server: TcpStream, mut client: TcpStream, is_cut: &AtomicBool) {
    let mut buffer = vec![0; 64 * 1024];
    let mut passed = 0;
    while let Ok(count @ 1..) = server.read(&mut buffer) {
        passed += count;
        let cut = passed > (8 << 20) && !is_cut.swap(true, Ordering::Relaxed);
        if cut || client.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    let _ = server.shutdown(Shutdown::Both);
    let _ = client.shutdown(Shutdown::Both);
}

#[test]
fn a_video_goes_on_where_the_store_cut_it_off() {
    let store = ObjectStore::start();
    let between = format!("http://{}", cutting_once(store.address()));
    let server = server(&store, Sqlite, &[("AWS_ENDPOINT_URL", between.as_str())]);
    let catalogue = CatalogueFixture::open(&server);
    let bytes: Vec<u8> = (0..3_u32 << 20).flat_map(u32::to_be_bytes).collect();
    std::fs::write(object_of(&server, &store, &catalogue), &bytes).unwrap();
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let answer = browser.get(&catalogue.video(0));
    assert_eq!(answer.status, 200);
    assert!(answer.body == bytes, "other bytes than the store holds");
    server.wait_for_log("error while reading response body");
}

#[test]
fn a_video_ends_when_the_store_is_gone_in_the_middle() {
    let mut store = ObjectStore::start();
    let server = server(&store, Sqlite, &[]);
    let catalogue = CatalogueFixture::open(&server);
    let (mut browser, mut reader) = begun(&server, &store, &catalogue);
    store.kill();
    let rest = usize::try_from(LENGTH).unwrap();
    assert!(reader.read(rest) < rest);
    server.wait_for_log("is not sent to its end");
    let _ = browser.get("/api/user/courses").ok(200);
}

#[test]
fn a_store_that_refuses_the_key_is_a_503_that_tells_no_secret() {
    let store = ObjectStore::start();
    let right = server(&store, Sqlite, &[]);
    let catalogue = CatalogueFixture::open(&right);
    let mut holder = member(&right, "Trader", catalogue.futures, AccessTerm::Lifetime);
    assert_eq!(holder.get(&catalogue.video(0)).status, 200);
    // The last of two values counts.
    let wrong = server(&store, Sqlite, &[("AWS_SECRET_ACCESS_KEY", "canary-wrong")]);
    let futures = support::samples::course("futures");
    let course = support::samples::import(wrong.database(), futures);
    let videos = support::samples::videos_of(wrong.database(), course);
    let mut browser = member(&wrong, "Trader", course, AccessTerm::Lifetime);
    let answer = browser.get(&format!("/media/videos/{}", videos[0].0));
    answer.refused(503, "media_unavailable");
    wrong.wait_for_log("refuses");
    assert!(!wrong.log().contains("canary"));
}

#[test]
fn a_file_that_changed_in_the_store_is_never_sent_as_the_other() {
    let store = ObjectStore::start();
    let server = server(&store, Sqlite, &[]);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let object = object_of(&server, &store, &catalogue);
    let whole = std::fs::read(&object).unwrap();
    for range in ["bytes=0-", "bytes=5-30", "bytes=300000-"] {
        std::fs::write(&object, &whole).unwrap();
        assert_eq!(browser.get(&catalogue.video(0)).status, 200);
        std::fs::write(&object, "a page of a proxy").unwrap();
        let answer = browser.send("GET", &catalogue.video(0), &[("range", range)], None);
        answer.refused(503, "media_unavailable");
    }
}

#[test]
fn a_page_in_place_of_the_store_is_never_sent_as_a_video() {
    let page = HttpStub::start(|_| Reply::Html(200, String::from("<html>Welcome</html>")));
    let store = ObjectStore::start();
    let server = server(&store, Sqlite, &[("AWS_ENDPOINT_URL", page.url().as_str())]);
    let course = support::samples::add_course(server.database(), "futures");
    let videos = support::samples::videos_of(server.database(), course);
    let mut browser = member(&server, "Trader", course, AccessTerm::Lifetime);
    let video = format!("/media/videos/{}", videos[0].0);
    for range in [None, Some(("range", "bytes=0-5"))] {
        let answer = browser.send("GET", &video, range.as_slice(), None);
        answer.refused(503, "media_unavailable");
    }
}
