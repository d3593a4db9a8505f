//! The provider's events, and what each does to its order. What changes a payment or access is recorded in the audit trail with the
//! provider as the actor; a page that ends without a payment is not.

use audit::{Act, Action};
use chrono::{DateTime, Utc};
use kernel::{Cents, StoreError};

use crate::{
    CheckoutContext, CheckoutSessionId, Country, FulfilError, Order, OrderStatus, OrderStore, PaymentEvent,
    PaymentEventKind, PaymentId, ProviderRefund, RefundState, Reversal,
    document::credit::credit_given_back,
    money_given_back,
    payments::{
        fulfil::fulfil,
        refund::{
            outcome::money_after_withdrawal,
            returned::{FAILED, Returned, follow},
        },
        reversal::{change_status, end_order},
    },
};

/// Acts on an event, once: a repeated event, and one of an unknown page, change nothing.
///
/// # Errors
/// [`FulfilError`]; nothing was written then, and the event may come again.
pub fn handle_payment_event(
    store: &mut dyn OrderStore,
    context: &CheckoutContext,
    event: &PaymentEvent,
    now: DateTime<Utc>,
) -> Result<(), FulfilError> {
    if event.kind == PaymentEventKind::Other || !store.note_event(&event.id, now)? {
        return Ok(());
    }
    match &event.kind {
        PaymentEventKind::Paid {
            session,
            payment,
            amount,
            currency,
            country,
        } => match completed_order(store, session, payment.as_ref(), now)? {
            Some((mut order, known)) => {
                if country.is_some() {
                    order.payment_country.clone_from(country);
                }
                paid(store, context, &mut order, known, (*amount, currency), now)
            }
            None => Ok(()),
        },
        PaymentEventKind::AwaitingMoney { session, payment } => {
            match completed_order(store, session, payment.as_ref(), now)? {
                Some((mut order, known)) => Ok(awaiting_money(store, &mut order, known, now)?),
                None => Ok(()),
            }
        }
        PaymentEventKind::Failed { session } => Ok(failed(store, session, now)?),
        PaymentEventKind::Expired { session } => Ok(expired(store, session, now)?),
        PaymentEventKind::Refunded {
            payment,
            charged,
            given_back,
        } => {
            let news = Reversal {
                given_back: *given_back,
                reported_at: Some(event.at),
                whole: charged.0 > 0 && given_back >= charged,
                disputed: false,
            };
            Ok(reported(store, Action::OrderRefunded, payment, news, None, now)?)
        }
        PaymentEventKind::RefundChanged { payment, refund } => {
            let action = match refund.state {
                RefundState::Failed { .. } => Action::OrderRefundFailed,
                RefundState::Pending | RefundState::Succeeded => Action::OrderRefunded,
            };
            let news = Reversal::NOTHING;
            Ok(reported(store, action, payment, news, Some(refund), now)?)
        }
        PaymentEventKind::Disputed { payment } => {
            let news = Reversal {
                disputed: true,
                ..Reversal::NOTHING
            };
            Ok(reported(store, Action::OrderDisputed, payment, news, None, now)?)
        }
        PaymentEventKind::Inquiry { payment, id, state } => Ok(store.note_inquiry(payment, id, *state)?),
        PaymentEventKind::Other => Ok(()),
    }
}

fn record(
    store: &mut dyn OrderStore,
    action: Action,
    order: &Order,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let act = Act::by_provider(action)
        .concerning(order.user)
        .about(order.reference.as_str());
    store.append_act(&act, now)
}

/// What the end of an order by its reversal is called.
fn reversed(end: OrderStatus) -> Action {
    match end {
        OrderStatus::Disputed => Action::OrderDisputed,
        _ => Action::OrderRefunded,
    }
}

fn reported(
    store: &mut dyn OrderStore,
    action: Action,
    payment: &PaymentId,
    news: Reversal,
    refund: Option<&ProviderRefund>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    match money_given_back(store, payment, news, refund, now)? {
        Some(order) => record(store, action, &order, now),
        None => Ok(()),
    }
}

