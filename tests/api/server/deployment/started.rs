//! The delivered files of Caddy and nginx, in Debian's programs, before a server at a unix socket.

mod site;

use std::fs;

use rstest::rstest;
use serde_json::{Value, json};
use staff::Role;
use support::{
    passkey::SoftPasskey,
    staff::{CHALLENGE, JOIN, JOIN_CHALLENGE, SESSION, add, joining},
};

use site::{HOST, Proxy, Site};

#[rstest]
fn the_delivered_proxies_serve_the_site_over_https(#[values(Proxy::Caddy, Proxy::Nginx)] proxy: Proxy) {
    let opened = Site::behind(proxy, 2);
    let (site, folder) = (&opened.proxy, &opened.folder);

    let (status, head, page) = site.answer("https", "/", &[]);
    assert_eq!(status, 200);
    assert!(page.trim_end().ends_with("</html>"), "not a whole page");
    assert!(head.contains("strict-transport-security: max-age="), "{head}");
    assert_eq!(site.answer("https", "/api/courses", &[]).2, "[]");
    assert_eq!(site.answer("https", "/metrics", &[]).0, 404, "figures are public");

    // The visitor's address is passed on: a third attempt of one address is refused.
    let attempt = [
        "--header",
        "Content-Type: application/json",
        "--data",
        r#"{"purchaseKey":"x"}"#,
    ];
    let statuses: Vec<_> = (0..3)
        .map(|_| site.answer("https", "/api/verify-purchase-key", &attempt).0)
        .collect();
    assert_eq!(statuses, [400, 400, 429]);

    // Too large a body is refused, and no more of it is read than the limit.
    let body = folder.path().join("body");
    fs::write(&body, vec![b'x'; 2 << 20]).unwrap();
    let large = format!("@{}", body.display());
    let sent = [
        "--header",
        "Content-Type: application/json",
        "--data-binary",
        &large,
    ];
    assert_eq!(site.answer("https", "/api/login", &sent).0, 413);

    let (status, _, body) = site.answer("http", "/api/courses", &[]);
    assert_eq!((status, body.contains("https_only")), (400, true));
    let (status, head, _) = site.answer("http", "/pricing", &[]);
    assert_eq!(status, 308);
    assert!(
        head.contains(&format!("location: https://{HOST}/pricing")),
        "{head}"
    );
}

#[rstest]
fn staff_join_and_sign_in_behind_the_delivered_proxies(#[values(Proxy::Caddy, Proxy::Nginx)] proxy: Proxy) {
    let opened = Site::behind(proxy, 100);
    let (site, jar) = (&opened.proxy, opened.folder.path().join("cookies"));
    let jar = jar.to_str().unwrap();
    // As a browser does: JSON, and the cookies of the answers before.
    let post = |path: &str, body: &Value| -> (u16, Value) {
        let body = body.to_string();
        let sent = [
            "--cookie",
            jar,
            "--cookie-jar",
            jar,
            "--header",
            "Content-Type: application/json",
            "--data",
            &body,
        ];
        let (status, head, body) = site.answer("https", path, &sent);
        assert!(
            !head.contains("set-cookie") || head.contains("; secure"),
            "{head}"
        );
        (status, serde_json::from_str(&body).unwrap_or_default())
    };
    let today = || site.answer("https", "/api/staff/today", &["--cookie", jar]);
    let token = add(&opened.database, "Eva", Role::Owner);
    let (status, options) = post(JOIN_CHALLENGE, &json!({ "token": token }));
    assert_eq!(status, 200, "{options}");
    let mut passkey = SoftPasskey::unknown();
    passkey.origin = format!("https://{HOST}");
    passkey.site = HOST.to_owned();
    let (status, joined) = post(JOIN, &joining(&mut passkey, &options, &token));
    assert_eq!(status, 201, "{joined}");
    assert_eq!(today().0, 200);

    // Signed out, and in again by the passkey.
    let (status, ..) = site.answer(
        "https",
        SESSION,
        &["--cookie", jar, "--cookie-jar", jar, "--request", "DELETE"],
    );
    assert_eq!(status, 204);
    assert_eq!(today().0, 401);
    let (status, challenge) = post(CHALLENGE, &json!({}));
    assert_eq!(status, 200, "{challenge}");
    let (status, session) = post(SESSION, &passkey.sign(&challenge));
    assert_eq!(status, 200, "{session}");
    let (status, head, _) = today();
    assert_eq!(status, 200);
    assert!(head.contains("cache-control: no-store"), "{head}");
}
