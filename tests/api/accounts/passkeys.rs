//! Passkeys over HTTP: added, signed in with, listed, removed; and every answer of an authenticator that is refused.

mod refusals;

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Browser, Engine, Postgres, Server, Sqlite,
    audit::trail_lines,
    authenticator::Authenticator,
    catalogue_fixture::{CatalogueFixture, PASSWORD, member},
    databases::tables::db_count,
    mailbox::mail_with,
    passkey::{ADD_CHALLENGE, CHALLENGE, LOGIN, PASSKEYS, SoftPasskey, proof, remove},
};

const FIREFOX: [(&str, &str); 1] = [(
    "user-agent",
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
)];

fn trader(server: &Server) -> Browser {
    let catalogue = CatalogueFixture::open(server);
    member(server, "Trader", catalogue.futures, AccessTerm::Lifetime)
}

#[test]
fn a_passkey_is_added_signs_in_and_is_removed() {
    let server = Server::start(Sqlite);
    let mut trader = trader(&server);
    assert_eq!(trader.get(PASSKEYS).ok(200), json!([]));
    let before = trail_lines(server.database()).len();

    let mut passkey = SoftPasskey::unknown();
    let options = trader.post(ADD_CHALLENGE, &proof()).ok(200);
    assert_eq!(options["rp"]["id"], "portal.example");
    assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
    assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
    let body = passkey.create(&options).to_string();
    let added = trader
        .send("POST", PASSKEYS, &FIREFOX, Some(body.as_bytes()))
        .ok(201);
    assert_eq!(added["name"], "Firefox on Linux");
    assert_eq!(added.get("lastUsedAt"), None);
    assert_eq!(trader.get(PASSKEYS).ok(200), json!([added]));

    let mut phone = server.visitor();
    let options = phone.post(CHALLENGE, &json!({})).ok(200);
    assert_eq!(options["rpId"], "portal.example");
    assert_eq!(options["userVerification"], "required");
    assert_eq!(
        phone.post(LOGIN, &passkey.sign(&options)).ok(200)["username"],
        "Trader"
    );
    assert!(phone.is_signed_in() && phone.device_cookie().is_some());
    assert!(trader.get(PASSKEYS).ok(200)[0]["lastUsedAt"].is_string());

    remove(&mut trader, &added["id"], "wrong password")
        .wrong_fields(&[("currentPassword", "Current password is incorrect")]);
    assert_eq!(remove(&mut trader, &added["id"], PASSWORD).status, 204);
    remove(&mut trader, &added["id"], PASSWORD).refused(404, "not_found");
    assert_eq!(trader.get(PASSKEYS).ok(200), json!([]));
    passkey
        .enter(&mut server.visitor())
        .refused(401, "passkey_invalid");
    assert!(
        phone.is_signed_in(),
        "a session ended with the passkey that opened it"
    );

    let rows = trail_lines(server.database()).split_off(before);
    assert_eq!(
        rows,
        [
            "Trader account.passkey-added Trader Firefox on Linux",
            "Trader session.opened Trader",
            "Trader account.passkey-removed Trader",
        ]
    );
    assert!(mail_with(&server, "A passkey was added").contains("Firefox on Linux"));
    assert!(mail_with(&server, "A passkey was removed").contains("Firefox on Linux"));
}

#[test]
fn a_passkey_is_both_factors_and_adding_one_wants_both() {
    let server = Server::start(Sqlite);
    let mut trader = trader(&server);
    let passkey = SoftPasskey::added(&mut trader);
    let app = Authenticator::turned_on(&mut trader);
    let entered = passkey.enter(&mut server.visitor()).ok(200);
    assert_eq!(entered["secondFactor"], true);

    trader
        .post(ADD_CHALLENGE, &json!({ "currentPassword": "wrong password" }))
        .wrong_fields(&[("currentPassword", "Current password is incorrect")]);
    trader
        .post(ADD_CHALLENGE, &proof())
        .refused(400, "second_factor_invalid");
    let wrong = json!({ "currentPassword": PASSWORD, "code": app.wrong_code() });
    trader
        .post(ADD_CHALLENGE, &wrong)
        .refused(400, "second_factor_invalid");
    let both = json!({ "currentPassword": PASSWORD, "code": app.next_code() });
    let options = trader.post(ADD_CHALLENGE, &both).ok(200);
    assert_eq!(options["excludeCredentials"][0]["id"], passkey.id());
    let _ = trader
        .post(PASSKEYS, &SoftPasskey::unknown().create(&options))
        .ok(201);
}

