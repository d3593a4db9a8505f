//! What the log says of refused requests, and that nothing in a request writes a line of its own.

use std::path::{Path, PathBuf};

use kernel::{AccessTerm, DatabaseUrl};
use serde_json::{Value, json};
use support::{
    Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, credentials, member},
};

/// The lines of a log, each of which is one JSON object.
fn lines(log: &str) -> Vec<Value> {
    let parsed = log.lines().map(|line| {
        let parsed: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert!(parsed.is_object(), "{line}");
        parsed
    });
    parsed.collect()
}

/// What each line about a refused request says.
fn refusals(log: &str) -> Vec<Value> {
    let fields = lines(log).into_iter().map(|mut line| line["fields"].take());
    let mut refusals: Vec<_> = fields
        .filter(|fields| fields["message"] == "a request was refused")
        .collect();
    for refusal in &mut refusals {
        let _ = refusal.as_object_mut().expect("fields").remove("message");
    }
    refusals
}

#[test]
fn each_refused_request_is_a_line_with_its_reason_and_nothing_of_its_content() {
    let server = Server::with(Sqlite, &[("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", "3")]);
    let catalogue = CatalogueFixture::open(&server);
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let user = trader.get("/api/user").ok(200)["id"].clone();
    let mut visitor = server.visitor();

    visitor
        .get("/api/user?canary-query")
        .refused(401, "unauthenticated");
    visitor
        .post("/api/login", &credentials("canary-name", "a canary password"))
        .refused(401, "invalid_credentials");
    let cross = [
        ("sec-fetch-site", "cross-site"),
        ("referer", "https://canary.example/"),
    ];
    trader
        .send("POST", "/api/logout", &cross, None)
        .refused(403, "cross_site");
    let elsewhere = format!("/api/videos/{}/progress", catalogue.other_videos[0].0);
    trader
        .put(&elsewhere, &json!({ "watchedSeconds": 1 }))
        .refused(403, "no_access");
    trader
        .send(
            "POST",
            "/api/webhooks/stripe",
            &[],
            Some(b"{\"id\":\"evt_canary\"}"),
        )
        .refused(400, "webhook_signature_invalid");
    for _ in 0..3 {
        visitor
            .post("/api/verify-purchase-key", &json!({ "purchaseKey": "CANARY" }))
            .refused(400, "purchase_key_invalid");
    }
    visitor
        .post("/api/verify-purchase-key", &json!({ "purchaseKey": "CANARY" }))
        .refused(429, "too_many_attempts");
    let misdirected = "GET /api/courses HTTP/1.1\r\nHost: another.example\r\nConnection: close\r\n\r\n";
    assert!(server.raw(misdirected.as_bytes()).starts_with("HTTP/1.1 421 "));

    server.wait_for_log("unknown_host");
    let log = server.log();
    let line = |method: &str, route: &str, status: u16, code: &str| json!({ "method": method, "route": route, "status": status, "code": code, "client": "127.0.0.1" });
    let invalid_key = line("POST", "/api/verify-purchase-key", 400, "purchase_key_invalid");
    let mut no_access = line("PUT", "/api/videos/{id}/progress", 403, "no_access");
    no_access["user"] = user;
    let expected = [
        // Every page of a visitor asks this: it is recorded without an address.
        json!({ "method": "GET", "route": "/api/user", "status": 401, "code": "unauthenticated" }),
        line("POST", "/api/login", 401, "invalid_credentials"),
        line("POST", "/api/logout", 403, "cross_site"),
        no_access,
        line("POST", "/api/webhooks/stripe", 400, "webhook_signature_invalid"),
        invalid_key.clone(),
        invalid_key.clone(),
        invalid_key,
        line("POST", "/api/verify-purchase-key", 429, "too_many_attempts"),
        line("GET", "/api/courses", 421, "unknown_host"),
    ];
    assert_eq!(refusals(&log), expected);
    assert!(!log.to_lowercase().contains("canary"), "{log}");
}

#[test]
fn every_line_is_one_object_with_its_time_in_utc_whatever_a_request_holds() {
    const FORGED: &str =
        "x\r\n{\"timestamp\":\"2026-01-01T00:00:00Z\",\"level\":\"INFO\",\"forged\":true}\r\n\u{1b}[2K";
    let server = Server::with(Sqlite, &[("RUST_LOG", "trace")]);
    let mut visitor = server.visitor();
    visitor
        .post("/api/login", &credentials(FORGED, FORGED))
        .refused(401, "invalid_credentials");
    visitor
        .post("/api/verify-purchase-key", &json!({ "purchaseKey": FORGED }))
        .refused(400, "purchase_key_invalid");
    let path = "/api/courses/%0D%0A%7B%22forged%22%3Atrue%7D%0D%0A";
    visitor.get(path).refused(404, "not_found");
    let agent = [("user-agent", "x\t{\"forged\":true}")];
    let _ = visitor
        .send(
            "GET",
            "/api/courses?%0D%0A%7B%22forged%22%3Atrue%7D",
            &agent,
            None,
        )
        .ok(200);
    visitor.get("/api/user").refused(401, "unauthenticated");
    server.wait_for_log("\"unauthenticated\"");
    let log = server.log();
    for line in lines(&log) {
        let time = line["timestamp"].as_str().expect("each line has its time");
        let parsed = chrono::DateTime::parse_from_rfc3339(time).expect("a time");
        assert!(
            time.ends_with('Z') && parsed.timestamp() > 1_700_000_000,
            "{line}"
        );
        assert!(line["level"].is_string() && line["fields"].is_object(), "{line}");
        assert!(line.get("forged").is_none(), "a request wrote a line: {line}");
    }
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .collect()
}

#[test]
fn the_log_is_written_to_standard_error_and_nowhere_else() {
    const LOGGED: &[u8] = b"a request was refused";
    let server = Server::with(Sqlite, &[("RUST_LOG", "debug")]);
    server.visitor().get("/api/user").refused(401, "unauthenticated");
    server.wait_for_log("\"unauthenticated\"");
    let DatabaseUrl::Sqlite(database) = server.database().address() else {
        panic!("SQLite was asked for");
    };
    let own = [server.data(), database.parent().expect("a folder")];
    let own = own.map(|folder| folder.canonicalize().expect("a folder"));
    for file in own.iter().flat_map(|folder| files(folder)) {
        let content = std::fs::read(&file).expect("a file");
        let is_logged = content.windows(LOGGED.len()).any(|part| part == LOGGED);
        assert!(!is_logged, "{} has lines of the log", file.display());
    }
    // And it has no other file open.
    for open in std::fs::read_dir(format!("/proc/{}/fd", server.id())).expect("the process") {
        // One may be closed meanwhile.
        let Ok(target) = std::fs::read_link(open.expect("an entry").path()) else {
            continue;
        };
        let is_own = own.iter().any(|folder| target.starts_with(folder));
        assert!(is_own || !target.is_file(), "{} is open", target.display());
    }
}
