//! What a withdrawal owes goes back once, whenever its money comes and whichever way it is told; each refund is credited once.

use chrono::TimeDelta;
use courses::AccessStore as _;
use kernel::Cents;
use mail::MailKind;
use orders::{
    OrderStatus, PaymentEventKind, REFUND_CLAIM, RefundKey, RefundQueue as _, refund_failed, refund_order,
    refund_succeeded,
};

use crate::setup::{
    PRICE, add_user, context, count, credited, deliver, member_order, noon, order, paid, paid_as, payment,
    refunded, store_with_course, withdraw,
};

#[test]
fn money_that_comes_after_the_withdrawal_goes_back_and_opens_nothing() {
    let (mut store, course) = store_with_course();
    let anna = add_user(&mut store, "anna");
    let (reference, session) = member_order(&mut store, anna, course);
    let promised = PaymentEventKind::AwaitingMoney {
        session: session.clone(),
        payment: Some(payment(&session)),
    };
    deliver(&mut store, promised.clone());
    withdraw(&mut store, anna, &reference, noon()).unwrap();
    assert_eq!(order(&mut store, &reference).status, OrderStatus::Expired);
    assert!(
        store.orders.withdrawals.refunds.is_empty(),
        "there is no money yet"
    );
    deliver(&mut store, promised);
    assert_eq!(order(&mut store, &reference).status, OrderStatus::Expired);

    for _ in 0..2 {
        deliver(&mut store, paid(&session));
    }
    let late = order(&mut store, &reference);
    assert_eq!((late.status, late.receipt), (OrderStatus::Refunded, None));
    assert!(
        store.grant_of(anna, course).unwrap().is_none(),
        "late money opened a course"
    );
    let due = store.claim_refund(noon()).unwrap().unwrap();
    assert_eq!(due.payment, payment(&session));
    refund_succeeded(&mut store, &due, noon()).unwrap();
    assert!(
        store
            .queued_refund(late.id)
            .unwrap()
            .unwrap()
            .finished_at
            .is_some()
    );
    assert!(
        credited(&store).is_empty(),
        "without a receipt there is nothing to credit"
    );
}

#[test]
fn a_bank_transfer_that_fails_after_the_withdrawal_owes_nothing() {
    let (mut store, course) = store_with_course();
    let anna = add_user(&mut store, "anna");
    let (reference, session) = member_order(&mut store, anna, course);
    deliver(
        &mut store,
        PaymentEventKind::AwaitingMoney {
            session: session.clone(),
            payment: None,
        },
    );
    let at = withdraw(&mut store, anna, &reference, noon()).unwrap();
    deliver(&mut store, PaymentEventKind::Failed { session });
    assert!(store.orders.withdrawals.refunds.is_empty());
    let later = noon() + TimeDelta::days(1);
    assert_eq!(withdraw(&mut store, anna, &reference, later).unwrap(), at);
}

#[test]
fn another_amount_and_an_unnamed_payment_are_owed_too() {
    let (mut store, course) = store_with_course();
    let anna = add_user(&mut store, "anna");
    let (flagged, session) = member_order(&mut store, anna, course);
    deliver(&mut store, paid_as(&session, Cents(1), "usd"));
    withdraw(&mut store, anna, &flagged, noon()).unwrap();
    let due = store.claim_refund(noon()).unwrap().unwrap();
    refund_succeeded(&mut store, &due, noon()).unwrap();
    assert_eq!(
        order(&mut store, &flagged).given_back,
        Cents(0),
        "only the provider knows how much"
    );

    let (unnamed, session) = member_order(&mut store, anna, course);
    deliver(
        &mut store,
        PaymentEventKind::Paid {
            session,
            payment: None,
            amount: PRICE,
            currency: String::from("usd"),
        },
    );
    withdraw(&mut store, anna, &unnamed, noon()).unwrap();
    assert!(
        store.claim_refund(noon()).unwrap().is_none(),
        "no provider can be asked"
    );
    let late = store.late_refunds(noon() + TimeDelta::days(1)).unwrap();
    assert_eq!(late.len(), 1);
    assert!(late[0].payment.is_none() && late[0].last_problem.is_some());
    // Staff gave it back in the provider's own pages.
    refund_order(&mut store, &unnamed, noon()).unwrap();
    assert_eq!(order(&mut store, &unnamed).given_back, PRICE);
    assert!(
        store
            .late_refunds(noon() + TimeDelta::days(1))
            .unwrap()
            .is_empty()
    );
}