fn awaiting_money(
    store: &mut dyn OrderStore,
    order: &mut Order,
    known: Reversal,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    // The buyer withdrew before the money came; the payment's name is what is new.
    if order.withdrawn_at.is_some() {
        return store.save_order(order);
    }
    match (order.status, known.end()) {
        (OrderStatus::Open | OrderStatus::Expired, Some(end)) => {
            end_order(store, order, end, now)?;
            record(store, reversed(end), order, now)
        }
        (OrderStatus::Open | OrderStatus::Expired, None) => {
            order.ended_at = None;
            change_status(store, order, OrderStatus::AwaitingMoney)
        }
        _ => Ok(()),
    }
}

fn failed(
    store: &mut dyn OrderStore,
    session: &CheckoutSessionId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Some(mut order) = store.lock_order_of_session(session)? else {
        return Ok(());
    };
    match order.status {
        OrderStatus::Open | OrderStatus::AwaitingMoney | OrderStatus::Expired | OrderStatus::Paid => {
            end_order(store, &mut order, OrderStatus::Failed, now)?;
            record(store, Action::OrderFailed, &order, now)
        }
        _ => Ok(()),
    }
}

fn expired(
    store: &mut dyn OrderStore,
    session: &CheckoutSessionId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    match store.lock_order_of_session(session)? {
        Some(mut order) if order.status == OrderStatus::Open => {
            end_order(store, &mut order, OrderStatus::Expired, now)
        }
        _ => Ok(()),
    }
}

/// The order of a completed page with its payment's id, and what was given back of that payment. The payment is locked before the
/// order, as in [`money_given_back`], so that neither misses what the other writes.
fn completed_order(
    store: &mut dyn OrderStore,
    session: &CheckoutSessionId,
    payment: Option<&PaymentId>,
    now: DateTime<Utc>,
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
    if let Some(payment) = payment {
        let returned = Returned::of(known, &store.refunds_of(payment)?);
        if returned.upto.0 > 0 && !known.disputed {
            follow(store, &mut order, returned, FAILED, now)?;
        }
    }
    Ok(Some((order, known)))
}

/// Two facts about where the buyer lives contradict each other (Implementing Regulation (EU) 282/2011, article 24b), and the tax follows the
/// chosen country: staff decide.
fn flag_other_country(order: &mut Order) {
    let (Some(chosen), Some(paid)) = (order.buyer.place.country, order.payment_country.as_deref()) else {
        return;
    };
    if Country::parse(paid).map(Country::taxed_as) != Ok(chosen.taxed_as()) {
        let reason = format!("the buyer chose {chosen}, and the billing address of the payment is in {paid}");
        order.add_flag(&reason);
    }
}

fn paid(
    store: &mut dyn OrderStore,
    context: &CheckoutContext,
    order: &mut Order,
    known: Reversal,
    (amount, currency): (Cents, &str),
    now: DateTime<Utc>,
) -> Result<(), FulfilError> {
    if order.withdrawn_at.is_some() {
        return Ok(money_after_withdrawal(store, order, known, now)?);
    }
    match order.status {
        OrderStatus::Open | OrderStatus::AwaitingMoney | OrderStatus::Expired => {}
        // A page whose payment failed is not paid later. If the provider reports it, staff must check the order.
        OrderStatus::Failed => {
            order.flag = Some(String::from("it was paid after its payment had failed"));
            store.save_order(order)?;
            return Ok(record(store, Action::OrderFlagged, order, now)?);
        }
        _ => return Ok(()),
    }
    if let Some(end) = known.end() {
        end_order(store, order, end, now)?;
        return Ok(record(store, reversed(end), order, now)?);
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
        end_order(store, order, OrderStatus::Flagged, now)?;
        return Ok(record(store, Action::OrderFlagged, order, now)?);
    }
    flag_other_country(order);
    fulfil(store, context, order, now)?;
    record(store, Action::OrderPaid, order, now)?;
    // A part that went back before the payment was reported.
    if order.given_back.0 > 0 {
        credit_given_back(store, order, Cents(0), order.given_back, now)?;
    }
    Ok(())
}
