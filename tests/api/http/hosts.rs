//! For which names the site answers.

use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
    databases::tables::db_count,
};

use kernel::AccessTerm;

fn ask(server: &Server, head: &str) -> String {
    server.raw(format!("{head}\r\nConnection: close\r\n\r\n").as_bytes())
}

fn status(answer: &str) -> &str {
    answer.get(9..12).unwrap_or_default()
}

#[test]
fn a_name_of_another_site_is_answered_421_in_the_shape_of_every_failure() {
    let server = Server::start(Sqlite);
    for path in ["/", "/api/courses", "/portal", "/assets/none.js", "/metrics"] {
        let answer = ask(&server, &format!("GET {path} HTTP/1.1\r\nHost: evil.example"));
        assert_eq!(status(&answer), "421", "{path}: {answer:.300}");
        assert!(
            answer
                .to_lowercase()
                .contains("content-security-policy: default-src 'none'"),
            "{answer}"
        );
        let body: Value = serde_json::from_str(answer.rsplit("\r\n\r\n").next().unwrap()).unwrap();
        assert_eq!(body["code"], "unknown_host");
        assert!(body["message"].as_str().unwrap().len() > 10);
    }
}

#[rstest]
#[case("portal.example", "200")]
#[case("PORTAL.example:80", "200")]
#[case("localhost", "200")]
#[case("127.0.0.1", "200")]
#[case("192.0.2.7:8080", "200")]
#[case("[::1]:8080", "200")]
#[case("evil.example:80", "421")]
#[case("portal.example.evil.example", "421")]
#[case("portal", "421")]
#[case("", "421")]
fn a_request_is_answered_for_the_public_name_and_for_addresses(#[case] host: &str, #[case] expected: &str) {
    let server = Server::start(Sqlite);
    let answer = ask(&server, &format!("GET /api/courses HTTP/1.1\r\nHost: {host}"));
    assert_eq!(status(&answer), expected, "{answer:.300}");
    // A balancer asks by any name that its network has.
    let health = ask(&server, &format!("GET /healthz HTTP/1.1\r\nHost: {host}"));
    assert_eq!(status(&health), "200", "{health:.300}");
}

#[test]
fn a_request_names_one_host_and_headers_of_proxies_name_none() {
    let server = Server::with(Sqlite, &[("PORTAL_TRUSTED_PROXIES", "127.0.0.1")]);
    let get = |lines: &str| {
        let answer = ask(&server, &format!("GET /api/courses {lines}"));
        status(&answer).to_owned()
    };
    assert_eq!(get("HTTP/1.1\r\nAccept: */*"), "400");
    assert_eq!(
        get("HTTP/1.1\r\nHost: portal.example\r\nHost: evil.example"),
        "400"
    );
    // A balancer of older days.
    assert_eq!(get("HTTP/1.0"), "200");
    assert_eq!(
        get("HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: portal.example"),
        "421"
    );
    assert_eq!(
        get("HTTP/1.1\r\nHost: portal.example\r\nX-Forwarded-Host: evil.example"),
        "200"
    );
    let target = ask(
        &server,
        "GET http://evil.example/api/courses HTTP/1.1\r\nHost: portal.example",
    );
    assert_eq!(status(&target), "421", "{target:.300}");
}

#[test]
fn a_refused_name_changes_nothing() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mails = db_count(&server.database().address(), "outbox");
    let body = json!({ "email": "trader@example.com" }).to_string();
    let reset = server.raw(
        format!(
            "POST /api/request-reset HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
        .as_bytes(),
    );
    assert_eq!(status(&reset), "421", "{reset:.300}");
    assert_eq!(db_count(&server.database().address(), "outbox"), mails);
    let cookie = trader.cookie().unwrap();
    let logout = ask(
        &server,
        &format!("POST /api/logout HTTP/1.1\r\nHost: evil.example\r\nCookie: {cookie}\r\nContent-Length: 0"),
    );
    assert_eq!(status(&logout), "421", "{logout:.300}");
    assert!(trader.clone().is_signed_in());
}

#[test]
fn the_metrics_own_socket_answers_every_name() {
    let port = support::server::ports::free_port();
    let address = format!("127.0.0.1:{port}");
    let _server = Server::with(Sqlite, &[("PORTAL_METRICS_LISTEN", &address)]);
    let request = b"GET /metrics HTTP/1.1\r\nHost: portal-1:9464\r\nConnection: close\r\n\r\n";
    let answer = support::server::raw_at(address.parse().unwrap(), request);
    assert_eq!(status(&answer), "200", "{answer:.300}");
}

#[test]
fn an_unknown_host_is_named_in_the_log_beside_the_setting_and_once_a_minute() {
    let server = Server::start(Sqlite);
    for host in ["courses.example", "other.example", "third.example"] {
        let answer = ask(&server, &format!("GET / HTTP/1.1\r\nHost: {host}"));
        assert_eq!(status(&answer), "421", "{answer:.300}");
    }
    server.wait_for_log("PORTAL_PUBLIC_URL");
    let log = server.log();
    let named: Vec<_> = log
        .lines()
        .filter(|line| line.contains("PORTAL_PUBLIC_URL"))
        .collect();
    assert_eq!(named.len(), 1, "{log}");
    let line: Value = serde_json::from_str(named[0]).unwrap();
    assert_eq!(line["level"], "WARN");
    assert_eq!(line["fields"]["asked"], "courses.example");
    assert_eq!(line["fields"]["answered"], "portal.example");
}
