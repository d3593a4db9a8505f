//! Pages and files from the binary.

mod codings;
mod policy;
mod security_txt;

use rstest::rstest;
use support::{Server, Sqlite, catalogue_fixture::CatalogueFixture};

#[rstest]
#[case("/", 200)]
#[case("/checkout/complete", 200)]
#[case("/checkout/sandbox", 200)]
#[case("/portal", 200)]
#[case("/portal/auth", 200)]
#[case("/portal/courses", 200)]
#[case("/portal/account", 200)]
#[case("/portal/course/1", 200)]
#[case("/reset-password", 200)]
#[case("/verify-email", 200)]
#[case("/no-such-page", 404)]
#[case("/portal/no-such-page", 404)]
#[case("/app.html", 404)]
#[case("/index.html", 404)]
#[case("/assets/../../session.key", 404)]
fn a_page_is_html_and_an_unknown_one_says_404(#[case] path: &str, #[case] status: u16) {
    let server = Server::start(Sqlite);
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let answer = server.raw(request.as_bytes());
    assert!(
        answer.starts_with(&format!("HTTP/1.1 {status} ")),
        "{answer:.200}"
    );
    assert!(
        answer.to_lowercase().contains("content-type: text/html"),
        "{answer:.500}"
    );
    assert!(
        !answer.contains("public-url.invalid"),
        "the site's own address is not filled in"
    );
}

#[test]
fn a_courses_page_carries_its_own_title_and_nothing_that_runs() {
    let server = Server::start(Sqlite);
    let mut course = support::samples::course("futures");
    course.title = String::from("<script>alert(1)</script> & \"quotes\"");
    let id = support::samples::import(server.database(), course);
    let page = server.visitor().get(&format!("/courses/{}", id.0));
    assert_eq!(page.status, 200);
    let html = String::from_utf8_lossy(&page.body);
    assert!(
        html.contains("<title>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;</title>"),
        "{html}"
    );
    assert!(!html.contains("<script>alert"));
    for path in ["/courses/4711", "/courses/x", "/courses/-1"] {
        let answer = server.visitor().get(path);
        assert_eq!(
            (answer.status, answer.header("location")),
            (302, Some("/")),
            "{path}"
        );
    }
}

#[test]
fn no_redirect_leads_off_the_site() {
    let server = Server::start(Sqlite);
    let _ = CatalogueFixture::open(&server);
    for path in [
        "//evil.example/",
        "/\\evil.example/",
        "///evil.example/",
        "/%2f%2fevil.example/",
        "/%5cevil.example/",
        "/portal//",
        "/courses//evil.example",
        "/courses/%0d%0aLocation:%20https://evil.example",
        "/https://evil.example/",
        "/x/..//evil.example/",
    ] {
        let answer = server
            .raw(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes());
        let head = answer.split("\r\n\r\n").next().unwrap();
        let location = head
            .lines()
            .find_map(|line| line.to_lowercase().strip_prefix("location: ").map(str::to_owned));
        if let Some(location) = location {
            let second = location.chars().nth(1).unwrap_or('x');
            assert!(
                location.starts_with('/') && second != '/' && second != '\\',
                "{path} leads to {location}"
            );
        }
    }
}

#[test]
fn a_page_takes_no_other_method() {
    let server = Server::start(Sqlite);
    let answer = server.visitor().send("POST", "/", &[], Some(b"{}"));
    answer.refused(405, "method_not_allowed");
    assert_eq!(answer.header("allow"), Some("GET, HEAD"));
}

/// Their addresses hold an order's reference or a reset token, and a browser's store keeps addresses too.
#[rstest]
#[case("/checkout/complete?order=x", true)]
#[case("/checkout/sandbox?order=x", true)]
#[case("/reset-password?token=x", true)]
#[case("/verify-email?token=x", true)]
#[case("/portal/auth?key=x", true)]
#[case("/portal", false)]
#[case("/", false)]
fn a_page_whose_address_is_a_secret_is_never_stored(#[case] path: &str, #[case] secret: bool) {
    let server = Server::start(Sqlite);
    let page = server.visitor().get(path);
    assert_eq!(page.status, 200);
    let expected = if secret { "no-store" } else { "no-cache" };
    assert_eq!(page.header("cache-control"), Some(expected));
    assert_eq!(
        page.header("etag").is_none(),
        secret,
        "a validator is for what is stored"
    );
    if secret {
        assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
    }
}

/// What a preview of a link shows is read before any script runs.
#[test]
fn each_way_in_has_its_own_title_and_description() {
    let server = Server::start(Sqlite);
    let heads = ["/", "/portal/auth", "/reset-password", "/verify-email", "/portal"].map(|path| {
        let page = String::from_utf8(server.visitor().get(path).body).expect("a page is text");
        let between = |start: &str, end: &str| {
            let rest = page
                .split_once(start)
                .unwrap_or_else(|| panic!("{path} lacks {start}"))
                .1;
            rest.split_once(end).expect("an end").0.to_owned()
        };
        [
            between("<title>", "</title>"),
            between("<meta name=\"description\" content=\"", "\""),
        ]
    });
    for (number, head) in heads.iter().enumerate() {
        assert!(
            heads[..number]
                .iter()
                .all(|other| other[0] != head[0] && other[1] != head[1]),
            "{heads:?}"
        );
    }
}

/// A browser replaces its kept headers by the headers of a 304 (RFC 9111 section 3.2), so a policy there would
/// replace the page's.
#[test]
fn a_page_that_did_not_change_keeps_its_policy() {
    let server = Server::start(Sqlite);
    let first = server.visitor().get("/portal");
    assert!(
        first
            .header("content-security-policy")
            .unwrap()
            .contains("script-src 'self'")
    );
    let etag = first.header("etag").unwrap();
    let request = format!(
        "GET /portal HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: {etag}\r\nConnection: close\r\n\r\n"
    );
    let again = server.raw(request.as_bytes()).to_lowercase();
    assert!(again.starts_with("http/1.1 304 "), "{again:.200}");
    assert!(!again.contains("content-security-policy"), "{again}");
}
