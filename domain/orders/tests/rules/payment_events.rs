//! What each payment event does to its order, once and in any order.

use courses::{AccessStore as _, access_now};
use kernel::{Cents, RandomnessError};
use mail::MailKind;
use orders::{
    CheckoutContext, CheckoutSessionId, Discount, FulfilError, OrderStatus, PaymentEvent, PaymentEventKind,
    handle_payment_event, refund_order,
};
use purchase_keys::{KeyState, redeem_key};

use crate::setup::{
    PRICE, add_coupon, add_user, context, deliver, member_order, noon, order, paid, paid_as, payment,
    refunded, store_with_course, visitor_order,
};

#[test]
fn a_paid_visitor_gets_a_key_and_a_receipt_and_an_open_page_gives_nothing() {
    let (mut store, _) = store_with_course();
    let (reference, session) = visitor_order(&mut store, None);
    assert!(store.keys.keys.is_empty() && store.mails.is_empty());
    deliver(&mut store, paid(&session));
    let order = order(&mut store, &reference);
    assert_eq!((order.status, order.paid_at), (OrderStatus::Paid, Some(noon())));
    assert_eq!(store.keys.keys.len(), 1);
    assert_eq!(store.mail_kinds(), [MailKind::PurchaseKey, MailKind::Receipt]);
    assert_eq!(store.orders.receipts[0].1.to_string(), "2026-000001");
}

#[test]
fn a_paid_member_has_the_course_and_loses_it_with_the_refund() {
    let (mut store, course) = store_with_course();
    let user = add_user(&mut store, "anna");
    let (reference, session) = member_order(&mut store, user, course);
    deliver(&mut store, paid(&session));
    let grant = store.grant_of(user, course).unwrap();
    assert!(access_now(grant.as_ref(), noon()).is_open());
    assert!(store.keys.keys.is_empty(), "a member got a key");
    deliver(&mut store, refunded(&session, PRICE));
    assert_eq!(store.grant_of(user, course).unwrap(), None);
    assert_eq!(order(&mut store, &reference).status, OrderStatus::Refunded);
}

#[test]
fn a_member_who_was_deleted_while_paying_gets_a_key() {
    use accounts::StaffUserStore as _;
    let (mut store, course) = store_with_course();
    let user = add_user(&mut store, "anna");
    let (_, session) = member_order(&mut store, user, course);
    assert!(store.delete_user(user).unwrap());
    deliver(&mut store, paid(&session));
    assert_eq!(store.keys.keys.len(), 1);
}

#[test]
fn a_repeated_event_counts_once() {
    let (mut store, _) = store_with_course();
    let (_, session) = visitor_order(&mut store, None);
    let event = PaymentEvent {
        id: String::from("evt_repeated"),
        kind: paid(&session),
    };
    for _ in 0..3 {
        handle_payment_event(&mut store, &context(), &event, noon()).unwrap();
    }
    assert_eq!((store.keys.keys.len(), store.orders.receipts.len()), (1, 1));
}

/// All 120 orders of five events.
#[test]
fn the_final_status_does_not_depend_on_the_order_of_events() {
    let mut places = Vec::new();
    permutations(&mut [0, 1, 2, 3, 4], 0, &mut places);
    assert_eq!(places.len(), 120);
    for places in places {
        let (mut store, _) = store_with_course();
        let (reference, session) = visitor_order(&mut store, None);
        let events = five_events(&session);
        for place in places {
            deliver(&mut store, events[place].clone());
        }
        let ended = order(&mut store, &reference);
        assert_eq!(
            (ended.status, ended.given_back),
            (OrderStatus::Refunded, PRICE),
            "{places:?}"
        );
        let unused = store
            .keys
            .keys
            .iter()
            .filter(|row| row.state() == KeyState::Unused);
        assert_eq!(unused.count(), 0, "{places:?} left a key");
    }
}

