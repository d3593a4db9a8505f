//! Answers of authenticators that open no session and add nothing: replayed, of another site, unverified, copied, of another account, too late.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Browser, Engine, Postgres, Server, Sqlite, at_once,
    audit::actions,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, member, sign_in},
    databases::tables::db_count,
    moved_clock::MovedClock,
    passkey::{ADD_CHALLENGE, CHALLENGE, LOGIN, PASSKEYS, SoftPasskey, proof},
};

use super::trader;

/// The options of a sign-in.
fn asked(browser: &mut Browser) -> Value {
    browser.post(CHALLENGE, &json!({})).ok(200)
}

#[rstest]
fn an_answer_counts_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let mut trader = trader(&server);
    let passkey = SoftPasskey::added(&mut trader);
    let mut visitor = server.visitor();
    let answer = passkey.sign(&asked(&mut visitor));
    let challenge = visitor.passkey_cookie().map(str::to_owned);
    let _ = visitor.post(LOGIN, &answer).ok(200);
    let mut thief = server.visitor();
    thief.set_passkey_cookie(challenge.as_deref());
    thief.post(LOGIN, &answer).refused(401, "passkey_expired");
    assert!(!thief.is_signed_in());
    // Without the cookie, or with that of another challenge.
    server
        .visitor()
        .post(LOGIN, &answer)
        .refused(401, "passkey_expired");
    let mut other = server.visitor();
    let _ = asked(&mut other);
    other.post(LOGIN, &answer).refused(401, "passkey_invalid");
    // A second passkey by the answer that added the first.
    let options = trader.post(ADD_CHALLENGE, &proof()).ok(200);
    let _ = trader
        .post(PASSKEYS, &SoftPasskey::unknown().create(&options))
        .ok(201);
    trader
        .post(PASSKEYS, &SoftPasskey::unknown().create(&options))
        .refused(400, "passkey_expired");
    assert_eq!(db_count(&server.database().address(), "passkeys"), 2);
}

#[rstest]
fn of_two_at_once_with_one_challenge_one_gets_in(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let mut trader = trader(&server);
    let passkey = SoftPasskey::added(&mut trader);
    let mut visitor = server.visitor();
    let answer = passkey.sign(&asked(&mut visitor));
    let statuses = at_once(8, |_| visitor.clone().post(LOGIN, &answer).status);
    let entered = statuses.iter().filter(|status| **status == 200).count();
    assert_eq!(entered, 1, "{statuses:?}");
    assert!(
        statuses.iter().all(|status| [200, 401].contains(status)),
        "{statuses:?}"
    );
    // The registration's session, and the one.
    assert_eq!(db_count(&server.database().address(), "sessions"), 2);
}

#[rstest]
#[case::another_origin(|passkey: &mut SoftPasskey| passkey.origin = String::from("http://portal.example.net"))]
#[case::another_port(|passkey: &mut SoftPasskey| passkey.origin = String::from("http://portal.example:8081"))]
#[case::another_scheme(|passkey: &mut SoftPasskey| passkey.origin = String::from("https://portal.example"))]
#[case::a_subdomain(|passkey: &mut SoftPasskey| passkey.origin = String::from("http://evil.portal.example"))]
#[case::another_site(|passkey: &mut SoftPasskey| passkey.site = String::from("example"))]
#[case::an_unverified_user(|passkey: &mut SoftPasskey| passkey.verifies_user = false)]
fn what_another_site_or_an_unverified_user_made_is_refused(#[case] change: fn(&mut SoftPasskey)) {
    let server = Server::start(Sqlite);
    let mut trader = trader(&server);
    let mut passkey = SoftPasskey::added(&mut trader);
    change(&mut passkey);
    let mut visitor = server.visitor();
    passkey.enter(&mut visitor).refused(401, "passkey_invalid");
    assert!(!visitor.is_signed_in());

    let mut new = SoftPasskey::unknown();
    change(&mut new);
    let options = trader.post(ADD_CHALLENGE, &proof()).ok(200);
    trader
        .post(PASSKEYS, &new.create(&options))
        .refused(400, "passkey_invalid");
    assert_eq!(db_count(&server.database().address(), "passkeys"), 1);
}

#[test]
fn a_counter_that_does_not_rise_is_refused_and_logged() {
    let server = Server::start(Sqlite);
    let mut trader = trader(&server);
    let mut passkey = SoftPasskey::added(&mut trader);
    for (counter, status) in [(5, 200), (6, 200), (6, 401), (5, 401), (0, 401), (7, 200)] {
        passkey.counter = counter;
        assert_eq!(passkey.enter(&mut server.visitor()).status, status, "{counter}");
    }
    server.wait_for_log("it may have been copied");
    let refused = || actions(server.database()).contains(&String::from("session.refused"));
    let start = std::time::Instant::now();
    while !refused() {
        assert!(
            start.elapsed() < support::server::TIMEOUT,
            "no refusal was recorded"
        );
        std::thread::yield_now();
    }
}

