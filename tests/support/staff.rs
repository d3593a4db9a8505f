//! Names of staff who are signed in to their pages.

use audit::ActingStaff;
use chrono::Utc;
use persistence::Database;
use serde_json::{Value, json};
use staff::{AddStaffError, JoinToken, Role, StaffName, add_staff};

use crate::{Answer, Browser, Server, passkey::SoftPasskey, samples::bytes};

pub const JOIN_CHALLENGE: &str = "/api/staff/join-challenge";
pub const JOIN: &str = "/api/staff/join";
pub const CHALLENGE: &str = "/api/staff/passkey-challenge";
pub const SESSION: &str = "/api/staff/session";

/// Adds a name as the command does; the token of its link.
#[must_use]
pub fn add(database: &Database, name: &str, role: Role) -> String {
    let seed = name.bytes().fold(7, |seed: u64, byte| {
        seed.wrapping_mul(31).wrapping_add(byte.into())
    });
    let token = JoinToken::from_random(bytes(seed));
    let link = token.link("");
    let name = StaffName::parse(name).expect("a name of staff");
    let by = ActingStaff::at_command(None, None);
    let added: Result<(), AddStaffError> =
        database.write(move |store| add_staff(store, &name, role, &token, &by, Utc::now()));
    added.expect("a new name");
    link.rsplit('=').next().unwrap_or_default().to_owned()
}

/// Joins by the token of a link, and signs in by it.
pub fn join(browser: &mut Browser, token: &str) -> SoftPasskey {
    let mut passkey = SoftPasskey::unknown();
    let options = browser.post(JOIN_CHALLENGE, &json!({ "token": token })).ok(200);
    let _ = browser
        .post(JOIN, &joining(&mut passkey, &options, token))
        .ok(201);
    passkey
}

/// What a browser sends to join.
#[must_use]
pub fn joining(passkey: &mut SoftPasskey, options: &Value, token: &str) -> Value {
    let mut body = passkey.create(options);
    body["token"] = Value::from(token);
    body
}

/// A browser in which a new name of staff is signed in, with the passkey.
#[must_use]
pub fn joined(server: &Server, name: &str, role: Role) -> (Browser, SoftPasskey) {
    let token = add(server.database(), name, role);
    let mut browser = server.visitor();
    let passkey = join(&mut browser, &token);
    (browser, passkey)
}

/// Signs in by a passkey of staff, or shows it again.
pub fn enter(browser: &mut Browser, passkey: &SoftPasskey) -> Answer {
    let options = browser.post(CHALLENGE, &json!({})).ok(200);
    browser.post(SESSION, &passkey.sign(&options))
}

/// Whether the pages of staff take the browser for signed in.
pub fn is_signed_in_as_staff(browser: &mut Browser) -> bool {
    browser.get(SESSION).status == 200
}
