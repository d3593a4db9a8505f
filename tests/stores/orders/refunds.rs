//! A refund takes back what its order gave, and nothing else.

use chrono::TimeDelta;
use courses::{AccessStore as _, grant_access, revoke_access};
use kernel::AccessTerm;
use orders::{OrderStatus, OrderStore as _};
use purchase_keys::{KeyState, redeem_key};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    checkouts::{context, order, order_plan, paid, refunded, tell},
    samples::{add_course, add_key, add_user, at, noon},
};

#[rstest]
fn an_unused_key_dies_with_its_order(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    add_course(&database, "futures");
    let (reference, session) = order_plan(&database, &context, "anna@example.com");
    tell(&database, &context, paid(&session));
    let id = order(&database, &reference).id;
    tell(&database, &context, refunded(&session, 29_999));
    let kept = order(&database, &reference);
    assert_eq!((kept.status, kept.given_back.0), (OrderStatus::Paid, 29_999));
    let state = || database.read(|store| store.order_keys(id)).unwrap()[0].state;
    assert_eq!(state(), KeyState::Unused, "a part of the money took the key");
    tell(&database, &context, refunded(&session, 30_000));
    assert_eq!(state(), KeyState::Revoked);
    assert_eq!(order(&database, &reference).status, OrderStatus::Refunded);
}

#[rstest]
fn the_user_of_the_key_loses_what_it_gave_and_keeps_the_rest(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let course = add_course(&database, "futures");
    let (friend, other) = (add_user(&database, "friend"), add_user(&database, "other"));
    let (_, session) = order_plan(&database, &context, "anna@example.com");
    tell(&database, &context, paid(&session));
    let bought = database
        .read(|store| store.orders_by(&::mail::EmailAddress::parse("Anna@example.com").unwrap()))
        .unwrap();
    let key = database.read(|store| store.order_keys(bought[0].id)).unwrap()[0]
        .key
        .clone()
        .unwrap();
    let gift = add_key(&database, course, AccessTerm::Days(10), 1);
    let elsewhere = add_key(&database, course, AccessTerm::Days(10), 2);
    let later = noon() + TimeDelta::days(1);
    database
        .write(move |store| redeem_key(store, friend, &key, noon()))
        .unwrap();
    database
        .write(move |store| redeem_key(store, friend, &gift, later))
        .unwrap();
    database
        .write(move |store| redeem_key(store, other, &elsewhere, noon()))
        .unwrap();
    let end = |user| {
        let grant = database.read(|store| store.grant_of(user, course)).unwrap();
        grant.and_then(|grant| grant.expires_at)
    };
    assert_eq!(
        end(friend),
        Some(at("2026-04-30T12:00:00Z") + TimeDelta::days(10))
    );
    tell(&database, &context, refunded(&session, 30_000));
    assert_eq!(
        end(friend),
        Some(later + TimeDelta::days(10)),
        "the gift runs from the day it was used"
    );
    assert_eq!(
        end(other),
        Some(noon() + TimeDelta::days(10)),
        "another user lost access"
    );
}

#[rstest]
fn what_staff_took_back_does_not_come_again_with_a_refund(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let course = add_course(&database, "futures");
    let user = add_user(&database, "anna");
    database
        .write(move |store| grant_access(store, user, course, AccessTerm::Lifetime, noon()))
        .unwrap();
    database
        .write(move |store| revoke_access(store, user, course, noon()))
        .unwrap();
    let (reference, session) = order_plan(&database, &context, "anna@example.com");
    tell(&database, &context, paid(&session));
    let id = order(&database, &reference).id;
    let key = database.read(|store| store.order_keys(id)).unwrap()[0]
        .key
        .clone()
        .unwrap();
    database
        .write(move |store| redeem_key(store, user, &key, noon()))
        .unwrap();
    tell(&database, &context, refunded(&session, 30_000));
    assert!(
        database
            .read(|store| store.grant_of(user, course))
            .unwrap()
            .is_none()
    );
    let refunded = order(&database, &reference);
    assert_eq!(
        (refunded.status, refunded.given_back.0),
        (OrderStatus::Refunded, 30_000)
    );
}

#[rstest]
fn orders_whose_keys_the_same_members_used_end_at_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let (database, context) = (TestDatabase::new(engine), context());
    let courses = [add_course(&database, "futures"), add_course(&database, "crypto")];
    let users = [add_user(&database, "first"), add_user(&database, "second")];
    let mut sessions = Vec::new();
    for n in 0..8 {
        let (reference, session) = order_plan(&database, &context, "anna@example.com");
        tell(&database, &context, paid(&session));
        let id = order(&database, &reference).id;
        let keys = database.read(|store| store.order_keys(id)).unwrap();
        assert_eq!(keys.len(), 2);
        for (place, record) in keys.into_iter().enumerate() {
            // Every second order has its keys used the other way round.
            let (user, key) = (users[(place + n) % 2], record.key.unwrap());
            database
                .write(move |store| redeem_key(store, user, &key, noon()))
                .unwrap();
        }
        sessions.push(session);
    }
    at_once(8, |n| {
        tell(
            &database,
            &context,
            refunded(&sessions[usize::try_from(n).unwrap()], 30_000),
        );
    });
    for user in users {
        for course in courses {
            let held = database.read(|store| store.grant_of(user, course)).unwrap();
            assert_eq!(held, None, "a refunded key still gives access");
        }
    }
}
