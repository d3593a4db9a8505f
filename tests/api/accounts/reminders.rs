//! Reminders are turned on and off in the account, and off by the link of a mail.

use accounts::ReminderSecret;
use kernel::{AccessTerm, UserId};
use serde_json::{Value, json};
use support::{
    Answer, Browser, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, PASSWORD, member},
    keys::sealing_key,
};

const ACCOUNT: &str = "/api/user/account";

fn reminders(browser: &mut Browser) -> Value {
    browser.get("/api/user").ok(200)["reminders"].clone()
}

/// As a mail provider does: a form, without a cookie and without an origin.
fn one_click(server: &Server, query: &str) -> Answer {
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let path = format!("/reminders{query}");
    server
        .visitor()
        .send("POST", &path, &form, Some(b"List-Unsubscribe=One-Click"))
}

#[test]
fn reminders_change_without_the_password_and_names_do_not() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    assert_eq!(reminders(&mut trader), true);
    let off = trader.put(ACCOUNT, &json!({ "reminders": false })).ok(200);
    assert_eq!(
        (&off["reminders"], &off["username"]),
        (&json!(false), &json!("Trader"))
    );
    assert_eq!(reminders(&mut trader), false);
    let names = json!({ "username": "Trader", "email": "trader@example.com", "currentPassword": PASSWORD });
    assert_eq!(trader.put(ACCOUNT, &names).ok(200)["reminders"], false, "absent");
    let same = json!({ "username": "Trader", "email": "trader@example.com", "reminders": true });
    assert_eq!(trader.put(ACCOUNT, &same).ok(200)["reminders"], true);
    let renamed = json!({ "username": "Other", "email": "trader@example.com", "reminders": false });
    trader
        .put(ACCOUNT, &renamed)
        .wrong_fields(&[("currentPassword", "Current password is incorrect")]);
    assert_eq!(reminders(&mut trader), true, "a refused change changed something");
    let both = json!({ "username": "Other", "email": "trader@example.com", "reminders": false, "currentPassword": PASSWORD });
    let both = trader.put(ACCOUNT, &both).ok(200);
    assert_eq!(
        (&both["username"], &both["reminders"]),
        (&json!("Other"), &json!(false))
    );
    let _ = trader
        .put(ACCOUNT, &json!({ "reminders": "no" }))
        .refused(400, "invalid_json");
    let _ = server
        .visitor()
        .put(ACCOUNT, &json!({ "reminders": false }))
        .refused(401, "unauthenticated");
    let export = trader.get("/api/user/export").ok(200);
    assert_eq!(export["account"]["reminders"], false);
}

#[test]
fn the_link_of_a_mail_turns_them_off_by_one_request() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let token = ReminderSecret(sealing_key()).issue(UserId(1));
    let link = format!("?token={token}");
    let _ = server
        .visitor()
        .fetch("GET", &format!("/reminders{link}"), &[], None);
    assert_eq!(reminders(&mut trader), true, "a look changes nothing");
    for _ in 0..2 {
        assert_eq!(one_click(&server, &link).ok(200), json!({ "reminders": false }));
    }
    assert_eq!(reminders(&mut trader), false);
    let other = ReminderSecret([7; 32].into()).issue(UserId(1));
    let unknown = ReminderSecret(sealing_key()).issue(UserId(4711));
    for wrong in [
        String::new(),
        String::from("?token="),
        format!("?token={other}"),
        format!("?token={unknown}"),
        format!("?token={token}0"),
        format!("{link}&token={token}"),
    ] {
        let _ = one_click(&server, &wrong).refused(400, "reminder_token_invalid");
    }
    // It is no session.
    let _ = server
        .visitor()
        .get(&format!("/api/user?token={token}"))
        .refused(401, "unauthenticated");
    assert!(!server.log().contains(&token), "the token is in the log");
}
