//! What becomes of an order by a provider's events, once and in any order.

use std::sync::Arc;

use ::mail::MailAttachment;
use accounts::StaffUserStore as _;
use chrono::{DateTime, TimeDelta, Utc};
use courses::{AccessStore as _, access_now};
use kernel::AccessTerm;
use orders::{
    OrderStatus, OrderStore as _, PaymentEventKind, check_out_plan, expire_order, forget_orders, stale_orders,
};
use purchase_keys::{KeyState, redeem_key};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    checkouts::{
        context, deliver, event, order, order_course, order_plan, paid, paid_as, plan_checkout_of, refunded,
        tell,
    },
    databases::tables::{db_count, db_texts},
    mailbox::next_mail,
    samples::{add_course, add_user, noon},
};

#[rstest]
fn a_visitor_who_pays_gets_keys_and_a_receipt(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let course = add_course(&database, "futures");
    let (reference, session) = order_plan(&database, &context, "anna@example.com");
    assert_eq!(order(&database, &reference).status, OrderStatus::Open);
    assert_eq!(
        db_count(&database.address(), "purchase_codes"),
        0,
        "an open page gave a key"
    );
    tell(&database, &context, paid(&session));

    let paid = order(&database, &reference);
    assert_eq!((paid.status, paid.paid_at), (OrderStatus::Paid, Some(noon())));
    assert_eq!(paid.receipt.unwrap().to_string(), "2026-000001");
    let keys = database.read(|store| store.order_keys(paid.id)).unwrap();
    assert_eq!((keys.len(), keys[0].state), (1, KeyState::Unused));
    assert_eq!(keys[0].term, AccessTerm::Months(3));
    let mails = db_texts(&database.address(), "SELECT kind AS t FROM outbox ORDER BY id");
    assert_eq!(mails, [Some("purchase_key".into()), Some("receipt".into())]);
    let mail = next_mail(&database, noon()).unwrap();
    assert_eq!(mail.to, "anna@example.com");
    let receipt = next_mail(&database, noon()).unwrap();
    let number = String::from("2026-000001");
    assert!(receipt.attachments == [MailAttachment::Document { document: number }]);

    let user = add_user(&database, "anna");
    let key = keys[0].key.clone().unwrap();
    database
        .write(move |store| redeem_key(store, user, &key, noon()))
        .unwrap();
    assert!(
        access_now(
            database.read(|s| s.grant_of(user, course)).unwrap().as_ref(),
            noon()
        )
        .is_open()
    );
    let own = database.read(|store| store.orders_of(user)).unwrap();
    assert_eq!(own.len(), 1, "the user of an order's key does not see the order");
}

#[rstest]
fn a_member_who_pays_has_the_course_at_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let (course, user) = (add_course(&database, "futures"), add_user(&database, "anna"));
    let (reference, session) = order_course(&database, &context, user, course);
    assert!(
        database
            .read(|store| store.grant_of(user, course))
            .unwrap()
            .is_none()
    );
    tell(&database, &context, paid(&session));
    let grant = database
        .read(|store| store.grant_of(user, course))
        .unwrap()
        .unwrap();
    assert_eq!(grant.expires_at, None);
    assert_eq!(db_count(&database.address(), "purchase_codes"), 0);
    tell(&database, &context, refunded(&session, 30_000));
    assert!(
        database
            .read(|store| store.grant_of(user, course))
            .unwrap()
            .is_none()
    );
    assert_eq!(order(&database, &reference).status, OrderStatus::Refunded);
}

#[rstest]
fn a_member_who_was_deleted_while_paying_gets_keys(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let (course, user) = (add_course(&database, "futures"), add_user(&database, "anna"));
    let (reference, session) = order_course(&database, &context, user, course);
    assert!(database.write(move |store| store.delete_user(user)).unwrap());
    tell(&database, &context, paid(&session));
    let paid = order(&database, &reference);
    assert_eq!(paid.status, OrderStatus::Paid);
    assert_eq!(database.read(|store| store.order_keys(paid.id)).unwrap().len(), 1);
}

#[rstest]
fn one_event_ten_times_at_once_counts_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    let (_, session) = order_plan(&database, &context, "anna@example.com");
    let event = event(paid(&session));
    at_once(10, |_| deliver(&database, &context, event.clone(), noon()));
    deliver(&database, &context, event, noon());
    for table in ["purchase_codes", "documents", "payment_events"] {
        assert_eq!(db_count(&database.address(), table), 1, "{table}");
    }
    assert_eq!(db_count(&database.address(), "outbox"), 2);
}

