//! What comes of a try: the provider took the refund, refused it, or gave no answer.
//!
//! A refund is never given up: it is owed. `portal doctor` names those that failed, or that are owed for long.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Cents, JobOutcome, StoreError};

use crate::{
    AcceptedRefund, DueRefund, LONGEST_REFUND_PAUSE, Order, OrderId, OrderStatus, OrderStore, OwedRefund,
    PaymentId, RefundDecision, RefundKey, RefundStanding, Reversal,
    payments::{
        refund::{
            job::{end_refund, enqueue_refund},
            returned::{follow, returned},
        },
        reversal::{change_status, end_order, money_given_back},
    },
};

/// When a refund that was not made is tried again: after one second, then twice as long each time, up to an hour.
#[must_use]
fn next_refund_try(attempts: i32, now: DateTime<Utc>) -> DateTime<Utc> {
    let doublings = u32::try_from(attempts).unwrap_or(0).min(12);
    now + TimeDelta::seconds(1 << doublings).min(LONGEST_REFUND_PAUSE)
}

/// Makes the refund of an order's whole payment owed, by law; nothing if no money moved. What is asked of the provider already goes on.
pub(crate) fn owe_whole_refund(
    store: &mut dyn OrderStore,
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
        // Beyond the try that may be under way.
        Some(owed) if !owed.for_staff => store.put_refund(order.id, &OwedRefund { upto, ..owed }, now)?,
        _ => owe(store, order, payment, upto, now)?,
    }
    order.given_back = upto;
    order.refund = Some(RefundStanding::Pending);
    Ok(())
}

/// Makes all that is left of a payment owed; without a payment it waits for staff.
fn owe(
    store: &mut dyn OrderStore,
    order: &Order,
    payment: Option<PaymentId>,
    upto: Cents,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let tries = store.refund_tries(order.id)? + 1;
    let for_staff = payment.is_none();
    let owed = OwedRefund {
        key: RefundKey::of_try(order.reference.as_str(), tries),
        tries,
        base: order.given_back,
        upto,
        amount: None,
        has_failed: false,
        for_staff,
        attempts: 0,
        problem: for_staff.then(|| String::from(UNKNOWN_PAYMENT)),
        payment,
    };
    store.put_refund(order.id, &owed, now)?;
    if for_staff {
        return Ok(());
    }
    enqueue_refund(store, order.id, None)
}

/// What the job of an order asks the provider for; `None` if nothing is owed, or it waits for staff.
///
/// # Errors
/// [`StoreError`]
pub fn due_refund(store: &mut dyn OrderStore, order: OrderId) -> Result<Option<DueRefund>, StoreError> {
    let Some(reference) = store.reference_of(order)? else {
        return Ok(None);
    };
    let Some(order) = store.order(&reference)? else {
        return Ok(None);
    };
    let owed = store.owed_refund(order.id)?.filter(|owed| !owed.for_staff);
    Ok(owed.and_then(|owed| {
        Some(DueRefund {
            order: order.id,
            reference: order.reference,
            provider: order.provider,
            payment: owed.payment?,
            key: owed.key,
            base: owed.base,
            amount: owed.amount,
        })
    }))
}

/// Why a refund without a payment waits for staff.
const UNKNOWN_PAYMENT: &str =
    "the provider never named the payment; give it back in the provider's own pages";

/// Money that came for an order that was withdrawn from before, from a bank transfer that was under way: it goes back.
pub(crate) fn money_after_withdrawal(
    store: &mut dyn OrderStore,
    order: &mut Order,
    known: Reversal,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    match (order.status, known.end()) {
        (OrderStatus::Refunded | OrderStatus::Disputed, _) => Ok(()),
        (_, Some(end)) => end_order(store, order, end, now),
        (_, None) => {
            let upto = order.whole_refund();
            owe(store, order, order.payment.clone(), upto, now)?;
            order.refund = Some(RefundStanding::Pending);
            change_status(store, order, OrderStatus::Refunded)
        }
    }
}

