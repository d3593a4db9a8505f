//! Withdrawal from the contract of an order (Directive 2011/83/EU, articles 9 to 11a, as changed by Directive (EU) 2023/2673).
//!
//! Decision: a withdrawal takes effect in one transaction. The order, what it opened, the refund that is owed, the credit note and the
//! receipt of the withdrawal are written together; the money itself moves afterwards ([`crate::payments::refund`]). A withdrawn order has the
//! status that a refund gives it, so that a version before this one reads it; [`Order::withdrawn_at`] says that it was withdrawn from.
//! Cost: `refunded` may be said for a while before the provider has given the money back.

pub(crate) mod decision;
pub(crate) mod link;
pub(crate) mod period;
pub(crate) mod request;

use std::net::IpAddr;

use audit::{Act, Action};
use chrono::{DateTime, Utc};
use kernel::{Cents, StoreError, UserId};
use mail::{Mail, MoneyBack, WithdrawalMail};

use crate::{
    Order, OrderReference, OrderStatus, OrderStore, Provider, WithdrawalDecision, WithdrawalPeriod,
    document::credit::issue_credit_note,
    payments::{refund::outcome::owe_whole_refund, reversal::end_order},
};

/// The buyer's statement.
#[derive(Debug, Clone)]
pub struct WithdrawalStatement {
    /// When it was made; the period is judged by this time.
    pub made_at: DateTime<Utc>,
    /// The name that a buyer without an account gave; `None` for a member.
    pub name: Option<String>,
    /// For the audit trail.
    pub act: Act,
}

#[derive(Debug, thiserror::Error)]
pub enum WithdrawalError {
    /// No such order, another person's, or one of which no contract came.
    #[error("there is no such order")]
    NoSuchOrder,
    #[error("the period of withdrawal is over")]
    Over,
    /// The money went back without a withdrawal.
    #[error("the order was refunded already")]
    AlreadyRefunded,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Withdraws a member from the contract of their own order; answers when it was withdrawn from, the same each time.
/// `from` is the address that asks.
///
/// # Errors
/// [`WithdrawalError`]; an order whose purchase key the member was given is another person's.
pub fn withdraw_as_member(
    store: &mut dyn OrderStore,
    period: WithdrawalPeriod,
    member: UserId,
    from: IpAddr,
    reference: &OrderReference,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>, WithdrawalError> {
    let order = store.order(reference)?.filter(|order| order.is_bought_by(member));
    let order = order.ok_or(WithdrawalError::NoSuchOrder)?;
    let statement = WithdrawalStatement {
        made_at: now,
        name: None,
        act: Act::by_member(Action::OrderWithdrawn, member, from),
    };
    withdraw(store, period, &order.reference, &statement, now)
}

/// Withdraws from the contract of an order; answers when it was withdrawn from, the same each time.
///
/// # Errors
/// [`WithdrawalError`]; nothing was written then.
pub(crate) fn withdraw(
    store: &mut dyn OrderStore,
    period: WithdrawalPeriod,
    reference: &OrderReference,
    statement: &WithdrawalStatement,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>, WithdrawalError> {
    // The lock makes two requests one after the other; the second finds what the first wrote.
    let mut order = store.lock_order(reference)?.ok_or(WithdrawalError::NoSuchOrder)?;
    match order.withdrawal_decision(period, statement.made_at) {
        WithdrawalDecision::Withdrawn { at } => return Ok(at),
        WithdrawalDecision::Over => return Err(WithdrawalError::Over),
        WithdrawalDecision::AlreadyRefunded => return Err(WithdrawalError::AlreadyRefunded),
        WithdrawalDecision::NoContract => return Err(WithdrawalError::NoSuchOrder),
        WithdrawalDecision::Possible { .. } => {}
    }
    order.withdrawn_at = Some(now);
    // What an earlier refund of a part left open ends too.
    order.kept_open_upto = Cents(0);
    let before = order.given_back;
    let credit_note = match order.status {
        // Nothing was opened, and no receipt was issued. The money that may still come goes back when it does.
        OrderStatus::AwaitingMoney => {
            end_order(store, &mut order, OrderStatus::Expired, now)?;
            None
        }
        _ => {
            owe_whole_refund(store, &mut order, now)?;
            let total = order.amounts.total;
            end_order(store, &mut order, OrderStatus::Refunded, now)?;
            issue_credit_note(store, &mut order, before, total, now)?
        }
    };
    let credited = credit_note.map(|note| note.number.to_string());
    let mail = receipt_of_withdrawal(&order, before, statement, credited.as_deref(), now);
    store.enqueue_mail(&mail, now)?;
    let act = statement.act.clone().about(order.reference.as_str());
    store.append_act(&act, now)?;
    Ok(now)
}

fn receipt_of_withdrawal(
    order: &Order,
    before: Cents,
    statement: &WithdrawalStatement,
    credit_note: Option<&str>,
    now: DateTime<Utc>,
) -> Mail {
    let rest = order.amounts.total.0.saturating_sub(before.0).max(0);
    let money_back = match order.provider {
        Provider::Free => MoneyBack::Nothing,
        // Of a flagged order another amount was paid; only the provider knows how much.
        _ if order.paid_at.is_none() => MoneyBack::WhatWasPaid,
        _ => MoneyBack::Amount {
            amount: Cents(rest),
            currency: &order.currency,
        },
    };
    WithdrawalMail {
        to: order.buyer.email.as_str(),
        name: statement.name.as_deref().unwrap_or(&order.buyer.name),
        withdrawn_at: now,
        title: &order.shown_title(),
        ordered_at: order.created_at,
        reference: order.reference.as_str(),
        money_back,
        credit_note,
    }
    .compose()
}
