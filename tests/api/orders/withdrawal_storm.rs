//! Withdrawals, each confirmed twice, while Stripe and Discord fail at random and the server is killed: one state each.

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use chrono::Utc;
use courses::CourseId;
use kernel::StoreError;
use mail::{MailStore as _, MailedToken, StoredToken, TokenPurpose, TokenSubject};
use orders::{OrderStore as _, WITHDRAWAL_LINK_LIFE};
use rstest::rstest;
use serde_json::json;
use support::{
    Browser, Engine, FakeDiscord, Postgres, Server, Sqlite, TestDatabase, at_once,
    checkouts::{bought_course, context, payment},
    databases::tables::{db_count, db_run, db_texts},
    discord::guild::{FUTURES_ROLE, course_with_role},
    samples::{add_user, bytes},
    stripe::FakeStripe,
    waiting::{Late, found_within, until_within},
};

/// One in so many buyers has linked a Discord account; Discord allows no more in the time of a test.
const LINKED: u64 = 10;
const THREADS: u64 = 8;
/// Far more than a claim of a killed server and the pauses of the refund that fails most often.
const SETTLES: Duration = Duration::from_secs(280);

fn token(n: u64) -> String {
    hex::encode(bytes::<32>(n))
}

fn account(n: u64) -> String {
    (500_000 + n).to_string()
}

/// Buyers who paid for a course, each with a link that confirms a withdrawal.
fn sell(server: &Server, stripe: &FakeStripe, discord: &FakeDiscord, course: CourseId, buyers: u64) {
    let (database, context) = (server.database(), context());
    for n in 0..buyers {
        let user = add_user(database, &format!("buyer{n}"));
        if n % LINKED == 0 {
            discord.seat(&account(n), &[FUTURES_ROLE]);
            let link = format!(
                "UPDATE users SET discord_user_id = '{}' WHERE id = {}",
                account(n),
                user.0
            );
            db_run(&database.address(), &link);
        }
        let (reference, session) = bought_course(database, &context, user, course);
        stripe.add_payment(&payment(&session).0, 30_000, "usd");
        let hash = MailedToken::presented(TokenPurpose::Withdraw, &token(n)).hash();
        let linked: Result<(), StoreError> = database.write(move |store| {
            let order = store.order(&reference)?.expect("it was just bought");
            let link = StoredToken {
                subject: TokenSubject::Order(order.id.0),
                email_key: None,
                name: Some(String::from("A buyer")),
                requested_at: Utc::now(),
                expires_at: Utc::now() + WITHDRAWAL_LINK_LIFE,
            };
            store.put_token(&hash, &link)
        });
        linked.expect("a link");
    }
    let paid = format!(
        "UPDATE orders SET paid_at = '{}'",
        Utc::now().format("%Y-%m-%d %H:%M:%S")
    );
    db_run(&database.address(), &paid);
}

/// Confirms until the server answers; it is killed and started again meanwhile.
fn confirm(address: impl Fn() -> std::net::SocketAddr, token: &str) -> String {
    let body = json!({ "token": token }).to_string();
    found_within(SETTLES, "a withdrawal is confirmed", || {
        let mut browser = Browser::new(address());
        let answer = browser.try_send("POST", "/api/withdrawals/confirm", &[], Some(body.as_bytes()));
        let answer = answer.ok()?;
        if answer.status == 200 {
            return Some(answer.json()["withdrawnAt"].as_str().expect("a time").to_owned());
        }
        assert_eq!(answer.status, 503, "{}", String::from_utf8_lossy(&answer.body));
        None
    })
}

#[rstest]
fn withdrawals_end_in_one_state_each(#[values(Sqlite, Postgres)] engine: Engine) {
    withdraw(engine, 60);
}

#[rstest]
#[ignore = "some minutes; make endurance runs it"]
fn a_thousand_withdrawals_end_in_one_state_each(#[values(Sqlite, Postgres)] engine: Engine) {
    withdraw(engine, 1_000);
}

fn withdraw(engine: Engine, count_of_buyers: u64) {
    let (stripe, discord) = (FakeStripe::start(), FakeDiscord::start(&[FUTURES_ROLE]));
    let (own, others) = (stripe.settings(), discord.settings());
    let settings: Vec<_> = own
        .iter()
        .chain(&others)
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let mut server = Server::over(TestDatabase::new(engine), &settings);
    let course = course_with_role(&server, "futures", FUTURES_ROLE);
    sell(&server, &stripe, &discord, course, count_of_buyers);
    let address = server.database().address();
    let count = |from: &str| db_count(&address, from);

    stripe.fail_at_random(5, 0x1234_5678_9abc_def1);
    discord.world().random = Some((5, 0x1fed_cba9_8765_4321));
    let (done, first) = (AtomicUsize::new(0), std::sync::Mutex::new(server.address()));
    std::thread::scope(|threads| {
        threads.spawn(|| {
            at_once(THREADS, |thread| {
                for n in (thread..count_of_buyers).step_by(usize::try_from(THREADS).expect("few")) {
                    let at = || *first.lock().expect("an address");
                    let times = at_once(2, |_| confirm(at, &token(n)));
                    assert_eq!(times[0], times[1], "two times of one withdrawal");
                    done.fetch_add(1, Ordering::SeqCst);
                }
            })
        });
        // Killed while refunds are made and withdrawals are confirmed.
        let whole = usize::try_from(count_of_buyers).expect("few");
        for killed_after in [whole / 5, whole * 3 / 5] {
            until_within(SETTLES, "withdrawals are confirmed", || {
                done.load(Ordering::SeqCst) >= killed_after
            });
            server.kill();
            server.start_again();
            *first.lock().expect("an address") = server.address();
        }
    });

    let buyers = i64::try_from(count_of_buyers).expect("few");
    let owed = || count("owed_refunds WHERE finished_at IS NULL");
    let what = Late(|| format!("all money and mails are sent; {} refunds are still owed", owed()));
    until_within(SETTLES, what, || {
        count("owed_refunds WHERE finished_at IS NOT NULL") >= buyers
            && count("outbox WHERE kind = 'withdrawal' AND sent_at IS NOT NULL") >= buyers
    });
    for payment in stripe.payments() {
        assert_eq!(payment.given_back, 30_000, "{}", payment.id);
    }
    let keys: BTreeSet<_> = stripe
        .asked()
        .iter()
        .filter(|asked| asked.path == "/v1/refunds")
        .filter_map(|asked| asked.header("idempotency-key").map(str::to_owned))
        .collect();
    assert_eq!(
        keys.len(),
        usize::try_from(count_of_buyers).expect("few"),
        "a try had a key of its own"
    );
    for (from, rows) in [
        (
            "orders WHERE status = 'refunded' AND withdrawn_at IS NOT NULL AND given_back = 30000",
            buyers,
        ),
        ("outbox WHERE kind = 'withdrawal'", buyers),
        ("outbox WHERE kind = 'credit_note'", 0),
        ("documents WHERE kind = 'credit_note'", buyers),
        ("access_grants WHERE ended_at IS NULL", 0),
    ] {
        assert_eq!(count(from), rows, "{from}");
    }
    let last = db_texts(
        &address,
        "SELECT CAST(MAX(serial) AS TEXT) AS t FROM documents WHERE kind = 'credit_note'",
    );
    assert_eq!(
        last,
        [Some(buyers.to_string())],
        "the numbers of credit notes have a gap"
    );
    discord.await_world_for(SETTLES, "no member has the role", |world| {
        world.members.values().all(|roles| !roles.contains(FUTURES_ROLE))
    });
}
