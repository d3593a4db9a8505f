//! Media in an S3-compatible store: passed on or redirected to, for callers who have access now, also if the store fails.

mod faults;

use std::{
    io::Read as _,
    net::Ipv4Addr,
    time::{Duration, Instant},
};

use kernel::AccessTerm;
use outbound::PackagingOutcome;
use rstest::rstest;
use support::{
    Answer, Browser, Engine, ObjectStore, Postgres, S3Server, Server, Sqlite, StoreMake,
    catalogue_fixture::{CatalogueFixture, member},
    courses::packaged::{Packaged, package},
    http::slow_reader::SlowReader,
    object_store::SECRET_KEY,
    server::process_memory::{resident, resident_at_most},
    strict_signature::is_signed_as_it_stands,
};

/// More than any buffer on the way holds.
const LENGTH: u64 = 96 << 20;

fn server(store: &dyn S3Server, engine: Engine, more: &[(&str, &str)]) -> Server {
    let settings = store.settings();
    let mut all: Vec<_> = settings
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    all.extend(more);
    Server::with(engine, &all)
}

const REDIRECT: (&str, &str) = ("PORTAL_MEDIA_DELIVERY", "redirect");

/// The file in which the store keeps a video.
fn object_of(server: &Server, store: &ObjectStore, catalogue: &CatalogueFixture) -> std::path::PathBuf {
    use courses::CourseStore as _;
    let id = catalogue.videos[0];
    let video = server.database().read(|store| store.video(id)).unwrap().unwrap();
    store.object(&video.location.0)
}

/// What an address of the store answers: the status and the bytes.
fn fetch(address: &str, range: Option<&str>) -> (u16, Vec<u8>) {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into();
    let mut request = agent.get(address);
    if let Some(range) = range {
        request = request.header("range", range);
    }
    let answer = request.call().unwrap();
    let status = answer.status().as_u16();
    let mut bytes = Vec::new();
    answer.into_body().into_reader().read_to_end(&mut bytes).unwrap();
    (status, bytes)
}

/// Where a redirect leads.
fn location(answer: &Answer) -> String {
    assert_eq!(answer.status, 302, "{}", String::from_utf8_lossy(&answer.body));
    assert!(answer.body.is_empty());
    assert!(answer.header("cache-control").unwrap().contains("no-store"));
    let address = answer.header("location").unwrap().to_owned();
    assert!(
        is_signed_as_it_stands(&address),
        "a store that compares the query as it stands refuses {address}"
    );
    address
}

#[rstest]
#[case(Sqlite, StoreMake::S3s)]
#[case(Postgres, StoreMake::S3s)]
#[case(Sqlite, StoreMake::SeaweedFs)]
fn a_video_of_a_bucket_is_passed_on_as_one_of_a_folder(#[case] engine: Engine, #[case] make: StoreMake) {
    let store = make.start();
    let server = server(&*store, engine, &[]);
    let catalogue = CatalogueFixture::open(&server);
    assert_eq!(server.media().locations().unwrap().len(), 4);
    assert!(!server.data().join("media").exists());
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
        assert!(answer.header("cache-control").unwrap().contains("no-store"));
    }
    let video = catalogue.video(0);
    for (range, first, last) in [
        ("bytes=0-0", 0, 0),
        ("bytes=262143-262144", 262_143, 262_144),
        ("bytes=1-", 1, 399_999),
        ("bytes=-1", 399_999, 399_999),
        ("bytes=399990-999999", 399_990, 399_999),
    ] {
        let answer = browser.send("GET", &video, &[("range", range)], None);
        assert_eq!(answer.status, 206, "{range}");
        let announced = format!("bytes {first}-{last}/400000");
        assert_eq!(answer.header("content-range"), Some(announced.as_str()));
        assert!(
            answer.body == catalogue.bytes[first..=last],
            "{range}: other bytes"
        );
    }
    let beyond = browser.send("GET", &video, &[("range", "bytes=400000-")], None);
    beyond.refused(416, "range_not_satisfiable");
    let head = browser.send("HEAD", &video, &[], None);
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), Some("400000"));
    let tag = head.header("etag").unwrap().to_owned();
    let kept = [("range", "bytes=5-9"), ("if-range", tag.as_str())];
    assert_eq!(browser.send("GET", &video, &kept, None).status, 206);
    let image = format!("/media/courses/{}/image", catalogue.futures.0);
    let image = server.visitor().get(&image);
    assert_eq!(
        (image.status, image.header("content-type")),
        (200, Some("image/svg+xml; charset=utf-8"))
    );
}

