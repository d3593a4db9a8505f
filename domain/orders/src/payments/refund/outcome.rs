//! What comes of a try: the provider took the refund, refused it, or gave no answer.
//!
//! A refund is never given up: it is owed. `portal doctor` names those that failed, or that are owed for long.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Cents, StoreError};

use crate::{
    AcceptedRefund, DueRefund, LONGEST_REFUND_PAUSE, Order, OrderStatus, OrderStore, OwedRefund, PaymentId,
    RefundDecision, RefundKey, RefundStanding, Reversal,
    payments::{
        refund::returned::{follow, returned},
        reversal::{change_status, end_order, money_given_back},
    },
};

/// When a refund that was not made is tried again: after one second, then twice as long each time, up to an hour.
#[must_use]
pub fn next_refund_try(attempts: i32, now: DateTime<Utc>) -> DateTime<Utc> {
    let doublings = u32::try_from(attempts).unwrap_or(0).min(12);
    now + TimeDelta::seconds(1 << doublings).min(LONGEST_REFUND_PAUSE)
}

/// Makes the refund of an order's whole payment owed, by law; nothing if no money moved. What is asked of the provider already goes on.
pub(crate) fn owe_whole_refund<S: OrderStore + ?Sized>(
    store: &mut S,
    order: &mut Order,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let payment = match order.refund_decision() {
        RefundDecision::ThroughProvider(payment) => Some(payment.clone()),
        RefundDecision::UnknownPayment => None,
        RefundDecision::NoMoneyMoved | RefundDecision::Returned | RefundDecision::NothingPaid => {
            return Ok(());
        }
    };
    let upto = order.whole_refund();
    match store.owed_refund(order.id)? {
        Some(owed) if owed.due.is_some() => store.raise_refund(order.id, upto)?,
        _ => {
            let owed = next_try(store, order, payment, upto, now)?;
            store.put_refund(order.id, &owed, now)?;
        }
    }
    order.given_back = upto;
    order.refund = Some(RefundStanding::Pending);
    Ok(())
}

/// A try for all that is left of a payment; without a payment it waits for staff.
fn next_try<S: OrderStore + ?Sized>(
    store: &mut S,
    order: &Order,
    payment: Option<PaymentId>,
    upto: Cents,
    now: DateTime<Utc>,
) -> Result<OwedRefund, StoreError> {
    let tries = store.refund_tries(order.id)? + 1;
    Ok(OwedRefund {
        key: RefundKey::of_try(order.reference.as_str(), tries),
        tries,
        base: order.given_back,
        upto,
        amount: None,
        has_failed: false,
        due: payment.is_some().then_some(now),
        last_problem: payment.is_none().then(|| String::from(UNKNOWN_PAYMENT)),
        payment,
    })
}

/// Why a refund without a payment waits for staff.
const UNKNOWN_PAYMENT: &str =
    "the provider never named the payment; give it back in the provider's own pages";

/// Money that came for an order that was withdrawn from before, from a bank transfer that was under way: it goes back.
pub(crate) fn money_after_withdrawal<S: OrderStore + ?Sized>(
    store: &mut S,
    order: &mut Order,
    known: Reversal,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    match (order.status, known.end()) {
        (OrderStatus::Refunded | OrderStatus::Disputed, _) => Ok(()),
        (_, Some(end)) => end_order(store, order, end, now),
        (_, None) => {
            let upto = order.whole_refund();
            let owed = next_try(store, order, order.payment.clone(), upto, now)?;
            store.put_refund(order.id, &owed, now)?;
            order.refund = Some(RefundStanding::Pending);
            change_status(store, order, OrderStatus::Refunded)
        }
    }
}

/// Writes down that the provider took a refund: a credit note is issued, and what is owed beyond this try is asked for next.
///
/// # Errors
/// [`StoreError`]
pub fn refund_accepted<S: OrderStore + ?Sized>(
    store: &mut S,
    due: &DueRefund,
    accepted: &AcceptedRefund,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    store.note_reversal(&due.payment, Reversal::NOTHING)?;
    let Some(order) = store.lock_order(&due.reference)? else {
        return Ok(());
    };
    let owed = store.owed_refund(due.order)?.filter(|owed| owed.key == due.key);
    if owed.is_some() {
        store.finish_refund(due.order, now)?;
    }
    let amount = due
        .amount
        .or(accepted.refund.as_ref().map(|refund| refund.amount));
    let given_back = match amount {
        Some(amount) => Cents(due.base.0.saturating_add(amount.0)),
        None => order.whole_refund(),
    };
    let news = Reversal {
        given_back,
        reported_at: Some(accepted.at),
        whole: due.amount.is_none(),
        disputed: false,
    };
    money_given_back(store, &due.payment, news, accepted.refund.as_ref(), now)?;
    let Some(mut order) = store.lock_order(&due.reference)? else {
        return Ok(());
    };
    // A withdrawal raised what is owed while a part was under way.
    if let Some(owed) = owed
        && due.amount.is_some()
        && owed.upto > order.given_back
    {
        let next = next_try(store, &order, owed.payment, owed.upto, now)?;
        store.put_refund(order.id, &next, now)?;
        order.given_back = owed.upto;
        order.refund = Some(RefundStanding::Pending);
        store.save_order(&order)?;
    }
    Ok(())
}

/// Writes down that the provider refused a refund: it stays owed, and is tried again under another key.
///
/// # Errors
/// [`StoreError`]
pub fn refund_refused<S: OrderStore + ?Sized>(
    store: &mut S,
    due: &DueRefund,
    problem: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let returned = returned(store, &due.payment)?;
    let Some(mut order) = store.lock_order(&due.reference)? else {
        return Ok(());
    };
    let Some(owed) = store.owed_refund(due.order)?.filter(|owed| owed.key == due.key) else {
        return Ok(());
    };
    let tries = owed.tries + 1;
    let failed = OwedRefund {
        key: RefundKey::of_try(order.reference.as_str(), tries),
        tries,
        base: returned.given_back,
        has_failed: true,
        due: Some(next_refund_try(due.attempts, now)),
        last_problem: Some(problem.to_owned()),
        ..owed
    };
    store.put_refund(due.order, &failed, now)?;
    follow(store, &mut order, returned, problem, now)?;
    store.save_order(&order)
}

/// Writes down that a try has no answer: it may have been made, and is repeated under its key.
///
/// # Errors
/// [`StoreError`]
pub fn refund_unanswered<S: OrderStore + ?Sized>(
    store: &mut S,
    due: &DueRefund,
    problem: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    store.postpone_refund(due.order, next_refund_try(due.attempts, now), problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pauses_grow_to_an_hour_and_never_end() {
        let now = DateTime::UNIX_EPOCH;
        let pauses: Vec<i64> = (0..16)
            .map(|attempts| (next_refund_try(attempts, now) - now).num_seconds())
            .collect();
        assert_eq!(pauses[..5], [1, 2, 4, 8, 16]);
        assert!(pauses.is_sorted());
        for attempts in [12, 100, i32::MAX] {
            assert_eq!(next_refund_try(attempts, now) - now, LONGEST_REFUND_PAUSE);
        }
        assert_eq!(next_refund_try(-1, now) - now, TimeDelta::seconds(1));
    }
}
