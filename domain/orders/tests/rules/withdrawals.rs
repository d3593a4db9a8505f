//! A withdrawal ends the order, owes its money once, and is receipted; credit notes add up to what went back.

use chrono::TimeDelta;
use courses::{AccessStore as _, access_now};
use fakes::FakeStore;
use kernel::{Cents, UserId};
use mail::{MailAttachment, MailKind};
use orders::{
    Discount, OrderReference, OrderStatus, OrderStore as _, PaymentEventKind, Provider, RefundKey,
    RefundQueue as _, WithdrawalError, check_out_plan, refund_order,
};
use purchase_keys::{KeyState, redeem_key};

use crate::setup::{
    PRICE, add_coupon, add_user, context, count, credited, deliver, member_order, noon, order, paid, payment,
    plan_checkout, refunded, store_with_course, visitor_order, withdraw,
};

/// Makes a member the buyer of a visitor's order.
fn give_to(store: &mut FakeStore, reference: &OrderReference, member: UserId) {
    let mut rows = store.orders.orders.iter_mut();
    rows.find(|row| row.reference == *reference)
        .expect("the order")
        .user = Some(member);
}

#[test]
fn a_withdrawal_ends_access_owes_the_whole_sum_and_is_receipted_once() {
    let (mut store, course) = store_with_course();
    let anna = add_user(&mut store, "anna");
    let (reference, session) = member_order(&mut store, anna, course);
    deliver(&mut store, paid(&session));
    let now = noon() + TimeDelta::days(3);
    assert_eq!(withdraw(&mut store, anna, &reference, now).unwrap(), now);

    let ended = order(&mut store, &reference);
    assert_eq!(
        (ended.status, ended.withdrawn_at),
        (OrderStatus::Refunded, Some(now))
    );
    assert_eq!(
        ended.given_back,
        Cents(0),
        "the provider has not given it back yet"
    );
    assert!(!access_now(store.grant_of(anna, course).unwrap().as_ref(), now).is_open());
    let due = store.claim_refund(now).unwrap().unwrap();
    assert_eq!(due.payment, payment(&session));
    assert_eq!(
        (due.key, due.attempts),
        (RefundKey::of_withdrawal(reference.as_str()), 0)
    );
    assert_eq!(credited(&store), [(PRICE.0, ended.amounts.tax.0)]);
    let (mail, _) = store.mails.last().unwrap();
    assert_eq!(
        (mail.kind, mail.to.as_str()),
        (MailKind::Withdrawal, "anna@example.com")
    );
    let credit_note = String::from("CN-2026-000001");
    assert!(mail.attachments == [MailAttachment::CreditNote { credit_note }]);
    let words = serde_json::to_string(&mail.parts).unwrap();
    for fact in ["3 February 2026, 12:00 UTC", "300.00 USD", reference.as_str()] {
        assert!(words.contains(fact), "{fact}: {words}");
    }

    // Asking again, also after the period, answers the same and writes nothing.
    let before = store.mails.len();
    for later in [now, now + TimeDelta::days(100)] {
        assert_eq!(withdraw(&mut store, anna, &reference, later).unwrap(), now);
    }
    assert_eq!(store.mails.len(), before);
    assert_eq!(
        (credited(&store).len(), store.orders.withdrawals.refunds.len()),
        (1, 1)
    );
}

#[test]
fn the_last_second_counts_and_the_next_writes_nothing() {
    let end = noon() + TimeDelta::days(14);
    for (now, over) in [(end - TimeDelta::seconds(1), false), (end, true)] {
        let (mut store, course) = store_with_course();
        let anna = add_user(&mut store, "anna");
        let (reference, session) = member_order(&mut store, anna, course);
        deliver(&mut store, paid(&session));
        let (mails, done) = (store.mails.len(), withdraw(&mut store, anna, &reference, now));
        if over {
            assert!(matches!(done, Err(WithdrawalError::Over)), "{done:?}");
            assert_eq!(order(&mut store, &reference).status, OrderStatus::Paid);
            assert!(store.mails.len() == mails && store.orders.withdrawals.refunds.is_empty());
        } else {
            assert_eq!(done.unwrap(), now);
        }
    }
}

#[test]
fn an_order_of_another_person_is_none() {
    let (mut store, course) = store_with_course();
    let (anna, bo) = (add_user(&mut store, "anna"), add_user(&mut store, "bo"));
    let (own, session) = member_order(&mut store, anna, course);
    deliver(&mut store, paid(&session));
    let (visitors, session) = visitor_order(&mut store, None);
    deliver(&mut store, paid(&session));
    // Bo uses a key that a visitor bought.
    let bought = order(&mut store, &visitors).id;
    let key = store.order_keys(bought).unwrap()[0].key.clone().unwrap();
    redeem_key(&mut store, bo, &key, noon()).unwrap();
    let unknown = OrderReference::from_random([0xEE; 16]);
    for reference in [own, visitors, unknown] {
        let done = withdraw(&mut store, bo, &reference, noon());
        assert!(matches!(done, Err(WithdrawalError::NoSuchOrder)), "{done:?}");
    }
    assert_eq!(count(&store, MailKind::Withdrawal), 0);
}

