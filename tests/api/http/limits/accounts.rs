//! Attempts on one account: from many addresses, by its names, and from a device that it knows.

use kernel::AccessTerm;
use serde_json::json;
use support::{
    Sqlite,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, fresh_key, member, registration},
};

use super::{LIMIT, behind_proxy, limited, send};

#[test]
fn an_attacked_account_is_limited_and_its_owner_still_gets_in() {
    let server = limited(Sqlite, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut proxy = server.visitor();
    let guess = credentials("Trader", "wrong password");
    let answers: Vec<_> = (0..20)
        .map(|n| send(&mut proxy, "/api/login", &format!("203.0.113.{n}"), &guess).status)
        .collect();
    assert_eq!(
        answers.iter().filter(|status| **status == 401).count(),
        LIMIT,
        "{answers:?}"
    );
    assert!(
        answers[LIMIT..].iter().all(|status| *status == 429),
        "{answers:?}"
    );
    let right = send(
        &mut proxy,
        "/api/login",
        "198.51.100.1",
        &credentials("Trader", PASSWORD),
    );
    assert_eq!(right.status, 200, "an attack locks the owner out");
}

#[test]
fn a_members_password_is_not_guessed_through_the_account_page() {
    let server = limited(Sqlite, &[]);
    let catalogue = CatalogueFixture::open(&server);
    let mut browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let guess = json!({ "currentPassword": "wrong password", "newPassword": "another password" });
    for _ in 0..LIMIT {
        browser
            .put("/api/user/password", &guess)
            .refused(400, "invalid_fields");
    }
    browser
        .put("/api/user/password", &guess)
        .refused(429, "too_many_attempts");
}

#[test]
fn a_48_is_one_new_address_to_an_attacked_account() {
    let server = behind_proxy(Sqlite, "1");
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut proxy = server.visitor();
    let mut from = |from: &str, password: &str| {
        send(&mut proxy, "/api/login", from, &credentials("Trader", password)).status
    };
    // Fewer than the eight attempts that the /48 itself has.
    for n in 0..7 {
        let status = from(&format!("2001:db8:7:{n}00::1"), "wrong password");
        assert_eq!(status, if n == 0 { 401 } else { 429 }, "guess {n}");
    }
    assert_eq!(from("2001:db8:7:700::1", PASSWORD), 429);
    assert_eq!(from("2001:db8:8::1", PASSWORD), 200, "the owner is locked out");
}

#[test]
fn new_addresses_are_heard_so_often_and_a_known_device_always() {
    let server = behind_proxy(Sqlite, "1");
    let catalogue = CatalogueFixture::open(&server);
    let mut known = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let _ = known.post("/api/logout", &json!({}));
    let mut other = server.visitor();
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let _ = send(
        &mut other,
        "/api/register",
        "192.0.2.1",
        &registration("Other", &key),
    )
    .ok(201);
    let mut attacker = server.visitor();
    for n in 0..100 {
        let from = format!("203.0.113.{n}");
        let answer = send(
            &mut attacker,
            "/api/login",
            &from,
            &credentials("Trader", "wrong password"),
        );
        assert_eq!(answer.status == 401, n == 0, "guess {n}");
    }
    let right = credentials("Trader", PASSWORD);
    let from_new_address = |device: Option<&str>, from: &str| {
        let mut visitor = server.visitor();
        visitor.set_device_cookie(device);
        send(&mut visitor, "/api/login", from, &right)
    };
    let cookie = known.device_cookie().unwrap();
    let forged = cookie.replace(&cookie[20..24], "AAAA");
    for (n, device) in [None, Some(forged.as_str()), other.device_cookie()]
        .into_iter()
        .enumerate()
    {
        from_new_address(device, &format!("198.51.100.{n}")).refused(429, "too_many_attempts");
    }
    let _ = from_new_address(Some(cookie), "198.51.100.10").ok(200);
    // The device has the same number of attempts.
    from_new_address(Some(cookie), "198.51.100.11").refused(429, "too_many_attempts");
}

#[test]
fn a_reset_by_mail_makes_a_device_known() {
    let server = behind_proxy(Sqlite, "1");
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let asked = server
        .visitor()
        .post("/api/request-reset", &json!({ "email": "trader@example.com" }));
    let _ = asked.ok(200);
    let text = support::mailbox::mail(&server, 0);
    let (_, token) = text.split_once("/reset-password?token=").unwrap();
    let token: String = token.chars().take(43).collect();
    let mut owner = server.visitor();
    let body = json!({ "token": token, "newPassword": "another password" });
    let _ = owner.post("/api/reset-password", &body).ok(200);
    assert!(owner.device_cookie().is_some() && owner.cookie().is_none());
    let mut attacker = server.visitor();
    for n in 0..60 {
        let from = format!("203.0.113.{n}");
        let _ = send(
            &mut attacker,
            "/api/login",
            &from,
            &credentials("Trader", "wrong password"),
        );
    }
    let answer = send(
        &mut owner,
        "/api/login",
        "198.51.100.1",
        &credentials("Trader", "another password"),
    );
    assert_eq!(answer.status, 200, "the owner is locked out");
}

#[test]
fn name_and_address_of_an_account_share_their_attempts() {
    let server = limited(Sqlite, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut proxy = server.visitor();
    let mut guess = |name: &str, from: &str| {
        send(
            &mut proxy,
            "/api/login",
            from,
            &credentials(name, "wrong password"),
        )
        .status
    };
    let of_one_account = [
        "Trader",
        "trader@example.com",
        "TRADER",
        "Trader@Example.com",
        "trader",
    ];
    let statuses: Vec<_> = (0..5)
        .map(|n| guess(of_one_account[n], &format!("203.0.113.{n}")))
        .collect();
    assert_eq!(statuses, [401, 401, 401, 429, 429]);
    // Names that no account has are counted apart, each as long as an account's.
    for name in ["Stranger", "stranger@example.com"] {
        let statuses: Vec<_> = (0..4).map(|n| guess(name, &format!("198.51.100.{n}"))).collect();
        assert_eq!(statuses, [401, 401, 401, 429], "{name}");
    }
}

#[test]
fn registrations_count_against_address_and_key_only_with_a_key_that_works() {
    let server = limited(Sqlite, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let catalogue = CatalogueFixture::open(&server);
    let mut proxy = server.visitor();
    let wrong = registration("Trader", "00000-00000-00000-00000-00000");
    for n in 0..30 {
        send(&mut proxy, "/api/register", &format!("203.0.113.{n}"), &wrong)
            .refused(400, "purchase_key_invalid");
    }
    let fresh = || fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let right = registration("Trader", &fresh());
    let _ = send(&mut proxy, "/api/register", "198.51.100.1", &right).ok(201);
    let key = fresh();
    for n in 0..5 {
        let mut taken = registration("Trader", &key);
        taken["email"] = json!(format!("other{n}@example.com"));
        let answer = send(
            &mut proxy,
            "/api/register",
            &format!("203.0.113.{}", 100 + n),
            &taken,
        );
        match n {
            0..LIMIT => answer.refused(409, "username_taken"),
            _ => answer.refused(429, "too_many_attempts"),
        };
    }
}
