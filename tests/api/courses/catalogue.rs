//! The catalogue's calls, and what a member sees more of it.

use std::io::Read as _;

use flate2::read::GzDecoder;
use kernel::AccessTerm;
use serde_json::{Value, json};
use support::{
    Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
    samples::{course, import},
};

const NO_COURSES: [&str; 7] = ["0", "4711", "-1", "x", "1.0", "99999999999999999999", "%00"];

#[test]
fn the_catalogue_is_public() {
    let server = Server::start(Sqlite);
    assert_eq!(server.visitor().get("/api/courses").ok(200), json!([]));
    let catalogue = CatalogueFixture::open(&server);
    let courses = server.visitor().get("/api/courses").ok(200);
    let futures = json!({
        "id": catalogue.futures.0, "title": "Title of futures", "description": "What it teaches.", "category": "Futures",
        "type": "futures", "image": format!("/media/courses/{}/image", catalogue.futures.0), "price": 30000,
        "language": "en",
    });
    assert_eq!(courses.as_array().unwrap().len(), 2);
    assert_eq!(courses[0], futures);
    assert_eq!(courses[1]["image"], "/images/futures.svg");
    assert_eq!(
        server
            .visitor()
            .get(&format!("/api/courses/{}", catalogue.futures.0))
            .ok(200),
        futures
    );
    for id in NO_COURSES {
        for path in ["", "/models"] {
            server
                .visitor()
                .get(&format!("/api/courses/{id}{path}"))
                .refused(404, "not_found");
        }
    }
}

#[test]
fn addresses_of_videos_are_for_members_with_access() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut holder = member(&server, "Holder", catalogue.futures, AccessTerm::Lifetime);
    let mut other = member(&server, "Other", catalogue.crypto, AccessTerm::Lifetime);
    let path = format!("/api/courses/{}/models", catalogue.futures.0);
    let urls = |models: &Value| {
        let sections = models.as_array().unwrap().iter();
        let videos = sections.flat_map(|section| section["videos"].as_array().unwrap().clone());
        videos.map(|video| video["url"].clone()).collect::<Vec<_>>()
    };
    // Asked in an order that a cache of the wrong answer would show.
    let open = holder.get(&path).ok(200);
    assert_eq!(
        urls(&server.visitor().get(&path).ok(200)),
        [Value::Null, Value::Null, Value::Null]
    );
    assert_eq!(
        urls(&other.get(&path).ok(200)),
        [Value::Null, Value::Null, Value::Null]
    );
    let expected: Vec<_> = (0..3).map(|n| json!(catalogue.video(n))).collect();
    assert_eq!(urls(&open), expected);
    assert_eq!(urls(&holder.get(&path).ok(200)), expected);
    assert_eq!(open[0]["name"], "Before the bell");
    assert_eq!(open[0]["courseId"], catalogue.futures.0);
    let video = &open[1]["videos"][0];
    assert_eq!(
        (&video["duration"], &video["order"], &video["title"]),
        (&json!(61), &json!(1), &json!("Title of c.webm"))
    );
    assert_eq!(video["modelId"], open[1]["id"]);
}

#[test]
fn an_import_counts_at_once() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let path = format!("/api/courses/{}", catalogue.crypto.0);
    let first = server.visitor().get(&path);
    let tag = first.header("etag").unwrap().to_owned();
    let known = [("if-none-match", tag.as_str())];
    let same = server.visitor().send("GET", &path, &known, None);
    assert_eq!((same.status, same.body.len()), (304, 0));
    let mut changed = course("crypto");
    changed.title = String::from("Another title");
    import(server.database(), changed);
    let after = server.visitor().send("GET", &path, &known, None);
    assert_eq!(after.ok(200)["title"], "Another title");
}

#[test]
fn long_answers_are_compressed_for_callers_that_read_that() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut long = course("crypto");
    long.description = "What it teaches. ".repeat(200);
    long.sections[0].description = "What this part teaches. ".repeat(200);
    import(server.database(), long);
    let mut browser = member(&server, "Trader", catalogue.crypto, AccessTerm::Lifetime);
    let one = format!("/api/courses/{}", catalogue.crypto.0);
    let gzip = [("accept-encoding", "gzip, deflate, br")];
    // The third time the answer of `models` comes from the cache.
    for path in [one.clone(), format!("{one}/models"), format!("{one}/models")] {
        let plain = browser.get(&path);
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        let small = browser.fetch("GET", &path, &gzip, None).unwrap();
        assert_eq!(small.header("content-encoding"), Some("gzip"), "{path}");
        assert_eq!(small.header("vary"), Some("Accept-Encoding"));
        assert_eq!(plain.header("vary"), Some("Accept-Encoding"));
        assert!(small.body.len() * 4 < plain.body.len(), "{}", small.body.len());
        let mut body = Vec::new();
        GzDecoder::new(&small.body[..]).read_to_end(&mut body).unwrap();
        assert_eq!(body, plain.body);
        let (tag, plain_tag) = (small.header("etag").unwrap(), plain.header("etag").unwrap());
        assert_ne!(tag, plain_tag);
        for (tag, status) in [(tag, 304), (plain_tag, 200)] {
            let headers = [gzip[0], ("if-none-match", tag)];
            assert_eq!(
                browser.fetch("GET", &path, &headers, None).unwrap().status,
                status
            );
        }
        for refused in ["identity", "gzip;q=0", "br"] {
            let answer = browser.send("GET", &path, &[("accept-encoding", refused)], None);
            assert_eq!(answer.body, plain.body, "{refused}");
        }
    }
    let short = browser.fetch("GET", "/api/user", &gzip, None).unwrap();
    assert_eq!(
        (short.header("content-encoding"), short.header("vary")),
        (None, None)
    );
}

#[test]
fn access_is_shown_to_members() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let access = |id: i32| format!("/api/courses/{id}/access");
    let open = browser.get(&access(catalogue.futures.0)).ok(200);
    assert_eq!(open, json!({ "hasAccess": true, "expiresAt": null }));
    let closed = browser.get(&access(catalogue.crypto.0)).ok(200);
    assert_eq!(closed, json!({ "hasAccess": false, "expiresAt": null }));
    server
        .visitor()
        .get(&access(catalogue.futures.0))
        .refused(401, "unauthenticated");
    for id in NO_COURSES {
        browser
            .get(&format!("/api/courses/{id}/access"))
            .refused(404, "not_found");
        browser
            .get(&format!("/api/courses/{id}/progress"))
            .refused(404, "not_found");
    }
    let held = browser.get("/api/user/courses").ok(200);
    let expected = json!([{
        "id": catalogue.futures.0, "title": "Title of futures", "description": "What it teaches.", "type": "futures",
        "image": format!("/media/courses/{}/image", catalogue.futures.0), "expiresAt": null,
        "completedVideos": 0, "totalVideos": 3, "language": "en",
    }]);
    assert_eq!(held, expected);
    server
        .visitor()
        .get("/api/user/courses")
        .refused(401, "unauthenticated");
}
