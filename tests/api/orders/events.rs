//! Stripe's events as they arrive: forged, old, repeated, concurrent, out of order, and of another site's orders.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    net::TcpStream,
};

use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Server, Sqlite, at_once,
    http::available_again,
    stripe::{
        WEBHOOK_SECRET,
        events::{Event, send, signature, time},
        server::StripeServer,
    },
    waiting::found,
};

#[rstest]
fn a_forged_event_is_refused_and_changes_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let stripe_server = StripeServer::open(engine);
    let page = stripe_server.page("jo@example.com");
    let body = stripe_server.stripe.pay(&page.id).body();
    let good = signature(WEBHOOK_SECRET, time(), &body);
    let forgeries = [
        None,
        Some(String::new()),
        Some(String::from("t=1,v1=00")),
        Some(signature("whsec_guessed", time(), &body)),
        Some(signature("", time(), &body)),
        Some(signature(WEBHOOK_SECRET, time() - 310, &body)),
        Some(signature(WEBHOOK_SECRET, time() + 600, &body)),
        Some(signature(WEBHOOK_SECRET, time(), b"{}")),
        Some(good.replace("v1=", "v0=")),
        Some(good.replace("t=", "t=1")),
    ];
    for forged in forgeries {
        let answer = send(&stripe_server.server, forged.as_deref(), &body);
        answer.refused(400, "webhook_signature_invalid");
    }
    let richer = String::from_utf8(body.clone()).unwrap().replace("30000", "30001");
    send(&stripe_server.server, Some(&good), richer.as_bytes()).refused(400, "webhook_signature_invalid");
    assert_eq!(stripe_server.status(&page), "open");
    assert_eq!(stripe_server.count("payment_events"), 0);
    // The true one still counts.
    assert_eq!(send(&stripe_server.server, Some(&good), &body).status, 200);
    assert_eq!(stripe_server.status(&page), "paid");
}

#[test]
fn without_stripe_no_event_is_genuine() {
    let server = Server::start(Sqlite);
    let body = br#"{"id":"evt_1","type":"charge.refunded","data":{"object":{}}}"#;
    for secret in ["", WEBHOOK_SECRET] {
        let answer = send(&server, Some(&signature(secret, time(), body)), body);
        answer.refused(400, "webhook_signature_invalid");
    }
}

/// Sends the head of an event of 1 MiB and this much of its body.
fn begin(server: &Server, signature: &str, body: &[u8]) -> TcpStream {
    let mut stream = server.connect();
    let head = format!(
        "POST /api/webhooks/stripe HTTP/1.1\r\nHost: localhost\r\n{signature}Content-Length: 1048576\r\n\r\n"
    );
    stream.write_all(&[head.as_bytes(), body].concat()).unwrap();
    stream
}

fn plausible() -> String {
    format!(
        "Stripe-Signature: {}\r\n",
        signature("whsec_guessed", time(), b"")
    )
}

/// The first line of an answer.
fn status_line(stream: TcpStream) -> String {
    let mut line = String::new();
    let _ = BufReader::new(stream).read_line(&mut line).unwrap();
    line
}

#[test]
fn a_body_is_not_waited_for_where_its_signature_cannot_be_genuine() {
    let without_stripe = Server::start(Sqlite);
    let stripe_server = StripeServer::open(Sqlite);
    let head = |value: String| format!("Stripe-Signature: {value}\r\n");
    for (server, signature) in [
        (&without_stripe, plausible()),
        (&stripe_server.server, String::new()),
        (&stripe_server.server, head(String::from("t=1"))),
        (&stripe_server.server, head(format!("t={},v1=zz", time()))),
        (
            &stripe_server.server,
            head(signature(WEBHOOK_SECRET, time() - 310, b"")),
        ),
        (
            &stripe_server.server,
            head(signature(WEBHOOK_SECRET, time() + 600, b"")),
        ),
    ] {
        let answer = status_line(begin(server, &signature, b""));
        assert!(answer.starts_with("HTTP/1.1 400 "), "{signature}: {answer}");
    }
}

