//! Invitations to imported members: spread over time, once, and for those alone who have not signed in.

use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Sqlite,
    catalogue_fixture::credentials,
    databases::tables::{db_run, db_texts},
    mailbox::mail_with,
    waiting::until,
};

use super::Move;

#[rstest]
fn invitations_are_queued_once_and_spread_evenly(#[values(Sqlite, Postgres)] engine: Engine) {
    let moved = Move::of(engine, 0);
    let address = moved.server.database().address();
    let (code, _, err) = moved.run(&["invite", "--yes"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("no imported member waits"), "{err}");
    let _ = moved.import(&[]);
    let _ = moved.sign_in("scrypt");
    let (_, _, dry) = moved.run(&["invite", "--per-hour", "2", "--dry-run"]);
    assert!(dry.contains("7 members would be invited"), "{dry}");
    assert_eq!(moved.count("outbox WHERE kind = 'invitation'"), 0);
    let (code, _, err) = moved.run(&["invite", "--per-hour", "2", "--yes"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("queued 7 invitations"), "{err}");
    assert_eq!(moved.count("outbox WHERE kind = 'invitation'"), 7);
    let spread =
        "SELECT CAST(count(DISTINCT invited_at) AS TEXT) AS t FROM users WHERE invited_at IS NOT NULL";
    assert_eq!(db_texts(&address, spread), [Some(String::from("7"))]);
    let (_, _, again) = moved.run(&["invite", "--yes"]);
    assert!(again.contains("no imported member waits"), "{again}");
    // Who signs in meanwhile is not invited any more.
    let waiting = || moved.count("outbox WHERE kind = 'invitation' AND sent_at IS NULL");
    until("the first of them is sent, at once", || waiting() == 6);
    let _ = moved.sign_in("argon2");
    assert_eq!(waiting(), 5);
    assert_eq!(moved.count("mailed_tokens WHERE purpose = 'invitation'"), 6);
    // Fourteen days after its mail a member may be invited again.
    db_run(&address, "UPDATE users SET invited_at = '2026-01-01 00:00:00'");
    let (_, _, later) = moved.run(&["invite", "--dry-run"]);
    assert!(later.contains("6 members would be invited"), "{later}");
}

#[rstest]
fn an_invitation_sets_a_password_once_and_a_forgotten_password_does_not_end_it(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let moved = Move::of(engine, 1);
    let _ = moved.import(&[]);
    let address = moved.server.database().address();
    db_run(
        &address,
        "UPDATE users SET invited_at = '2999-01-01 00:00:00' WHERE imported_form IS NOT NULL",
    );
    let (code, _, err) = moved.run(&["invite", "--yes"]);
    assert_eq!(code, Some(0), "{err}");
    let server = &moved.server;
    let mail = mail_with(server, "Your account has moved to our new course portal");
    let token = mail.split("/reset-password?token=").nth(1).unwrap();
    let token: String = token
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
        .collect();
    let mut visitor = server.visitor();
    let _ = visitor
        .post("/api/request-reset", &json!({ "email": "member8@example.com" }))
        .ok(200);
    let reset = mail_with(server, "Set a new password for the course portal");
    let body = |token: &str| json!({ "token": token, "newPassword": "seven grey herons" });
    let _ = visitor.post("/api/reset-password", &body(&token)).ok(200);
    let _ = visitor
        .post("/api/reset-password", &body(&token))
        .refused(400, "reset_token_invalid");
    let other = reset.split("/reset-password?token=").nth(1).unwrap();
    let other: String = other
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
        .collect();
    let _ = visitor
        .post("/api/reset-password", &body(&other))
        .refused(400, "reset_token_invalid");
    let _ = visitor
        .post("/api/login", &credentials("member8", "seven grey herons"))
        .ok(200);
    let courses = visitor.get("/api/user/courses").ok(200);
    assert!(
        courses
            .as_array()
            .unwrap()
            .iter()
            .any(|course| course["id"] == moved.catalogue.futures.0)
    );
}
