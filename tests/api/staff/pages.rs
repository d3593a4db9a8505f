//! The pages of staff: shown to every caller while there is staff, kept by no store and no search engine, framed by no site.

use staff::Role;
use support::{Server, Sqlite, staff::add};

const PAGES: [&str; 4] = [
    "/staff",
    "/staff/join?token=x",
    "/staff/questions",
    "/staff/members/1",
];

#[test]
fn a_page_is_no_store_no_robot_no_frame_and_no_referrer() {
    let server = Server::start(Sqlite);
    let mut visitor = server.visitor();
    let _ = add(server.database(), "Eva", Role::Owner);
    for page in PAGES {
        let answer = visitor.get(page);
        assert_eq!(answer.status, 200, "{page}");
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{page}");
        assert_eq!(answer.header("etag"), None, "{page}");
        assert_eq!(answer.header("x-robots-tag"), Some("noindex"), "{page}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{page}");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("frame-ancestors 'none'"), "{page}: {policy}");
        let html = String::from_utf8(answer.body.clone()).unwrap();
        assert!(html.contains("· Staff</title>"), "{page}: {html}");
        assert!(
            html.contains("<meta name=\"robots\" content=\"noindex\" />"),
            "{page}"
        );
    }
    for unknown in ["/staff/members", "/staff/members/1/orders", "/staff/nothing"] {
        assert_eq!(visitor.get(unknown).status, 404, "{unknown}");
    }
}

#[test]
fn they_are_in_no_sitemap() {
    let server = Server::start(Sqlite);
    let _ = add(server.database(), "Eva", Role::Owner);
    let sitemap = String::from_utf8(server.visitor().get("/sitemap.xml").body).unwrap();
    assert!(
        sitemap.contains("/pricing") && !sitemap.contains("/staff"),
        "{sitemap}"
    );
}