#[test]
fn large_events_that_do_not_end_take_the_place_of_eight_and_of_no_small_one() {
    let stripe_server = StripeServer::open(Sqlite);
    let server = &stripe_server.server;
    let begun: Vec<_> = (0..8)
        .map(|_| begin(server, &plausible(), &[b' '; 64 * 1024 + 1]))
        .collect();
    let large = [b' '; 64 * 1024 + 1];
    let forged = signature("whsec_guessed", time(), &large);
    let refused = found("eight are read", || {
        let answer = send(server, Some(&forged), &large);
        (answer.status != 400).then_some(answer)
    });
    refused.refused(503, "busy");
    let page = stripe_server.page("jo@example.com");
    stripe_server.stripe.pay(&page.id).arrive(server);
    drop(begun);
    available_again(|| send(server, Some(&forged), &large)).refused(400, "webhook_signature_invalid");
}

#[rstest]
fn an_event_counts_once_however_often_and_late_it_comes(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut stripe_server = StripeServer::open(engine);
    let page = stripe_server.page("jo@example.com");
    let paid = stripe_server.stripe.pay(&page.id);
    paid.arrive_at_once(&stripe_server.server, 10);
    stripe_server.server.kill();
    stripe_server.server.start_again();
    paid.arrive_at_once(&stripe_server.server, 10);
    assert_eq!(stripe_server.status(&page), "paid");
    for (rows, expected) in [
        ("purchase_codes", 1),
        ("documents WHERE kind = 'receipt'", 1),
        ("payment_events", 1),
    ] {
        assert_eq!(stripe_server.count(rows), expected, "{rows}");
    }
    assert_eq!(
        (
            stripe_server.mails("purchase_key"),
            stripe_server.mails("receipt")
        ),
        (1, 1)
    );
}

#[test]
fn two_servers_that_hear_the_same_event_at_once_act_once() {
    let stripe_server = StripeServer::open(Postgres);
    let settings = stripe_server.stripe.settings();
    let settings: Vec<_> = settings
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let url = support::server::database_setting(&stripe_server.server.database().address());
    let mut own = vec![("DATABASE_URL", url.as_str())];
    own.extend(settings);
    let second = Server::over(support::TestDatabase::new(Sqlite), &own);
    for _ in 0..5 {
        let page = stripe_server.page("jo@example.com");
        let paid = stripe_server.stripe.pay(&page.id);
        let back = stripe_server.stripe.give_back(&page.id, 30_000);
        at_once(12, |n| {
            let server = if n % 2 == 0 {
                &stripe_server.server
            } else {
                &second
            };
            let event = if n % 3 == 0 { &back } else { &paid };
            event.arrive(server);
        });
        assert_eq!(stripe_server.status(&page), "refunded");
    }
    assert_eq!(stripe_server.count("purchase_codes WHERE revoked_at IS NULL"), 0);
}

/// Every order of some things.
fn orders<T: Clone>(things: &[T]) -> Vec<Vec<T>> {
    if things.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for at in 0..things.len() {
        let mut rest = things.to_vec();
        let first = rest.remove(at);
        for mut order in orders(&rest) {
            order.insert(0, first.clone());
            all.push(order);
        }
    }
    all
}

/// The final state of a page, for any order in which its events arrive.
fn ends_the_same(engine: Engine, story: impl Fn(&StripeServer, &str) -> Vec<Event>, status: &str, keys: i64) {
    let stripe_server = StripeServer::open(engine);
    let count = orders(&story(&stripe_server, &stripe_server.page("jo@example.com").id)).len();
    for number in 0..count {
        let before = stripe_server.count("purchase_codes WHERE revoked_at IS NULL");
        let page = stripe_server.page("jo@example.com");
        let events = story(&stripe_server, &page.id);
        let order = &orders(&events)[number];
        for event in order {
            event.arrive(&stripe_server.server);
        }
        let kinds: Vec<_> = order.iter().map(|event| &event.json["type"]).collect();
        assert_eq!(stripe_server.status(&page), status, "{kinds:?}");
        let alive = stripe_server.count("purchase_codes WHERE revoked_at IS NULL") - before;
        assert_eq!(alive, keys, "{kinds:?}");
    }
}

#[rstest]
fn a_payment_that_went_back_ends_refunded_in_any_order(#[values(Sqlite, Postgres)] engine: Engine) {
    let story = |stripe_server: &StripeServer, page: &str| {
        vec![
            stripe_server.stripe.promise(page),
            stripe_server.stripe.money_arrives(page),
            stripe_server.stripe.give_back(page, 10_000),
            stripe_server.stripe.give_back(page, 20_000),
        ]
    };
    ends_the_same(engine, story, "refunded", 0);
}

