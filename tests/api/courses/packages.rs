//! A packaged video: its playlists, segments, poster and seek previews, for callers who may open the lesson now.

use std::{
    net::Ipv4Addr,
    time::{Duration, Instant},
};

use chrono::Utc;
use courses::{CourseChangeStore as _, RECIPE, VideoPackage};
use kernel::{AccessTerm, StoreError};
use outbound::PackagingOutcome;
use serde_json::{Value, json};
use support::{
    Answer, Browser, Server, Sqlite,
    catalogue_fixture::member,
    courses::packaged::{Packaged, clip, course_of, package, store},
    http::slow_reader::SlowReader,
    samples::{add_course, import, noon, video, videos_of},
};

/// Everything that a player reads of a package: each address and its answer.
fn everything(browser: &mut Browser, lesson: &Value) -> Vec<(String, Answer)> {
    let mut found = Vec::new();
    let mut get = |browser: &mut Browser, address: String| {
        let answer = browser.get(&address);
        assert_eq!(answer.status, 200, "{address}");
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        found.push((address, answer));
        text
    };
    let beside = |address: &str, name: &str| format!("{}/{name}", address.rsplit_once('/').unwrap().0);
    let master = lesson["hls"].as_str().unwrap().to_owned();
    let text = get(browser, master.clone());
    for playlist in text.lines().filter(|line| !line.starts_with('#')) {
        let playlist = beside(&master, playlist);
        let text = get(browser, playlist.clone());
        let init = text.split("URI=\"").nth(1).unwrap().split('"').next().unwrap();
        get(browser, beside(&playlist, init));
        for segment in text.lines().filter(|line| !line.starts_with('#')) {
            get(browser, beside(&playlist, segment));
        }
    }
    get(browser, lesson["poster"].as_str().unwrap().to_owned());
    let track = lesson["seekPreviews"].as_str().unwrap().to_owned();
    let text = get(browser, track.clone());
    let sheet = text.lines().find(|line| line.contains("#xywh=")).unwrap();
    get(browser, beside(&track, sheet.split('#').next().unwrap()));
    // What the lesson names to begin with is what the playlists lead to.
    for first in ["playlist", "init", "segment"] {
        let address = lesson["hlsStart"][first].as_str().unwrap();
        assert!(found.iter().any(|(found, _)| found == address), "{address}");
    }
    found
}

