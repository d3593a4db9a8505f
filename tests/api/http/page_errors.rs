//! What breaks in a page at a member's: reported by every caller, counted, limited, and without an address.

use serde_json::{Value, json};
use support::{
    Server, Sqlite,
    databases::tables::{db_count, db_texts},
    server::metrics::Metrics,
};

fn report() -> Value {
    json!({ "message": "TypeError: x is not a function", "route": "/portal/course/:id", "version": "1.0.0" })
}

#[test]
fn a_report_is_kept_once_and_counted() {
    let server = Server::start(Sqlite);
    for _ in 0..3 {
        assert_eq!(server.visitor().post("/api/page-errors", &report()).status, 202);
    }
    let address = server.database().address();
    assert_eq!(db_count(&address, "page_errors"), 1);
    let row = "SELECT route || ' ' || message || ' ' || version || ' ' || reports AS t FROM page_errors";
    assert_eq!(
        db_texts(&address, row),
        [Some(String::from(
            "/portal/course/:id TypeError: x is not a function 1.0.0 3"
        ))]
    );
    let counted = Metrics::of(&server).value("portal_page_errors_total");
    assert!((counted - 3.0).abs() < f64::EPSILON, "{counted}");
}

#[test]
fn a_report_with_an_address_or_content_is_refused() {
    let server = Server::start(Sqlite);
    for (field, text) in [
        ("message", "failed at https://portal.example/verify?token=1"),
        ("message", "a@portal.example"),
        ("message", ""),
        ("route", "/portal/course/7"),
        ("route", "/verify-email?token=secret"),
        ("version", "<script>"),
    ] {
        let mut body = report();
        body[field] = json!(text);
        let refused = server.visitor().post("/api/page-errors", &body);
        let json = refused.refused(400, "invalid_fields");
        assert_eq!(
            json["fields"].as_object().unwrap().keys().collect::<Vec<_>>(),
            [field]
        );
    }
    let mut more = report();
    more["page"] = json!("/portal");
    assert_eq!(server.visitor().post("/api/page-errors", &more).status, 400);
    assert_eq!(db_count(&server.database().address(), "page_errors"), 0);
}

#[test]
fn of_pages_and_versions_that_are_not_known_nothing_is_kept() {
    let server = Server::start(Sqlite);
    for (field, text) in [
        ("route", "/portal/no-such-page"),
        ("version", "0.1.0"),
        ("version", "9.9.9"),
    ] {
        let mut body = report();
        body[field] = json!(text);
        assert_eq!(server.visitor().post("/api/page-errors", &body).status, 202);
    }
    assert_eq!(db_count(&server.database().address(), "page_errors"), 0);
    let mut unknown = report();
    unknown["route"] = json!("*");
    assert_eq!(server.visitor().post("/api/page-errors", &unknown).status, 202);
    assert_eq!(db_count(&server.database().address(), "page_errors"), 1);
}

#[test]
fn reports_of_one_address_are_limited() {
    let server = Server::with(Sqlite, &[("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", "3")]);
    for _ in 0..3 {
        assert_eq!(server.visitor().post("/api/page-errors", &report()).status, 202);
    }
    let refused = server.visitor().post("/api/page-errors", &report());
    refused.refused(429, "too_many_attempts");
    // Signing in has a count of its own.
    let wrong = json!({ "username": "nope", "password": "wrong password" });
    assert_eq!(server.visitor().post("/api/login", &wrong).status, 401);
}