#[rstest]
fn a_disputed_payment_ends_disputed_in_any_order(#[values(Sqlite, Postgres)] engine: Engine) {
    let story = |stripe_server: &StripeServer, page: &str| {
        vec![
            stripe_server.stripe.pay(page),
            stripe_server.stripe.dispute(page),
            stripe_server.stripe.give_back(page, 30_000),
        ]
    };
    ends_the_same(engine, story, "disputed", 0);
}

#[rstest]
fn a_payment_with_a_part_back_ends_paid_in_any_order(#[values(Sqlite, Postgres)] engine: Engine) {
    let story = |stripe_server: &StripeServer, page: &str| {
        vec![
            stripe_server.stripe.expire(page),
            stripe_server.stripe.promise(page),
            stripe_server.stripe.money_arrives(page),
            stripe_server.stripe.give_back(page, 10_000),
        ]
    };
    ends_the_same(engine, story, "paid", 1);
}

#[rstest]
fn a_promise_that_is_broken_ends_failed_in_any_order(#[values(Sqlite, Postgres)] engine: Engine) {
    let story = |stripe_server: &StripeServer, page: &str| {
        vec![
            stripe_server.stripe.promise(page),
            stripe_server.stripe.money_fails(page),
        ]
    };
    ends_the_same(engine, story, "failed", 0);
}

#[rstest]
fn a_refund_that_comes_first_leaves_no_key_and_no_mail(#[values(Sqlite, Postgres)] engine: Engine) {
    let stripe_server = StripeServer::open(engine);
    let page = stripe_server.page("jo@example.com");
    let paid = stripe_server.stripe.pay(&page.id);
    stripe_server
        .stripe
        .give_back(&page.id, 30_000)
        .arrive(&stripe_server.server);
    paid.arrive(&stripe_server.server);
    assert_eq!(stripe_server.status(&page), "refunded");
    assert_eq!(
        (
            stripe_server.count("purchase_codes"),
            stripe_server.mails("purchase_key")
        ),
        (0, 0)
    );
}

#[rstest]
fn what_is_not_ours_or_not_known_is_taken_and_gives_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let stripe_server = StripeServer::open(engine);
    let page = stripe_server.page("jo@example.com");
    let session = json!({
        "id": "cs_of_another_site", "mode": "payment", "payment_status": "paid", "payment_intent": "pi_of_another_site",
        "amount_total": 30_000, "currency": "usd", "client_reference_id": page.reference(),
        "metadata": { "order": page.reference() },
    });
    let charge =
        json!({ "payment_intent": "pi_of_another_site", "amount": 30_000, "amount_refunded": 30_000 });
    let dispute = json!({ "payment_intent": "pi_of_another_site" });
    for (kind, object) in [
        ("checkout.session.completed", session.clone()),
        ("checkout.session.async_payment_succeeded", session.clone()),
        ("checkout.session.async_payment_failed", session.clone()),
        ("checkout.session.expired", session),
        ("charge.refunded", charge),
        ("charge.dispute.created", dispute),
        ("invoice.paid", json!({ "id": "in_1" })),
        ("checkout.session.completed", json!("odd")),
        ("charge.refunded", json!(null)),
        ("\u{0}", json!({ "id": "\u{0}" })),
    ] {
        stripe_server
            .stripe
            .event(kind, object)
            .arrive(&stripe_server.server);
    }
    assert_eq!(stripe_server.status(&page), "open");
    assert_eq!(stripe_server.count("purchase_codes"), 0);
    // What is signed but no event is not asked for again for three days: it is refused for good.
    for body in [&b"[]"[..], b"{}", b"{\"id\":7}", b"not json"] {
        let answer = send(
            &stripe_server.server,
            Some(&signature(WEBHOOK_SECRET, time(), body)),
            body,
        );
        assert_eq!(answer.status, 400);
    }
    // Stripe names no limit of an event's size; theirs are larger than what a form may send.
    stripe_server
        .stripe
        .event(
            "invoice.paid",
            json!({ "id": "in_2", "lines": "x".repeat(1_000_000) }),
        )
        .arrive(&stripe_server.server);
    let long = vec![b' '; (1 << 20) + 1];
    let answer = send(
        &stripe_server.server,
        Some(&signature(WEBHOOK_SECRET, time(), &long)),
        &long,
    );
    answer.refused(413, "body_too_large");
}
