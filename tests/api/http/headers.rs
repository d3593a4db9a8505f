//! The headers that every answer carries, failures too.

use kernel::AccessTerm;
use serde_json::json;
use support::{
    Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
};

#[test]
fn every_answer_carries_the_security_headers() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let cross = [("sec-fetch-site", "cross-site")];
    let answers = [
        ("page", browser.get("/")),
        ("shell", browser.get("/portal")),
        ("no page", browser.get("/no-such-page")),
        ("call", browser.get("/api/user")),
        ("401", server.visitor().get("/api/user")),
        ("404", browser.get("/api/nothing")),
        ("405", browser.send("PATCH", "/api/user", &[], None)),
        ("400", browser.post("/api/login", &json!([]))),
        (
            "413",
            browser.send("POST", "/api/login", &[], Some(&vec![b' '; 70_000])),
        ),
        ("403", browser.send("POST", "/api/login", &cross, Some(b"{}"))),
        ("503", browser.get("/api/discord/config")),
        ("video", browser.get(&catalogue.video(0))),
        (
            "416",
            browser.send("GET", &catalogue.video(0), &[("range", "bytes=99999999-")], None),
        ),
        (
            "picture",
            browser.get(&format!("/media/courses/{}/image", catalogue.futures.0)),
        ),
        ("health", browser.get("/healthz")),
        ("worker", browser.get("/sw.js")),
        ("redirect", browser.get("/courses/4711")),
        ("logout", browser.send("POST", "/api/logout", &[], None)),
    ];
    for (name, answer) in &answers {
        let header = |header: &str| {
            answer
                .header(header)
                .unwrap_or_else(|| panic!("{name} lacks {header}"))
        };
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(header("cross-origin-resource-policy"), "same-origin");
        assert!(header("permissions-policy").contains("camera=()"));
        let policy = header("content-security-policy");
        let sources = |directive: &str| {
            let mut directives = policy.split("; ");
            directives.find_map(|one| one.strip_prefix(directive)?.strip_prefix(' '))
        };
        for closed in ["base-uri", "frame-ancestors"] {
            assert_eq!(sources(closed), Some("'none'"), "{name}: {policy}");
        }
        let objects = sources("object-src").or_else(|| sources("default-src"));
        assert_eq!(objects, Some("'none'"), "{name}: {policy}");
        let scripts = sources("script-src").or_else(|| sources("default-src"));
        assert!(
            [Some("'none'"), Some("'self'")].contains(&scripts),
            "{name}: {policy}"
        );
        assert!(!policy.contains("unsafe-eval"), "{name}: {policy}");
        // A drawing has styles of its own, and is sandboxed.
        let inline = policy.contains("'unsafe-inline'");
        assert_eq!(inline, policy.ends_with("; sandbox"), "{name}: {policy}");
        assert!(
            !inline || sources("default-src") == Some("'none'"),
            "{name}: {policy}"
        );
        assert!(!header("referrer-policy").is_empty() && !header("cache-control").is_empty());
        assert!(answer.header("server").is_none() && answer.header("x-powered-by").is_none());
    }
    for private in ["call", "401", "video"] {
        let (_, answer) = answers.iter().find(|(name, _)| *name == private).unwrap();
        assert!(
            answer.header("cache-control").unwrap().contains("no-store"),
            "{private} may be kept"
        );
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    }
}

#[test]
fn a_picture_is_nothing_but_a_picture() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let picture = server
        .visitor()
        .get(&format!("/media/courses/{}/image", catalogue.futures.0));
    assert_eq!(
        (picture.status, picture.header("content-type")),
        (200, Some("image/svg+xml; charset=utf-8"))
    );
    let policy = picture.header("content-security-policy").unwrap();
    assert!(
        policy.contains("default-src 'none'") && policy.contains("sandbox"),
        "{policy}"
    );
    let tag = picture.header("etag").unwrap().to_owned();
    let path = format!("/media/courses/{}/image", catalogue.futures.0);
    let again = server
        .visitor()
        .send("GET", &path, &[("if-none-match", tag.as_str())], None);
    assert_eq!((again.status, again.body.len()), (304, 0));
    server
        .visitor()
        .get(&format!("/media/courses/{}/image", catalogue.crypto.0))
        .refused(404, "not_found");
    for id in ["4711", "x", "..%2f..%2fsession.key", "%2e%2e"] {
        server
            .visitor()
            .get(&format!("/media/courses/{id}/image"))
            .refused(404, "not_found");
    }
}

#[test]
fn a_service_worker_may_ask_this_site() {
    let server = Server::start(Sqlite);
    let worker = server.visitor().get("/sw.js");
    let policy = worker.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("default-src 'none'; connect-src 'self'"),
        "{policy}"
    );
}