#[test]
fn a_refund_is_tried_under_one_key_until_it_succeeds_and_then_no_more() {
    let (mut store, course) = store_with_course();
    let anna = add_user(&mut store, "anna");
    let (reference, session) = member_order(&mut store, anna, course);
    deliver(&mut store, paid(&session));
    withdraw(&mut store, anna, &reference, noon()).unwrap();
    let mut now = noon();
    for attempts in 0..5 {
        let due = store.claim_refund(now).unwrap().unwrap();
        assert_eq!(
            (due.key.clone(), due.attempts),
            (RefundKey::of_withdrawal(reference.as_str()), attempts)
        );
        assert!(
            store.claim_refund(now).unwrap().is_none(),
            "a claimed refund was claimed again"
        );
        refund_failed(&mut store, &due, "busy", now).unwrap();
        assert!(!store.has_due_refund(now).unwrap());
        now += TimeDelta::hours(1);
    }
    // Its worker ends while the provider is asked: the claim runs out.
    let lost = store.claim_refund(now).unwrap().unwrap();
    now += REFUND_CLAIM;
    let due = store.claim_refund(now).unwrap().unwrap();
    assert_eq!(due.key, lost.key);
    refund_succeeded(&mut store, &due, now).unwrap();
    // The lost worker reports after all, and the provider tells of it too.
    refund_failed(&mut store, &lost, "cut", now).unwrap();
    deliver(&mut store, refunded(&session, PRICE));
    assert!(!store.has_due_refund(now + TimeDelta::days(365)).unwrap());
    let ended = order(&mut store, &reference);
    assert_eq!((ended.status, ended.given_back), (OrderStatus::Refunded, PRICE));
    assert_eq!(
        (credited(&store).len(), count(&store, MailKind::Withdrawal)),
        (1, 1)
    );
}

#[test]
fn the_providers_event_and_a_dispute_end_what_is_owed() {
    for disputed in [false, true] {
        let (mut store, course) = store_with_course();
        let anna = add_user(&mut store, "anna");
        let (reference, session) = member_order(&mut store, anna, course);
        deliver(&mut store, paid(&session));
        let at = withdraw(&mut store, anna, &reference, noon()).unwrap();
        let told = if disputed {
            PaymentEventKind::Disputed {
                payment: payment(&session),
            }
        } else {
            refunded(&session, PRICE)
        };
        deliver(&mut store, told);
        assert!(!store.has_due_refund(noon()).unwrap());
        assert_eq!(withdraw(&mut store, anna, &reference, noon()).unwrap(), at);
    }
}

#[test]
fn every_refund_is_credited_once_by_staff_and_by_the_provider() {
    let (mut store, course) = store_with_course();
    let anna = add_user(&mut store, "anna");
    let (by_staff, session) = member_order(&mut store, anna, course);
    deliver(&mut store, paid(&session));
    refund_order(&mut store, &by_staff, noon()).unwrap();
    deliver(&mut store, refunded(&session, PRICE));
    refund_order(&mut store, &by_staff, noon()).unwrap();
    let (by_provider, session) = member_order(&mut store, anna, course);
    // The part is reported before the payment.
    deliver(&mut store, refunded(&session, Cents(500)));
    deliver(&mut store, paid(&session));
    deliver(&mut store, refunded(&session, PRICE));
    let notes = &store.orders.withdrawals.credit_notes;
    let numbers: Vec<_> = notes.iter().map(|(_, number, _)| number.to_string()).collect();
    assert_eq!(numbers, ["CN-2026-000001", "CN-2026-000002", "CN-2026-000003"]);
    let amounts: Vec<_> = notes.iter().map(|(.., note)| note.amount.0).collect();
    assert_eq!(amounts, [PRICE.0, 500, PRICE.0 - 500]);
    assert_eq!(count(&store, MailKind::CreditNote), 3);
    let receipt = order(&mut store, &by_provider).receipt.unwrap().to_string();
    let last = &store.orders.withdrawals.credit_notes[2].2;
    assert_eq!(
        (last.receipt_number.as_str(), last.withdrawn_at),
        (receipt.as_str(), None)
    );
    assert_eq!(last.seller, context().price_list.seller);
}
