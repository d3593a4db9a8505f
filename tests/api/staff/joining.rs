//! Joining by a one-time link, and what there is before the first name.

use rstest::rstest;
use serde_json::json;
use staff::Role;
use support::{
    Engine, Postgres, Server, Sqlite,
    audit::trail_lines,
    databases::tables::db_run,
    passkey::SoftPasskey,
    staff::{
        CHALLENGE, JOIN, JOIN_CHALLENGE, SESSION, add, enter, is_signed_in_as_staff, join, joined, joining,
    },
};

#[test]
fn without_staff_their_calls_and_pages_answer_as_unknown_ones() {
    let server = Server::start(Sqlite);
    let mut visitor = server.visitor();
    for (method, path) in [
        ("POST", JOIN_CHALLENGE),
        ("POST", JOIN),
        ("POST", CHALLENGE),
        ("POST", SESSION),
        ("GET", SESSION),
        ("DELETE", SESSION),
    ] {
        let answer = visitor.send(method, path, &[], Some(b"{}"));
        let known = answer.refused(404, "not_found");
        assert_eq!(known, visitor.get("/api/no-such-call").json(), "{method} {path}");
    }
    for page in ["/staff", "/staff/join", "/staff/questions", "/staff/members/1"] {
        let answer = visitor.get(page);
        assert_eq!(answer.status, 404, "{page}");
        assert_eq!(answer.header("x-robots-tag"), None, "{page}");
    }
}

#[test]
fn a_link_makes_one_passkey_once_and_signs_in() {
    let server = Server::start(Sqlite);
    let token = add(server.database(), "Eva B.", Role::Owner);
    let mut eva = server.visitor();
    assert_eq!(
        eva.get(SESSION).refused(401, "unauthenticated")["message"],
        "Please sign in"
    );
    let options = eva.post(JOIN_CHALLENGE, &json!({ "token": token })).ok(200);
    assert_eq!(options["user"]["name"], "Eva B. (staff)");
    assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
    let mut passkey = SoftPasskey::unknown();
    let body = joining(&mut passkey, &options, &token);
    let answer = eva.post(JOIN, &body);
    assert_eq!(answer.ok(201), json!({ "name": "Eva B.", "role": "owner" }));
    let cookies: Vec<_> = answer
        .headers
        .get_all("set-cookie")
        .iter()
        .map(|value| value.to_str().unwrap())
        .collect();
    let cookie = cookies
        .iter()
        .find(|cookie| cookie.starts_with("portal-staff="))
        .unwrap();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && cookie.contains("Max-Age=28800"),
        "{cookie}"
    );
    assert_eq!(
        eva.get(SESSION).ok(200),
        json!({ "name": "Eva B.", "role": "owner" })
    );

    let mut other = server.visitor();
    let _ = other
        .post(JOIN_CHALLENGE, &json!({ "token": token }))
        .refused(400, "join_token_invalid");
    let _ = eva.post(JOIN, &body).refused(400, "join_token_invalid");
    assert_eq!(
        trail_lines(server.database()),
        [
            "staff staff.add Eva B. as owner",
            "Eva B. staff.join",
            "Eva B. staff.session-opened"
        ]
    );
}

#[test]
fn a_link_works_for_a_day() {
    let server = Server::start(Sqlite);
    let token = add(server.database(), "Eva", Role::Support);
    db_run(
        &server.database().address(),
        "UPDATE staff SET join_token_expires_at = '2026-01-01 00:00:00'",
    );
    let mut eva = server.visitor();
    let _ = eva
        .post(JOIN_CHALLENGE, &json!({ "token": token }))
        .refused(400, "join_token_invalid");
    let _ = eva
        .post(JOIN_CHALLENGE, &json!({ "token": "x" }))
        .refused(400, "join_token_invalid");
}

#[test]
fn an_answer_to_another_challenge_makes_no_passkey() {
    let server = Server::start(Sqlite);
    let (eva, max) = (
        add(server.database(), "Eva", Role::Owner),
        add(server.database(), "Max", Role::Support),
    );
    let mut browser = server.visitor();
    let mut passkey = SoftPasskey::unknown();
    let options = browser.post(JOIN_CHALLENGE, &json!({ "token": max })).ok(200);
    // Max's challenge with the link of an owner.
    let body = joining(&mut passkey, &options, &eva);
    let _ = browser.post(JOIN, &body).refused(400, "passkey_expired");
    let options = browser.post(JOIN_CHALLENGE, &json!({ "token": max })).ok(200);
    passkey.verifies_user = false;
    let body = joining(&mut passkey, &options, &max);
    let _ = browser.post(JOIN, &body).refused(400, "passkey_invalid");
    // Neither used the link up.
    let passkey = join(&mut browser, &max);
    let mut other = server.visitor();
    assert_eq!(
        enter(&mut other, &passkey).ok(200),
        json!({ "name": "Max", "role": "support" })
    );
}

#[rstest]
fn a_removed_name_is_signed_out_at_once_everywhere(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let (mut eva, passkey) = joined(&server, "Eva", Role::Owner);
    let (mut max, _) = joined(&server, "Max", Role::Support);
    let mut second = server.visitor();
    let _ = enter(&mut second, &passkey).ok(200);
    let name = staff::StaffName::parse("eva").unwrap();
    let by = audit::ActingStaff::at_command(None, None);
    let removed: Result<bool, kernel::StoreError> = server
        .database()
        .write(move |store| staff::remove_staff(store, &name, &by, chrono::Utc::now()));
    assert!(removed.unwrap());
    for browser in [&mut eva, &mut second] {
        let _ = browser.get(SESSION).refused(401, "unauthenticated");
        let _ = enter(browser, &passkey).refused(401, "passkey_invalid");
    }
    assert!(is_signed_in_as_staff(&mut max), "another name was signed out");
}
