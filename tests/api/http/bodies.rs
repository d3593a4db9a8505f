//! Paths, methods and bodies that are wrong, answered in the contract's shape; and senders that take their time.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    time::{Duration, Instant},
};

use rstest::rstest;
use serde_json::json;
use support::{
    Server, Sqlite,
    http::contract::Contract,
    server::{TIMEOUT, read_to_end},
    waiting::allowed,
};

#[test]
fn a_path_that_is_no_call_answers_404() {
    let server = Server::start(Sqlite);
    for path in [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/user/",
        "/api/courses/1/2/3",
        "/api/../etc",
        "/media/x",
        "/api/%00",
    ] {
        server.visitor().get(path).refused(404, "not_found");
        server.visitor().post(path, &json!({})).refused(404, "not_found");
    }
}

#[test]
fn a_wrong_method_answers_405_and_says_which_are_right() {
    let server = Server::start(Sqlite);
    let operations = Contract::shared().operations();
    for operation in &operations {
        let path = operation.path.replace("{id}", "1");
        let taken: Vec<_> = operations
            .iter()
            .filter(|o| o.path == operation.path)
            .map(|o| o.method.as_str())
            .collect();
        for method in [
            "GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND",
        ] {
            if taken.contains(&method) {
                continue;
            }
            // The link of a mail leads to a page, and mail programs post to it (RFC 8058).
            if (method, path.as_str()) == ("GET", "/reminders") {
                continue;
            }
            let answer = server.visitor().send(method, &path, &[], None);
            answer.refused(405, "method_not_allowed");
            let allow: Vec<_> = answer
                .header("allow")
                .expect("405 carries Allow")
                .split(", ")
                .collect();
            for right in &taken {
                assert!(allow.contains(right), "{path}: {allow:?} lacks {right}");
            }
            assert!(!allow.contains(&method));
        }
    }
}

#[test]
fn a_path_that_answers_get_answers_head() {
    let server = Server::start(Sqlite);
    for path in ["/healthz", "/api/courses", "/api/site", "/api/user"] {
        let (get, head) = (
            server.visitor().get(path),
            server.visitor().send("HEAD", path, &[], None),
        );
        assert_eq!((get.status, head.body.len()), (head.status, 0), "{path}");
        assert_eq!(get.header("content-type"), head.header("content-type"));
    }
}

#[test]
fn a_body_that_is_not_the_calls_json_answers_400() {
    let server = Server::start(Sqlite);
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    for body in [
        "",
        "{",
        "null",
        "[]",
        "\"x\"",
        "12",
        "{\"username\":1}",
        "{\"username\":\"a\",\"username\":\"b\"}",
        "{\"username\":\"\\ud800\"}",
        "{\"nothing\":1}",
        "{} {}",
        &deep,
    ] {
        let answer = server
            .visitor()
            .send("POST", "/api/login", &[], Some(body.as_bytes()));
        answer.refused(400, "invalid_json");
    }
    server
        .visitor()
        .send("POST", "/api/login", &[], Some(b"{\"username\":\"\xff\"}"))
        .refused(400, "invalid_json");
    server
        .visitor()
        .send("POST", "/api/login", &[], None)
        .refused(400, "invalid_json");
}

#[test]
fn a_body_over_64_kib_answers_413_and_one_of_64_kib_is_read() {
    let server = Server::start(Sqlite);
    let sized = |bytes: usize| {
        let empty = json!({ "purchaseKey": "" }).to_string().len();
        json!({ "purchaseKey": "x".repeat(bytes - empty) }).to_string()
    };
    let send = |body: &str| {
        server
            .visitor()
            .send("POST", "/api/verify-purchase-key", &[], Some(body.as_bytes()))
    };
    assert_eq!(sized(65_536).len(), 65_536);
    send(&sized(65_536)).refused(400, "purchase_key_invalid");
    send(&sized(65_537)).refused(413, "body_too_large");
    send(&sized(1 << 20)).refused(413, "body_too_large");
    let chunked = format!(
        "POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n\
         11000\r\n{}\r\n0\r\n\r\n",
        " ".repeat(0x11000)
    );
    let answer = server.raw(chunked.as_bytes());
    assert!(
        answer.starts_with("HTTP/1.1 413 ") && answer.contains("body_too_large"),
        "{answer:.300}"
    );
}

