//! A store that is slow, gone, forbidding, or answers nonsense.

use std::time::{Duration, Instant};

use kernel::AccessTerm;
use rstest::rstest;
use support::{
    Browser, Engine, ObjectStore, Postgres, Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
    http::stub::{HttpStub, Reply},
    waiting::until,
};

use super::{object_of, server};

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
            start.elapsed() < Duration::from_secs(within),
            "{:?}",
            start.elapsed()
        );
    }
    let _ = browser.get("/api/user/courses").ok(200);
    drop(frozen);
    found_again(&mut browser, &catalogue.video(0));
}

#[test]
fn a_store_that_is_gone_or_lacks_a_file_is_told_and_found_again() {
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
    assert_eq!(browser.get(&catalogue.video(0)).status, 200);
    std::fs::write(object_of(&server, &store, &catalogue), "a page of a proxy").unwrap();
    for range in ["bytes=0-", "bytes=5-30", "bytes=300000-"] {
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