/// Writes down that the provider took a refund: a credit note is issued, and what is owed beyond this try is asked for next.
///
/// # Errors
/// [`StoreError`]
pub fn refund_accepted(
    store: &mut dyn OrderStore,
    due: &DueRefund,
    accepted: &AcceptedRefund,
    now: DateTime<Utc>,
) -> Result<JobOutcome, StoreError> {
    store.note_reversal(&due.payment, Reversal::NOTHING)?;
    let Some(order) = store.lock_order(&due.reference)? else {
        return Ok(JobOutcome::Done);
    };
    let owed = current(store, due)?;
    if let Some(owed) = &owed {
        let tried = OwedRefund {
            attempts: owed.attempts.saturating_add(1),
            problem: None,
            ..owed.clone()
        };
        store.put_refund(due.order, &tried, now)?;
        end_refund(store, due.order, now)?;
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
        return Ok(JobOutcome::Done);
    };
    // A withdrawal raised what is owed while a part was under way.
    if let Some(owed) = owed
        && due.amount.is_some()
        && owed.upto > order.given_back
    {
        owe(store, &order, owed.payment, owed.upto, now)?;
        order.given_back = owed.upto;
        order.refund = Some(RefundStanding::Pending);
        store.save_order(&order)?;
    }
    Ok(JobOutcome::Done)
}

/// What is owed of a try, unless another try followed it meanwhile.
fn current(store: &mut dyn OrderStore, due: &DueRefund) -> Result<Option<OwedRefund>, StoreError> {
    Ok(store.owed_refund(due.order)?.filter(|owed| owed.key == due.key))
}

/// Writes down that the provider refused a refund: it stays owed, and is tried again under another key.
///
/// # Errors
/// [`StoreError`]
pub fn refund_refused(
    store: &mut dyn OrderStore,
    due: &DueRefund,
    problem: &str,
    now: DateTime<Utc>,
) -> Result<JobOutcome, StoreError> {
    let returned = returned(store, &due.payment)?;
    let Some(mut order) = store.lock_order(&due.reference)? else {
        return Ok(JobOutcome::Done);
    };
    let Some(owed) = current(store, due)? else {
        return Ok(JobOutcome::Done);
    };
    let tries = owed.tries + 1;
    let attempts = owed.attempts.saturating_add(1);
    let failed = OwedRefund {
        key: RefundKey::of_try(order.reference.as_str(), tries),
        tries,
        base: returned.given_back,
        has_failed: true,
        attempts,
        problem: Some(problem.to_owned()),
        ..owed
    };
    store.put_refund(due.order, &failed, now)?;
    follow(store, &mut order, returned, problem, now)?;
    store.save_order(&order)?;
    Ok(again(attempts, problem, now))
}

/// Writes down that a try has no answer: it may have been made, and is repeated under its key.
///
/// # Errors
/// [`StoreError`]
pub fn refund_unanswered(
    store: &mut dyn OrderStore,
    due: &DueRefund,
    problem: &str,
    now: DateTime<Utc>,
) -> Result<JobOutcome, StoreError> {
    if store.lock_order(&due.reference)?.is_none() {
        return Ok(JobOutcome::Done);
    }
    let Some(owed) = current(store, due)? else {
        return Ok(JobOutcome::Done);
    };
    let attempts = owed.attempts.saturating_add(1);
    let tried = OwedRefund {
        attempts,
        problem: Some(problem.to_owned()),
        ..owed
    };
    store.put_refund(due.order, &tried, now)?;
    Ok(again(attempts, problem, now))
}

fn again(attempts: i32, problem: &str, now: DateTime<Utc>) -> JobOutcome {
    JobOutcome::Again {
        at: next_refund_try(attempts.saturating_sub(1), now),
        because: Some(problem.to_owned()),
        attempts,
    }
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
