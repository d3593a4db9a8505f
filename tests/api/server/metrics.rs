//! What is measured, where it is served, and that it reveals nothing about members.

mod memory;

use std::{collections::BTreeSet, net::SocketAddr};

use ::mail::{Mail, MailKind, MailPart, MailStore as _};
use kernel::{AccessTerm, DatabaseUrl, StoreError};
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Browser, Engine, Fault, Postgres, Server, SmtpFault, SmtpSink, Sqlite, TestDatabase,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, fresh_key, member, registration, sign_in},
    databases::{held_lock::HeldLock, postgres::Cluster},
    discord::guild::Guild,
    server::metrics::Metrics,
    waiting::until,
};

/// Where a server says that it serves metrics.
fn metrics_address(server: &Server) -> SocketAddr {
    let log = server.log();
    let line = log.lines().find(|line| line.contains("metrics are served"));
    let line: Value = serde_json::from_str(line.expect("a line of the log")).unwrap();
    line["fields"]["address"].as_str().unwrap().parse().unwrap()
}

#[test]
fn metrics_with_a_socket_of_their_own_are_served_there_alone() {
    let server = Server::with(Sqlite, &[("PORTAL_METRICS_LISTEN", "127.0.0.1:0")]);
    let _ = server.visitor().get("/api/courses").ok(200);
    let address = metrics_address(&server);
    let head = |method: &str, path: &str| {
        let request = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let answer = server.raw(request.as_bytes());
        assert!(!answer.contains("http_requests_total"), "{method} {path}");
        answer.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(head("GET", "/metrics"), "HTTP/1.1 404 Not Found");
    for method in ["GET", "HEAD", "POST", "DELETE"] {
        assert_eq!(
            head(method, "/metrics"),
            head(method, "/no-such-page"),
            "{method}"
        );
    }
    let served = Metrics::at(address);
    let series = "http_requests_total{method=\"GET\",route=\"/api/courses\",status=\"200\"}";
    assert!((served.value(series) - 1.0).abs() < f64::EPSILON);
    let mut operator = Browser::new(address);
    for path in ["/", "/courses", "/portal", "/media/videos/1"] {
        assert_eq!(
            operator.get(path).status,
            404,
            "{path} is served with the metrics"
        );
    }
    for path in ["/healthz", "/readyz", "/api/user", "/api/courses"] {
        let answer = support::server::raw_at(
            address,
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes(),
        );
        assert!(answer.starts_with("HTTP/1.1 404 "), "{path}: {answer:.200}");
    }
}

/// `series` of these values, one after the other.
#[track_caller]
fn assert_values(metrics: &Metrics, name: &str, values: &[(&str, f64)]) {
    for (labels, value) in values {
        let series = format!("{name}{{{labels}}}");
        let found = metrics.value(&series);
        assert!(
            (found - value).abs() < f64::EPSILON,
            "{series} is {found}, not {value}"
        );
    }
}

#[test]
fn sign_ins_and_redemptions_are_counted_by_result() {
    // Few, so that none counts as new again while they are used up.
    let server = Server::with(Sqlite, &[("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", "3")]);
    let catalogue = CatalogueFixture::open(&server);
    let nothing = Metrics::of(&server);
    for result in ["succeeded", "refused", "limited", "failed"] {
        assert_values(
            &nothing,
            "portal_sign_ins_total",
            &[(&format!("result=\"{result}\""), 0.0)],
        );
    }
    let mut trader = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let wrong = registration("Another", "AAAA-BBBB-CCCC-DDDD");
    let _ = server
        .visitor()
        .post("/api/register", &wrong)
        .refused(400, "purchase_key_invalid");
    let key = fresh_key(&server, catalogue.crypto, AccessTerm::Lifetime);
    let _ = trader
        .post("/api/user/redeem", &json!({ "purchaseKey": key }))
        .ok(200);
    let _ = trader
        .post(
            "/api/user/redeem",
            &json!({ "purchaseKey": "AAAA-BBBB-CCCC-DDDD" }),
        )
        .refused(400, "purchase_key_invalid");
    let _ = sign_in(&server, "Trader");
    for _ in 0..2 {
        let _ = server
            .visitor()
            .post("/api/login", &credentials("Stranger", "not the password"));
    }
    let _ = server
        .visitor()
        .post("/api/login", &credentials("Stranger", "not the password"))
        .refused(429, "too_many_attempts");
    let metrics = Metrics::of(&server);
    assert_values(
        &metrics,
        "portal_sign_ins_total",
        &[
            ("result=\"succeeded\"", 1.0),
            ("result=\"refused\"", 2.0),
            ("result=\"limited\"", 1.0),
            ("result=\"failed\"", 0.0),
        ],
    );
    assert_values(
        &metrics,
        "portal_redemptions_total",
        &[
            ("by=\"visitor\",result=\"succeeded\"", 1.0),
            ("by=\"visitor\",result=\"refused\"", 1.0),
            ("by=\"member\",result=\"succeeded\"", 1.0),
            ("by=\"member\",result=\"refused\"", 1.0),
        ],
    );
}

fn enqueue(server: &Server, to: &str) {
    let mail = Mail {
        kind: MailKind::PurchaseKey,
        to: to.to_owned(),
        reply_to: None,
        subject: String::from("a subject"),
        parts: vec![MailPart::Paragraph(String::from("a text"))],
        attachments: Vec::new(),
        turn_off: None,
    };
    let hour = chrono::TimeDelta::hours(1);
    server
        .database()
        .write(move |store| store.enqueue_mail(&mail, chrono::Utc::now() - hour))
        .unwrap();
}

#[test]
fn mails_are_counted_by_result_and_those_that_wait_with_their_age() {
    let sink = SmtpSink::start();
    sink.always("later@example.com", SmtpFault::Recipient("451 try again later"));
    sink.always("never@example.com", SmtpFault::Recipient("550 no such user"));
    let server = Server::with(Sqlite, &[("PORTAL_SMTP_URL", &sink.url())]);
    for name in ["taken", "later", "never"] {
        enqueue(&server, &format!("{name}@example.com"));
    }
    for result in ["sent", "deferred", "given_up"] {
        let series = format!("portal_mails_total{{kind=\"purchase_key\",result=\"{result}\"}}");
        Metrics::wait_for(&server, &series, |count| count >= 1.0);
    }
    Metrics::wait_for(&server, "portal_mail_backlog{state=\"waiting\"}", |count| {
        (count - 1.0).abs() < 0.5
    });
    Metrics::wait_for(&server, "portal_mail_backlog{state=\"given_up\"}", |count| {
        (count - 1.0).abs() < 0.5
    });
    let age = Metrics::of(&server).value("portal_mail_backlog_age_seconds");
    assert!(
        (3_600.0..3_700.0).contains(&age),
        "the oldest mail has waited {age} s"
    );
}

#[test]
fn roles_are_counted_and_members_whose_turn_it_is() {
    let guild = Guild::open(Sqlite);
    let server = &guild.server;
    let _trader = guild.linked("Trader", "501");
    assert_values(
        &Metrics::of(server),
        "portal_discord_role_changes_total",
        &[("change=\"given\"", 1.0), ("change=\"taken\"", 0.0)],
    );
    guild.revoke("Trader", guild.futures);
    let taken = "portal_discord_role_changes_total{change=\"taken\"}";
    Metrics::wait_for(server, taken, |count| (count - 1.0).abs() < 0.5);
    let metrics = Metrics::of(server);
    assert_values(
        &metrics,
        "portal_discord_reconciliations_total",
        &[("result=\"reconciled\"", 2.0), ("result=\"failed\"", 0.0)],
    );
    // Discord fails for all that follows.
    guild.discord.fail_all(Some(("", Fault::html(500))));
    guild.grant("Trader", guild.crypto, AccessTerm::Lifetime);
    let failed = "portal_discord_reconciliations_total{result=\"failed\"}";
    Metrics::wait_for(server, failed, |count| count >= 1.0);
    Metrics::wait_for(server, "portal_discord_backlog{state=\"failing\"}", |count| {
        (count - 1.0).abs() < 0.5
    });
}

#[test]
fn roles_that_stay_due_grow_older() {
    let guild = Guild::open(Sqlite);
    let server = &guild.server;
    let [_first, _second] =
        [("First", "501"), ("Second", "502")].map(|(name, account)| guild.linked(name, account));
    let age = "portal_discord_backlog_age_seconds";
    until("the jobs of both links end", || {
        let jobs: Result<_, StoreError> = server.database().read(|store| store.discord_jobs());
        jobs.is_ok_and(|jobs| jobs.waiting == 0)
    });
    // The first change makes Discord ask for a pause; the second one is due all the while.
    let reconciled = "portal_discord_reconciliations_total{result=\"reconciled\"}";
    let before = Metrics::of(server).value(reconciled);
    guild.discord.fail_all(Some(("", Fault::limited(15.0, true))));
    guild.grant("First", guild.crypto, AccessTerm::Lifetime);
    guild.discord.await_world("a request that is limited", |world| {
        world.seen.last().is_some_and(|seen| seen.status == 429)
    });
    // Not before the server knows of the pause: another thread would take the second member on.
    Metrics::wait_for(server, reconciled, |count| count > before);
    guild.grant("Second", guild.crypto, AccessTerm::Lifetime);
    Metrics::wait_for(server, "portal_discord_backlog{state=\"due\"}", |due| due >= 1.0);
    Metrics::wait_for(server, age, |age| age >= 2.0);
    guild.discord.fail_all(None);
    Metrics::wait_for(server, age, |age| age.abs() < f64::EPSILON);
}

#[rstest]
fn devices_that_watch_are_counted_over_all_servers(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::with(engine, &[("PORTAL_STREAMS_PER_ACCOUNT", "1")]);
    let beside = server.beside();
    let catalogue = CatalogueFixture::open(&server);
    assert!(Metrics::of(&server).value("portal_streams").abs() < f64::EPSILON);
    let mut here = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let mut there = sign_in(&server, "Trader");
    let bytes = [("range", "bytes=0-99")];
    assert_eq!(here.send("GET", &catalogue.video(0), &bytes, None).status, 206);
    let refused = there.send("GET", &catalogue.video(0), &bytes, None);
    refused.refused(403, "too_many_streams");
    for server in [&server, &beside] {
        Metrics::wait_for(server, "portal_streams", |count| (count - 1.0).abs() < 0.5);
    }
    let refused = |server| Metrics::of(server).value("portal_streams_refused_total");
    assert!((refused(&server) - 1.0).abs() < f64::EPSILON);
    assert!(refused(&beside).abs() < f64::EPSILON);
}

#[rstest]
#[case(Sqlite, "sqlite-writer")]
#[case(Postgres, "database-writes")]
fn writes_that_wait_are_seen_while_they_do(#[case] engine: Engine, #[case] queue: &str) {
    let server = Server::start(engine);
    let length = format!("portal_queue_length{{queue=\"{queue}\"}}");
    let waited = format!("portal_queue_wait_seconds_count{{queue=\"{queue}\"}}");
    let before = Metrics::of(&server).value(&waited);
    let lock = HeldLock::take(&server.database().address(), "outbox");
    std::thread::scope(|scope| {
        for number in 0..24 {
            let mut visitor = server.visitor();
            let body = json!({ "email": format!("trader{number}@example.com") });
            scope.spawn(move || {
                let status = visitor.post("/api/request-reset", &body).status;
                assert!([200, 503].contains(&status), "{status}");
            });
        }
        Metrics::wait_for(&server, &length, |waiting| waiting >= 2.0);
        drop(lock);
    });
    Metrics::wait_for(&server, &length, |waiting| waiting.abs() < f64::EPSILON);
    let after = Metrics::of(&server).value(&waited);
    assert!(after > before, "{after} waits, {before} before");
}

#[test]
fn a_database_that_does_not_answer_is_a_metric_and_no_failure() {
    let cluster = Cluster::own();
    let url = cluster.url("portal");
    cluster.create_database("portal");
    drop(support::databases::open(&DatabaseUrl::Postgres(
        url.clone().into(),
    )));
    let server = Server::over(TestDatabase::new(Postgres), &[("DATABASE_URL", url.as_str())]);
    Metrics::wait_for(&server, "portal_database_up", |up| (up - 1.0).abs() < 0.5);
    let frozen = cluster.freeze();
    Metrics::wait_for(&server, "portal_database_up", |up| up.abs() < 0.5);
    assert!(
        Metrics::of(&server)
            .text()
            .contains("portal_mail_backlog{state=\"waiting\"}")
    );
    drop(frozen);
    Metrics::wait_for(&server, "portal_database_up", |up| (up - 1.0).abs() < 0.5);
}

#[test]
fn metrics_are_described_and_tell_nothing_about_members() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let key = fresh_key(&server, catalogue.crypto, AccessTerm::Lifetime);
    let mut trader = member(&server, "Canarywharf", catalogue.futures, AccessTerm::Lifetime);
    let _ = trader
        .post("/api/user/redeem", &json!({ "purchaseKey": key }))
        .ok(200);
    let _ = trader
        .put(&catalogue.progress(0), &json!({ "watchedSeconds": 5 }))
        .ok(200);
    let _ = trader.get("/api/search?q=canaryquery").ok(200);
    let _ = trader.send("CANARYMETHOD", "/canarypath", &[], None);
    let _ = server
        .visitor()
        .post("/api/login", &credentials("Canarywharf", "canarypassword"))
        .refused(401, "invalid_credentials");
    let reset = json!({ "email": "canarywharf@example.com" });
    let _ = server.visitor().post("/api/request-reset", &reset).ok(200);
    let metrics = Metrics::of(&server);
    let text = metrics.text().to_lowercase();
    for secret in [
        "canary",
        &key.to_lowercase(),
        PASSWORD,
        "127.0.0.1",
        "example.com",
    ] {
        assert!(!text.contains(secret), "{secret} is in {text}");
    }
    assert_eq!(
        metrics.families(),
        metrics.described(),
        "a metric does not say what it means"
    );
    let allowed = BTreeSet::from([
        "method", "route", "status", "le", "result", "by", "kind", "change", "state", "queue", "version",
    ]);
    for (name, labels) in metrics.names() {
        for (label, values) in labels {
            assert!(allowed.contains(label.as_str()), "{name} has the label {label}");
            assert!(
                values.len() < 100,
                "{label} of {name} has {} values",
                values.len()
            );
        }
    }
}
