//! Password reset over HTTP: from the request through the mail in the outbox folder to the new password.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Server, Sqlite, at_once,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, member, sign_in},
    mailbox::{mail, mails},
    waiting::found,
};

/// The token in the `n`th mail, once it is there.
fn mailed_token(server: &Server, n: usize) -> String {
    let text = mail(server, n);
    let (before, after) = text
        .split_once("/reset-password?token=")
        .expect("the mail holds a link");
    assert!(
        before.ends_with("http://portal.example"),
        "the link leads elsewhere: {before}"
    );
    token_at(after)
}

/// The token of the newest mail that confirms an address, once it is there.
fn verify_token(server: &Server) -> String {
    found("a mail that confirms an address", || {
        let texts = (0..mails(server).len()).map(|n| mail(server, n));
        let mut links = texts.filter_map(|text| Some(text.split_once("/verify-email?token=")?.1.to_owned()));
        links.next_back().map(|rest| token_at(&rest))
    })
}

/// The token that a text begins with.
fn token_at(text: &str) -> String {
    text.chars()
        .take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
        .collect()
}

fn reset(server: &Server, token: &str, password: &str) -> support::Answer {
    server.visitor().post(
        "/api/reset-password",
        &json!({ "token": token, "newPassword": password }),
    )
}

#[rstest]
fn a_link_that_waits_dies_when_password_or_address_change(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let address = json!({ "username": "Trader", "email": "new@example.com", "currentPassword": PASSWORD });
    let password = json!({ "currentPassword": PASSWORD, "newPassword": "another password" });
    for (n, email, path, body) in [
        (0, "trader@example.com", "/api/user/account", address),
        (1, "new@example.com", "/api/user/password", password),
    ] {
        let is_address = path == "/api/user/account";
        let asked = server
            .visitor()
            .post("/api/request-reset", &json!({ "email": email }));
        let _ = asked.ok(200);
        let link = || {
            let texts = (0..mails(&server).len()).map(|n| mail(&server, n));
            let mut links =
                texts.filter_map(|text| Some(text.split_once("/reset-password?token=")?.1.to_owned()));
            links.nth(n)
        };
        let rest = found("a mail with the link", link);
        let token = token_at(&rest);
        assert!(trader.put(path, &body).status < 300, "{path}");
        if is_address {
            let confirmed = server
                .visitor()
                .post("/api/verify-email", &json!({ "token": verify_token(&server) }));
            let _ = confirmed.ok(200);
        }
        reset(&server, &token, "a thief's password").refused(400, "reset_token_invalid");
        assert!(trader.is_signed_in(), "{path}");
    }
}

#[test]
fn a_mailed_token_sets_a_password_once_and_ends_every_session() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut first = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut second = sign_in(&server, "Trader");
    let mut other = member(&server, "Other", catalogue.futures, AccessTerm::Lifetime);
    // Another `Host` is refused (`http::hosts`).
    let forged = [
        ("x-forwarded-host", "evil.example"),
        ("forwarded", "host=evil.example"),
    ];
    let body = json!({ "email": "TRADER@example.com" }).to_string();
    let _ = server
        .visitor()
        .send("POST", "/api/request-reset", &forged, Some(body.as_bytes()))
        .ok(200);
    assert!(first.is_signed_in(), "a reset request ends a session");

    let token = mailed_token(&server, 0);
    reset(&server, &token, "1234567")
        .wrong_fields(&[("newPassword", "Password must be at least 8 characters")]);
    let _ = reset(&server, &token, "another password").ok(200);
    assert!(
        !first.is_signed_in() && !second.is_signed_in(),
        "a session lives through a reset"
    );
    assert!(other.is_signed_in());
    server
        .visitor()
        .post("/api/login", &credentials("Trader", PASSWORD))
        .refused(401, "invalid_credentials");
    let _ = server
        .visitor()
        .post("/api/login", &credentials("Trader", "another password"))
        .ok(200);
    let json = reset(&server, &token, "a third password").refused(400, "reset_token_invalid");
    assert_eq!(json["message"], "Invalid or expired reset token");
    assert!(!server.log().contains(&token), "the token is in the log");
}

#[rstest]
fn fifty_uses_of_one_token_have_one_winner(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let _ = server
        .visitor()
        .post("/api/request-reset", &json!({ "email": "trader@example.com" }))
        .ok(200);
    let token = mailed_token(&server, 0);
    let answers = at_once(50, |n| reset(&server, &token, &format!("password number {n}")));
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    for loser in answers.iter().filter(|answer| answer.status != 200) {
        loser.refused(400, "reset_token_invalid");
    }
}

#[test]
fn a_newer_mail_voids_the_older_and_three_an_hour_are_enough() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut tokens = Vec::new();
    for n in 0..3 {
        let _ = server
            .visitor()
            .post("/api/request-reset", &json!({ "email": "trader@example.com" }))
            .ok(200);
        tokens.push(mailed_token(&server, n));
    }
    let _ = server
        .visitor()
        .post("/api/request-reset", &json!({ "email": "trader@example.com" }))
        .ok(200);
    // Mails are delivered in order: once the mail to another account is there, a fourth would be there too.
    let _ = member(&server, "Other", catalogue.futures, AccessTerm::Lifetime);
    let _ = server
        .visitor()
        .post("/api/request-reset", &json!({ "email": "other@example.com" }))
        .ok(200);
    let _ = mailed_token(&server, 3);
    assert_eq!(mails(&server).len(), 4, "a fourth mail within the hour");
    reset(&server, &tokens[0], "another password").refused(400, "reset_token_invalid");
    reset(&server, &tokens[1], "another password").refused(400, "reset_token_invalid");
    let _ = reset(&server, &tokens[2], "another password").ok(200);
}

#[test]
fn what_is_no_address_is_refused_and_no_token_works() {
    let server = Server::start(Sqlite);
    for body in [
        json!({}),
        json!({ "email": "nobody" }),
        json!({ "email": "a@example.com\nBcc: b@example.com" }),
    ] {
        let answer = server.visitor().post("/api/request-reset", &body);
        answer.wrong_fields(&[("email", "Please enter a valid email address")]);
    }
    for token in ["", "nonsense", "\0", &"x".repeat(10_000)] {
        reset(&server, token, "another password").refused(400, "reset_token_invalid");
    }
}
