//! A refund that staff ask for: how much goes back, and whether the access ends with it.
//!
//! Decision: what is asked is written down before the provider is: its key, how much, and whether the access stays. The provider's own
//! event of the refund may come before its answer, and the answer may be lost. Until the outcome is known the same sum asked again is the
//! same refund, by its key, and another sum is refused. Cost: after a lost answer another sum waits for the provider's event, or a day.

use audit::{ActingStaff, Action};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Cents, StoreError};

use crate::{
    AccessAfterRefund, Order, OrderReference, OrderStore, PaymentId, Provider, RefundDecision, RefundKey,
    RefundRequest, RefundWish, Reversal,
    document::credit::credit_given_back,
    money_given_back,
    payments::reversal::{refund_order, take_back_order},
};

/// Stripe keeps an idempotency key for 24 hours at least (Stripe, "Idempotent requests"); an hour of it is left for the request itself.
const REQUEST_LIFE: TimeDelta = TimeDelta::hours(23);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RefundAmountError {
    #[error("Amount must be at least 1 cent")]
    Nothing,
    #[error("Amount must be at most {left} cents, which is what is left of the payment", left = .0.0)]
    TooMuch(Cents),
    /// Of a flagged order another amount was paid than was asked; only the whole can be given back.
    #[error("Only the whole payment of a flagged order can be given back")]
    Flagged,
}

/// A refund as it is asked of the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundPart {
    /// Cents; `None`: what is left of the payment.
    pub amount: Option<Cents>,
    /// What will have gone back of the payment then.
    pub given_back: Cents,
    pub whole: bool,
}

impl Order {
    /// What giving an amount back comes to, as the order stands now; `None`: what is left.
    ///
    /// # Errors
    /// See [`RefundAmountError`].
    pub fn refund_part(&self, amount: Option<Cents>) -> Result<RefundPart, RefundAmountError> {
        let left = Cents(self.amounts.total.0 - self.given_back.0);
        let whole = RefundPart {
            amount: None,
            given_back: self.amounts.total,
            whole: true,
        };
        match amount {
            None => Ok(whole),
            Some(_) if self.needs_a_look() => Err(RefundAmountError::Flagged),
            Some(amount) if amount.0 < 1 => Err(RefundAmountError::Nothing),
            Some(amount) if amount > left => Err(RefundAmountError::TooMuch(left)),
            Some(amount) if amount == left => Ok(whole),
            Some(amount) => Ok(RefundPart {
                amount: Some(amount),
                given_back: Cents(self.given_back.0 + amount.0),
                whole: false,
            }),
        }
    }
}

/// By which way the money goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundWay {
    ThroughProvider,
    /// Staff gave it back in the provider's own pages.
    ByHand,
}

/// Why no money of an order can go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundRefusal {
    /// It went back before.
    Returned,
    NothingPaid,
    /// The provider never named the payment.
    UnknownPayment,
}

