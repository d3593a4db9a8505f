//! Stripe slow, down or talking nonsense, and a database that is gone: nothing is lost, nothing is half done.

use rstest::rstest;
use serde_json::json;
use support::{
    Engine, Postgres, Server, Sqlite, TestDatabase,
    fake_stripe::{Fault, SECRET_KEY, WEBHOOK_SECRET},
    postgres::Cluster,
    shop::member,
    till::{Till, wish},
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
fn a_stripe_in_trouble_is_503_and_leaves_nothing_open(
    #[case] fault: Fault,
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let till = Till::open(engine);
    till.stripe.fail_next(&[fault]);
    let answer = till.ask("jo@example.com");
    answer.refused(503, "payments_unavailable");
    let again: u32 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=3600).contains(&again));
    assert_eq!(
        till.count("orders WHERE status = 'open'"),
        0,
        "an order waits for ever"
    );
    assert!(
        till.server.log().contains("\"ERROR\""),
        "staff hear nothing of it"
    );
    // The next try is another order and finds a Stripe that works.
    let page = till.page("jo@example.com");
    till.stripe.pay(&page.id).arrive(&till.server);
    assert_eq!(till.status(&page), "paid");
}

#[rstest]
fn a_stripe_that_refuses_or_is_gone_is_503_too(#[values(Sqlite, Postgres)] engine: Engine) {
    let till = Till::with(engine, &[("PORTAL_STRIPE_SECRET_KEY", "sk_test_wrong")]);
    till.ask("jo@example.com").refused(503, "payments_unavailable");
    let gone = Till::with(engine, &[("PORTAL_STRIPE_API_URL", "http://127.0.0.1:9")]);
    gone.ask("jo@example.com").refused(503, "payments_unavailable");
    let mut trader = member(&gone.server, "Trader", gone.crypto, courses::AccessTerm::Lifetime);
    let path = format!("/api/courses/{}/checkout", gone.futures.0);
    trader
        .send("POST", &path, &[], None)
        .refused(503, "payments_unavailable");
    assert_eq!(gone.count("orders WHERE status = 'open'"), 0);
}

#[rstest]
fn others_are_served_while_stripe_is_silent(#[values(Sqlite, Postgres)] engine: Engine) {
    let till = Till::open(engine);
    till.stripe.fail_next(&[Fault::Hang; 4]);
    std::thread::scope(|threads| {
        let waiting: Vec<_> = (0..4)
            .map(|_| threads.spawn(|| till.ask("jo@example.com").status))
            .collect();
        // Until every thread that pays hangs.
        while till.stripe.asked().len() < 4 {
            std::thread::yield_now();
        }
        let start = std::time::Instant::now();
        for _ in 0..20 {
            let _ = till.server.visitor().get("/api/courses").ok(200);
            till.server
                .visitor()
                .post("/api/verify-purchase-key", &json!({ "purchaseKey": "x" }))
                .refused(400, "purchase_key_invalid");
        }
        assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
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
    let mut till = Till::open(Sqlite);
    let settings = till.stripe.settings();
    let mut own: Vec<_> = settings
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    own.push(("DATABASE_URL", &url));
    till.server = Server::over(TestDatabase::new(Postgres), &own);
    let catalogue = support::databases::open(&persistence::DatabaseUrl::Postgres(url.clone().into()));
    let _ = support::samples::add_course(&catalogue, "futures");
    drop(catalogue);
    let page = till.page("jo@example.com");
    let paid = till.stripe.pay(&page.id);
    cluster.stop();
    assert_eq!(paid.deliver(&till.server).status, 503);
    let answer = till
        .server
        .visitor()
        .post("/api/checkout", &wish("jo@example.com"));
    assert_eq!(answer.status, 503);
    cluster.restart();
    let start = std::time::Instant::now();
    while paid.deliver(&till.server).status != 200 {
        assert!(start.elapsed() < support::server::PATIENCE, "it never comes back");
    }
    assert_eq!(till.status(&page), "paid");
}

#[rstest]
fn no_secret_of_a_sale_reaches_the_log(#[values(Sqlite, Postgres)] engine: Engine) {
    let till = Till::with(engine, &[("RUST_LOG", "debug")]);
    till.stripe.fail_next(&[Fault::ServerError]);
    till.ask("canary-buyer@example.com")
        .refused(503, "payments_unavailable");
    let page = till.page("canary-buyer@example.com");
    till.stripe.pay(&page.id).arrive(&till.server);
    let key = till.key(&page);
    till.stripe.give_back(&page.id, 30_000).arrive(&till.server);
    let log = till.server.log();
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

#[rstest]
fn a_server_that_sells_ends_when_it_is_asked_to(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut till = Till::open(engine);
    let _ = till.page("jo@example.com");
    assert!(till.server.terminate().success());
    assert!(!till.server.log().contains("panicked"), "{}", till.server.log());
}
