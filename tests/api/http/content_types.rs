//! Every body says what it is, and every text in which encoding (OWASP ASVS 4.1.1).

use std::collections::BTreeSet;

use kernel::AccessTerm;
use support::{
    Answer, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
    courses::lesson_folder::LessonFolder,
};

/// The addresses of this site that a page names.
fn named(page: &Answer) -> Vec<String> {
    let html = String::from_utf8_lossy(&page.body);
    let rest = html.split("=\"/").skip(1);
    let paths = rest.map(|rest| rest.split('"').next().unwrap_or_default());
    paths
        .filter(|path| !path.starts_with('/'))
        .map(|path| format!("/{}", path.split('#').next().unwrap_or_default()))
        .collect()
}

/// Whether a type has a `charset`: texts and XML do, JSON is UTF-8 by itself (RFC 8259 section 8.1).
fn needs_charset(kind: &str) -> bool {
    kind.starts_with("text/") || kind.ends_with("/xml") || kind.ends_with("+xml")
}

#[test]
fn every_text_says_that_it_is_utf_8_and_json_that_it_is_json() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let lessons = LessonFolder::new().import(server.database(), &server.media());
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    let mut paths = BTreeSet::from(
        [
            "/robots.txt",
            "/sitemap.xml",
            "/sw.js",
            "/favicon.svg",
            "/site.webmanifest",
            "/.well-known/security.txt",
            "/healthz",
            "/readyz",
            "/metrics",
            "/no-such-page",
            "/api/openapi.json",
            "/api/courses",
            "/api/user",
            "/api/user/export",
            "/api/nothing",
        ]
        .map(str::to_owned),
    );
    let lesson = format!("/api/videos/{}/lesson", lessons.video.0);
    let captions = &holder.get(&lesson).ok(200)["captions"][0]["url"];
    paths.insert(captions.as_str().expect("an address").to_owned());
    paths.insert(lesson);
    paths.insert(format!("/media/courses/{}/image", catalogue.futures.0));
    for page in ["/", "/courses", "/portal", "/portal/auth"] {
        paths.insert(page.to_owned());
        paths.extend(named(&holder.get(page)));
    }
    let mut seen = BTreeSet::new();
    for path in &paths {
        let answer = holder.get(path);
        if answer.body.is_empty() {
            continue;
        }
        let declared = answer.header("content-type");
        let declared = declared.unwrap_or_else(|| panic!("{path} has a body and no type"));
        let (kind, parameters) = declared.split_once(';').unwrap_or((declared, ""));
        let is_utf_8 = parameters.split(';').any(|one| one.trim() == "charset=utf-8");
        assert_eq!(is_utf_8, needs_charset(kind), "{path} is {declared}");
        if needs_charset(kind) {
            assert!(std::str::from_utf8(&answer.body).is_ok(), "{path} is no UTF-8");
        }
        if kind == "application/json" {
            assert_eq!(parameters, "", "{path} is {declared}");
            let _ = answer.json();
        }
        seen.insert(kind.to_owned());
    }
    for kind in [
        "text/html",
        "text/css",
        "text/javascript",
        "text/plain",
        "text/vtt",
        "application/xml",
        "application/json",
        "image/svg+xml",
    ] {
        assert!(seen.contains(kind), "no {kind} was asked for: {seen:?}");
    }
}