#[test]
fn an_account_has_at_most_ten_and_a_credential_is_added_once() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut other = member(&server, "Other", catalogue.futures, AccessTerm::Lifetime);
    let mut first = SoftPasskey::added(&mut trader);
    for browser in [&mut trader, &mut other] {
        let options = browser.post(ADD_CHALLENGE, &proof()).ok(200);
        let handle = first.user_handle.clone();
        let body = first.create(&options);
        first.user_handle = handle;
        browser.post(PASSKEYS, &body).refused(409, "passkey_registered");
    }
    for _ in 1..9 {
        let _ = SoftPasskey::added(&mut trader);
    }
    // The tenth is asked for twice before it is added.
    let mut second_window = trader.clone();
    let options = second_window.post(ADD_CHALLENGE, &proof()).ok(200);
    let _ = SoftPasskey::added(&mut trader);
    second_window
        .post(PASSKEYS, &SoftPasskey::unknown().create(&options))
        .refused(409, "passkey_limit");
    trader.post(ADD_CHALLENGE, &proof()).refused(409, "passkey_limit");
    assert_eq!(db_count(&server.database().address(), "passkeys"), 10);
    assert_eq!(first.enter(&mut server.visitor()).ok(200)["username"], "Trader");
}

#[test]
fn another_members_passkey_cannot_be_seen_or_removed() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut other = member(&server, "Other", catalogue.futures, AccessTerm::Lifetime);
    let passkey = SoftPasskey::added(&mut trader);
    let id = trader.get(PASSKEYS).ok(200)[0]["id"].clone();
    assert_eq!(other.get(PASSKEYS).ok(200), json!([]));
    for id in [id, json!(0), json!(-1), json!(4_000_000_000_u32)] {
        remove(&mut other, &id, PASSWORD).refused(404, "not_found");
    }
    let _ = passkey.enter(&mut server.visitor()).ok(200);
}

#[test]
fn an_export_lists_passkeys_and_a_deletion_removes_them() {
    let server = Server::start(Sqlite);
    let mut trader = trader(&server);
    let passkey = SoftPasskey::added(&mut trader);
    let _ = passkey.enter(&mut server.visitor()).ok(200);
    let export = trader.get("/api/user/export").ok(200);
    let rows = export["passkeys"].as_array().unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["name"], "Passkey");
    assert!(rows[0]["createdAt"].is_string() && rows[0]["lastUsedAt"].is_string());
    assert!(
        !export.to_string().contains(&passkey.id()),
        "the credential is shown"
    );
    let body = proof().to_string();
    let deleted = trader.send("DELETE", "/api/user", &[], Some(body.as_bytes()));
    assert_eq!(deleted.status, 204);
    assert_eq!(db_count(&server.database().address(), "passkeys"), 0);
    passkey
        .enter(&mut server.visitor())
        .refused(401, "passkey_invalid");
}

#[rstest]
fn every_server_takes_the_answer_to_a_challenge_and_one_takes_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let first = Server::start(engine);
    let mut trader = trader(&first);
    let passkey = SoftPasskey::added(&mut trader);
    let second = first.beside();
    let mut here = first.visitor();
    let answer = passkey.sign(&here.post(CHALLENGE, &json!({})).ok(200));
    let mut there = second.visitor();
    there.set_passkey_cookie(here.passkey_cookie());
    assert_eq!(there.post(LOGIN, &answer).ok(200)["username"], "Trader");
    here.post(LOGIN, &answer).refused(401, "passkey_expired");
    assert!(!here.is_signed_in());
}

#[rstest]
fn a_site_without_a_domain_says_that_it_has_no_passkeys() {
    let server = Server::with(Sqlite, &[("PORTAL_PUBLIC_URL", "http://127.0.0.1:8080")]);
    let mut trader = trader(&server);
    trader
        .post(CHALLENGE, &json!({}))
        .refused(503, "passkeys_unavailable");
    trader
        .post(ADD_CHALLENGE, &proof())
        .refused(503, "passkeys_unavailable");
    assert_eq!(trader.get(PASSKEYS).ok(200), json!([]));
}

#[rstest]
fn opening_the_sign_in_page_writes_nothing_and_its_cookie_is_for_this_site_alone(
    #[values("http://portal.example", "https://portal.example")] url: &str,
) {
    let server = Server::with(Sqlite, &[("PORTAL_PUBLIC_URL", url)]);
    let answer = server.visitor().post(CHALLENGE, &json!({}));
    let cookie = answer.header("set-cookie").unwrap();
    let name = if url.starts_with("https") {
        "__Host-portal-passkey="
    } else {
        "portal-passkey="
    };
    assert!(cookie.starts_with(name), "{cookie}");
    let words: Vec<_> = cookie.split("; ").collect();
    for word in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=300"] {
        assert!(words.contains(&word), "{cookie}");
    }
    assert_eq!(words.contains(&"Secure"), url.starts_with("https"), "{cookie}");
    assert!(cookie.len() < 4_000, "a browser keeps no longer cookie");
    let address = server.database().address();
    assert_eq!(db_count(&address, "used_passkey_challenges"), 0);
    let _: Value = answer.ok(200);
}

#[test]
fn an_account_over_its_limit_hears_no_wrong_passkey() {
    let server = Server::with(Sqlite, &[("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", "5")]);
    let mut trader = trader(&server);
    let mut passkey = SoftPasskey::added(&mut trader);
    passkey.verifies_user = false;
    let mut stranger = server.visitor();
    let statuses: Vec<_> = (0..8).map(|_| passkey.enter(&mut stranger).status).collect();
    assert!(
        statuses.starts_with(&[401]) && statuses.ends_with(&[429]),
        "{statuses:?}"
    );
}