/// Every order of events that a refunded payment may come in.
#[rstest]
fn events_in_any_order_have_the_same_end(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    let mut places: Vec<[usize; 5]> = Vec::new();
    permutations(&mut [0, 1, 2, 3, 4], 0, &mut places);
    assert_eq!(places.len(), 120);
    for places in places {
        let (reference, session) = order_plan(&database, &context, "anna@example.com");
        let events = [
            PaymentEventKind::AwaitingMoney {
                session: session.clone(),
                payment: Some(support::checkouts::payment(&session)),
            },
            paid(&session),
            PaymentEventKind::Expired {
                session: session.clone(),
            },
            refunded(&session, 1_000),
            refunded(&session, 30_000),
        ];
        for place in places {
            tell(&database, &context, events[place].clone());
        }
        let ended = order(&database, &reference);
        assert_eq!(ended.status, OrderStatus::Refunded, "{places:?}");
        assert_eq!(ended.given_back.0, 30_000, "{places:?}");
    }
    let usable = "purchase_codes WHERE NOT used AND revoked_at IS NULL";
    assert_eq!(
        db_count(&database.address(), usable),
        0,
        "a refunded order left a key"
    );
}

fn permutations(places: &mut [usize; 5], from: usize, found: &mut Vec<[usize; 5]>) {
    if from == places.len() {
        found.push(*places);
    }
    for other in from..places.len() {
        places.swap(from, other);
        permutations(places, from + 1, found);
        places.swap(from, other);
    }
}

#[rstest]
fn a_refund_and_a_payment_at_the_same_moment_end_refunded(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    for _ in 0..10 {
        let (reference, session) = order_plan(&database, &context, "anna@example.com");
        let events = [event(paid(&session)), event(refunded(&session, 30_000))];
        at_once(2, |n| {
            deliver(
                &database,
                &context,
                events[usize::try_from(n).unwrap()].clone(),
                noon(),
            )
        });
        assert_eq!(order(&database, &reference).status, OrderStatus::Refunded);
    }
    let usable = "purchase_codes WHERE NOT used AND revoked_at IS NULL";
    assert_eq!(db_count(&database.address(), usable), 0);
}

#[rstest]
fn money_that_went_back_before_the_payment_was_heard_of_gives_nothing(
    #[values(Sqlite, Postgres)] engine: Engine,
    #[values(true, false)] by_dispute: bool,
) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    let (reference, session) = order_plan(&database, &context, "anna@example.com");
    let (back, end) = if by_dispute {
        let payment = support::checkouts::payment(&session);
        (PaymentEventKind::Disputed { payment }, OrderStatus::Disputed)
    } else {
        (refunded(&session, 30_000), OrderStatus::Refunded)
    };
    tell(&database, &context, back);
    assert_eq!(order(&database, &reference).status, OrderStatus::Open);
    tell(&database, &context, paid(&session));
    assert_eq!(order(&database, &reference).status, end);
    for table in ["purchase_codes", "outbox", "documents"] {
        assert_eq!(db_count(&database.address(), table), 0, "{table}");
    }
}

#[rstest]
#[case(29_999, "usd")]
#[case(30_001, "usd")]
#[case(30_000, "eur")]
fn a_payment_of_something_else_is_flagged_and_gives_nothing(
    #[case] cents: i32,
    #[case] currency: &str,
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    let (reference, session) = order_plan(&database, &context, "anna@example.com");
    tell(&database, &context, paid_as(&session, cents, currency));
    let flagged = order(&database, &reference);
    assert_eq!(flagged.status, OrderStatus::Flagged);
    let flag = flagged.flag.unwrap();
    assert!(
        flag.contains(&cents.to_string()) && flag.contains(currency),
        "{flag}"
    );
    assert_eq!(db_count(&database.address(), "purchase_codes"), 0);
    tell(&database, &context, paid(&session));
    assert_eq!(order(&database, &reference).status, OrderStatus::Flagged);
    tell(&database, &context, refunded(&session, 30_000));
    assert_eq!(order(&database, &reference).status, OrderStatus::Refunded);
}

#[rstest]
fn a_payment_that_fails_later_ends_what_it_gave(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    let (first, failing) = order_plan(&database, &context, "anna@example.com");
    let failed = PaymentEventKind::Failed { session: failing };
    tell(&database, &context, failed.clone());
    assert_eq!(order(&database, &first).status, OrderStatus::Failed);
    let (second, session) = order_plan(&database, &context, "anna@example.com");
    tell(&database, &context, paid(&session));
    tell(&database, &context, PaymentEventKind::Failed { session });
    assert_eq!(order(&database, &second).status, OrderStatus::Failed);
    assert_eq!(
        db_count(&database.address(), "purchase_codes WHERE revoked_at IS NOT NULL"),
        1
    );
}

