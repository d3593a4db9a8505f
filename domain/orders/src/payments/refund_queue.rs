//! The queue of refunds that are owed after a withdrawal: what comes of a try, and when a failed one is made again.
//!
//! A refund is never given up: it is owed by law. `portal doctor` names the refunds that have not succeeded for long.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

use crate::{
    DueRefund, LONGEST_REFUND_PAUSE, Order, OrderStatus, OrderStore, RefundKey, Reversal,
    payments::reversal::{change_status, end_order, refund_order},
};

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
            let key = RefundKey::of_withdrawal(order.reference.as_str());
            store.enqueue_refund(order.id, order.payment.as_ref(), &key, now)?;
            change_status(store, order, OrderStatus::Refunded)
        }
    }
}

/// When a refund that failed is tried again: after one second, then twice as long each time, up to an hour.
#[must_use]
pub fn next_refund_try(attempts: i32, now: DateTime<Utc>) -> DateTime<Utc> {
    let doublings = u32::try_from(attempts).unwrap_or(0).min(12);
    now + TimeDelta::seconds(1 << doublings).min(LONGEST_REFUND_PAUSE)
}

/// Writes down that a provider has given a refund's money back.
///
/// # Errors
/// [`StoreError`]
pub fn refund_succeeded<S: OrderStore + ?Sized>(
    store: &mut S,
    refund: &DueRefund,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    refund_order(store, &refund.reference, now)
}

/// Writes down that a refund failed, and when it is tried again.
///
/// # Errors
/// [`StoreError`]
pub fn refund_failed<S: OrderStore + ?Sized>(
    store: &mut S,
    refund: &DueRefund,
    problem: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    store.postpone_refund(refund.order, next_refund_try(refund.attempts, now), problem)
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