#[derive(Debug, thiserror::Error)]
pub enum BeginRefundError {
    #[error("there is no such order")]
    NoSuchOrder,
    #[error("no money of the order can go back: {0:?}")]
    Refused(RefundRefusal),
    #[error(transparent)]
    Amount(#[from] RefundAmountError),
    /// Another refund was asked for, and whether it was made is not known; its cents.
    #[error("whether an earlier refund of {} cents was made is not known", .0.0)]
    OutcomeUnknown(Cents),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A refund that is written down and is to be asked of the provider now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BegunRefund {
    /// As it stood before.
    pub order: Order,
    pub request: RefundRequest,
    /// Through which the provider gives the money back; `None` where no provider is asked.
    pub payment: Option<PaymentId>,
    /// Whether nothing was asked of the provider under this key before.
    pub is_new: bool,
}

/// What a refund would be now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedRefund {
    pub part: RefundPart,
    /// Through which the provider gives the money back; `None` where no provider is asked.
    pub payment: Option<PaymentId>,
    /// The same sum was asked for before, and the outcome is not written down.
    pub repeated: Option<RefundRequest>,
    /// Another sum that was asked for before, and that the provider's event reported since.
    reported: Option<RefundRequest>,
}

/// What a refund of an order would be now; nothing is written down.
///
/// # Errors
/// [`BeginRefundError`]
pub fn plan_refund<S: OrderStore + ?Sized>(
    store: &mut S,
    order: &Order,
    wish: RefundWish,
    way: RefundWay,
    now: DateTime<Utc>,
) -> Result<PlannedRefund, BeginRefundError> {
    let earlier = store.refund_request(order.id)?;
    let earlier = earlier.filter(|earlier| now - earlier.asked_at < REQUEST_LIFE);
    let (repeated, reported) = match earlier {
        Some(request) if request.is_same_sum(wish) => (Some(request), None),
        Some(request) if order.given_back < request.upto => {
            return Err(BeginRefundError::OutcomeUnknown(request.amount));
        }
        reported => (None, reported),
    };
    let payment = match payment_to_refund(store, order, way) {
        // The provider's event came before.
        Err(BeginRefundError::Refused(RefundRefusal::Returned)) if repeated.is_some() => {
            asked_through(order, way, order.payment.clone())
        }
        other => other?,
    };
    let part = match &repeated {
        Some(request) => RefundPart {
            amount: request.part(),
            given_back: request.upto,
            whole: request.whole,
        },
        None => order.refund_part(wish.amount)?,
    };
    Ok(PlannedRefund {
        part,
        payment,
        repeated,
        reported,
    })
}

/// Through which payment the money of an order goes back now; `None` where no provider is asked.
fn payment_to_refund<S: OrderStore + ?Sized>(
    store: &mut S,
    order: &Order,
    way: RefundWay,
) -> Result<Option<PaymentId>, BeginRefundError> {
    let owed = store.queued_refund(order.id)?;
    let owed = owed.filter(|refund| refund.finished_at.is_none());
    let payment = match (order.refund_decision(), owed) {
        // Withdrawn from, and its refund is still in the queue.
        (RefundDecision::Returned, Some(refund)) => refund.payment,
        (RefundDecision::Returned, None) => return Err(BeginRefundError::Refused(RefundRefusal::Returned)),
        (RefundDecision::NoMoneyMoved, _) => return Ok(None),
        (RefundDecision::ThroughProvider(payment), _) => Some(payment.clone()),
        (RefundDecision::UnknownPayment, _) => None,
        (RefundDecision::NothingPaid, _) => {
            return Err(BeginRefundError::Refused(RefundRefusal::NothingPaid));
        }
    };
    if way == RefundWay::ThroughProvider && payment.is_none() {
        return Err(BeginRefundError::Refused(RefundRefusal::UnknownPayment));
    }
    Ok(asked_through(order, way, payment))
}

/// Only Stripe is asked: no money moved elsewhere.
fn asked_through(order: &Order, way: RefundWay, payment: Option<PaymentId>) -> Option<PaymentId> {
    payment.filter(|_| way == RefundWay::ThroughProvider && order.provider == Provider::Stripe)
}

/// Writes down what is asked of the provider next. What was asked before and has no outcome yet is asked again with its own key.
///
/// # Errors
/// [`BeginRefundError`]; nothing is asked then.
pub fn begin_refund<S: OrderStore + ?Sized>(
    store: &mut S,
    reference: &OrderReference,
    wish: RefundWish,
    way: RefundWay,
    key: RefundKey,
    now: DateTime<Utc>,
) -> Result<BegunRefund, BeginRefundError> {
    let mut order = store
        .lock_order(reference)?
        .ok_or(BeginRefundError::NoSuchOrder)?;
    let planned = plan_refund(store, &order, wish, way, now)?;
    if let Some(reported) = planned.reported {
        order.kept_open_upto = reported.kept_upto();
        store.save_order(&order)?;
        if reported.access == AccessAfterRefund::Ends {
            take_back_order(store, &order, now)?;
        }
    }
    let is_new = planned.repeated.is_none();
    let request = match planned.repeated {
        // What becomes of the access is this database's matter: the latest request decides.
        Some(request) => RefundRequest {
            access: wish.access,
            ..request
        },
        None => RefundRequest {
            key,
            // Of a flagged order more may have gone back than was asked.
            amount: Cents(
                planned
                    .part
                    .given_back
                    .0
                    .saturating_sub(order.given_back.0)
                    .max(0),
            ),
            upto: planned.part.given_back.max(order.given_back),
            whole: planned.part.whole,
            access: wish.access,
            asked_at: now,
        },
    };
    store.put_refund_request(order.id, &request)?;
    Ok(BegunRefund {
        order,
        request,
        payment: planned.payment,
        is_new,
    })
}

/// Forgets a refund that the provider refused, or that it was never asked for.
///
/// # Errors
/// [`StoreError`]
pub fn forget_refund<S: OrderStore + ?Sized>(
    store: &mut S,
    reference: &OrderReference,
    key: &RefundKey,
) -> Result<(), StoreError> {
    let Some(order) = store.lock_order(reference)? else {
        return Ok(());
    };
    match store.refund_request(order.id)? {
        Some(request) if request.key == *key => store.forget_refund_request(order.id),
        _ => Ok(()),
    }
}

/// Writes down a refund whose money is on its way back, with its line of the trail. The provider's own event about it changes nothing
/// more. False if another request with the same key did so before.
///
/// # Errors
/// [`StoreError`]
pub fn refund_by_staff<S: OrderStore + ?Sized>(
    store: &mut S,
    reference: &OrderReference,
    request: &RefundRequest,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let Some(order) = store.order(reference)? else {
        return Ok(false);
    };
    // A withdrawal, or the same sum asked again, may have changed what becomes of the access.
    let asked = store.refund_request(order.id)?;
    let asked = asked.filter(|asked| asked.key == request.key);
    let request = asked.as_ref().unwrap_or(request);
    // What is known of the payment is locked first, then the order, then what it gave, and the numbers of documents last
    // (docs/concurrency.md).
    if !request.whole && request.access == AccessAfterRefund::Ends {
        if let Some(payment) = &order.payment {
            store.note_reversal(payment, part_of(request.upto))?;
        }
        if let Some(order) = store.lock_order(reference)? {
            take_back_order(store, &order, now)?;
        }
    }
    if request.whole {
        refund_order(store, reference, now)?;
    } else {
        give_back_part(store, &order, request.upto, now)?;
    }
    let Some(mut order) = store.lock_order(reference)? else {
        return Ok(false);
    };
    let asked = store.refund_request(order.id)?;
    let Some(request) = asked.filter(|asked| asked.key == request.key) else {
        return Ok(false);
    };
    store.forget_refund_request(order.id)?;
    order.kept_open_upto = request.kept_upto();
    store.save_order(&order)?;
    let act = by.act(Action::OrdersRefund).concerning(order.user);
    store.append_act(&act.about(reference.as_str()), now)?;
    Ok(true)
}

fn part_of(given_back: Cents) -> Reversal {
    Reversal {
        given_back,
        ..Reversal::NOTHING
    }
}

fn give_back_part<S: OrderStore + ?Sized>(
    store: &mut S,
    order: &Order,
    upto: Cents,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if let Some(payment) = &order.payment {
        return money_given_back(store, payment, part_of(upto), now).map(|_| ());
    }
    let Some(mut order) = store.lock_order(&order.reference)? else {
        return Ok(());
    };
    let before = order.given_back;
    order.given_back = upto.max(before);
    store.save_order(&order)?;
    credit_given_back(store, &mut order, before, now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::sample::order;

    fn sold(total: i32, given_back: i32) -> Order {
        let mut sold = order();
        sold.amounts.total = Cents(total);
        sold.given_back = Cents(given_back);
        sold
    }

    #[test]
    fn a_part_is_at_most_what_is_left_and_the_rest_of_it_is_the_whole() {
        let order = sold(30_000, 10_000);
        let whole = order.refund_part(None).unwrap();
        assert_eq!(
            (whole.amount, whole.given_back, whole.whole),
            (None, Cents(30_000), true)
        );
        assert_eq!(order.refund_part(Some(Cents(20_000))), Ok(whole));
        let part = order.refund_part(Some(Cents(5_000))).unwrap();
        assert_eq!(
            (part.amount, part.given_back, part.whole),
            (Some(Cents(5_000)), Cents(15_000), false)
        );
        assert_eq!(order.refund_part(Some(Cents(0))), Err(RefundAmountError::Nothing));
        assert_eq!(
            order.refund_part(Some(Cents(20_001))),
            Err(RefundAmountError::TooMuch(Cents(20_000)))
        );
    }

    #[test]
    fn of_a_flagged_order_only_the_whole_goes_back() {
        let mut order = sold(30_000, 0);
        order.flag = Some(String::from("another amount was paid"));
        assert_eq!(order.refund_part(Some(Cents(1))), Err(RefundAmountError::Flagged));
        assert!(order.refund_part(None).unwrap().whole);
    }
}
