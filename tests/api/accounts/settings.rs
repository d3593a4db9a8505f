//! What members change of their own account, and their devices.

use kernel::AccessTerm;
use serde_json::json;
use support::{
    Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, member, sign_in},
    mailbox::mail,
};

#[test]
fn names_change_with_the_current_password() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let _ = member(&server, "Other", catalogue.futures, AccessTerm::Lifetime);
    let body = |name: &str, email: &str, password: &str| json!({ "username": name, "email": email, "currentPassword": password });
    let me = browser
        .put("/api/user/account", &body("Renamed", "new@example.com", PASSWORD))
        .ok(200);
    assert_eq!(
        (&me["username"], &me["email"], &me["pendingEmail"]),
        (
            &json!("Renamed"),
            &json!("trader@example.com"),
            &json!("new@example.com")
        )
    );
    assert_eq!(browser.get("/api/user").ok(200), me);
    let wrong = browser.put(
        "/api/user/account",
        &body("Third", "third@example.com", "wrong password"),
    );
    wrong.wrong_fields(&[("currentPassword", "Current password is incorrect")]);
    let wrong = browser.put("/api/user/account", &body("", "nobody", PASSWORD));
    wrong.wrong_fields(&[
        ("username", "Username is required"),
        ("email", "Invalid email address"),
    ]);
    browser
        .put("/api/user/account", &body("OTHER", "new@example.com", PASSWORD))
        .refused(409, "username_taken");
    let taken = browser.put(
        "/api/user/account",
        &body("Renamed", "OTHER@example.com", PASSWORD),
    );
    taken.refused(409, "email_taken");
    assert_eq!(
        browser.get("/api/user").ok(200),
        me,
        "a refused change changed something"
    );
    let stranger = server
        .visitor()
        .put("/api/user/account", &body("Any", "any@example.com", PASSWORD));
    stranger.refused(401, "unauthenticated");
}

#[test]
fn a_new_password_ends_every_other_session() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut here = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut elsewhere = sign_in(&server, "Trader");
    let change = |current: &str, new: &str| json!({ "currentPassword": current, "newPassword": new });
    let wrong = here.put(
        "/api/user/password",
        &change("wrong password", "another password"),
    );
    wrong.wrong_fields(&[("currentPassword", "Current password is incorrect")]);
    let short = here.put("/api/user/password", &change(PASSWORD, "1234567"));
    short.wrong_fields(&[("newPassword", "Password must be at least 8 characters")]);
    let common = here.put("/api/user/password", &change(PASSWORD, "Password123"));
    common.wrong_fields(&[("newPassword", "Password is too common. Please choose another one")]);
    assert!(elsewhere.is_signed_in());
    let mut copied = server.visitor();
    copied.set_cookie(here.cookie());
    assert!(copied.is_signed_in());
    assert_eq!(
        here.put("/api/user/password", &change(PASSWORD, "another password"))
            .status,
        204
    );
    assert!(here.is_signed_in() && !elsewhere.is_signed_in());
    assert!(
        !copied.is_signed_in(),
        "the cookie from before the change still works"
    );
    let notice = mail(&server, 0);
    assert!(notice.contains("Your password was changed") && notice.contains("trader@example.com"));
    server
        .visitor()
        .post("/api/login", &credentials("Trader", PASSWORD))
        .refused(401, "invalid_credentials");
    let _ = server
        .visitor()
        .post("/api/login", &credentials("Trader", "another password"))
        .ok(200);
    let stranger = server
        .visitor()
        .put("/api/user/password", &change(PASSWORD, "another password"));
    stranger.refused(401, "unauthenticated");
}

#[test]
fn devices_are_listed_and_ended_one_by_one_or_all() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut here = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut other = member(&server, "Other", catalogue.futures, AccessTerm::Lifetime);
    let mut phone = server.visitor();
    let body = credentials("Trader", PASSWORD).to_string();
    let _ = phone
        .send("POST", "/api/login", &[], Some(body.as_bytes()))
        .ok(200);
    let list = here.get("/api/user/sessions").ok(200);
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 2);
    assert_eq!(
        list.iter().filter(|session| session["current"] == true).count(),
        1
    );
    let theirs = list.iter().find(|session| session["current"] == false).unwrap()["id"].clone();

    let path = format!("/api/user/sessions/{theirs}");
    other.delete(&path).refused(404, "not_found");
    assert!(
        phone.is_signed_in(),
        "another user's session was ended by its number"
    );
    let ended = here.delete(&path);
    assert_eq!((ended.status, ended.header("clear-site-data")), (204, None));
    assert!(!phone.is_signed_in());
    here.delete(&path).refused(404, "not_found");
    for id in ["0", "x", "-1", "99999999999"] {
        here.delete(&format!("/api/user/sessions/{id}"))
            .refused(404, "not_found");
    }
    let mut phone = sign_in(&server, "Trader");
    let ended = here.delete("/api/user/sessions");
    assert_eq!(
        (ended.status, ended.header("clear-site-data")),
        (204, Some("\"cache\""))
    );
    assert!(!here.is_signed_in() && !phone.is_signed_in() && other.is_signed_in());
    server
        .visitor()
        .delete("/api/user/sessions")
        .refused(401, "unauthenticated");
    server.visitor().delete(&path).refused(401, "unauthenticated");
    server
        .visitor()
        .get("/api/user/sessions")
        .refused(401, "unauthenticated");
}