#[rstest]
fn an_unknown_page_and_an_unrelated_event_change_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let foreign = orders::CheckoutSessionId(String::from("cs_foreign"));
    for what in [
        paid(&foreign),
        refunded(&foreign, 30_000),
        PaymentEventKind::Expired {
            session: foreign.clone(),
        },
        PaymentEventKind::Failed { session: foreign },
        PaymentEventKind::Other,
    ] {
        tell(&database, &context, what);
    }
    for table in ["orders", "purchase_codes", "outbox", "documents"] {
        assert_eq!(db_count(&database.address(), table), 0, "{table}");
    }
}

#[rstest]
fn receipts_are_numbered_without_gaps_however_many_are_paid_at_once(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    let sessions: Vec<_> = (0..12)
        .map(|_| order_plan(&database, &context, "anna@example.com").1)
        .collect();
    at_once(12, |n| {
        tell(&database, &context, paid(&sessions[usize::try_from(n).unwrap()]))
    });
    let (_, cut_short) = order_plan(&database, &context, "anna@example.com");
    let lost: Result<(), orders::FulfilError> = {
        let (context, event) = (Arc::clone(&context), event(paid(&cut_short)));
        database.write(move |store| {
            orders::handle_payment_event(store, &context, &event, noon())?;
            Err(kernel::StoreError::Unavailable("the power went".into()).into())
        })
    };
    assert!(lost.is_err());
    tell(&database, &context, paid(&cut_short));
    let numbers = db_texts(
        &database.address(),
        "SELECT CAST(serial AS TEXT) AS t FROM documents ORDER BY serial",
    );
    let expected: Vec<_> = (1..=13).map(|n: i32| Some(n.to_string())).collect();
    assert_eq!(numbers, expected);
}

fn end_stale(database: &TestDatabase, now: DateTime<Utc>) {
    for reference in database.read(|store| stale_orders(store, now)).unwrap() {
        database
            .write(move |store| expire_order(store, &reference, now))
            .unwrap();
    }
}

#[rstest]
fn an_order_that_never_got_a_page_ends_soon(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    let (with_page, _) = order_plan(&database, &context, "anna@example.com");
    let checkout = plan_checkout_of("bo@example.com", None);
    let without = checkout.reference.clone();
    database
        .write(move |store| check_out_plan(store, &context, checkout, noon()))
        .unwrap();
    for (minutes, status) in [(29, OrderStatus::Open), (31, OrderStatus::Expired)] {
        end_stale(&database, noon() + TimeDelta::minutes(minutes));
        assert_eq!(order(&database, &without).status, status, "{minutes} minutes");
        assert_eq!(order(&database, &with_page).status, OrderStatus::Open);
    }
}

#[rstest]
fn a_page_without_any_further_event_ends_and_late_money_still_counts(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    let (reference, session) = order_plan(&database, &context, "anna@example.com");
    end_stale(&database, noon() + TimeDelta::minutes(239));
    assert_eq!(order(&database, &reference).status, OrderStatus::Open);
    end_stale(&database, noon() + TimeDelta::minutes(241));
    assert_eq!(order(&database, &reference).status, OrderStatus::Expired);
    tell(&database, &context, paid(&session));
    let paid = order(&database, &reference);
    assert_eq!((paid.status, paid.ended_at), (OrderStatus::Paid, None));
}

#[rstest]
fn an_order_that_came_to_nothing_is_forgotten_and_a_paid_one_is_not(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    let (kept, session) = order_plan(&database, &context, "anna@example.com");
    tell(&database, &context, paid(&session));
    tell(&database, &context, PaymentEventKind::Failed { session });
    let (_, session) = order_plan(&database, &context, "anna@example.com");
    tell(&database, &context, PaymentEventKind::Expired { session });
    for (days, left) in [(89, 2), (91, 1)] {
        let later = noon() + TimeDelta::days(days);
        database.write(move |store| forget_orders(store, later)).unwrap();
        assert_eq!(db_count(&database.address(), "orders"), left, "after {days} days");
    }
    assert_eq!(order(&database, &kept).status, OrderStatus::Failed);
}

#[rstest]
fn one_mail_has_all_keys_of_an_order(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let courses = ["futures", "spreads"].map(|slug| add_course(&database, slug));
    let (reference, session) = order_plan(&database, &context, "anna@example.com");
    let id = order(&database, &reference).id;
    let sold = database.read(|store| store.order_courses(id)).unwrap();
    assert_eq!(sold.len(), courses.len());
    tell(&database, &context, paid(&session));
    let keys = database.read(|store| store.order_keys(id)).unwrap();
    assert_eq!(keys.len(), courses.len());
    let mails = db_texts(&database.address(), "SELECT kind AS t FROM outbox ORDER BY id");
    assert_eq!(mails, [Some("purchase_key".into()), Some("receipt".into())]);
    let mail = next_mail(&database, noon()).unwrap();
    assert_eq!(mail.subject, "Your 2 purchase keys");
}
