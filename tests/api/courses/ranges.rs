//! Video bytes by range requests (RFC 9110 section 14), for callers who have access now.

use std::io::{Read as _, Write as _};

use kernel::AccessTerm;
use rstest::rstest;
use support::{
    Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
};

#[test]
fn a_video_is_served_whole_with_its_type() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    for (number, kind) in ["video/mp4", "video/quicktime", "video/webm"]
        .into_iter()
        .enumerate()
    {
        let answer = browser.get(&catalogue.video(number));
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)));
        assert!(
            answer.body == catalogue.bytes[number..],
            "other bytes than were stored"
        );
        assert_eq!(answer.header("accept-ranges"), Some("bytes"));
        assert_eq!(
            answer.header("content-length"),
            Some((catalogue.bytes.len() - number).to_string().as_str())
        );
        assert!(answer.header("cache-control").unwrap().contains("no-store"));
    }
}

#[rstest]
#[case("bytes=0-0", 0, 0)]
#[case("bytes=0-99", 0, 99)]
#[case("bytes=262143-262144", 262_143, 262_144)]
#[case("bytes=399999-", 399_999, 399_999)]
#[case("bytes=1-", 1, 399_999)]
#[case("bytes=-1", 399_999, 399_999)]
#[case("bytes=-400000", 0, 399_999)]
#[case("bytes=-999999", 0, 399_999)]
#[case("bytes=399990-999999", 399_990, 399_999)]
fn a_range_is_answered_by_its_bytes(#[case] range: &str, #[case] first: usize, #[case] last: usize) {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let answer = browser.send("GET", &catalogue.video(0), &[("range", range)], None);
    assert_eq!(answer.status, 206);
    assert_eq!(
        answer.header("content-range"),
        Some(format!("bytes {first}-{last}/400000").as_str())
    );
    assert_eq!(
        answer.header("content-length"),
        Some((last - first + 1).to_string().as_str())
    );
    assert!(
        answer.body == catalogue.bytes[first..=last],
        "other bytes than were asked for"
    );
}

#[rstest]
fn a_range_beyond_the_end_is_416_in_the_contracts_shape(
    #[values("bytes=400000-", "bytes=400000-400001", "bytes=-0")] range: &str,
) {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let answer = browser.send("GET", &catalogue.video(0), &[("range", range)], None);
    answer.refused(416, "range_not_satisfiable");
    assert_eq!(answer.header("content-range"), Some("bytes */400000"));
}

#[rstest]
fn a_range_that_cannot_be_read_is_answered_by_the_whole(
    #[values(
        "bytes=9-1",
        "bytes=x-y",
        "seconds=0-9",
        "bytes=",
        "bytes=0-1,5-9",
        "bytes=99999999999999999999-"
    )]
    range: &str,
) {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let answer = browser.send("GET", &catalogue.video(0), &[("range", range)], None);
    assert!(matches!(answer.status, 200 | 416), "{range}: {}", answer.status);
    assert!(answer.status == 416 || answer.body == catalogue.bytes);
}

#[test]
fn if_range_and_head_keep_their_word() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let head = browser.send("HEAD", &catalogue.video(0), &[], None);
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), Some("400000"));
    let tag = head.header("etag").unwrap().to_owned();
    assert!(tag.starts_with('"'), "a weak tag guards no range: {tag}");
    let other = browser.send("HEAD", &catalogue.video(1), &[], None);
    assert_ne!(other.header("etag"), Some(tag.as_str()));
    let ask = |browser: &mut support::Browser, tag: &str| {
        browser.send(
            "GET",
            &catalogue.video(0),
            &[("range", "bytes=5-9"), ("if-range", tag)],
            None,
        )
    };
    assert_eq!(ask(&mut browser, &tag).status, 206);
    for stale in ["\"other\"", &format!("W/{tag}"), "Sat, 21 Nov 2026 00:00:00 GMT"] {
        let answer = ask(&mut browser, stale);
        assert!(answer.status == 200 && answer.body == catalogue.bytes, "{stale}");
    }
}

