//! A request that another site made a browser send changes nothing.

use kernel::AccessTerm;
use serde_json::json;
use support::{
    Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, member},
    http::contract::Contract,
};

#[test]
fn every_call_that_changes_something_refuses_other_sites() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    for operation in Contract::shared().operations() {
        if operation.method == "GET" {
            continue;
        }
        let path = operation.path.replace("{id}", &catalogue.futures.0.to_string());
        for forged in [
            [("sec-fetch-site", "cross-site"), ("x-any", "1")],
            [("sec-fetch-site", "same-site"), ("x-any", "1")],
            [
                ("sec-fetch-site", "cross-site"),
                ("origin", "http://portal.example"),
            ],
            [("origin", "https://evil.example"), ("x-any", "1")],
            [("origin", "null"), ("x-any", "1")],
            [("origin", "http://portal.example.evil.example"), ("x-any", "1")],
        ] {
            let answer = browser.send(&operation.method, &path, &forged, Some(b"{}"));
            answer.refused(403, "cross_site");
        }
    }
    assert!(browser.is_signed_in(), "a forged request signed the member out");
}

#[test]
fn the_sites_own_pages_and_programs_are_let_in() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let host = format!("http://{}", server.address());
    let body = credentials("Trader", PASSWORD).to_string();
    for own in [
        vec![("sec-fetch-site", "same-origin")],
        vec![("sec-fetch-site", "none")],
        vec![("origin", "http://portal.example")],
        vec![("origin", host.as_str())],
        vec![],
    ] {
        let answer = server
            .visitor()
            .send("POST", "/api/login", &own, Some(body.as_bytes()));
        assert_eq!(answer.status, 200, "{own:?}");
    }
    // Reading from elsewhere is harmless, and a link from another site must work.
    let elsewhere = [
        ("sec-fetch-site", "cross-site"),
        ("origin", "https://evil.example"),
    ];
    let read = server.visitor().send("GET", "/api/courses", &elsewhere, None);
    assert_eq!(read.status, 200);
    assert!(
        read.header("access-control-allow-origin").is_none(),
        "another site may read the answer"
    );
    let asked = server.visitor().send("OPTIONS", "/api/login", &elsewhere, None);
    assert!(asked.header("access-control-allow-origin").is_none());
    assert!(asked.status >= 400, "a preflight was answered {}", asked.status);
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let answer = server
        .visitor()
        .send("POST", "/api/login", &form, Some(b"username=Trader"));
    assert_eq!(answer.status, 400);
    let text = [("content-type", "text/plain")];
    let answer = server.visitor().send(
        "POST",
        "/api/login",
        &text,
        Some(json!({}).to_string().as_bytes()),
    );
    assert_eq!(answer.status, 400);
}
