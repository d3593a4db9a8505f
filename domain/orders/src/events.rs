//! What the provider says handle_payment_event, turned into what became of the order.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::Cents;
use kernel::StoreError;

use crate::{
    CheckoutContext, CheckoutSessionId, Order, OrderReference, OrderStatus, OrderStore, PaymentEvent,
    PaymentEventKind, PaymentId, Reversal,
    checkout_page::PAGE_LASTS,
    fulfil::fulfil,
    money_given_back,
    reversal::{change_status, end_order},
};

/// The provider says so when a page ended; whoever has not heard of it this long after never will.
const STALE: TimeDelta = TimeDelta::hours(PAGE_LASTS.num_hours() + 2);
/// An order gets its page within moments of being made, or never.
const WITHOUT_PAGE: TimeDelta = TimeDelta::minutes(30);
/// Orders that came to nothing are kept this long, for whoever asks what happened.
const KEPT: TimeDelta = TimeDelta::days(90);

/// Acts on an event, once: a repetition, an unknown page and an event of no concern change nothing.
///
/// # Errors
/// [`StoreError`]; the event may come again.
pub fn handle_payment_event<S: OrderStore + ?Sized>(
    store: &mut S,
    context: &CheckoutContext,
    event: &PaymentEvent,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if event.kind == PaymentEventKind::Other || !store.note_event(&event.id, now)? {
        return Ok(());
    }
    match &event.kind {
        PaymentEventKind::Paid {
            session,
            payment,
            amount,
            currency,
        } => {
            let Some((mut order, known)) = completed(store, session, payment.as_ref())? else {
                return Ok(());
            };
            paid(store, context, &mut order, known, (*amount, currency), now)
        }
        PaymentEventKind::AwaitingMoney { session, payment } => {
            let Some((mut order, known)) = completed(store, session, payment.as_ref())? else {
                return Ok(());
            };
            match (order.status, known.end()) {
                (OrderStatus::Open | OrderStatus::Expired, Some(end)) => {
                    end_order(store, &mut order, end, now)
                }
                (OrderStatus::Open | OrderStatus::Expired, None) => {
                    order.ended_at = None;
                    change_status(store, &mut order, OrderStatus::AwaitingMoney)
                }
                _ => Ok(()),
            }
        }
        PaymentEventKind::Failed { session } => {
            let Some(mut order) = store.lock_order_of_session(session)? else {
                return Ok(());
            };
            match order.status {
                OrderStatus::Open | OrderStatus::AwaitingMoney | OrderStatus::Expired | OrderStatus::Paid => {
                    end_order(store, &mut order, OrderStatus::Failed, now)
                }
                _ => Ok(()),
            }
        }
        PaymentEventKind::Expired { session } => {
            let Some(mut order) = store.lock_order_of_session(session)? else {
                return Ok(());
            };
            match order.status {
                OrderStatus::Open => end_order(store, &mut order, OrderStatus::Expired, now),
                _ => Ok(()),
            }
        }
        PaymentEventKind::Refunded {
            payment,
            charged,
            given_back,
        } => {
            let news = Reversal {
                given_back: *given_back,
                whole: charged.0 > 0 && given_back >= charged,
                disputed: false,
            };
            money_given_back(store, payment, news, now)
        }
        PaymentEventKind::Disputed { payment } => {
            let news = Reversal {
                disputed: true,
                ..Reversal::NOTHING
            };
            money_given_back(store, payment, news, now)
        }
        PaymentEventKind::Other => Ok(()),
    }
}

/// The order of a completed page with its payment's name, and what went back of that payment. The payment is held before the
/// order, as by whoever gives money back, so that neither misses the other.
fn completed<S: OrderStore + ?Sized>(
    store: &mut S,
    session: &CheckoutSessionId,
    payment: Option<&PaymentId>,
) -> Result<Option<(Order, Reversal)>, StoreError> {
    let known = match payment {
        Some(payment) => store.note_reversal(payment, Reversal::NOTHING)?,
        None => Reversal::NOTHING,
    };
    let Some(mut order) = store.lock_order_of_session(session)? else {
        return Ok(None);
    };
    if order.payment.is_none() {
        order.payment = payment.cloned();
    }
    if known.given_back.0 > 0 {
        order.given_back = known.given_back;
    }
    Ok(Some((order, known)))
}

fn paid<S: OrderStore + ?Sized>(
    store: &mut S,
    context: &CheckoutContext,
    order: &mut Order,
    known: Reversal,
    (amount, currency): (Cents, &str),
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    match order.status {
        OrderStatus::Open | OrderStatus::AwaitingMoney | OrderStatus::Expired => {}
        // A page whose payment failed is never paid; if it is all the same, somebody must look at it.
        OrderStatus::Failed => {
            order.flag = Some(String::from("it was paid after its payment had failed"));
            return store.save_order(order);
        }
        _ => return Ok(()),
    }
    if let Some(end) = known.end() {
        return end_order(store, order, end, now);
    }
    if amount != order.amounts.total || !currency.eq_ignore_ascii_case(&order.currency) {
        order.flag = Some(format!(
            "{} {} was paid, {} {} was asked (in cents)",
            amount.0,
            currency
                .chars()
                .filter(|c| c.is_ascii_alphanumeric())
                .take(8)
                .collect::<String>(),
            order.amounts.total.0,
            order.currency
        ));
        return end_order(store, order, OrderStatus::Flagged, now);
    }
    fulfil(store, context, order, now)
}

/// Orders whose payment page nobody heard of again, some of them; to be ended one by one.
///
/// # Errors
/// [`StoreError`]
pub fn stale_orders<S: OrderStore + ?Sized>(
    store: &mut S,
    now: DateTime<Utc>,
) -> Result<Vec<OrderReference>, StoreError> {
    store.stale_orders(now - STALE, now - WITHOUT_PAGE)
}

/// Ends an order that is still open, so that it holds no coupon for ever. Money that comes all the same still counts.
///
/// # Errors
/// [`StoreError`]
pub fn expire_order<S: OrderStore + ?Sized>(
    store: &mut S,
    reference: &OrderReference,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    match store.lock_order(reference)? {
        Some(mut order) if order.status == OrderStatus::Open => {
            end_order(store, &mut order, OrderStatus::Expired, now)
        }
        _ => Ok(()),
    }
}

/// Forgets orders that came to nothing a while ago.
///
/// # Errors
/// [`StoreError`]
pub fn forget_orders<S: OrderStore + ?Sized>(store: &mut S, now: DateTime<Utc>) -> Result<(), StoreError> {
    store.forget_orders(now - KEPT)
}
