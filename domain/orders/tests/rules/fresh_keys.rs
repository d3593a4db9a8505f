//! Who sees the keys of a fresh order on its page, and for how long.

use chrono::TimeDelta;
use kernel::Cents;
use orders::{FRESH_KEYS_SHOWN, ReferenceHolder, fresh_keys};
use purchase_keys::redeem_key;

use crate::setup::{PRICE, add_user, deliver, noon, order, paid, refunded, store_with_course, visitor_order};

#[test]
fn the_buyer_sees_the_keys_of_a_paid_order_for_a_day_and_others_never() {
    let (mut store, _) = store_with_course();
    let (reference, session) = visitor_order(&mut store, None);
    let open = order(&mut store, &reference);
    assert!(!open.shows_keys_to(ReferenceHolder::Buyer, noon()));
    deliver(&mut store, paid(&session));
    let paid = order(&mut store, &reference);
    let last = noon() + FRESH_KEYS_SHOWN - TimeDelta::microseconds(1);
    let seen =
        |store: &mut fakes::FakeStore, holder, now| fresh_keys(store, &paid, holder, now).unwrap().len();
    assert_eq!(seen(&mut store, ReferenceHolder::Buyer, noon()), 1);
    assert_eq!(seen(&mut store, ReferenceHolder::Buyer, last), 1);
    assert_eq!(
        seen(&mut store, ReferenceHolder::Buyer, noon() + FRESH_KEYS_SHOWN),
        0
    );
    assert_eq!(seen(&mut store, ReferenceHolder::Unproven, noon()), 0);
}

#[test]
fn a_used_key_and_the_keys_of_a_refunded_order_are_not_shown() {
    let (mut store, _) = store_with_course();
    let (reference, session) = visitor_order(&mut store, None);
    deliver(&mut store, paid(&session));
    let paid = order(&mut store, &reference);
    let shown = fresh_keys(&mut store, &paid, ReferenceHolder::Buyer, noon()).unwrap();
    let user = add_user(&mut store, "anna");
    redeem_key(&mut store, user, &shown[0], noon()).unwrap();
    assert_eq!(
        fresh_keys(&mut store, &paid, ReferenceHolder::Buyer, noon()).unwrap(),
        []
    );
    deliver(&mut store, refunded(&session, Cents(PRICE.0)));
    let refunded = order(&mut store, &reference);
    assert!(!refunded.shows_keys_to(ReferenceHolder::Buyer, noon()));
}
