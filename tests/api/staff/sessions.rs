//! Sessions of staff: opened by a passkey, kept fresh by it, ended by time.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use staff::Role;
use support::{
    Engine, Postgres, Server, Sqlite,
    audit::actions,
    catalogue_fixture::{CatalogueFixture, member},
    databases::tables::{db_count, db_run, db_texts},
    passkey::{self, SoftPasskey},
    server::run_to_end,
    staff::{CHALLENGE, SESSION, enter, is_signed_in_as_staff, joined},
};

#[rstest]
fn a_passkey_signs_in_and_signing_out_ends_the_session(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let (mut eva, passkey) = joined(&server, "Eva", Role::Owner);
    assert_eq!(eva.delete(SESSION).status, 204);
    assert_eq!(eva.staff_cookie(), None);
    assert_eq!(db_count(&server.database().address(), "staff_sessions"), 0);
    assert_eq!(
        enter(&mut eva, &passkey).ok(200),
        json!({ "name": "Eva", "role": "owner" })
    );
    assert!(is_signed_in_as_staff(&mut eva));
    assert_eq!(
        actions(server.database()),
        [
            "staff.add",
            "staff.join",
            "staff.session-opened",
            "staff.session-opened"
        ]
    );
}

#[rstest]
fn a_challenge_counts_once_and_an_unknown_passkey_never(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let (_, passkey) = joined(&server, "Eva", Role::Owner);
    let mut browser = server.visitor();
    let options = browser.post(CHALLENGE, &json!({})).ok(200);
    let body = passkey.sign(&options);
    let _ = browser.post(SESSION, &body).ok(200);
    let _ = browser.post(SESSION, &body).refused(401, "passkey_expired");
    let mut stranger = server.visitor();
    let _ = stranger.post(SESSION, &body).refused(401, "passkey_expired");
    let _ = enter(&mut stranger, &SoftPasskey::unknown()).refused(401, "passkey_invalid");
}

#[rstest]
fn showing_the_passkey_again_keeps_the_session_and_its_end(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let (mut eva, passkey) = joined(&server, "Eva", Role::Owner);
    let address = server.database().address();
    let row = || {
        db_texts(
            &address,
            "SELECT CAST(id AS TEXT) || ' ' || CAST(expires_at AS TEXT) AS t FROM staff_sessions",
        )
    };
    db_run(
        &address,
        "UPDATE staff_sessions SET fresh_at = '2026-01-01 00:00:00'",
    );
    let (before, cookie) = (row(), eva.staff_cookie().map(str::to_owned));
    let answer = enter(&mut eva, &passkey);
    let _ = answer.ok(200);
    assert_eq!((row(), eva.staff_cookie().map(str::to_owned)), (before, cookie));
    assert_eq!(
        db_count(&address, "staff_sessions WHERE fresh_at > '2026-02-01 00:00:00'"),
        1
    );
    // Another name in the same browser replaces the session.
    let (_, max) = joined(&server, "Max", Role::Support);
    assert_eq!(enter(&mut eva, &max).ok(200)["name"], "Max");
    assert_eq!(db_count(&address, "staff_sessions"), 2);
}

#[rstest]
#[case("expires_at = '2026-01-01 00:00:00'")]
#[case("last_seen_at = '2026-01-01 00:00:00'")]
fn a_session_ends_by_age_and_by_disuse(#[case] change: &str, #[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let (mut eva, _) = joined(&server, "Eva", Role::Owner);
    db_run(
        &server.database().address(),
        &format!("UPDATE staff_sessions SET {change}"),
    );
    let _ = eva.get(SESSION).refused(401, "unauthenticated");
}

#[rstest]
fn sessions_and_passkeys_of_members_and_staff_mean_nothing_to_each_other(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let (eva, staff_passkey) = joined(&server, "Eva", Role::Owner);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let own = SoftPasskey::added(&mut trader);
    let token = |cookie: Option<&str>| {
        cookie
            .and_then(|cookie| cookie.split_once('='))
            .unwrap()
            .1
            .to_owned()
    };
    // The other's cookie under the own name.
    let mut browser = server.visitor();
    browser.set_staff_cookie(Some(&format!("portal-staff={}", token(trader.cookie()))));
    let _ = browser.get(SESSION).refused(401, "unauthenticated");
    browser.set_cookie(Some(&format!("portal={}", token(eva.staff_cookie()))));
    let _ = browser.get("/api/user").refused(401, "unauthenticated");
    // The other's passkey, and the answer to the other's challenge.
    let mut browser = server.visitor();
    let _ = enter(&mut browser, &own).refused(401, "passkey_invalid");
    let _ = staff_passkey.enter(&mut browser).refused(401, "passkey_invalid");
    let options = browser.post(passkey::CHALLENGE, &json!({})).ok(200);
    let _ = server
        .visitor()
        .post(SESSION, &staff_passkey.sign(&options))
        .refused(401, "passkey_expired");
    let _ = browser
        .post(SESSION, &staff_passkey.sign(&options))
        .refused(401, "passkey_invalid");
}

#[test]
fn a_session_is_one_on_all_servers_of_a_database_and_ends_on_all() {
    let server = Server::start(Postgres);
    let beside = server.beside();
    let (mut eva, passkey) = joined(&server, "Eva", Role::Owner);
    // A challenge of one server is answered at the other, and the session is one.
    let options = eva.post(CHALLENGE, &json!({})).ok(200);
    eva.go_to(beside.address());
    let _ = eva.post(SESSION, &passkey.sign(&options)).ok(200);
    assert!(is_signed_in_as_staff(&mut eva));
    assert_eq!(db_count(&server.database().address(), "staff_sessions"), 1);
    let (code, out, errors) = run_to_end(&mut server.portal("Jo"), &["staff", "remove", "Eva", "--yes"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    let refused = eva.get(SESSION);
    // There is no staff any more.
    let _ = refused.refused(404, "not_found");
    eva.go_to(server.address());
    let _ = eva.get(SESSION).refused(404, "not_found");
}
