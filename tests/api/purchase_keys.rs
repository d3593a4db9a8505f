//! Checking and redeeming keys.

use std::collections::BTreeSet;

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Server, Sqlite, at_once,
    catalogue_fixture::{CatalogueFixture, fresh_key, member},
};

mod registration;

#[rstest]
fn a_key_is_checked_however_it_is_typed(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let typed = [
        key.clone(),
        key.to_lowercase(),
        key.replace('-', ""),
        format!("  {}\n", key.replace('-', " - ")),
    ];
    for text in typed {
        let answer = server
            .visitor()
            .post("/api/verify-purchase-key", &json!({ "purchaseKey": text }))
            .ok(200);
        let course = json!({ "id": catalogue.futures.0, "title": "Title of futures" });
        assert_eq!(answer, json!({ "valid": true, "course": course }));
    }
}

#[test]
fn what_opens_nothing_is_answered_alike() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let mut browser = member(&server, "Trader", catalogue.crypto, AccessTerm::Lifetime);
    let _ = member(&server, "Other", catalogue.crypto, AccessTerm::Lifetime)
        .post("/api/user/redeem", &json!({ "purchaseKey": key }))
        .ok(200);
    let unknown = ::purchase_keys::PurchaseKey::from_random([1; 15]).reveal();
    let mut wrong = unknown.clone();
    wrong.replace_range(28..29, if wrong.ends_with('0') { "1" } else { "0" });
    let long = "A".repeat(60_000);
    for text in [
        "",
        "short",
        key.as_str(),
        unknown.as_str(),
        wrong.as_str(),
        long.as_str(),
        "\0",
    ] {
        let body = json!({ "purchaseKey": text });
        let checked = server.visitor().post("/api/verify-purchase-key", &body);
        assert_eq!(
            checked.refused(400, "purchase_key_invalid")["message"],
            "Invalid purchase key"
        );
        browser
            .post("/api/user/redeem", &body)
            .refused(400, "purchase_key_invalid");
        server
            .visitor()
            .post("/api/user/redeem", &body)
            .refused(401, "unauthenticated");
    }
}

#[test]
fn a_second_key_opens_another_course_or_extends_the_first() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Days(10));
    let crypto = fresh_key(&server, catalogue.crypto, AccessTerm::Lifetime);
    let course = browser
        .post("/api/user/redeem", &json!({ "purchaseKey": crypto }))
        .ok(200);
    assert_eq!(
        (&course["id"], &course["type"]),
        (&json!(catalogue.crypto.0), &json!("futures"))
    );
    let access = format!("/api/courses/{}/access", catalogue.futures.0);
    let end = |text: &serde_json::Value| {
        let text = text["expiresAt"].as_str().unwrap();
        chrono::DateTime::parse_from_rfc3339(text).unwrap()
    };
    let before = end(&browser.get(&access).ok(200));
    let more = fresh_key(&server, catalogue.futures, AccessTerm::Days(5));
    let _ = browser
        .post("/api/user/redeem", &json!({ "purchaseKey": more }))
        .ok(200);
    assert_eq!(
        end(&browser.get(&access).ok(200)) - before,
        chrono::TimeDelta::days(5)
    );
    let held = browser.get("/api/user/courses").ok(200);
    assert_eq!(held.as_array().unwrap().len(), 2);
    assert_eq!(held[1]["expiresAt"], serde_json::Value::Null);
}

#[rstest]
fn fifty_redemptions_of_one_key_have_one_winner(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let members: Vec<_> = (0..5)
        .map(|n| {
            member(
                &server,
                &format!("trader{n}"),
                catalogue.crypto,
                AccessTerm::Lifetime,
            )
        })
        .collect();
    let answers = at_once(50, |n| {
        let mut browser = members[usize::try_from(n % 5).unwrap()].clone();
        (
            n % 5,
            browser.post("/api/user/redeem", &json!({ "purchaseKey": key })),
        )
    });
    let winners = answers.iter().filter(|(_, answer)| answer.status == 200);
    // Asked again, the winner is answered the course.
    let winners: BTreeSet<_> = winners.map(|(member, _)| member).collect();
    assert_eq!(winners.len(), 1, "{winners:?}");
    for (_, loser) in answers.iter().filter(|(_, answer)| answer.status != 200) {
        loser.refused(400, "purchase_key_invalid");
    }
    let open = format!("/api/courses/{}/access", catalogue.futures.0);
    let holders = members
        .into_iter()
        .filter_map(|mut browser| browser.get(&open).ok(200)["hasAccess"].as_bool());
    assert_eq!(holders.filter(|has| *has).count(), 1);
}
