//! Answers that must not reveal which accounts exist: byte for byte the same.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Answer, Engine, Postgres, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, member, registration},
};

/// Status, headers but for the time, and body.
fn seen(answer: &Answer) -> (u16, Vec<(String, String)>, Vec<u8>) {
    let headers = answer.headers.iter().filter(|(name, _)| name.as_str() != "date");
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
    let mut headers: Vec<_> = headers.collect();
    // Their order says nothing: it differs from one start to the next.
    headers.sort();
    (answer.status, headers, answer.body.clone())
}

#[rstest]
#[case("/api/login", json!({ "username": "Trader", "password": "x" }), json!({ "username": "Stranger", "password": "x" }))]
#[case(
    "/api/login",
    json!({ "username": "trader@example.com", "password": "x" }),
    json!({ "username": "stranger@example.com", "password": "x" })
)]
#[case("/api/request-reset", json!({ "email": "trader@example.com" }), json!({ "email": "stranger@example.com" }))]
#[case(
    "/api/register",
    registration("Trader", "00000-00000-00000-00000-00000"),
    registration("Stranger", "00000-00000-00000-00000-00000")
)]
fn the_known_and_the_unknown_are_answered_alike(
    #[case] path: &str,
    #[case] known: Value,
    #[case] unknown: Value,
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let (known, unknown) = (
        server.visitor().post(path, &known),
        server.visitor().post(path, &unknown),
    );
    assert_eq!(seen(&known), seen(&unknown));
}
