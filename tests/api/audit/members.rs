//! Each change that members make to their account, keys and sessions is a row, with their address; what is refused leaves no row.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Server, Sqlite,
    audit::{actions, trail, trail_lines},
    authenticator::Authenticator,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, fresh_key, member, registration, sign_in},
    databases::tables::db_dump,
    discord::guild::{Guild, link},
    mailbox::mail_with,
};

#[test]
fn what_a_member_does_is_recorded_with_the_address() {
    let server = Server::with(Sqlite, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Months(3));
    let forwarded = [("x-forwarded-for", "203.0.113.9")];
    let body = json!({ "purchaseKey": key }).to_string();
    let redeemed = trader.send("POST", "/api/user/redeem", &forwarded, Some(body.as_bytes()));
    let _ = redeemed.ok(200);
    let names =
        |name: &str, email: &str| json!({ "username": name, "email": email, "currentPassword": PASSWORD });
    let _ = trader
        .put("/api/user/account", &names("Renamed", "trader@example.com"))
        .ok(200);
    let change = json!({ "currentPassword": PASSWORD, "newPassword": "violet anchor 71" });
    assert_eq!(trader.put("/api/user/password", &change).status, 204);
    assert_eq!(trader.post("/api/logout", &json!({})).status, 204);
    let mut again = server.visitor();
    let _ = again
        .post("/api/login", &credentials("renamed", "violet anchor 71"))
        .ok(200);
    assert_eq!(again.delete("/api/user/sessions").status, 204);
    let rows = trail_lines(server.database());
    let own: Vec<_> = rows
        .iter()
        .map(String::as_str)
        .filter(|row| !row.contains("key.redeemed"))
        .collect();
    assert_eq!(
        own,
        [
            "Trader account.registered Trader",
            "Trader session.opened Trader",
            "Renamed account.username-changed Renamed",
            "Renamed account.password-changed Renamed",
            "Renamed session.ended Renamed",
            "Renamed session.opened Renamed",
            "Renamed session.ended Renamed all 1",
        ]
    );
    let redeemed: Vec<_> = rows.iter().filter(|row| row.contains("key.redeemed")).collect();
    assert_eq!(redeemed.len(), 2, "the key of the registration, and one more");
    assert_eq!(
        *redeemed[1],
        format!("Trader key.redeemed Trader {}-… futures", &key[..5])
    );
    let rows = trail(server.database());
    let redeemed = rows.iter().rfind(|row| row.action == "key.redeemed").unwrap();
    assert_eq!(redeemed.from.as_deref(), Some("203.0.113.9"));
    // The whole key is nowhere, its beginning is.
    let dump = db_dump(&server.database().address());
    assert!(!dump.windows(key.len()).any(|bytes| bytes == key.as_bytes()));
}

#[test]
fn a_refused_change_is_no_row() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let used = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let _ = server
        .visitor()
        .post("/api/register", &registration("Other", &used))
        .ok(201);
    let before = actions(server.database());
    let names = json!({ "username": "OTHER", "email": "t@example.com", "currentPassword": PASSWORD });
    trader
        .put("/api/user/account", &names)
        .refused(409, "username_taken");
    let wrong = json!({ "currentPassword": "wrong password", "newPassword": "violet anchor 71" });
    trader
        .put("/api/user/password", &wrong)
        .wrong_fields(&[("currentPassword", "Current password is incorrect")]);
    trader
        .post("/api/user/redeem", &json!({ "purchaseKey": used }))
        .refused(400, "purchase_key_invalid");
    server
        .visitor()
        .post("/api/register", &registration("Third", &used))
        .refused(400, "purchase_key_invalid");
    assert_eq!(trader.delete("/api/user/sessions/999999").status, 404);
    assert_eq!(server.visitor().post("/api/logout", &json!({})).status, 204);
    assert_eq!(actions(server.database()), before);
}

/// The token of the first mail with a link to a page.
fn token_after(page: &str, server: &Server) -> String {
    let text = mail_with(server, page);
    let (_, after) = text.split_once(page).expect("it contains the page");
    after
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
        .collect()
}

