//! What another device, the server or a command changes counts with the next request.

use std::process::Command;

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Answer, Browser, Engine, Server, Sqlite,
    authenticator::Authenticator,
    catalogue_fixture::{CatalogueFixture, PASSWORD, fresh_key, member, sign_in},
    keys::SESSION_KEY,
    server::{binary, database_setting, run_to_end},
};

const USER: &str = "/api/user";
const COURSES: &str = "/api/user/courses";

/// A member on two devices, one of which only reads.
struct Devices {
    server: Server,
    catalogue: CatalogueFixture,
    reader: Browser,
    other: Browser,
}

impl Devices {
    fn start(engine: Engine) -> Self {
        let server = Server::start(engine);
        let catalogue = CatalogueFixture::open(&server);
        let reader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
        let other = sign_in(&server, "Trader");
        Self {
            server,
            catalogue,
            reader,
            other,
        }
    }

    /// The address of the first video.
    fn url(&mut self) -> Value {
        let models = self.reader.get(&models_path(&self.catalogue)).ok(200);
        models[0]["videos"][0]["url"].clone()
    }

    /// Runs a command of staff; what it prints.
    fn staff(&self, words: &[&str]) -> String {
        let mut command = Command::new(binary("portal"));
        command
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env(
                "DATABASE_URL",
                database_setting(&self.server.database().address()),
            )
            .env("PORTAL_DATA_DIR", self.server.data())
            .env("PORTAL_SESSION_KEY", SESSION_KEY);
        let (code, out, errors) = run_to_end(&mut command, words);
        assert_eq!(code, Some(0), "{out}{errors}");
        out
    }
}

fn models_path(catalogue: &CatalogueFixture) -> String {
    format!("/api/courses/{}/models", catalogue.futures.0)
}

fn logout(devices: &mut Devices) {
    let mut copy = devices.reader.clone();
    assert_eq!(copy.send("POST", "/api/logout", &[], None).status, 204);
}

fn new_password(devices: &mut Devices) {
    let body = json!({ "currentPassword": PASSWORD, "newPassword": "another password" });
    assert_eq!(devices.other.put("/api/user/password", &body).status, 204);
}

fn end_of_the_device(devices: &mut Devices) {
    let sessions = devices.other.get("/api/user/sessions").ok(200);
    let sessions = sessions.as_array().unwrap();
    let there = sessions
        .iter()
        .find(|session| session["current"] == false)
        .unwrap();
    let ended = devices
        .other
        .delete(&format!("/api/user/sessions/{}", there["id"]));
    assert_eq!(ended.status, 204);
}

fn end_of_all_devices(devices: &mut Devices) {
    assert_eq!(devices.other.delete("/api/user/sessions").status, 204);
}

fn reset_by_link(devices: &mut Devices) {
    let link = devices.staff(&["users", "reset-link", "Trader"]);
    let (_, token) = link.trim().split_once("token=").expect("a link with a token");
    let body = json!({ "token": token, "newPassword": "another password" });
    let reset = devices.server.visitor().post("/api/reset-password", &body);
    assert_eq!(reset.status, 200);
}

fn deletion(devices: &mut Devices) {
    let body = json!({ "currentPassword": PASSWORD }).to_string();
    let deleted = devices.other.send("DELETE", USER, &[], Some(body.as_bytes()));
    assert_eq!(deleted.status, 204);
}

fn sign_out_by_staff(devices: &mut Devices) {
    devices.staff(&["users", "sign-out", "Trader"]);
}

fn deletion_by_staff(devices: &mut Devices) {
    devices.staff(&["users", "delete", "Trader", "--yes"]);
}

#[rstest]
#[case::logout(logout)]
#[case::new_password(new_password)]
#[case::end_of_the_device(end_of_the_device)]
#[case::end_of_all_devices(end_of_all_devices)]
#[case::reset_by_link(reset_by_link)]
#[case::deletion(deletion)]
#[case::sign_out_by_staff(sign_out_by_staff)]
#[case::deletion_by_staff(deletion_by_staff)]
fn what_ends_a_session_counts_with_the_next_request(#[case] act: fn(&mut Devices)) {
    let mut devices = Devices::start(Sqlite);
    let _ = devices.reader.get(USER).ok(200);
    assert!(devices.url().is_string());
    act(&mut devices);
    devices.reader.get(USER).refused(401, "unauthenticated");
    devices.reader.get(COURSES).refused(401, "unauthenticated");
    assert_eq!(devices.url(), Value::Null);
}

#[test]
fn what_changes_an_account_counts_with_the_next_request() {
    let mut devices = Devices::start(Sqlite);
    let _ = Authenticator::turned_on(&mut devices.other);
    assert_eq!(devices.reader.get(USER).ok(200)["secondFactor"], true);
    devices.staff(&["users", "reset-second-factor", "Trader", "--yes"]);
    assert_eq!(devices.reader.get(USER).ok(200)["secondFactor"], false);
    let account =
        json!({ "username": "Renamed", "email": "trader@example.com", "currentPassword": PASSWORD });
    assert_eq!(devices.other.put("/api/user/account", &account).status, 200);
    assert_eq!(devices.reader.get(USER).ok(200)["username"], "Renamed");
}

#[test]
fn what_changes_the_courses_of_a_member_counts_with_the_next_request() {
    let mut devices = Devices::start(Sqlite);
    let held = |answer: Answer| answer.ok(200).as_array().unwrap().len();
    let key = fresh_key(&devices.server, devices.catalogue.crypto, AccessTerm::Lifetime);
    let _ = devices
        .other
        .post("/api/user/redeem", &json!({ "purchaseKey": key }))
        .ok(200);
    assert_eq!(held(devices.reader.get(COURSES)), 2);
    let progress = devices.catalogue.progress(0);
    let watched = json!({ "watchedSeconds": 5, "completed": true });
    let _ = devices.other.put(&progress, &watched).ok(200);
    assert_eq!(devices.reader.get(COURSES).ok(200)[0]["completedVideos"], 1);
    devices.staff(&["users", "revoke", "Trader", "futures", "--yes"]);
    assert_eq!(devices.url(), Value::Null, "a course that was taken back is open");
    assert_eq!(held(devices.reader.get(COURSES)), 1);
    devices.staff(&["users", "grant", "Trader", "futures", "--access", "lifetime"]);
    assert!(devices.url().is_string(), "a course that was granted is closed");
    assert_eq!(held(devices.reader.get(COURSES)), 2);
}

#[test]
fn no_session_is_answered_what_another_one_was() {
    let mut devices = Devices::start(Sqlite);
    let mut stranger = devices.server.visitor();
    stranger.get(USER).refused(401, "unauthenticated");
    stranger.get(COURSES).refused(401, "unauthenticated");
    let models = models_path(&devices.catalogue);
    let seen = stranger.get(&models).ok(200);
    assert_eq!(seen[0]["videos"][0]["url"], Value::Null);
    assert!(devices.url().is_string());
    let crypto = devices.catalogue.crypto;
    let mut other = member(&devices.server, "Other", crypto, AccessTerm::Lifetime);
    assert_eq!(other.get(USER).ok(200)["username"], "Other");
    assert_eq!(other.get(COURSES).ok(200)[0]["id"], crypto.0);
    let seen = other.get(&models).ok(200);
    assert_eq!(seen[0]["videos"][0]["url"], Value::Null);
}
