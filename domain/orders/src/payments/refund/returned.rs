//! How much of a payment has gone back, by all that the provider said of it, in any order.

use chrono::{DateTime, Utc};
use kernel::{Cents, StoreError};

use crate::{
    Order, OrderStore, OwedRefund, PaymentId, ProviderRefund, RefundKey, RefundStanding, RefundState,
    Reversal, payments::refund::job::end_refund,
};

/// What is shown of a refund that failed if the provider gave no reason.
pub(crate) const FAILED: &str = "the payment provider reports that the refund failed";

/// What has gone back of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Returned {
    /// The sum of the refunds that succeeded or are pending.
    pub given_back: Cents,
    /// The most that was to go back at any time; what is missing of it failed, and is owed.
    pub upto: Cents,
    pub is_pending: bool,
    /// The whole went back, also where the sum is not known, and nothing of it failed.
    pub is_whole: bool,
}

impl Returned {
    /// A report counts all refunds so far, so those that failed after it come off, and those before it do not. Refunds that are known by
    /// their names are at least given back: a second one may be made within the second of the first one's failure.
    pub(crate) fn of(known: Reversal, refunds: &[ProviderRefund]) -> Self {
        let sum = |counts: &dyn Fn(RefundState) -> bool| -> i32 {
            let counted = refunds.iter().filter(|refund| counts(refund.state));
            counted.fold(0, |sum, refund| sum.saturating_add(refund.amount.0))
        };
        let named = sum(&|state| !matches!(state, RefundState::Failed { .. }));
        let failed_since = sum(&|state| match state {
            RefundState::Failed { at } => known.reported_at.is_none_or(|reported| at >= reported),
            RefundState::Pending | RefundState::Succeeded => false,
        });
        let largest = refunds.iter().map(|refund| refund.amount.0).max();
        let reported = known.given_back.0;
        let given_back = Cents(reported.saturating_sub(failed_since).max(named).max(0));
        let upto = Cents(reported.max(named).max(largest.unwrap_or_default()));
        Self {
            given_back,
            upto,
            is_whole: known.whole && given_back >= upto,
            is_pending: refunds.iter().any(|refund| refund.state == RefundState::Pending),
        }
    }
}

/// What has gone back of a payment. Locks the payment.
pub(crate) fn returned(store: &mut dyn OrderStore, payment: &PaymentId) -> Result<Returned, StoreError> {
    let known = store.note_reversal(payment, Reversal::NOTHING)?;
    Ok(Returned::of(known, &store.refunds_of(payment)?))
}

/// Brings what an order says of its refund in line with what has gone back; `problem`: why something failed. The order is to be saved.
pub(crate) fn follow(
    store: &mut dyn OrderStore,
    order: &mut Order,
    returned: Returned,
    problem: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mut owed = store.owed_refund(order.id)?;
    let is_returned =
        |owed: &OwedRefund| returned.is_whole || (owed.upto.0 > 0 && returned.given_back >= owed.upto);
    if owed.as_ref().is_some_and(is_returned) {
        end_refund(store, order.id, now)?;
        owed = None;
    }
    order.given_back = returned.given_back;
    order.refund = match owed {
        Some(owed) if owed.has_failed => Some(RefundStanding::Failed),
        Some(owed) => {
            order.given_back = returned.given_back.max(owed.upto);
            Some(RefundStanding::Pending)
        }
        None if returned.given_back < returned.upto => {
            let tries = store.refund_tries(order.id)? + 1;
            let failed = OwedRefund {
                payment: order.payment.clone(),
                key: RefundKey::of_try(order.reference.as_str(), tries),
                tries,
                base: returned.given_back,
                upto: returned.upto,
                amount: (returned.upto < order.amounts.total)
                    .then(|| Cents(returned.upto.0 - returned.given_back.0)),
                has_failed: true,
                // Stripe advises another way than the same one again ("Failed refunds"), so staff decide.
                for_staff: true,
                attempts: 0,
                problem: Some(problem.to_owned()),
            };
            store.put_refund(order.id, &failed, now)?;
            Some(RefundStanding::Failed)
        }
        None if returned.is_pending => Some(RefundStanding::Pending),
        None => None,
    };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RefundId;

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(second, 0).unwrap()
    }

    fn reported(given_back: i32, second: i64) -> Reversal {
        Reversal {
            given_back: Cents(given_back),
            reported_at: Some(at(second)),
            ..Reversal::NOTHING
        }
    }

    fn refund(id: &str, amount: i32, state: RefundState) -> ProviderRefund {
        ProviderRefund {
            id: RefundId(id.to_owned()),
            amount: Cents(amount),
            state,
        }
    }

    fn of(known: Reversal, refunds: &[ProviderRefund]) -> (i32, i32) {
        let returned = Returned::of(known, refunds);
        (returned.given_back.0, returned.upto.0)
    }

    #[test]
    fn a_refund_that_fails_comes_off_and_is_owed() {
        let failed = RefundState::Failed { at: at(5) };
        assert_eq!(of(reported(300, 1), &[refund("a", 300, failed)]), (0, 300));
        assert_eq!(of(reported(800, 1), &[refund("a", 300, failed)]), (500, 800));
        // The failure is known before the refund is.
        assert_eq!(of(Reversal::NOTHING, &[refund("a", 300, failed)]), (0, 300));
        // The report is of the failure's second: it is read as the earlier one.
        assert_eq!(of(reported(300, 5), &[refund("a", 300, failed)]), (0, 300));
    }

    #[test]
    fn a_refund_that_was_made_again_counts() {
        let failed = refund("a", 300, RefundState::Failed { at: at(5) });
        assert_eq!(of(reported(300, 9), std::slice::from_ref(&failed)), (300, 300));
        for state in [RefundState::Pending, RefundState::Succeeded] {
            let again = [failed.clone(), refund("b", 300, state)];
            assert_eq!(of(reported(300, 1), &again), (300, 300));
            assert_eq!(
                Returned::of(reported(300, 1), &again).is_pending,
                state == RefundState::Pending
            );
        }
    }

    #[test]
    fn states_come_in_any_order_and_a_failure_is_final() {
        let failed = RefundState::Failed { at: at(5) };
        for (one, other, both) in [
            (
                RefundState::Pending,
                RefundState::Succeeded,
                RefundState::Succeeded,
            ),
            (RefundState::Pending, failed, failed),
            (RefundState::Succeeded, failed, failed),
            (RefundState::Failed { at: at(9) }, failed, failed),
        ] {
            assert_eq!((one.and(other), other.and(one)), (both, both));
        }
    }
}