#[test]
fn a_passkey_opens_its_own_account_only() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut other = member(&server, "Other", catalogue.futures, AccessTerm::Lifetime);
    let mut own = SoftPasskey::added(&mut trader);
    let others = SoftPasskey::added(&mut other);
    // Its key and its credential, and the other account's name.
    let handle = std::mem::replace(&mut own.user_handle, others.user_handle.clone());
    own.enter(&mut server.visitor()).refused(401, "passkey_invalid");
    own.user_handle = handle;
    // The other's credential, signed with its own key.
    let mut visitor = server.visitor();
    let mut answer = own.sign(&asked(&mut visitor));
    answer["id"] = json!(others.id());
    answer["userHandle"] = json!(others.user_handle);
    visitor.post(LOGIN, &answer).refused(401, "passkey_invalid");
    // A passkey that no account has.
    let mut unknown = SoftPasskey::unknown();
    unknown.user_handle = own.user_handle.clone();
    unknown
        .enter(&mut server.visitor())
        .refused(401, "passkey_invalid");
    assert_eq!(own.enter(&mut visitor).ok(200)["username"], "Trader");
}

#[test]
fn a_challenge_to_add_is_of_one_account_and_one_session() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let other = member(&server, "Other", catalogue.futures, AccessTerm::Lifetime);
    let phone = sign_in(&server, "Trader");
    let options = trader.post(ADD_CHALLENGE, &proof()).ok(200);
    let body = SoftPasskey::unknown().create(&options);
    for mut browser in [other, phone] {
        browser.set_passkey_cookie(trader.passkey_cookie());
        browser.post(PASSKEYS, &body).refused(400, "passkey_expired");
    }
    // A challenge to sign in adds nothing, and one to add opens no session.
    let mut visitor = server.visitor();
    visitor.set_passkey_cookie(trader.passkey_cookie());
    let passkey = SoftPasskey::unknown();
    visitor
        .post(LOGIN, &passkey.sign(&options))
        .refused(401, "passkey_expired");
    let sign_in = asked(&mut trader);
    let mut confused = sign_in.clone();
    confused["user"] = options["user"].clone();
    trader
        .post(PASSKEYS, &SoftPasskey::unknown().create(&confused))
        .refused(400, "passkey_expired");
    assert_eq!(db_count(&server.database().address(), "passkeys"), 0);
}

#[test]
fn a_challenge_ends_after_five_minutes() {
    let clock = MovedClock::new();
    let server = clock.server(Sqlite);
    let mut trader = trader(&server);
    let passkey = SoftPasskey::added(&mut trader);
    let mut visitor = server.visitor();
    let (early, late) = (asked(&mut visitor), trader.post(ADD_CHALLENGE, &proof()).ok(200));
    clock.shift("+301");
    visitor
        .post(LOGIN, &passkey.sign(&early))
        .refused(401, "passkey_expired");
    trader
        .post(PASSKEYS, &SoftPasskey::unknown().create(&late))
        .refused(400, "passkey_expired");
    let _ = passkey.enter(&mut visitor).ok(200);
}

#[test]
fn what_is_no_answer_of_an_authenticator_is_refused() {
    let server = Server::start(Sqlite);
    let mut trader = trader(&server);
    let passkey = SoftPasskey::added(&mut trader);
    let mut visitor = server.visitor();
    let good = passkey.sign(&asked(&mut visitor));
    visitor.post(LOGIN, &json!({})).refused(401, "passkey_invalid");
    for field in ["id", "clientData", "authenticatorData", "signature", "userHandle"] {
        for junk in ["", "!", "AA", "AAAA=", "\u{0}", &"A".repeat(20_000)] {
            let mut answer = good.clone();
            answer[field] = json!(junk);
            visitor.post(LOGIN, &answer).refused(401, "passkey_invalid");
        }
    }
    let mut answer = good.clone();
    answer["signature"] = json!(7);
    visitor.post(LOGIN, &answer).refused(400, "invalid_json");
    let mut changed = good.clone();
    let signature = good["signature"].as_str().unwrap();
    changed["signature"] = json!(format!("{}AAA", &signature[..signature.len() - 3]));
    visitor.post(LOGIN, &changed).refused(401, "passkey_invalid");
    assert!(!visitor.is_signed_in());
    // No refusal used the challenge up.
    let _ = visitor.post(LOGIN, &good).ok(200);
    let options = trader.post(ADD_CHALLENGE, &proof()).ok(200);
    let good = SoftPasskey::unknown().create(&options);
    trader.post(PASSKEYS, &json!({})).refused(400, "passkey_invalid");
    for field in ["clientData", "attestationObject"] {
        for junk in ["", "!", "AA", &"A".repeat(20_000)] {
            let mut body = good.clone();
            body[field] = json!(junk);
            trader.post(PASSKEYS, &body).refused(400, "passkey_invalid");
        }
    }
    let _ = trader.post(PASSKEYS, &good).ok(201);
}

#[test]
fn a_passkey_never_takes_the_password_away() {
    let server = Server::start(Sqlite);
    let mut trader = trader(&server);
    let _ = SoftPasskey::added(&mut trader);
    let _ = server
        .visitor()
        .post("/api/login", &credentials("Trader", PASSWORD))
        .ok(200);
}