#[test]
fn a_packaged_video_is_served_whole_in_its_segments() {
    let server = Server::start(Sqlite);
    let packaged = Packaged::import(&server, false);
    let mut browser = member(&server, "Trader", packaged.course, AccessTerm::Lifetime);
    let before = packaged.lesson(&mut browser);
    assert_eq!(
        (&before["hls"], &before["poster"], &before["seekPreviews"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    assert_eq!(package(&server), [PackagingOutcome::Packaged]);
    let lesson = packaged.lesson(&mut browser);
    assert_eq!(
        lesson["file"], before["file"],
        "the file is still there to fall back on"
    );
    let everything = everything(&mut browser, &lesson);
    let id = packaged.video;
    let row = server
        .database()
        .read(|store| store.package_of(id))
        .unwrap()
        .unwrap();
    for (name, location) in [("top", &row.top), ("low", &row.low)] {
        let parts = everything
            .iter()
            .filter(|(address, _)| address.contains(&format!("/{name}/")) && !address.ends_with(".m3u8"));
        let bytes: Vec<u8> = parts.flat_map(|(_, answer)| answer.body.clone()).collect();
        let file = std::fs::read(server.media().path_of(location).unwrap()).unwrap();
        assert!(bytes == file, "{name}: the segments are not the file");
    }
    for (address, answer) in &everything {
        let ending = address.rsplit('.').next().unwrap();
        let (kind, cache) = match ending {
            "m3u8" => ("application/vnd.apple.mpegurl", "private, no-cache"),
            "vtt" => ("text/vtt; charset=utf-8", "private, no-cache"),
            "jpg" => ("image/jpeg", "private, no-cache"),
            _ => ("video/mp4", "private, no-store"),
        };
        assert_eq!(answer.header("content-type"), Some(kind), "{address}");
        assert_eq!(answer.header("cache-control"), Some(cache), "{address}");
        assert!(
            answer.header("etag").is_some_and(|tag| tag.starts_with('"')),
            "{address}"
        );
    }
    assert_eq!(everything.len(), 1 + 2 * (2 + 2) + 3);
}

#[test]
fn every_file_of_a_package_is_for_holders_alone() {
    let server = Server::start(Sqlite);
    let packaged = Packaged::import(&server, false);
    let other = add_course(server.database(), "crypto");
    package(&server);
    let mut holder = member(&server, "Holder", packaged.course, AccessTerm::Lifetime);
    let mut stranger = member(&server, "Stranger", other, AccessTerm::Lifetime);
    let lesson = packaged.lesson(&mut holder);
    let everything = everything(&mut holder, &lesson);
    for (address, answer) in &everything {
        let tag = answer.header("etag").unwrap();
        for condition in [vec![], vec![("if-none-match", tag)]] {
            let refused = server.visitor().send("GET", address, &condition, None);
            refused.refused(401, "unauthenticated");
            stranger
                .send("GET", address, &condition, None)
                .refused(403, "no_access");
        }
    }
    let mut copied = holder.clone();
    assert_eq!(holder.send("POST", "/api/logout", &[], None).status, 204);
    for (address, _) in &everything {
        copied.get(address).refused(401, "unauthenticated");
    }
}

#[test]
fn a_preview_is_played_without_a_sign_in() {
    let server = Server::start(Sqlite);
    let packaged = Packaged::import(&server, true);
    package(&server);
    let mut visitor = server.visitor();
    let lesson = packaged.lesson(&mut visitor);
    assert!(everything(&mut visitor, &lesson).len() > 6);
}

#[test]
fn ranges_and_conditions_of_a_package_are_kept() {
    let server = Server::start(Sqlite);
    let packaged = Packaged::import(&server, false);
    package(&server);
    let mut browser = member(&server, "Trader", packaged.course, AccessTerm::Lifetime);
    let lesson = packaged.lesson(&mut browser);
    let everything = everything(&mut browser, &lesson);
    for (address, answer) in &everything {
        let tag = answer.header("etag").unwrap();
        let again = browser.send("GET", address, &[("if-none-match", tag)], None);
        let is_kept = !address.ends_with("mp4") && !address.ends_with("m4s");
        assert_eq!(again.status, if is_kept { 304 } else { 200 }, "{address}");
        let head = browser.send("HEAD", address, &[], None);
        assert_eq!((head.status, head.body.len()), (200, 0), "{address}");
    }
    let (segment, answer) = everything
        .iter()
        .find(|(address, _)| address.ends_with("/1.m4s"))
        .unwrap();
    let part = browser.send("GET", segment, &[("range", "bytes=8-11")], None);
    assert_eq!((part.status, &part.body[..]), (206, &answer.body[8..12]));
    let length = answer.body.len();
    assert_eq!(
        part.header("content-range"),
        Some(format!("bytes 8-11/{length}").as_str())
    );
    let beyond = browser.send(
        "GET",
        segment,
        &[("range", format!("bytes={length}-").as_str())],
        None,
    );
    beyond.refused(416, "range_not_satisfiable");
}

#[test]
fn a_replaced_video_has_other_addresses_and_its_old_package_goes() {
    let server = Server::start(Sqlite);
    let packaged = Packaged::import(&server, false);
    package(&server);
    let mut browser = member(&server, "Trader", packaged.course, AccessTerm::Lifetime);
    let old = packaged.lesson(&mut browser);
    let addresses: Vec<_> = everything(&mut browser, &old)
        .into_iter()
        .map(|(address, _)| address)
        .collect();
    let replaced = course_of(&server, &clip("blue"), false);
    let done: Result<_, StoreError> = server
        .database()
        .write(move |store| store.put_course(&replaced, noon()));
    done.unwrap();
    assert_eq!(packaged.lesson(&mut browser)["hls"], Value::Null);
    for address in &addresses {
        browser.get(address).refused(404, "not_found");
    }
    let named = server.database().read(|store| {
        use courses::CourseStore as _;
        store.media_locations()
    });
    assert!(
        named
            .unwrap()
            .iter()
            .all(|location| !location.0.starts_with("packages/"))
    );
    assert_eq!(package(&server), [PackagingOutcome::Packaged]);
    let new = packaged.lesson(&mut browser);
    assert_ne!(new["hls"], old["hls"]);
    everything(&mut browser, &new);
    for address in &addresses {
        browser.get(address).refused(404, "not_found");
    }
}

#[test]
fn videos_of_the_same_pictures_are_each_served() {
    let server = Server::start(Sqlite);
    let bytes = clip("red");
    let mut both = course_of(&server, &bytes, false);
    let mut second = video("again.mp4", 2);
    // The same pictures in another file: both packages have the same renditions.
    second.location = store(
        &server,
        &[&bytes[..], b"\0\0\0\x08free"].concat(),
        "videos",
        "mp4",
    );
    both.sections[0].videos.push(second);
    let course = import(server.database(), both);
    assert_eq!(
        package(&server),
        [PackagingOutcome::Packaged, PackagingOutcome::Packaged]
    );
    let mut browser = member(&server, "Trader", course, AccessTerm::Lifetime);
    let videos = videos_of(server.database(), course);
    assert_eq!(videos.len(), 2);
    for _ in 0..2 {
        for &video in &videos {
            let lesson = Packaged { course, video }.lesson(&mut browser);
            assert_eq!(everything(&mut browser, &lesson).len(), 1 + 2 * (2 + 2) + 3);
        }
    }
}

#[test]
fn a_preview_that_is_taken_back_closes_at_the_next_segment() {
    let server = Server::start(Sqlite);
    let packaged = Packaged::import(&server, true);
    package(&server);
    let mut visitor = server.visitor();
    let lesson = packaged.lesson(&mut visitor);
    let addresses: Vec<_> = everything(&mut visitor, &lesson)
        .into_iter()
        .map(|(address, _)| address)
        .collect();
    let import_as = |preview| {
        let course = course_of(&server, &clip("red"), preview);
        let done: Result<_, StoreError> = server
            .database()
            .write(move |store| store.put_course(&course, noon()));
        done.unwrap();
    };
    import_as(false);
    for address in &addresses {
        visitor.get(address).refused(401, "unauthenticated");
    }
    import_as(true);
    for address in &addresses {
        assert_eq!(visitor.get(address).status, 200, "{address}");
    }
}

#[test]
fn nothing_but_the_names_of_a_package_leads_to_bytes() {
    let server = Server::start(Sqlite);
    let packaged = Packaged::import(&server, false);
    package(&server);
    let mut browser = member(&server, "Trader", packaged.course, AccessTerm::Lifetime);
    let lesson = packaged.lesson(&mut browser);
    let folder = lesson["hls"]
        .as_str()
        .unwrap()
        .rsplit_once('/')
        .unwrap()
        .0
        .to_owned();
    std::fs::write(server.data().join("canary"), "canary").unwrap();
    for file in [
        "index.json",
        "top.mp4",
        "..%2f..%2fcanary",
        "top/2.m4s",
        "top/-1.m4s",
        "top/99999999999999999999.m4s",
        "top/0.m4s%00",
        "top/..%2f0.m4s",
        "middle/index.m3u8",
        "low/master.m3u8",
        "%2e%2e/%2e%2e/canary",
    ] {
        browser.get(&format!("{folder}/{file}")).refused(404, "not_found");
    }
    let id = packaged.video.0;
    for path in [
        format!("/media/videos/{id}/packages/0000/master.m3u8"),
        format!("/media/videos/{id}/packages/../../canary"),
        folder.replace(&format!("/{id}/"), "/4711/") + "/master.m3u8",
    ] {
        browser.get(&path).refused(404, "not_found");
    }
}

#[test]
fn a_package_without_one_of_its_files_is_reported_and_the_file_still_plays() {
    let server = Server::start(Sqlite);
    let packaged = Packaged::import(&server, false);
    package(&server);
    let mut browser = member(&server, "Trader", packaged.course, AccessTerm::Lifetime);
    std::fs::remove_dir_all(server.data().join("media/packages")).unwrap();
    let lesson = packaged.lesson(&mut browser);
    let answer = browser.get(lesson["hls"].as_str().unwrap());
    assert!(matches!(answer.status, 404 | 503), "{}", answer.status);
    assert_eq!(browser.get(lesson["file"].as_str().unwrap()).status, 200);
}

#[test]
fn a_segment_under_way_ends_with_its_access() {
    let server = Server::start(Sqlite);
    let packaged = Packaged::import(&server, false);
    let source = server
        .database()
        .read(|store| store.package_sources(None))
        .unwrap()
        .remove(0)
        .location;
    // A segment that no buffer holds.
    let length = 8_u64 << 30;
    let rendition = json!({ "codecs": "", "frame_rate": 1.0, "init": 0, "segments": [[0, length, 90_000]] });
    let index = json!({
        "format": 1, "width": 64, "height": 36, "top": rendition, "low": rendition, "files": [],
        "previews": { "width": 16, "height": 9, "columns": 1, "starts": [0.0] },
    });
    let top = store(&server, b"top", "packages", "mp4");
    let file = std::fs::OpenOptions::new()
        .write(true)
        .open(server.media().path_of(&top).unwrap())
        .unwrap();
    file.set_len(length).unwrap();
    let row = VideoPackage {
        source,
        recipe: RECIPE,
        index: store(&server, index.to_string().as_bytes(), "packages", "json"),
        low: top.clone(),
        poster: top.clone(),
        previews: top.clone(),
        top,
    };
    // The poster is as long as the segment here; only a part of it is read.
    let put: Result<_, StoreError> = server
        .database()
        .write(move |store| store.put_package(&row, Utc::now()));
    assert!(put.unwrap());
    let mut browser = member(&server, "Trader", packaged.course, AccessTerm::Lifetime);
    let lesson = packaged.lesson(&mut browser);
    let segment = lesson["hls"]
        .as_str()
        .unwrap()
        .replace("master.m3u8", "top/0.m4s");
    let mut reader = SlowReader::connect(server.address(), Ipv4Addr::LOCALHOST);
    let cookie = browser.cookie().unwrap();
    reader.send(&format!(
        "GET {segment} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
    ));
    assert_eq!(reader.read(1024), 1024, "the segment does not begin");
    assert_eq!(browser.send("POST", "/api/logout", &[], None).status, 204);
    let start = Instant::now();
    while reader.read(64 * 1024) == 64 * 1024 {
        assert!(start.elapsed() < Duration::from_secs(60), "the segment goes on");
        // At the pace of a player.
        std::thread::sleep(Duration::from_millis(50));
    }
}