#[rstest]
fn a_bare_address_is_worth_nothing_and_names_no_store(#[values("proxy", "redirect")] delivery: &str) {
    let store = ObjectStore::start();
    let server = server(&store, Sqlite, &[("PORTAL_MEDIA_DELIVERY", delivery)]);
    let catalogue = CatalogueFixture::open(&server);
    let mut holder = member(&server, "Holder", catalogue.futures, AccessTerm::Lifetime);
    let mut other = member(&server, "Other", catalogue.crypto, AccessTerm::Lifetime);
    let video = catalogue.video(0);
    let status = if delivery == "redirect" { 302 } else { 200 };
    assert_eq!(holder.get(&video).status, status);
    let mut copied = holder.clone();
    assert_eq!(holder.send("POST", "/api/logout", &[], None).status, 204);
    for refused in [
        server.visitor().get(&video),
        other.get(&video),
        copied.get(&video),
    ] {
        assert!(matches!(refused.status, 401 | 403), "{}", refused.status);
        assert_eq!(refused.header("location"), None);
    }
}

#[rstest]
fn a_redirect_leads_to_the_video_for_five_minutes_and_to_nothing_else(
    #[values(StoreMake::S3s, StoreMake::SeaweedFs)] make: StoreMake,
) {
    let store = make.start();
    let server = server(&*store, Sqlite, &[REDIRECT]);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let address = location(&browser.get(&catalogue.video(0)));
    assert!(address.starts_with(&store.origin()), "{address}");
    let url = url::Url::parse(&address).unwrap();
    let expires = url
        .query_pairs()
        .find(|(name, _)| name == "X-Amz-Expires")
        .unwrap();
    assert!(expires.1.parse::<u32>().unwrap() <= 300, "{address}");
    assert!(!address.contains(SECRET_KEY));
    assert!(address.contains("private%2C%20no-store"), "{address}");
    assert!(!is_signed_as_it_stands(&address.replace("%20", "+")));
    assert!(fetch(&address, None) == (200, catalogue.bytes.clone()));
    assert!(fetch(&address, Some("bytes=5-9")) == (206, catalogue.bytes[5..10].to_vec()));
    let longer = address.replace("X-Amz-Expires=300", "X-Amz-Expires=3000");
    assert_ne!(longer, address);
    let (name, other) = (url.path(), location(&browser.get(&catalogue.video(1))));
    let other = url::Url::parse(&other).unwrap();
    for forged in [
        longer,
        address.replace(name, other.path()),
        url[..url::Position::AfterPath].to_owned(),
    ] {
        assert_eq!(fetch(&forged, None).0, 403, "{forged}");
    }
    // A signature is for one method.
    let head = browser.send("HEAD", &catalogue.video(0), &[], None);
    assert_eq!(
        (head.status, head.header("content-length")),
        (200, Some("400000"))
    );
    // The page may fetch from where the player is sent, and from nowhere else.
    let page = server.visitor().get("/");
    let policy = page.header("content-security-policy").unwrap().to_owned();
    for part in ["media-src", "connect-src"] {
        let sources = policy.split(';').find(|sources| sources.trim().starts_with(part));
        assert!(sources.unwrap().ends_with(&store.origin()), "{policy}");
    }
    assert!(!server.log().contains("X-Amz-Signature") && !server.log().contains(SECRET_KEY));
}

/// What a player reads of a package: each address and its answer.
fn everything(browser: &mut Browser, packaged: &Packaged) -> Vec<(String, Answer)> {
    let lesson = packaged.lesson(browser);
    let master = lesson["hls"].as_str().unwrap().to_owned();
    let folder = master.rsplit_once('/').unwrap().0.to_owned();
    let mut wanted = vec![master, lesson["poster"].as_str().unwrap().to_owned()];
    wanted.push(lesson["seekPreviews"].as_str().unwrap().to_owned());
    wanted.push(format!("{folder}/previews.jpg"));
    for rendition in ["top", "low"] {
        for file in ["index.m3u8", "init.mp4", "0.m4s", "1.m4s"] {
            wanted.push(format!("{folder}/{rendition}/{file}"));
        }
    }
    let answers = wanted.into_iter().map(|address| {
        let answer = browser.get(&address);
        (address, answer)
    });
    answers.collect()
}

/// The bytes of a rendition's file, from its object.
fn rendition(server: &Server, store: &ObjectStore, packaged: &Packaged, name: &str) -> Vec<u8> {
    let id = packaged.video;
    let row = server
        .database()
        .read(|store| store.package_of(id))
        .unwrap()
        .unwrap();
    let location = if name == "top" { &row.top } else { &row.low };
    std::fs::read(store.object(&location.0)).unwrap()
}