/// The answer comes before any of the body, whether or not the sender asks for it.
#[rstest]
#[case("/api/login", 65_537)]
#[case("/api/login", 1_000_000_000)]
#[case("/api/webhooks/stripe", 1_048_577)]
#[case("/api/webhooks/stripe", 1_000_000_000)]
fn a_body_that_declares_too_much_is_refused_at_once(
    #[case] path: &str,
    #[case] length: u64,
    #[values("", "Expect: 100-continue\r\n")] expect: &str,
) {
    let server = Server::start(Sqlite);
    let mut stream = server.connect();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{expect}Content-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let start = Instant::now();
    let answer = read_until(&mut stream, "body_too_large");
    // After the ten seconds in which a body may arrive the answer would be another.
    assert!(
        start.elapsed() < allowed(Duration::from_secs(5)),
        "{:?}",
        start.elapsed()
    );
    let answer = answer.trim_start_matches("HTTP/1.1 100 Continue\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer:.300}");
    let answer = answer.to_lowercase();
    assert!(answer.contains("connection: close"), "{answer:.500}");
    assert!(
        answer.contains("x-content-type-options: nosniff"),
        "{answer:.500}"
    );
    let _ = read_to_end(&mut stream);
}

#[test]
fn a_body_is_asked_for_where_its_sender_waits() {
    let server = Server::start(Sqlite);
    let body = json!({ "purchaseKey": "x" }).to_string();
    let mut stream = server.connect();
    let head = format!(
        "POST /api/verify-purchase-key HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Expect: 100-continue\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let answer = read_until(&mut stream, "\r\n\r\n");
    assert_eq!(answer, "HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(body.as_bytes()).unwrap();
    let answer = read_to_end(&mut stream);
    assert!(
        answer.starts_with("HTTP/1.1 400 ") && answer.contains("purchase_key_invalid"),
        "{answer:.300}"
    );
}

/// Chunks announce no length; the sender goes on after the refusal, a chunk at a time, until the server closes.
#[test]
fn a_refused_body_in_chunks_is_not_taken_for_ever() {
    let server = Server::start(Sqlite);
    let mut stream = server.connect();
    let head = "POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    let chunk = format!("1000\r\n{}\r\n", " ".repeat(0x1000));
    stream.write_all(head.as_bytes()).unwrap();
    for _ in 0..17 {
        stream.write_all(chunk.as_bytes()).unwrap();
    }
    let answer = read_until(&mut stream, "body_too_large");
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer:.300}");
    let start = Instant::now();
    while stream.write_all(chunk.as_bytes()).is_ok() {
        assert!(start.elapsed() < TIMEOUT, "a refused body is still taken");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Everything up to and with a text.
fn read_until(stream: &mut TcpStream, text: &str) -> String {
    let mut bytes = Vec::new();
    let mut byte = [0];
    while !bytes.ends_with(text.as_bytes()) {
        match stream.read(&mut byte) {
            Ok(1) => bytes.push(byte[0]),
            other => panic!(
                "{text:?} does not come: {other:?} after {:.300}",
                String::from_utf8_lossy(&bytes)
            ),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn a_body_that_dawdles_is_ended_and_others_are_served_meanwhile() {
    let server = Server::start(Sqlite);
    let head = "POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    let mut slow: Vec<_> = (0..200)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    let _ = server.visitor().get("/api/courses").ok(200);
    for stream in &mut slow {
        let answer = read_to_end(stream);
        assert!(
            answer.starts_with("HTTP/1.1 408 ") && answer.contains("request_timeout"),
            "{answer:.300}"
        );
    }
}

#[test]
fn a_head_that_dawdles_is_ended() {
    let server = Server::start(Sqlite);
    let mut stream = server.connect();
    stream
        .write_all(b"GET /api/courses HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        .unwrap();
    let answer = read_to_end(&mut stream);
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 408 "),
        "{answer:.300}"
    );
}

#[test]
fn two_lengths_or_two_framings_are_refused() {
    let server = Server::start(Sqlite);
    for lines in [
        "Content-Length: 2\r\nTransfer-Encoding: chunked",
        "Content-Length: 2\r\nContent-Length: 3",
    ] {
        let request = format!(
            "POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{lines}\r\n\r\n{{}}"
        );
        let answer = server.raw(request.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 400 "), "{lines}: {answer:.300}");
        assert_eq!(
            answer.matches("HTTP/1.1 ").count(),
            1,
            "{lines}: a second request was read out of the first"
        );
    }
}
