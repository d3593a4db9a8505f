//! Who may do what, walked over the API's description: each route says it there, from the declaration that also enforces it.

use kernel::AccessTerm;
use serde_json::{Value, json};
use support::{
    Answer, Browser, FakeDiscord, Server, Sqlite, TestDatabase,
    catalogue_fixture::{CatalogueFixture, member},
    discord::guild::connected,
    http::contract::{Contract, Operation},
};

/// A body that the call could do something with, so that nothing but who sends it refuses it.
fn body(call: &str, catalogue: &CatalogueFixture) -> Option<Value> {
    Some(match call {
        "PUT /api/user/account" => {
            json!({ "username": "a", "email": "a@example.com", "currentPassword": "x" })
        }
        "PUT /api/user/password" => json!({ "currentPassword": "x", "newPassword": "long enough" }),
        "POST /api/user/redeem" => json!({ "purchaseKey": "x" }),
        "POST /api/videos/{id}/questions" => {
            json!({ "text": "What is a tick?", "seconds": 0, "private": false })
        }
        "PUT /api/videos/{id}/progress" => json!({ "watchedSeconds": 1 }),
        "POST /api/videos/{id}/exercises/{exercise}" => json!({ "answer": 1 }),
        "POST /api/discord/oauth/callback" => json!({ "code": "x" }),
        "POST /api/discord/generate-invite" => json!({ "courseId": catalogue.futures.0 }),
        _ => return None,
    })
}

/// Sends a call about things that exist, or about others where `id` says so.
fn send(
    browser: &mut Browser,
    operation: &Operation,
    catalogue: &CatalogueFixture,
    id: Option<i32>,
) -> Answer {
    let call = operation.name();
    let known = if call.contains("video") {
        catalogue.videos[0].0
    } else {
        catalogue.futures.0
    };
    let path = operation.path.replace("{id}", &id.unwrap_or(known).to_string());
    let path = path.replace("{reference}", &"0".repeat(32));
    let path = [
        "{language}",
        "{digest}",
        "{name}",
        "{package}",
        "{rendition}",
        "{file}",
        "{exercise}",
        "{courseId}",
        "{token}",
    ]
    .iter()
    .fold(path, |path, part| path.replace(part, "nl"));
    let body = body(&call, catalogue).map(|body| body.to_string());
    let bytes = body.as_deref().map(str::as_bytes);
    browser.send(&operation.method, &path, &[], bytes)
}

#[test]
fn a_stranger_may_call_what_is_public_and_nothing_else() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let forged = "portal=not-a-session";
    for operation in Contract::shared().operations() {
        for cookie in [None, Some(forged)] {
            // A visitor cannot see what exists either.
            for id in [None, Some(4711)] {
                let mut visitor = server.visitor();
                visitor.set_cookie(cookie);
                let answer = send(&mut visitor, &operation, &catalogue, id);
                match operation.who_may() {
                    "public" => {
                        let json: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
                        let name = operation.name();
                        assert_ne!(json["code"], "unauthenticated", "{name} asks for a session");
                    }
                    "stripe" => {
                        let _ = answer.refused(400, "webhook_signature_invalid");
                    }
                    // There is no staff.
                    "staff-sign-in" | "staff" | "owner" => {
                        let _ = answer.refused(404, "not_found");
                    }
                    "member" | "holder" | "viewer" => {
                        let _ = answer.refused(401, "unauthenticated");
                    }
                    other => panic!("{}: who may is {other}", operation.name()),
                }
            }
        }
    }
}

#[test]
fn a_member_without_access_is_refused_where_access_is_asked_for() {
    let discord = FakeDiscord::start(&[]);
    let server = connected(TestDatabase::new(Sqlite), &discord);
    let catalogue = CatalogueFixture::open(&server);
    let mut member = member(&server, "Trader", catalogue.crypto, AccessTerm::Lifetime);
    let holders = Contract::shared().operations();
    let holders = holders
        .iter()
        .filter(|operation| ["holder", "viewer"].contains(&operation.who_may()))
        // A run is its member's, and there is no live session and no question: the id is unknown (404) before access is asked for.
        .filter(|operation| !operation.path.starts_with("/api/replay-runs/"))
        .filter(|operation| !operation.path.starts_with("/api/live/"))
        .filter(|operation| !operation.path.starts_with("/api/questions/"));
    let mut walked = 0;
    for operation in holders {
        let answer = send(&mut member, operation, &catalogue, None);
        let _ = answer.refused(403, "no_access");
        walked += 1;
    }
    assert!(walked > 0, "no call is for holders");
}

#[test]
fn an_anonymous_visitor_writes_no_session() {
    let server = Server::start(Sqlite);
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