#[test]
fn a_bare_address_is_worth_nothing() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut holder = member(&server, "Holder", catalogue.futures, AccessTerm::Lifetime);
    let mut other = member(&server, "Other", catalogue.crypto, AccessTerm::Lifetime);
    let range = [("range", "bytes=0-9")];
    assert_eq!(holder.send("GET", &catalogue.video(0), &range, None).status, 206);
    for method in ["GET", "HEAD"] {
        let refused = server.visitor().send(method, &catalogue.video(0), &range, None);
        assert_eq!(refused.status, 401);
        assert_eq!(other.send(method, &catalogue.video(0), &range, None).status, 403);
    }
    server
        .visitor()
        .get(&catalogue.video(0))
        .refused(401, "unauthenticated");
    other.get(&catalogue.video(0)).refused(403, "no_access");
    let mut thief = holder.clone();
    assert_eq!(holder.send("POST", "/api/logout", &[], None).status, 204);
    thief
        .send("GET", &catalogue.video(0), &range, None)
        .refused(401, "unauthenticated");
}

#[test]
fn nothing_but_a_number_leads_to_bytes() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    std::fs::write(server.data().join("canary"), "canary").unwrap();
    let long = "9".repeat(8_000);
    for id in [
        "0",
        "4711",
        "x",
        "..%2f..%2fcanary",
        "%2e%2e%2fcanary",
        "..%5ccanary",
        "1%00",
        "+1",
        "1.mp4",
        &long,
    ] {
        let answer = browser.get(&format!("/media/videos/{id}"));
        answer.refused(404, "not_found");
    }
    for path in [
        "/media/../canary",
        "/media/videos/../../canary",
        "/media/videos/%2e%2e/canary",
        "/media//etc/passwd",
    ] {
        let answer = server
            .raw(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes());
        assert!(
            answer.starts_with("HTTP/1.1 404 ") && !answer.contains("canary\n"),
            "{path}: {answer:.300}"
        );
    }
}

#[test]
fn a_missing_file_is_reported_and_affects_no_other_file() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    std::fs::remove_dir_all(server.data().join("media/videos")).unwrap();
    let answer = browser.get(&catalogue.video(0));
    assert!(matches!(answer.status, 404 | 503), "{}", answer.status);
    assert!(answer.json()["message"].is_string());
    let _ = browser.get("/api/user").ok(200);
}

#[test]
fn pipelined_ranges_are_answered_in_order_on_one_connection() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let cookie = browser.cookie().unwrap();
    let ask = |video: usize, range: &str, connection: &str| {
        format!(
            "GET {} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nRange: {range}\r\nConnection: {connection}\r\n\r\n",
            catalogue.video(video)
        )
    };
    let mut stream = server.connect();
    let requests = [
        ask(0, "bytes=0-299999", "keep-alive"),
        ask(1, "bytes=5-9", "keep-alive"),
        ask(2, "bytes=100-", "close"),
    ];
    stream.write_all(requests.concat().as_bytes()).unwrap();
    let mut taken = Vec::new();
    stream.read_to_end(&mut taken).unwrap();
    let wanted = [
        &catalogue.bytes[..300_000],
        &catalogue.bytes[6..=10],
        &catalogue.bytes[102..],
    ];
    for bytes in wanted {
        let head = taken.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
        taken.drain(..head);
        assert!(taken[..bytes.len()] == *bytes, "other bytes than were asked for");
        taken.drain(..bytes.len());
    }
    assert_eq!(taken.len(), 0);
}

#[test]
fn a_video_that_is_not_in_memory_is_read_from_the_disk() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    for entry in std::fs::read_dir(server.data().join("media/videos")).unwrap() {
        let file = std::fs::File::open(entry.unwrap().path()).unwrap();
        file.sync_all().unwrap();
        rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed).unwrap();
    }
    let answer = browser.get(&catalogue.video(0));
    assert_eq!(answer.status, 200);
    assert!(answer.body == catalogue.bytes, "other bytes than were stored");
}