#[test]
fn a_new_address_and_a_reset_are_rows() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let names = json!({ "username": "Trader", "email": "new@example.com", "currentPassword": PASSWORD });
    let before = trail_lines(server.database()).len();
    let _ = trader.put("/api/user/account", &names).ok(200);
    assert_eq!(
        trail_lines(server.database()).len(),
        before,
        "nothing has changed yet"
    );
    let token = token_after("/verify-email?token=", &server);
    let confirm = json!({ "token": token });
    let _ = server.visitor().post("/api/verify-email", &confirm).ok(200);
    assert_eq!(
        trail_lines(server.database()).last().unwrap(),
        "Trader account.email-changed Trader"
    );
    let _ = server
        .visitor()
        .post("/api/request-reset", &json!({ "email": "new@example.com" }))
        .ok(200);
    let token = token_after("/reset-password?token=", &server);
    let reset = json!({ "token": token, "newPassword": "violet anchor 71" });
    let _ = server.visitor().post("/api/reset-password", &reset).ok(200);
    assert_eq!(
        trail_lines(server.database()).last().unwrap(),
        "Trader account.password-reset Trader"
    );
    assert!(!trader.is_signed_in());
    // The address itself is nowhere in the trail.
    let texts: Vec<_> = trail(server.database())
        .into_iter()
        .filter_map(|row| row.subject)
        .collect();
    assert!(texts.iter().all(|text| !text.contains('@')), "{texts:?}");
    let mut second = server.visitor();
    let _ = second
        .post("/api/login", &credentials("Trader", "violet anchor 71"))
        .ok(200);
}

#[test]
fn the_second_factor_an_export_and_the_end_of_an_account_are_rows() {
    let server = Server::with(Sqlite, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let before = trail_lines(server.database()).len();
    let app = Authenticator::turned_on(&mut trader);
    let forwarded = [("x-forwarded-for", "203.0.113.9")];
    let mut ask = |method: &str, path: &str, body: serde_json::Value| {
        trader.send(method, path, &forwarded, Some(body.to_string().as_bytes()))
    };
    let factor = "/api/user/second-factor";
    let proof = |code: &str| json!({ "currentPassword": PASSWORD, "code": code });
    ask("DELETE", factor, proof(&app.wrong_code())).refused(400, "second_factor_invalid");
    ask("DELETE", "/api/user", proof(&app.wrong_code())).refused(401, "second_factor_invalid");
    assert_eq!(
        trail_lines(server.database()).len(),
        before + 1,
        "a refusal was recorded"
    );
    assert_eq!(ask("DELETE", factor, proof(&app.recovery[0])).status, 204);
    assert_eq!(ask("DELETE", factor, proof("")).status, 204, "it is off already");
    let _ = trader.send("GET", "/api/user/export", &forwarded, None).ok(200);
    let body = proof("").to_string();
    let deleted = trader.send("DELETE", "/api/user", &forwarded, Some(body.as_bytes()));
    assert_eq!(deleted.status, 204);
    let rows = trail_lines(server.database()).split_off(before);
    assert_eq!(
        rows,
        [
            "Trader account.second-factor-on Trader",
            "Trader account.second-factor-off Trader",
            "Trader account.exported Trader",
            "Trader account.deleted Trader",
        ]
    );
    let from = trail(server.database()).split_off(before + 1);
    assert!(from.iter().all(|row| row.from.as_deref() == Some("203.0.113.9")));
}

#[test]
fn a_discord_link_and_its_end_are_rows() {
    let guild = Guild::open(Sqlite);
    let mut trader = guild.member("Trader");
    let _ = link(&mut trader, &guild.discord.consent("501")).ok(200);
    assert_eq!(trader.delete("/api/discord/link").status, 204);
    // Once more changes nothing.
    assert_eq!(trader.delete("/api/discord/link").status, 204);
    let rows = actions(guild.server.database());
    let own: Vec<_> = rows.iter().filter(|action| action.contains("discord")).collect();
    assert_eq!(own, ["account.discord-linked", "account.discord-unlinked"]);
}

#[rstest]
fn two_servers_record_every_act(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let beside = server.beside();
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let keys: Vec<_> = (0..40)
        .map(|_| fresh_key(&server, catalogue.futures, AccessTerm::Months(1)))
        .collect();
    let (first, second) = (sign_in(&server, "Trader"), sign_in(&beside, "Trader"));
    std::thread::scope(|scope| {
        for (mut browser, keys) in [(first, &keys[..20]), (second, &keys[20..])] {
            scope.spawn(move || {
                for key in keys {
                    let _ = browser
                        .post("/api/user/redeem", &json!({ "purchaseKey": key }))
                        .ok(200);
                }
            });
        }
    });
    let redeemed = actions(server.database())
        .iter()
        .filter(|action| *action == "key.redeemed")
        .count();
    assert_eq!(redeemed, 41);
}
