//! A refund that staff ask for: how much goes back, and whether the access ends with it.

use audit::{ActingStaff, Action};
use chrono::{DateTime, SubsecRound as _, Utc};
use kernel::{Cents, StoreError};

use crate::{
    AccessAfterRefund, Order, OrderReference, OrderStatus, OrderStore, OwedRefund, PaymentId, Provider,
    RefundAmountError, RefundDecision, RefundKey, RefundPart, RefundStanding, RefundWish, Reversal,
    document::credit::credit_given_back,
    payments::{
        refund::job::{end_refund, enqueue_refund},
        reversal::{end_order, money_given_back, take_back_order},
    },
};

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
pub enum AskRefundError {
    #[error("there is no such order")]
    NoSuchOrder,
    #[error("no money of the order can go back: {0:?}")]
    Refused(RefundRefusal),
    #[error(transparent)]
    Amount(#[from] RefundAmountError),
    /// More or less has been given back than the asker saw.
    #[error("{} cents have been given back", .0.0)]
    Moved(Cents),
    /// Another refund was asked for and has no outcome yet; its cents.
    #[error("a refund of {} cents has no outcome yet", .0.0)]
    Pending(Cents),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a refund would be now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedRefund {
    pub part: RefundPart,
    /// Cents that go back now.
    pub cents: Cents,
    /// Through which the provider gives the money back; `None` where no provider is asked.
    pub payment: Option<PaymentId>,
    /// The same sum was asked for before and has no outcome yet: it is one refund.
    pub is_repeated: bool,
}

/// What a refund of an order would be now; nothing is written down.
///
/// # Errors
/// [`AskRefundError`]
pub fn plan_refund(
    store: &mut dyn OrderStore,
    order: &Order,
    wish: RefundWish,
    way: RefundWay,
) -> Result<PlannedRefund, AskRefundError> {
    let owed = store.owed_refund(order.id)?;
    let payment = payment_to_refund(order, owed.as_ref(), way)?;
    let is_stale = wish.refunded != order.given_back;
    // A try that is made by itself, also after a refusal, may be under way at this moment.
    if let Some(owed) = owed.filter(|owed| !owed.for_staff && way == RefundWay::ThroughProvider) {
        if is_stale && wish.refunded != owed.base {
            return Err(AskRefundError::Moved(order.given_back));
        }
        let cents = Cents(owed.upto.0.saturating_sub(owed.base.0));
        if owed.amount != wish.amount && wish.amount != Some(cents) {
            return Err(AskRefundError::Pending(cents));
        }
        return Ok(PlannedRefund {
            part: RefundPart {
                amount: owed.amount,
                given_back: owed.upto,
            },
            cents,
            payment,
            is_repeated: true,
        });
    }
    if is_stale {
        return Err(AskRefundError::Moved(order.given_back));
    }
    let part = order.refund_part(wish.amount)?;
    Ok(PlannedRefund {
        part,
        cents: Cents(part.given_back.0.saturating_sub(order.given_back.0)),
        payment,
        is_repeated: false,
    })
}

/// Through which payment the money of an order goes back now; `None` where no provider is asked.
fn payment_to_refund(
    order: &Order,
    owed: Option<&OwedRefund>,
    way: RefundWay,
) -> Result<Option<PaymentId>, AskRefundError> {
    let payment = match order.refund_decision() {
        // Nothing is left, or it is owed still.
        RefundDecision::Returned => match owed {
            Some(owed) => owed.payment.clone(),
            None => return Err(AskRefundError::Refused(RefundRefusal::Returned)),
        },
        RefundDecision::NoMoneyMoved => return Ok(None),
        RefundDecision::ThroughProvider(payment) => Some(payment.clone()),
        RefundDecision::UnknownPayment => None,
        RefundDecision::NothingPaid => {
            return Err(AskRefundError::Refused(RefundRefusal::NothingPaid));
        }
    };
    if way == RefundWay::ThroughProvider && payment.is_none() {
        return Err(AskRefundError::Refused(RefundRefusal::UnknownPayment));
    }
    // Only Stripe is asked: no money moved elsewhere.
    Ok(payment.filter(|_| way == RefundWay::ThroughProvider && order.provider == Provider::Stripe))
}

/// Makes a refund owed, ends the access if that is wanted, and writes the line of the trail. A repeated request is the same refund, whose
/// next try is due now. Answers the order.
///
/// # Errors
/// [`AskRefundError`]; nothing was written then.
pub fn ask_refund(
    store: &mut dyn OrderStore,
    reference: &OrderReference,
    wish: RefundWish,
    way: RefundWay,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<Order, AskRefundError> {
    // What is known of the payment is locked first, then the order, then what it gave, and the numbers of documents last
    // (docs/concurrency.md).
    let known = store.order(reference)?.ok_or(AskRefundError::NoSuchOrder)?;
    if let Some(payment) = &known.payment {
        store.note_reversal(payment, Reversal::NOTHING)?;
    }
    let mut order = store.lock_order(reference)?.ok_or(AskRefundError::NoSuchOrder)?;
    let planned = plan_refund(store, &order, wish, way)?;
    if planned.is_repeated && planned.payment.is_some() {
        enqueue_refund(store, order.id, None)?;
        if wish.access == AccessAfterRefund::Ends {
            end_kept_access(store, &mut order, now)?;
        }
        return Ok(order);
    }
    let before = order.given_back;
    order.kept_open_upto = match wish.access {
        AccessAfterRefund::Stays => planned.part.given_back,
        AccessAfterRefund::Ends => Cents(0),
    };
    if let Some(payment) = planned.payment {
        let tries = store.refund_tries(order.id)? + 1;
        let owed = OwedRefund {
            payment: Some(payment),
            key: RefundKey::of_try(order.reference.as_str(), tries),
            tries,
            base: order.given_back,
            upto: planned.part.given_back,
            amount: planned.part.amount,
            has_failed: false,
            for_staff: false,
            attempts: 0,
            problem: None,
        };
        store.put_refund(order.id, &owed, now)?;
        enqueue_refund(store, order.id, None)?;
        order.given_back = planned.part.given_back;
        order.refund = Some(RefundStanding::Pending);
        end_by_staff(store, &mut order, planned.part, wish.access, now)?;
    } else {
        write_down(store, &mut order, planned.part, wish.access, before, now)?;
    }
    let act = by.act(Action::OrdersRefund).concerning(order.user);
    store.append_act(&act.about(reference.as_str()), now)?;
    Ok(order)
}

fn end_kept_access(
    store: &mut dyn OrderStore,
    order: &mut Order,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    order.kept_open_upto = Cents(0);
    store.save_order(order)?;
    take_back_order(store, order, now)
}

/// Ends an order whose whole payment goes back, and the access if that is wanted, and saves it.
fn end_by_staff(
    store: &mut dyn OrderStore,
    order: &mut Order,
    part: RefundPart,
    access: AccessAfterRefund,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if access == AccessAfterRefund::Ends {
        take_back_order(store, order, now)?;
    }
    match order.status {
        OrderStatus::Paid | OrderStatus::Flagged | OrderStatus::Failed if part.is_whole() => {
            end_order(store, order, OrderStatus::Refunded, now)
        }
        _ => store.save_order(order),
    }
}

/// Writes down money that went back without the provider being asked: staff gave it back in its pages, or no money moved.
fn write_down(
    store: &mut dyn OrderStore,
    order: &mut Order,
    part: RefundPart,
    access: AccessAfterRefund,
    before: Cents,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    end_refund(store, order.id, now)?;
    order.refund = None;
    end_by_staff(store, order, part, access, now)?;
    if let Some(payment) = order.payment.clone() {
        let news = Reversal {
            given_back: part.given_back,
            reported_at: Some(now.trunc_subsecs(0)),
            whole: part.is_whole(),
            disputed: false,
        };
        money_given_back(store, &payment, news, None, now)?;
    } else {
        order.given_back = part.given_back;
        store.save_order(order)?;
        credit_given_back(store, order, before, part.given_back, now)?;
    }
    if let Some(written) = store.order(&order.reference)? {
        *order = written;
    }
    Ok(())
}
