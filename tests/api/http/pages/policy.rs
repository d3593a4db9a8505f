//! The Content-Security-Policy of every page: it names exactly what the page has.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use sha2::{Digest as _, Sha256};
use support::{Server, Sqlite, catalogue_fixture::CatalogueFixture};

const PAGES: [&str; 24] = [
    "/",
    "/courses",
    "/courses/futures",
    "/courses/forex",
    "/about",
    "/pricing",
    "/contact",
    "/faq",
    "/privacy",
    "/terms",
    "/withdraw",
    "/checkout",
    "/checkout/complete",
    "/checkout/sandbox",
    "/reset-password",
    "/verify-email",
    "/portal",
    "/portal/auth",
    "/portal/account",
    "/portal/search",
    "/portal/review",
    "/portal/courses",
    "/portal/discord/callback",
    "/no-such-page",
];

/// The sources of a directive.
fn sources<'a>(policy: &'a str, directive: &str) -> Vec<&'a str> {
    let found = policy
        .split("; ")
        .find_map(|one| one.strip_prefix(directive)?.strip_prefix(' '));
    let found = found.unwrap_or_else(|| panic!("no {directive} in {policy}"));
    found.split(' ').collect()
}

#[test]
fn a_page_may_have_its_own_styles_and_no_other() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let course = format!("/courses/{}", catalogue.futures.0);
    let inside = format!("/portal/course/{}", catalogue.futures.0);
    for path in PAGES.into_iter().chain([course.as_str(), inside.as_str()]) {
        let page = server.visitor().get(path);
        let policy = page.header("content-security-policy").unwrap();
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(sources(policy, "script-src"), ["'self'"], "{path}");
        assert_eq!(sources(policy, "style-src-attr"), ["'none'"], "{path}");
        assert_eq!(sources(policy, "worker-src"), ["'self'"], "{path}");
        assert_eq!(
            sources(policy, "require-trusted-types-for"),
            ["'script'"],
            "{path}"
        );
        assert_eq!(sources(policy, "trusted-types"), ["portal"], "{path}");
        let html = String::from_utf8(page.body.clone()).unwrap();
        let hashes = html.split("<style>").skip(1).map(|rest| {
            let (style, _) = rest.split_once("</style>").expect("it ends");
            format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(style)))
        });
        let expected: Vec<_> = std::iter::once(String::from("'self'")).chain(hashes).collect();
        assert_eq!(sources(policy, "style-src"), expected, "{path}");
        assert!(
            expected.len() > 1,
            "{path} has no style of its own: is the frontend built?"
        );
        assert!(!html.contains(" style=\""), "{path} has a style attribute");
        assert!(!html.contains(" onclick="), "{path} has a handler");
        for plug_in in ["<object", "<embed", "<applet", "<frame"] {
            assert!(!html.contains(plug_in), "{path} has {plug_in}>");
        }
    }
}
