//! Several keys of one order: each is issued, and a refund and a withdrawal take them all.

use std::{net::Ipv4Addr, sync::Arc};

use ::mail::{EmailAddress, MailedToken, TokenPurpose};
use accounts::ContactLine;
use courses::{AccessStore as _, access_now};
use kernel::UserId;
use orders::{
    CheckoutSessionId, NamedOrder, OrderLists as _, OrderReference, OrderStatus, OrderStore as _, Quantity,
    WithdrawalPeriod, WithdrawalRequest, check_out_plan, confirm_withdrawal, request_withdrawal,
};
use persistence::Database;
use purchase_keys::{KeyState, RedeemError, redeem_key};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    checkouts::{context, open_page, order, paid_as, plan_checkout_of, tell},
    databases::tables::db_count,
    samples::{ORIGIN, add_course, add_user, bytes, noon},
};

/// A paid order of so many.
fn bought(database: &TestDatabase, count: i64) -> (OrderReference, CheckoutSessionId) {
    let (context, mut wish) = (context(), plan_checkout_of("anna@example.com", None));
    wish.quantity = Quantity::try_from(count).unwrap();
    let desk = Arc::clone(&context);
    let step = database.write(move |store| check_out_plan(store, &desk, wish, noon()));
    let (reference, session) = open_page(database, step);
    let total = order(database, &reference).amounts.total.0;
    tell(database, &context, paid_as(&session, total, "usd"));
    (reference, session)
}

fn states(database: &Database, reference: &OrderReference) -> Vec<KeyState> {
    let keys = database.read(|store| {
        let order = store.order(reference)?.expect("an order");
        store.order_keys(order.id)
    });
    keys.unwrap().iter().map(|record| record.state).collect()
}

/// Uses the order's first key.
fn redeem_first(database: &Database, reference: &OrderReference, member: UserId) {
    let reference = reference.clone();
    let done: Result<_, RedeemError> = database.write(move |store| {
        let order = store.order(&reference)?.expect("an order");
        let key = store.order_keys(order.id)?[0].key.clone().expect("a key");
        redeem_key(store, member, &key, noon())
    });
    done.unwrap();
}

#[rstest]
fn each_course_has_as_many_keys_as_were_bought_in_one_mail(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    add_course(&database, "futures");
    add_course(&database, "second");
    let (reference, _) = bought(&database, 20);
    assert_eq!(states(&database, &reference), [KeyState::Unused; 40]);
    let sold = order(&database, &reference);
    assert_eq!((sold.amounts.price.0, sold.amounts.total.0), (600_000, 600_000));
    let courses = database
        .read(|store| store.courses_of_orders(&[sold.id]))
        .unwrap();
    assert_eq!(courses.len(), 2, "a course is named once");
    let address = database.address();
    assert_eq!(db_count(&address, "outbox WHERE kind = 'purchase_key'"), 1);
    assert_eq!(db_count(&address, "purchase_codes"), 40);
    assert_eq!(
        db_count(&address, "order_courses WHERE purchase_code_id IS NOT NULL"),
        40
    );
}

#[rstest]
fn a_refund_of_the_whole_takes_every_key_and_what_it_opened(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let anna = add_user(&database, "anna");
    let (reference, session) = bought(&database, 5);
    redeem_first(&database, &reference, anna);
    let is_open = || {
        let grant = database.read(|store| store.grant_of(anna, course)).unwrap();
        access_now(grant.as_ref(), noon()).is_open()
    };
    assert!(is_open());
    let refund = |cents| orders::PaymentEventKind::Refunded {
        payment: support::checkouts::payment(&session),
        charged: kernel::Cents(150_000),
        given_back: kernel::Cents(cents),
    };
    tell(&database, &context(), refund(30_000));
    assert!(is_open(), "a part takes nothing");
    tell(&database, &context(), refund(150_000));
    assert!(!is_open());
    assert_eq!(order(&database, &reference).status, OrderStatus::Refunded);
    let states = states(&database, &reference);
    assert_eq!(states.iter().filter(|state| **state == KeyState::Used).count(), 1);
    assert_eq!(
        states.iter().filter(|state| **state == KeyState::Revoked).count(),
        4
    );
}

#[rstest]
fn a_withdrawal_takes_every_key_too(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    add_course(&database, "futures");
    let (reference, _) = bought(&database, 3);
    let token = || MailedToken::from_random(TokenPurpose::Withdraw, bytes(77));
    let request = WithdrawalRequest {
        name: ContactLine::parse_name("Anna Buyer").unwrap(),
        email: EmailAddress::parse("anna@example.com").unwrap(),
        order: reference.as_str().parse::<NamedOrder>().unwrap(),
    };
    let mailed = token();
    database
        .write(move |store| request_withdrawal(store, &request, &mailed, ORIGIN, noon()))
        .unwrap();
    let hash = token().hash();
    database
        .write(move |store| {
            confirm_withdrawal(
                store,
                WithdrawalPeriod::default(),
                &hash,
                Ipv4Addr::LOCALHOST.into(),
                noon(),
            )
        })
        .unwrap();
    assert_eq!(states(&database, &reference), [KeyState::Revoked; 3]);
}