fn five_events(session: &CheckoutSessionId) -> [PaymentEventKind; 5] {
    [
        PaymentEventKind::AwaitingMoney {
            session: session.clone(),
            payment: Some(payment(session)),
        },
        paid(session),
        PaymentEventKind::Expired {
            session: session.clone(),
        },
        refunded(session, Cents(1_000)),
        refunded(session, PRICE),
    ]
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

#[test]
fn a_dispute_before_its_payment_grants_nothing() {
    let (mut store, _) = store_with_course();
    let (reference, session) = visitor_order(&mut store, None);
    deliver(
        &mut store,
        PaymentEventKind::Disputed {
            payment: payment(&session),
        },
    );
    assert_eq!(order(&mut store, &reference).status, OrderStatus::Open);
    deliver(&mut store, paid(&session));
    assert_eq!(order(&mut store, &reference).status, OrderStatus::Disputed);
    assert!(store.keys.keys.is_empty() && store.mails.is_empty() && store.orders.receipts.is_empty());
}

#[test]
fn a_refund_ends_the_access_that_a_used_key_opened_and_nothing_else() {
    let (mut store, course) = store_with_course();
    let (user, other) = (add_user(&mut store, "bo"), add_user(&mut store, "jo"));
    let (_, session) = visitor_order(&mut store, None);
    let (_, kept) = visitor_order(&mut store, None);
    deliver(&mut store, paid(&session));
    deliver(&mut store, paid(&kept));
    let (first, second) = (store.keys.keys[0].key.clone(), store.keys.keys[1].key.clone());
    redeem_key(&mut store, user, &first, noon()).unwrap();
    redeem_key(&mut store, other, &second, noon()).unwrap();
    deliver(&mut store, refunded(&session, PRICE));
    assert_eq!(store.grant_of(user, course).unwrap(), None);
    assert!(store.grant_of(other, course).unwrap().is_some());
}

#[test]
fn a_partial_refund_keeps_the_access() {
    let (mut store, _) = store_with_course();
    let (reference, session) = visitor_order(&mut store, None);
    deliver(&mut store, paid(&session));
    deliver(&mut store, refunded(&session, Cents(29_999)));
    let order = order(&mut store, &reference);
    assert_eq!(
        (order.status, order.given_back),
        (OrderStatus::Paid, Cents(29_999))
    );
    assert_eq!(store.keys.keys[0].state(), KeyState::Unused);
}

#[test]
fn another_amount_or_currency_is_flagged_and_grants_nothing() {
    for (amount, currency) in [(Cents(29_999), "usd"), (Cents(30_001), "usd"), (PRICE, "eur")] {
        let (mut store, _) = store_with_course();
        let (reference, session) = visitor_order(&mut store, None);
        deliver(&mut store, paid_as(&session, amount, currency));
        let flagged = order(&mut store, &reference);
        assert_eq!(flagged.status, OrderStatus::Flagged);
        assert!(flagged.needs_a_look() && store.keys.keys.is_empty());
        deliver(&mut store, paid(&session));
        assert_eq!(order(&mut store, &reference).status, OrderStatus::Flagged);
    }
}

#[test]
fn an_unpaid_order_releases_its_coupon_and_a_late_payment_takes_it_back() {
    let (mut store, _) = store_with_course();
    add_coupon(&mut store, "SPRING", Discount::Percent(10), Some(1));
    let (reference, session) = visitor_order(&mut store, Some("SPRING"));
    assert_eq!(store.orders.coupons[0].used, 1);
    deliver(
        &mut store,
        PaymentEventKind::Expired {
            session: session.clone(),
        },
    );
    assert_eq!(store.orders.coupons[0].used, 0);
    deliver(&mut store, paid_as(&session, Cents(27_000), "usd"));
    assert_eq!(order(&mut store, &reference).status, OrderStatus::Paid);
    assert_eq!(store.orders.coupons[0].used, 1);
}

#[test]
fn an_event_of_an_unknown_page_changes_nothing() {
    let (mut store, _) = store_with_course();
    let unknown = CheckoutSessionId(String::from("cs_unknown"));
    deliver(&mut store, paid(&unknown));
    deliver(&mut store, PaymentEventKind::Failed { session: unknown });
    assert!(store.keys.keys.is_empty() && store.mails.is_empty() && store.orders.orders.is_empty());
}

#[test]
fn a_refund_by_staff_and_its_event_end_an_order_once() {
    let (mut store, _) = store_with_course();
    let (reference, session) = visitor_order(&mut store, None);
    deliver(&mut store, paid(&session));
    refund_order(&mut store, &reference, noon()).unwrap();
    let ended = order(&mut store, &reference);
    assert_eq!(ended.status, OrderStatus::Refunded);
    deliver(&mut store, refunded(&session, PRICE));
    assert_eq!(order(&mut store, &reference), ended);
}

#[test]
fn missing_randomness_has_its_own_name_and_undoes_everything() {
    let no_randomness = CheckoutContext {
        draw: || Err(RandomnessError("no entropy".into())),
        ..context()
    };
    let (mut store, _) = store_with_course();
    let (reference, session) = visitor_order(&mut store, None);
    let event = PaymentEvent {
        id: String::from("evt_again"),
        kind: paid(&session),
    };
    let failed = store.transaction(|store| handle_payment_event(store, &no_randomness, &event, noon()));
    assert!(matches!(failed, Err(FulfilError::NoRandomness(_))), "{failed:?}");
    assert_eq!(order(&mut store, &reference).status, OrderStatus::Open);
    assert!(store.keys.keys.is_empty() && store.mails.is_empty());
    // The provider sends the event again, and now it succeeds.
    handle_payment_event(&mut store, &context(), &event, noon()).unwrap();
    assert_eq!(order(&mut store, &reference).status, OrderStatus::Paid);
}
