//! Stripe slow, down or answering what cannot be read, and a database that is gone: nothing is lost, nothing is half done.

use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Server, Sqlite, TestDatabase,
    catalogue_fixture::member,
    databases::postgres::Cluster,
    stripe::{
        Fault, SECRET_KEY, WEBHOOK_SECRET,
        server::{StripeServer, checkout},
    },
    waiting::{allowed, until},
};

#[rstest]
#[case(Fault::TooManyRequests)]
#[case(Fault::ServerError)]
#[case(Fault::HtmlError)]
#[case(Fault::HtmlOk)]
#[case(Fault::Redirect)]
#[case(Fault::CutHalf)]
#[case(Fault::Nonsense)]
#[case(Fault::Hang)]
fn a_stripe_in_trouble_is_503_and_leaves_nothing_open(#[case] fault: Fault) {
    let stripe_server = StripeServer::open(Sqlite);
    stripe_server.stripe.fail_next(&[fault]);
    let answer = stripe_server.ask("jo@example.com");
    answer.refused(503, "payments_unavailable");
    let again: u32 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=3600).contains(&again));
    assert_eq!(
        stripe_server.count("orders WHERE status = 'open'"),
        0,
        "an order waits for ever"
    );
    stripe_server.server.wait_for_log("\"ERROR\"");
    // The next try is another order and finds a Stripe that works.
    let page = stripe_server.page("jo@example.com");
    stripe_server.stripe.pay(&page.id).arrive(&stripe_server.server);
    assert_eq!(stripe_server.status(&page), "paid");
}

#[test]
fn a_stripe_that_refuses_or_is_gone_is_503_too() {
    let stripe_server = StripeServer::with(Sqlite, &[("PORTAL_STRIPE_SECRET_KEY", "sk_test_wrong")]);
    stripe_server
        .ask("jo@example.com")
        .refused(503, "payments_unavailable");
    let gone = StripeServer::with(Sqlite, &[("PORTAL_STRIPE_API_URL", "http://127.0.0.1:9")]);
    gone.ask("jo@example.com").refused(503, "payments_unavailable");
    let mut trader = member(&gone.server, "Trader", gone.crypto, kernel::AccessTerm::Lifetime);
    let path = format!("/api/courses/{}/checkout", gone.futures.0);
    trader
        .send("POST", &path, &[], None)
        .refused(503, "payments_unavailable");
    assert_eq!(gone.count("orders WHERE status = 'open'"), 0);
}

#[rstest]
fn others_are_served_while_stripe_is_silent(#[values(Sqlite, Postgres)] engine: Engine) {
    let stripe_server = StripeServer::open(engine);
    stripe_server.stripe.fail_next(&[Fault::Hang; 4]);
    std::thread::scope(|threads| {
        let waiting: Vec<_> = (0..4)
            .map(|_| threads.spawn(|| stripe_server.ask("jo@example.com").status))
            .collect();
        until("every thread that pays hangs", || {
            stripe_server.stripe.asked().len() >= 4
        });
        let start = std::time::Instant::now();
        for _ in 0..20 {
            let _ = stripe_server.server.visitor().get("/api/courses").ok(200);
            stripe_server
                .server
                .visitor()
                .post("/api/verify-purchase-key", &json!({ "purchaseKey": "x" }))
                .refused(400, "purchase_key_invalid");
        }
        assert!(
            start.elapsed() < allowed(std::time::Duration::from_secs(5)),
            "{:?}",
            start.elapsed()
        );
        for asked in waiting {
            assert_eq!(asked.join().unwrap(), 503);
        }
    });
}

#[test]
fn an_event_is_not_taken_while_the_database_is_gone_and_counts_when_it_comes_again() {
    let cluster = Cluster::own();
    let url = cluster.url("portal");
    cluster.create_database("portal");
    let mut stripe_server = StripeServer::open(Sqlite);
    let settings = stripe_server.stripe.settings();
    let mut own: Vec<_> = settings
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    own.push(("DATABASE_URL", &url));
    stripe_server.server = Server::over(TestDatabase::new(Postgres), &own);
    let catalogue = support::databases::open(&kernel::DatabaseUrl::Postgres(url.clone().into()));
    let _ = support::samples::add_course(&catalogue, "futures");
    drop(catalogue);
    let page = stripe_server.page("jo@example.com");
    let paid = stripe_server.stripe.pay(&page.id);
    cluster.stop();
    assert_eq!(paid.deliver(&stripe_server.server).status, 503);
    let answer = stripe_server
        .server
        .visitor()
        .post("/api/checkout", &checkout("jo@example.com"));
    assert_eq!(answer.status, 503);
    cluster.restart();
    until("the database comes back", || {
        paid.deliver(&stripe_server.server).status == 200
    });
    assert_eq!(stripe_server.status(&page), "paid");
}

#[test]
fn no_secret_of_a_sale_reaches_the_log() {
    let stripe_server = StripeServer::with(Sqlite, &[("RUST_LOG", "debug")]);
    stripe_server.stripe.fail_next(&[Fault::ServerError]);
    stripe_server
        .ask("canary-buyer@example.com")
        .refused(503, "payments_unavailable");
    let page = stripe_server.page("canary-buyer@example.com");
    stripe_server.stripe.pay(&page.id).arrive(&stripe_server.server);
    let key = stripe_server.key(&page);
    stripe_server
        .stripe
        .give_back(&page.id, 30_000)
        .arrive(&stripe_server.server);
    let log = stripe_server.server.log();
    for secret in [
        SECRET_KEY,
        WEBHOOK_SECRET,
        &key,
        "canary-buyer",
        page.url.as_str(),
        page.reference(),
    ] {
        assert!(!log.contains(secret), "the log holds {secret}");
    }
}

#[test]
fn a_server_that_sells_ends_when_it_is_asked_to() {
    let mut stripe_server = StripeServer::open(Sqlite);
    let _ = stripe_server.page("jo@example.com");
    assert!(stripe_server.server.terminate().success());
    assert!(
        !stripe_server.server.log().contains("panicked"),
        "{}",
        stripe_server.server.log()
    );
}
