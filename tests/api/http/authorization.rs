//! Every operation of the API's description is public by name or answers 401 to a caller without a session.

use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Engine, Postgres, Server, Sqlite, catalogue_fixture::CatalogueFixture, http::contract::Contract,
};

const PUBLIC: [&str; 23] = [
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
    "GET /api/openapi.json",
    "GET /api/site",
    "POST /api/contact",
    "POST /api/login",
    "POST /api/logout",
    "POST /api/register",
    "POST /api/request-reset",
    "POST /api/reset-password",
    "POST /api/verify-purchase-key",
    "GET /api/courses",
    "GET /api/courses/{id}",
    "GET /api/courses/{id}/models",
    "POST /api/checkout",
    "POST /api/checkout/quote",
    // By a reference that is random, and in a demo only.
    "GET /api/orders/{reference}",
    "GET /api/sandbox/{reference}",
    "POST /api/sandbox/{reference}",
    // By its signature.
    "POST /api/webhooks/stripe",
    "GET /api/discord/config",
    "GET /media/courses/{id}/image",
];

const MEMBERS: [&str; 19] = [
    "GET /api/user",
    "PUT /api/user/account",
    "PUT /api/user/password",
    "GET /api/user/sessions",
    "DELETE /api/user/sessions",
    "DELETE /api/user/sessions/{id}",
    "GET /api/user/courses",
    "GET /api/user/recent-progress",
    "POST /api/user/redeem",
    "GET /api/courses/{id}/access",
    "GET /api/courses/{id}/progress",
    "PUT /api/videos/{id}/progress",
    "POST /api/courses/{id}/checkout",
    "GET /api/user/orders",
    "GET /api/user/orders/{reference}/receipt",
    "POST /api/discord/oauth/callback",
    "DELETE /api/discord/link",
    "POST /api/discord/generate-invite",
    "GET /media/videos/{id}",
];

/// A body that the call could do something with, so that nothing but the missing session refuses it.
fn body(call: &str) -> Option<Value> {
    Some(match call {
        "PUT /api/user/account" => {
            json!({ "username": "a", "email": "a@example.com", "currentPassword": "x" })
        }
        "PUT /api/user/password" => json!({ "currentPassword": "x", "newPassword": "long enough" }),
        "POST /api/user/redeem" => json!({ "purchaseKey": "x" }),
        "PUT /api/videos/{id}/progress" => json!({ "watchedSeconds": 1 }),
        "POST /api/discord/oauth/callback" => json!({ "code": "x" }),
        "POST /api/discord/generate-invite" => json!({ "courseId": 1 }),
        _ => return None,
    })
}

#[rstest]
fn every_call_is_public_by_name_or_refuses_a_stranger(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let forged = "portal=not-a-session";
    for operation in Contract::shared().operations() {
        let call = format!("{} {}", operation.method, operation.path);
        if PUBLIC.contains(&call.as_str()) {
            continue;
        }
        assert!(
            MEMBERS.contains(&call.as_str()),
            "{call} is on neither list: decide who may"
        );
        let id = if call.contains("video") {
            catalogue.videos[0].0
        } else {
            catalogue.futures.0
        };
        let path = operation.path.replace("{id}", &id.to_string());
        let path = path.replace("{reference}", &"0".repeat(32));
        let body = body(&call).map(|body| body.to_string());
        for cookie in [None, Some(forged)] {
            let mut visitor = server.visitor();
            visitor.set_cookie(cookie);
            let answer = visitor.send(&operation.method, &path, &[], body.as_deref().map(str::as_bytes));
            answer.refused(401, "unauthenticated");
        }
        // A caller without a session learns nothing of what exists either.
        let path = operation.path.replace("{id}", "4711");
        let answer = server
            .visitor()
            .send(&operation.method, &path, &[], body.as_deref().map(str::as_bytes));
        answer.refused(401, "unauthenticated");
    }
}

#[rstest]
fn an_anonymous_visitor_writes_no_session(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    for path in [
        "/",
        "/api/user",
        "/api/courses",
        &format!("/api/courses/{}/models", catalogue.futures.0),
        &catalogue.video(0),
    ] {
        let answer = server.visitor().get(path);
        assert!(answer.header("set-cookie").is_none(), "{path} sets a cookie");
    }
    assert_eq!(
        support::databases::tables::db_count(&server.database().address(), "sessions"),
        0
    );
}