#[test]
fn a_package_of_a_bucket_is_passed_on_whole() {
    let store = ObjectStore::start();
    let server = server(&store, Sqlite, &[]);
    let packaged = Packaged::import(&server, false);
    assert_eq!(package(&server), [PackagingOutcome::Packaged]);
    assert!(store.objects().iter().all(|name| !name.ends_with(".m4s")));
    let mut browser = member(&server, "Trader", packaged.course, AccessTerm::Lifetime);
    let everything = everything(&mut browser, &packaged);
    for (address, answer) in &everything {
        assert_eq!(answer.status, 200, "{address}");
    }
    for name in ["top", "low"] {
        let parts = everything
            .iter()
            .filter(|(address, _)| address.contains(&format!("/{name}/")) && !address.ends_with(".m3u8"));
        let bytes: Vec<u8> = parts.flat_map(|(_, answer)| answer.body.clone()).collect();
        assert!(bytes == rendition(&server, &store, &packaged, name), "{name}");
    }
}

#[test]
fn segments_are_redirected_to_and_playlists_passed_on() {
    let store = ObjectStore::start();
    let server = server(&store, Sqlite, &[REDIRECT]);
    let packaged = Packaged::import(&server, false);
    assert_eq!(package(&server), [PackagingOutcome::Packaged]);
    let mut browser = member(&server, "Trader", packaged.course, AccessTerm::Lifetime);
    let everything = everything(&mut browser, &packaged);
    for name in ["top", "low"] {
        let mut bytes = Vec::new();
        for (address, answer) in everything
            .iter()
            .filter(|(address, _)| address.contains(&format!("/{name}/")) && !address.ends_with(".m3u8"))
        {
            if address.ends_with(".m4s") {
                let (status, segment) = fetch(&location(answer), None);
                assert_eq!(status, 200, "{address}");
                bytes.extend(segment);
            } else {
                assert_eq!(answer.status, 200, "{address}");
                bytes.extend(&answer.body);
            }
        }
        assert!(bytes == rendition(&server, &store, &packaged, name), "{name}");
    }
    let passed_on = everything
        .iter()
        .filter(|(address, _)| !address.ends_with(".m4s"));
    assert!(passed_on.clone().count() == 8 && passed_on.clone().all(|(_, answer)| answer.status == 200));
    for (address, _) in &everything {
        let refused = server.visitor().get(address);
        refused.refused(401, "unauthenticated");
    }
    // Without segments of its own, a package is passed on.
    for name in store.objects().iter().filter(|name| name.ends_with("/1.m4s")) {
        std::fs::remove_file(store.object(name.strip_prefix("courses/").unwrap())).unwrap();
    }
    let beside = server.beside();
    let mut elsewhere = Browser::new(beside.address());
    elsewhere.set_cookie(browser.cookie());
    let segment = everything
        .iter()
        .find(|(address, _)| address.ends_with("/0.m4s"))
        .unwrap();
    assert_eq!(elsewhere.get(&segment.0).status, 200);
}

/// A member and the beginning of a long video, of which it takes no more yet.
fn begun(server: &Server, store: &ObjectStore, catalogue: &CatalogueFixture) -> (Browser, SlowReader) {
    let object = std::fs::OpenOptions::new()
        .write(true)
        .open(object_of(server, store, catalogue))
        .unwrap();
    object.set_len(LENGTH).unwrap();
    let browser = member(server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut reader = SlowReader::connect(server.address(), Ipv4Addr::LOCALHOST);
    let cookie = browser.cookie().unwrap();
    reader.send(&format!(
        "GET {} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n",
        catalogue.video(0)
    ));
    assert_eq!(reader.read(1024), 1024, "the download does not begin");
    (browser, reader)
}

#[test]
fn a_video_is_never_in_memory_as_a_whole() {
    let store = ObjectStore::start();
    let server = server(&store, Sqlite, &[]);
    let catalogue = CatalogueFixture::open(&server);
    let before = resident(server.id());
    let (_, mut reader) = begun(&server, &store, &catalogue);
    // Slow for a while, then as fast as it comes.
    let slowly = 1 << 20;
    assert_eq!(reader.read(slowly), slowly);
    // Of the first kilobyte some was the head of the answer.
    let rest = usize::try_from(LENGTH).unwrap() - slowly - 1024;
    assert_eq!(reader.read(rest), rest);
    let grown = resident_at_most(server.id()).saturating_sub(before);
    assert!(grown < 32 * 1024, "{grown} kB for a video of {LENGTH} bytes");
}

#[test]
fn a_video_of_a_bucket_ends_with_its_access() {
    let store = ObjectStore::start();
    let server = server(&store, Sqlite, &[]);
    let catalogue = CatalogueFixture::open(&server);
    let (mut browser, mut reader) = begun(&server, &store, &catalogue);
    assert_eq!(browser.send("POST", "/api/logout", &[], None).status, 204);
    let start = Instant::now();
    while reader.read(64 * 1024) == 64 * 1024 {
        assert!(start.elapsed() < Duration::from_secs(60), "the video goes on");
        // At the pace of a player.
        std::thread::sleep(Duration::from_millis(50));
    }
}