#[test]
fn keys_that_were_passed_on_end_with_the_contract() {
    let (mut store, course) = store_with_course();
    let (anna, bo) = (add_user(&mut store, "anna"), add_user(&mut store, "bo"));
    let (reference, session) = visitor_order(&mut store, None);
    deliver(&mut store, paid(&session));
    give_to(&mut store, &reference, anna);
    let bought = order(&mut store, &reference).id;
    let key = store.order_keys(bought).unwrap()[0].key.clone().unwrap();
    redeem_key(&mut store, bo, &key, noon()).unwrap();
    withdraw(&mut store, anna, &reference, noon()).unwrap();
    assert!(!access_now(store.grant_of(bo, course).unwrap().as_ref(), noon()).is_open());
    let (unused, session) = visitor_order(&mut store, None);
    deliver(&mut store, paid(&session));
    give_to(&mut store, &unused, anna);
    withdraw(&mut store, anna, &unused, noon()).unwrap();
    let id = order(&mut store, &unused).id;
    assert_eq!(store.order_keys(id).unwrap()[0].state, KeyState::Revoked);
}

#[test]
fn the_rest_goes_back_after_a_part_and_the_notes_are_the_whole() {
    let (mut store, course) = store_with_course();
    let anna = add_user(&mut store, "anna");
    let (reference, session) = member_order(&mut store, anna, course);
    deliver(&mut store, paid(&session));
    deliver(&mut store, refunded(&session, Cents(10_001)));
    assert_eq!(count(&store, MailKind::CreditNote), 1);
    withdraw(&mut store, anna, &reference, noon()).unwrap();
    let notes = credited(&store);
    let (amounts, taxes): (Vec<_>, Vec<_>) = notes.into_iter().unzip();
    assert_eq!(amounts, [10_001, PRICE.0 - 10_001]);
    let tax = order(&mut store, &reference).amounts.tax.0;
    assert_eq!(taxes.iter().sum::<i32>(), tax);
    let (mail, _) = store.mails.last().unwrap();
    let words = serde_json::to_string(&mail.parts).unwrap();
    assert!(words.contains("199.99 USD"), "{words}");
    // The provider reports the whole afterwards: it is credited already.
    deliver(&mut store, refunded(&session, PRICE));
    assert_eq!(credited(&store).len(), 2);
    assert_eq!(count(&store, MailKind::CreditNote), 1);
}

#[test]
fn an_order_for_nothing_ends_and_moves_no_money() {
    let (mut store, _) = store_with_course();
    add_coupon(&mut store, "ALL", Discount::Percent(100), None);
    let checkout = plan_checkout(Some("ALL"), Provider::Stripe);
    let reference = checkout.reference.clone();
    check_out_plan(&mut store, &context(), checkout, noon()).unwrap();
    let anna = add_user(&mut store, "anna");
    give_to(&mut store, &reference, anna);
    withdraw(&mut store, anna, &reference, noon()).unwrap();
    assert_eq!(order(&mut store, &reference).status, OrderStatus::Refunded);
    assert!(store.orders.withdrawals.refunds.is_empty() && credited(&store).is_empty());
    let (mail, _) = store.mails.last().unwrap();
    assert!(mail.kind == MailKind::Withdrawal && mail.attachments.is_empty());
}

#[test]
fn what_came_of_no_contract_or_went_back_is_refused() {
    let (mut store, course) = store_with_course();
    let anna = add_user(&mut store, "anna");
    let (reference, session) = member_order(&mut store, anna, course);
    let open = withdraw(&mut store, anna, &reference, noon());
    assert!(matches!(open, Err(WithdrawalError::NoSuchOrder)), "{open:?}");
    deliver(&mut store, paid(&session));
    refund_order(&mut store, &reference, noon()).unwrap();
    let refunded = withdraw(&mut store, anna, &reference, noon());
    assert!(
        matches!(refunded, Err(WithdrawalError::AlreadyRefunded)),
        "{refunded:?}"
    );
    assert_eq!(order(&mut store, &reference).withdrawn_at, None);
    let (other, session) = member_order(&mut store, anna, course);
    deliver(&mut store, paid(&session));
    deliver(
        &mut store,
        PaymentEventKind::Disputed {
            payment: payment(&session),
        },
    );
    let disputed = withdraw(&mut store, anna, &other, noon());
    assert!(
        matches!(disputed, Err(WithdrawalError::AlreadyRefunded)),
        "{disputed:?}"
    );
}
