//! Many buyers and events at once, delivered two and three times, while the server is killed: money and access agree.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rstest::rstest;
use support::{
    Browser, Engine, Postgres, Sqlite, at_once,
    samples::bytes,
    stripe::{Page, events::Event, server::StripeServer},
    waiting::until,
};

const BUYERS: u64 = 40;

/// What a buyer does, and where their order ends by it.
fn story(stripe_server: &StripeServer, page: &Page, number: u64) -> (Vec<Event>, &'static str) {
    let (stripe, id) = (&stripe_server.stripe, page.id.as_str());
    match number % 8 {
        0..=2 => (vec![stripe.pay(id)], "paid"),
        3 => (vec![stripe.pay(id), stripe.give_back(id, 30_000)], "refunded"),
        4 => (vec![stripe.pay(id), stripe.give_back(id, 100)], "paid"),
        5 => (
            vec![stripe.promise(id), stripe.money_arrives(id), stripe.dispute(id)],
            "disputed",
        ),
        6 => (vec![stripe.promise(id), stripe.money_fails(id)], "failed"),
        _ => (vec![stripe.expire(id)], "expired"),
    }
}

/// Events as a busy network brings them: some twice, some thrice, in an order of chance.
fn shuffled(events: Vec<Event>) -> Vec<Event> {
    let mut events_in_order: Vec<(u64, Event)> = Vec::new();
    for (at, event) in events.into_iter().enumerate() {
        let chance: [u8; 4] = bytes(at as u64);
        for time in 0..=u64::from(chance[0] % 3) {
            let place: [u8; 8] = bytes(1_000 + 3 * at as u64 + time);
            events_in_order.push((u64::from_be_bytes(place), event.clone()));
        }
    }
    events_in_order.sort_by_key(|(place, _)| *place);
    events_in_order.into_iter().map(|(_, event)| event).collect()
}

/// How often everything is delivered again at the most.
const ROUNDS: usize = 20;

/// Sends events until the server is gone; returns the events that it did not take.
fn tell(mut browser: Browser, events: &[Event], killed: &AtomicBool) -> Vec<Event> {
    let mut unheard = Vec::new();
    for event in events {
        match event.try_deliver(&mut browser) {
            Ok(answer) if answer.status == 200 => {}
            // Refused for a while: Stripe delivers it again.
            Ok(answer) if answer.status == 503 => unheard.push(event.clone()),
            Ok(answer) => panic!("an event is answered {}", answer.status),
            Err(_) if killed.load(Ordering::SeqCst) => unheard.push(event.clone()),
            Err(error) => panic!("an event was lost before the server was killed: {error}"),
        }
    }
    unheard
}

#[rstest]
fn money_and_access_agree_after_a_storm_with_kills(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut stripe_server = StripeServer::open(engine);
    let pages = at_once(BUYERS, |n| stripe_server.page(&format!("buyer{n}@example.com")));
    let mut events = Vec::new();
    let mut ends = Vec::new();
    for (number, page) in (0..).zip(&pages) {
        let (events_in_order, end) = story(&stripe_server, page, number);
        events.extend(events_in_order);
        ends.push(end);
    }
    let events = shuffled(events);
    let mut left: Vec<Event> = events;
    let mut cut_off = 0;
    // Three with a kill, and as many more as a busy server needs.
    for round in 0..ROUNDS {
        let count = left.len();
        let before = stripe_server.count("payment_events");
        let (killed, ended) = (AtomicBool::new(false), AtomicUsize::new(0));
        // What was not acknowledged is delivered again in the next round, as Stripe does.
        let unheard: Vec<Event> = std::thread::scope(|threads| {
            let tellers: Vec<_> = left
                .chunks(count.div_ceil(4).max(1))
                .map(|events| {
                    let (browser, killed, ended) = (stripe_server.server.visitor(), &killed, &ended);
                    threads.spawn(move || {
                        let unheard = tell(browser, events, killed);
                        ended.fetch_add(1, Ordering::SeqCst);
                        unheard
                    })
                })
                .collect();
            if round < 3 {
                until("it is in the middle of it", || {
                    ended.load(Ordering::SeqCst) == tellers.len()
                        || stripe_server.count("payment_events") >= before + 8
                });
                killed.store(true, Ordering::SeqCst);
                stripe_server.server.kill();
            }
            tellers
                .into_iter()
                .flat_map(|teller| teller.join().unwrap())
                .collect()
        });
        if round < 3 {
            cut_off += usize::from(!unheard.is_empty());
            stripe_server.server.start_again();
        }
        left = unheard;
        if round >= 3 && left.is_empty() {
            break;
        }
    }
    assert!(cut_off > 0, "each kill came too late");
    assert_eq!(left.len(), 0);
    for (page, end) in pages.iter().zip(&ends) {
        assert_eq!(stripe_server.status(page), *end);
    }
    let ended = |status: &str| i64::try_from(ends.iter().filter(|end| **end == status).count()).unwrap();
    let alive = stripe_server.count("purchase_codes WHERE revoked_at IS NULL");
    assert_eq!(alive, ended("paid"), "a living key is a payment that stands");
    let serials = stripe_server
        .texts("SELECT CAST(serial AS TEXT) AS t FROM documents WHERE kind = 'receipt' ORDER BY serial");
    let receipts = i64::try_from(serials.len()).unwrap();
    assert_eq!(
        serials.last().cloned().flatten(),
        Some(receipts.to_string()),
        "no number is skipped"
    );
    assert_eq!(
        (
            stripe_server.mails("receipt"),
            stripe_server.mails("purchase_key")
        ),
        (receipts, stripe_server.count("purchase_codes"))
    );
}
