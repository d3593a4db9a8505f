//! Refused sign-ins are rows, and a flood of them is few.

use kernel::AccessTerm;
use serde_json::json;
use support::{
    Server, Sqlite,
    audit::trail,
    authenticator::Authenticator,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, member, sign_in},
};

use super::{await_count, of};

#[test]
fn a_refused_sign_in_is_a_row_about_the_account() {
    let server = Server::with(Sqlite, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let body = credentials("trader@example.com", "wrong password").to_string();
    let forwarded = [("x-forwarded-for", "203.0.113.9")];
    let answer = server
        .visitor()
        .send("POST", "/api/login", &forwarded, Some(body.as_bytes()));
    answer.refused(401, "invalid_credentials");
    await_count(&server, "session.refused", 1);
    let rows = trail(server.database());
    let refused = rows.iter().find(|row| row.action == "session.refused").unwrap();
    assert_eq!(refused.shown_actor(), "Trader");
    assert_eq!(refused.shown_user().as_deref(), Some("Trader"));
    assert_eq!(refused.from.as_deref(), Some("203.0.113.9"));
    assert_eq!(refused.subject, None);
}

#[test]
fn a_name_that_is_no_accounts_is_never_written_down() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    // A password that was typed into the wrong field.
    for name in [PASSWORD, "unknown"] {
        server
            .visitor()
            .post("/api/login", &credentials(name, "x"))
            .refused(401, "invalid_credentials");
    }
    // A sign-in after it, so that a row would be there.
    server
        .visitor()
        .post("/api/login", &credentials("Trader", "x"))
        .refused(401, "invalid_credentials");
    await_count(&server, "session.refused", 1);
    assert!(
        trail(server.database())
            .iter()
            .all(|row| row.user_name.as_deref() != Some(PASSWORD))
    );
}

#[test]
fn many_refusals_of_one_account_are_few_rows_and_hold_no_sign_in_up() {
    let server = Server::with(
        Sqlite,
        &[
            ("PORTAL_TRUSTED_PROXIES", "127.0.0.1"),
            ("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", "1000"),
        ],
    );
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let body = credentials("Trader", "wrong password").to_string();
    for n in 0..40 {
        let forwarded = [("x-forwarded-for", format!("203.0.113.{}", n % 20))];
        let forwarded: Vec<_> = forwarded
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let answer = server
            .visitor()
            .send("POST", "/api/login", &forwarded, Some(body.as_bytes()));
        answer.refused(401, "invalid_credentials");
    }
    let _ = sign_in(&server, "Trader");
    await_count(&server, "session.refused", 5);
    assert_eq!(of(&server, "session.opened"), 2);
}

#[test]
fn a_refused_code_is_a_row_and_one_that_is_asked_for_is_none() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let app = Authenticator::turned_on(&mut trader);
    let mut visitor = server.visitor();
    let mut enter = |code: &str| {
        let body = json!({ "username": "Trader", "password": PASSWORD, "code": code });
        visitor.post("/api/login", &body)
    };
    enter("").refused(401, "second_factor_required");
    assert_eq!(of(&server, "session.opened"), 1, "that of the registration");
    enter(&app.wrong_code()).refused(401, "second_factor_invalid");
    await_count(&server, "session.refused", 1);
    let _ = enter(&app.next_code()).ok(200);
    assert_eq!(of(&server, "session.opened"), 2);
    assert_eq!(of(&server, "session.refused"), 1);
}
