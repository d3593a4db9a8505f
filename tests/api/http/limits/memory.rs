//! What attempts may cost: no hash where none is needed, and no memory for each address.

use std::io::{Read as _, Write as _};

use serde_json::json;
use support::{Server, Sqlite, at_once, catalogue_fixture::credentials};

use super::behind_proxy;

/// A figure of the server's memory in KiB, as Linux gives it.
fn memory(server: &Server, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn wrong_tokens_and_names_that_no_account_can_have_cost_no_hash() {
    const ONE_HASH: u64 = 19 * 1024;
    let server = Server::start(Sqlite);
    let mut visitor = server.visitor();
    let unknown = visitor.post("/api/login", &credentials("Stranger", &"x".repeat(1025)));
    // The highest figure from now on (proc(5)).
    std::fs::write(format!("/proc/{}/clear_refs", server.id()), "5").unwrap();
    let before = memory(&server, "VmHWM");
    for n in 0..20 {
        let body = json!({ "token": format!("token {n}"), "newPassword": "long enough" });
        visitor
            .post("/api/reset-password", &body)
            .refused(400, "reset_token_invalid");
        let long = credentials(&format!("{n}{}", "x".repeat(257)), "long enough");
        let answer = visitor.post("/api/login", &long);
        assert_eq!((answer.status, &answer.body), (401, &unknown.body));
    }
    let after = memory(&server, "VmHWM");
    assert!(
        after - before < ONE_HASH / 2,
        "a hash was made: {before} to {after} KiB"
    );
    // The same figure shows the hash of a name that could be an account's.
    let _ = visitor.post("/api/login", &credentials("Stranger", "long enough"));
    assert!(memory(&server, "VmHWM") - after > ONE_HASH / 2);
}

#[test]
fn two_thousand_attempts_from_as_many_addresses_leave_memory_as_it_was() {
    // Less than the names that they gave.
    attempt_from_as_many_addresses(500, 5 * 1024);
}

#[test]
#[ignore = "a minute; make endurance runs it"]
fn twenty_thousand_attempts_from_as_many_addresses_leave_memory_as_it_was() {
    attempt_from_as_many_addresses(5_000, 10 * 1024);
}

/// So many on each of four threads, for which memory may grow by so many KiB.
fn attempt_from_as_many_addresses(each: u32, growth: u64) {
    let server = behind_proxy(Sqlite, "10");
    // Normalized, each of these characters is eighteen.
    let name = "\u{FDFA}".repeat(100);
    // No password is as long, so that the attempts cost no hash.
    let never = "x".repeat(1025);
    let flood = |attempts: std::ops::Range<u32>| {
        for first in attempts.clone().step_by(50) {
            let mut stream = server.connect();
            let batch = first..attempts.end.min(first + 50);
            let requests: String = batch
                .clone()
                .map(|n| {
                    let body = credentials(&format!("{n}{name}"), &never).to_string();
                    let from = std::net::Ipv4Addr::from(0x0A00_0000 + n);
                    format!(
                        "POST /api/login HTTP/1.1\r\nhost: portal.example\r\nx-forwarded-for: {from}\r\n\
                         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                        body.len()
                    )
                })
                .collect();
            stream.write_all(requests.as_bytes()).unwrap();
            let mut text = Vec::new();
            let mut chunk = [0; 16 * 1024];
            let answered = |text: &[u8]| {
                String::from_utf8_lossy(text)
                    .matches("invalid_credentials")
                    .count()
            };
            while answered(&text) < batch.len() {
                let n = stream.read(&mut chunk).unwrap();
                assert_ne!(n, 0, "{}", String::from_utf8_lossy(&text));
                text.extend_from_slice(&chunk[..n]);
            }
        }
    };
    flood(0..1_000);
    let before = memory(&server, "VmRSS");
    at_once(4, |n| {
        let first = 1_000 + u32::try_from(n).unwrap() * each;
        flood(first..first + each);
    });
    let after = memory(&server, "VmRSS");
    assert!(after < before + growth, "{before} to {after} KiB");
}
