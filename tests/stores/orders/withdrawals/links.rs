//! The links by which buyers without an account withdraw: whom one is mailed to, how often, and until when it works.

use std::net::Ipv4Addr;

use ::mail::{EmailAddress, MailedToken, TokenPurpose};
use accounts::ContactLine;
use chrono::{DateTime, TimeDelta, Utc};
use orders::{
    ConfirmWithdrawalError, OrderReference, OrderStatus, WITHDRAWAL_LINK_LIFE, WithdrawalError,
    WithdrawalPeriod, WithdrawalRequest, confirm_withdrawal, request_withdrawal,
};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    checkouts::{context, order, order_plan, paid, tell},
    databases::tables::db_count,
    samples::{ORIGIN, add_course, bytes, noon},
};

fn token(n: u64) -> MailedToken {
    MailedToken::from_random(TokenPurpose::Withdraw, bytes(n))
}

/// A paid order of a visitor with the address `anna@example.com`.
fn bought(database: &TestDatabase) -> OrderReference {
    let context = context();
    let (reference, session) = order_plan(database, &context, "anna@example.com");
    tell(database, &context, paid(&session));
    reference
}

/// Asks for the `n`th link.
fn request(database: &TestDatabase, named: &str, email: &str, n: u64, now: DateTime<Utc>) {
    let form = WithdrawalRequest {
        name: ContactLine::parse_name("Anna B.").expect("a name"),
        email: EmailAddress::parse(email).expect("an address"),
        order: named.parse().expect("what an order may be called"),
    };
    database
        .write(move |store| request_withdrawal(store, &form, &token(n), ORIGIN, now))
        .expect("the answer is always the same");
}

fn confirm(
    database: &TestDatabase,
    n: u64,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>, ConfirmWithdrawalError> {
    let (period, from) = (WithdrawalPeriod::default(), Ipv4Addr::LOCALHOST.into());
    database.write(move |store| confirm_withdrawal(store, period, &token(n).hash(), from, now))
}

fn is_over(confirmed: &Result<DateTime<Utc>, ConfirmWithdrawalError>) -> bool {
    matches!(
        confirmed,
        Err(ConfirmWithdrawalError::Withdrawal(WithdrawalError::Over))
    )
}

fn is_void(confirmed: &Result<DateTime<Utc>, ConfirmWithdrawalError>) -> bool {
    matches!(confirmed, Err(ConfirmWithdrawalError::TokenInvalid))
}

/// How many links were mailed, each of them to the order's own address.
fn links_mailed(database: &TestDatabase) -> i64 {
    let links = "outbox WHERE kind = 'withdrawal_link'";
    let own = db_count(
        &database.address(),
        &format!("{links} AND address_key = 'anna@example.com'"),
    );
    assert_eq!(
        db_count(&database.address(), links),
        own,
        "another address was mailed"
    );
    own
}

#[rstest]
fn a_link_goes_to_the_orders_address_and_a_receipts_number_wants_it(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    add_course(&database, "futures");
    let reference = bought(&database);
    request(&database, reference.as_str(), "mallory@example.com", 1, noon());
    assert_eq!(links_mailed(&database), 1);
    // Numbers can be guessed.
    let number = order(&database, &reference).receipt.unwrap().to_string();
    request(&database, &number, "mallory@example.com", 2, noon());
    assert_eq!(links_mailed(&database), 1);
    request(&database, &number, "Anna@Example.com", 3, noon());
    assert_eq!(links_mailed(&database), 2);
    assert_eq!(
        order(&database, &reference).status,
        OrderStatus::Paid,
        "asking withdrew"
    );
}

#[rstest]
fn what_is_no_order_brings_no_link_and_an_order_three_in_an_hour(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    add_course(&database, "futures");
    let (open, _) = order_plan(&database, &context(), "anna@example.com");
    let unknown = "0".repeat(32);
    for (named, n) in [open.as_str(), "nonsense", "2026-999999", &unknown]
        .into_iter()
        .zip(1..)
    {
        request(&database, named, "anna@example.com", n, noon());
        assert!(is_void(&confirm(&database, n, noon())), "{named}");
    }
    assert_eq!(links_mailed(&database), 0);
    let reference = bought(&database);
    for n in 11..16 {
        request(&database, reference.as_str(), "anna@example.com", n, noon());
    }
    assert_eq!(links_mailed(&database), 3);
    let later = noon() + TimeDelta::hours(1) + TimeDelta::seconds(1);
    request(&database, reference.as_str(), "anna@example.com", 16, later);
    assert_eq!(links_mailed(&database), 4);
}

#[rstest]
fn a_request_within_the_period_may_be_confirmed_a_day_long(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    add_course(&database, "futures");
    let end = noon() + TimeDelta::days(14);
    let last = end - TimeDelta::seconds(1);
    for ((asked, confirmed, over), n) in [
        (noon(), end, true),
        (noon(), last, false),
        (last, last + TimeDelta::hours(23), false),
        (last, last + TimeDelta::hours(24), true),
        (end, end, true),
    ]
    .into_iter()
    .zip(1..)
    {
        let reference = bought(&database);
        request(&database, reference.as_str(), "anna@example.com", n, asked);
        let done = confirm(&database, n, confirmed);
        if over {
            assert!(is_over(&done), "{asked} {confirmed}: {done:?}");
        } else {
            assert_eq!(done.unwrap(), confirmed);
        }
    }
}

#[rstest]
fn a_link_answers_the_same_again_until_it_is_forgotten(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    add_course(&database, "futures");
    let [used, unused] = [bought(&database), bought(&database)];
    request(&database, used.as_str(), "anna@example.com", 1, noon());
    request(&database, unused.as_str(), "anna@example.com", 2, noon());
    let now = noon() + TimeDelta::hours(1);
    assert_eq!(confirm(&database, 1, now).unwrap(), now);
    let mails = db_count(&database.address(), "outbox");
    let end = noon() + WITHDRAWAL_LINK_LIFE;
    let last = end - TimeDelta::seconds(1);
    assert_eq!(confirm(&database, 1, last).unwrap(), now);
    assert_eq!(db_count(&database.address(), "outbox"), mails);
    let late = confirm(&database, 2, last);
    assert!(is_over(&late), "{late:?}");
    assert!(is_void(&confirm(&database, 2, end)));
    let later = end + TimeDelta::seconds(1);
    database.write(move |store| store.purge_tokens(later)).unwrap();
    for n in [1, 2] {
        assert!(is_void(&confirm(&database, n, noon())), "{n} was kept");
    }
}
