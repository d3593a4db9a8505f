//! Sessions of staff: opened by a passkey, kept fresh by it, ended by time.

use accounts::SessionToken;
use chrono::Utc;
use kernel::{AccessTerm, StoreError};
use rstest::rstest;
use serde_json::json;
use staff::{NewStaffSession, Role, STAFF_SESSION_LIFE, STAFF_SESSIONS, StaffId, StaffSessionStore as _};
use support::{
    Engine, Postgres, Server, Sqlite,
    audit::actions,
    catalogue_fixture::{CatalogueFixture, member},
    databases::tables::{db_count, db_run, db_texts},
    passkey::{self, SoftPasskey},
    server::run_to_end,
    staff::{CHALLENGE, SESSION, enter, is_signed_in_as_staff, joined},
};

#[test]
fn a_passkey_signs_in_and_signing_out_ends_the_session() {
    let server = Server::start(Sqlite);
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

#[test]
fn showing_the_passkey_again_keeps_the_session_and_its_end() {
    let server = Server::start(Sqlite);
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
    let (before, mut earlier) = (row(), eva.clone());
    let _ = enter(&mut eva, &passkey).ok(200);
    assert_eq!(row(), before);
    assert!(is_signed_in_as_staff(&mut eva));
    // A cookie that was copied before the passkey was shown is dead.
    let _ = earlier.get(SESSION).refused(401, "unauthenticated");
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
fn under_https_only_the_name_that_other_hosts_cannot_set_signs_in(
    #[values("http://portal.example", "https://portal.example")] url: &str,
) {
    let server = Server::with(Sqlite, &[("PORTAL_PUBLIC_URL", url)]);
    let _ = support::staff::add(server.database(), "Eva", Role::Owner);
    let opened: Result<(), StoreError> = server.database().write(|store| {
        let now = Utc::now();
        store.insert_staff_session(&NewStaffSession {
            staff: StaffId(1),
            token: SessionToken::presented("copied").hash(),
            created_at: now,
            expires_at: now + STAFF_SESSION_LIFE,
        })
    });
    opened.unwrap();
    for (name, is_https) in [("portal-staff", false), ("__Host-portal-staff", true)] {
        let mut browser = server.visitor();
        browser.set_staff_cookie(Some(&format!("{name}=copied")));
        assert_eq!(
            is_signed_in_as_staff(&mut browser),
            url.starts_with("https") == is_https,
            "{name}"
        );
    }
}

#[test]
fn a_name_has_ten_sessions_and_the_one_unused_longest_ends() {
    let server = Server::start(Sqlite);
    let (mut first, passkey) = joined(&server, "Eva", Role::Owner);
    let address = server.database().address();
    db_run(
        &address,
        "UPDATE staff_sessions SET last_seen_at = '2026-01-01 00:00:00'",
    );
    let (mut max, _) = joined(&server, "Max", Role::Support);
    let mut browsers: Vec<_> = (0..STAFF_SESSIONS).map(|_| server.visitor()).collect();
    for browser in &mut browsers {
        let _ = enter(browser, &passkey).ok(200);
    }
    assert_eq!(db_count(&address, "staff_sessions WHERE staff_id = 1"), 10);
    assert!(browsers.iter_mut().all(is_signed_in_as_staff));
    let _ = first.get(SESSION).refused(401, "unauthenticated");
    assert!(is_signed_in_as_staff(&mut max), "another name's session ended");
    let listed = run_to_end(&mut server.portal("Jo"), &["staff", "list", "--format", "csv"]).1;
    let counts: Vec<_> = listed
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').next().unwrap())
        .collect();
    assert_eq!(counts, ["10", "1"], "{listed}");
}

#[rstest]
#[case("expires_at = '2026-01-01 00:00:00'")]
#[case("last_seen_at = '2026-01-01 00:00:00'")]
fn a_session_ends_by_age_and_by_disuse(#[case] change: &str) {
    let server = Server::start(Sqlite);
    let (mut eva, _) = joined(&server, "Eva", Role::Owner);
    db_run(
        &server.database().address(),
        &format!("UPDATE staff_sessions SET {change}"),
    );
    let _ = eva.get(SESSION).refused(401, "unauthenticated");
}

#[test]
fn sessions_and_passkeys_of_members_and_staff_mean_nothing_to_each_other() {
    let server = Server::start(Sqlite);
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
