//! Passwords over HTTP: the common ones, and hashes that were made under other parameters.

use kernel::AccessTerm;
use serde_json::json;
use support::{
    Server, Sqlite, at_once,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, fresh_key, member},
    databases::tables::{db_run, db_texts},
};

const COMMON: &str = "Password is too common. Please choose another one";

/// Argon2id of "password1" with 8 KiB and one pass, salt `saltsaltsaltsalt`.
fn old_hash() -> String {
    use argon2::{Algorithm, Argon2, Params, Version};
    use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};
    let params = Params::new(8, 1, 1, Some(32)).unwrap();
    let mut output = [0; 32];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(b"password1", b"saltsaltsaltsalt", &mut output)
        .unwrap();
    format!(
        "$argon2id$v=19$m=8,t=1,p=1${}${}",
        STANDARD_NO_PAD.encode(b"saltsaltsaltsalt"),
        STANDARD_NO_PAD.encode(output)
    )
}

#[test]
fn a_common_password_is_refused_at_registration_and_the_key_stays_unused() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let mut body = json!({
        "username": "Trader", "email": "trader@example.com", "password": "12345678", "purchaseCode": key,
    });
    for common in ["12345678", "PASSWORD1", "Qwertyuiop"] {
        body["password"] = json!(common);
        let refused = server.visitor().post("/api/register", &body);
        refused.wrong_fields(&[("password", COMMON)]);
    }
    body["password"] = json!("Trading-2026");
    let refused = server.visitor().post("/api/register", &body);
    let message = "Password is too close to the words of this site. Please choose another one";
    refused.wrong_fields(&[("password", message)]);
    body["password"] = json!(PASSWORD);
    let _ = server.visitor().post("/api/register", &body).ok(201);
    let reset = json!({ "token": "x", "newPassword": "password1" });
    let refused = server.visitor().post("/api/reset-password", &reset);
    refused.wrong_fields(&[("newPassword", COMMON)]);
}

#[test]
fn a_common_password_still_signs_in_and_an_old_hash_is_made_anew() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let address = server.database().address();
    db_run(&address, &format!("UPDATE users SET password = '{}'", old_hash()));
    server
        .visitor()
        .post("/api/login", &credentials("Trader", "password2"))
        .refused(401, "invalid_credentials");
    let stored = || {
        db_texts(&address, "SELECT password AS t FROM users")
            .remove(0)
            .unwrap()
    };
    assert_eq!(stored(), old_hash(), "a refused sign-in changed the hash");
    // Both are right, so both sign in, whichever renews the hash.
    let answers = at_once(2, |_| {
        server
            .visitor()
            .post("/api/login", &credentials("Trader", "password1"))
    });
    for answer in answers {
        let _ = answer.ok(200);
    }
    let renewed = stored();
    assert!(
        renewed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
        "{renewed}"
    );
    let login = credentials("Trader", "password1");
    let _ = server.visitor().post("/api/login", &login).ok(200);
    assert_eq!(stored(), renewed, "a current hash is made anew");
}
