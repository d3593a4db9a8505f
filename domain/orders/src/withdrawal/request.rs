//! Withdrawal by a buyer without an account: a form, a link by mail to the order's address, a confirmation.

use std::net::IpAddr;

use ::mail::{EmailAddress, MailKind, WithdrawalLinkMail};
use accounts::ContactLine;
use audit::{Act, Action};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

use crate::{
    NamedOrder, Order, OrderStatus, OrderStore, WITHDRAWAL_LINK_LIFE, WithdrawalError, WithdrawalPeriod,
    WithdrawalStatement, WithdrawalToken, WithdrawalTokenHash, withdrawal::withdraw,
};

/// A statement that is sent within the period is in time (Directive 2011/83/EU, article 11(2)), so one that is confirmed this soon
/// after its form is judged by the form's time.
const CONFIRMED_IN_TIME: TimeDelta = TimeDelta::hours(24);
/// Further requests for one order within an hour get the same answer and send no mail.
const LINK_MAILS_PER_HOUR: i64 = 3;

/// The form of a buyer without an account.
#[derive(Debug, Clone)]
pub struct WithdrawalRequest {
    pub name: ContactLine,
    pub email: EmailAddress,
    pub order: NamedOrder,
}

impl Order {
    /// Whether a contract came of it, whatever became of that.
    fn had_contract(&self) -> bool {
        self.withdrawn_at.is_some()
            || !matches!(
                self.status,
                OrderStatus::Open | OrderStatus::Failed | OrderStatus::Expired
            )
    }
}

/// Mails a link to the address of the order that a form names, if there is one. The answer is the same in all cases.
///
/// # Errors
/// [`StoreError`]
pub fn request_withdrawal<S: OrderStore + ?Sized>(
    store: &mut S,
    request: &WithdrawalRequest,
    token: &WithdrawalToken,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let named = match &request.order {
        NamedOrder::Reference(reference) => store.order(reference)?,
        NamedOrder::Receipt(number) => store
            .order_of_receipt(*number)?
            .filter(|order| order.buyer.email == request.email),
        NamedOrder::Unknown => None,
    };
    // Concurrent requests are counted one after the other.
    let order = match named {
        Some(named) => store.lock_order(&named.reference)?,
        None => None,
    };
    let to = order.as_ref().map_or(&request.email, |order| &order.buyer.email);
    let recent = store.mails_since(MailKind::WithdrawalLink, to, now - TimeDelta::hours(1))?;
    let Some(order) = order.filter(|order| order.had_contract() && recent < LINK_MAILS_PER_HOUR) else {
        return store.enqueue_decoy(now);
    };
    store.insert_withdrawal_link(order.id, &token.hash(), request.name.as_str(), now)?;
    let mail = WithdrawalLinkMail {
        to: order.buyer.email.as_str(),
        title: &order.title,
        ordered_at: order.created_at,
        reference: order.reference.as_str(),
        link: &token.link(public_url),
    };
    store.enqueue_mail(&mail.compose(), now)
}

#[derive(Debug, thiserror::Error)]
pub enum ConfirmWithdrawalError {
    /// Unknown or forgotten.
    #[error("the withdrawal token does not work")]
    TokenInvalid,
    #[error(transparent)]
    Withdrawal(#[from] WithdrawalError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Withdraws from the contract of a link's order; answers the order and when it was withdrawn from, the same each time.
///
/// # Errors
/// [`ConfirmWithdrawalError`]; nothing was written then.
pub fn confirm_withdrawal<S: OrderStore + ?Sized>(
    store: &mut S,
    period: WithdrawalPeriod,
    token: &WithdrawalTokenHash,
    from: IpAddr,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>, ConfirmWithdrawalError> {
    let link = store
        .withdrawal_link(token, now - WITHDRAWAL_LINK_LIFE)?
        .ok_or(ConfirmWithdrawalError::TokenInvalid)?;
    let in_time = now < link.requested_at + CONFIRMED_IN_TIME;
    let statement = WithdrawalStatement {
        made_at: if in_time { link.requested_at } else { now },
        name: Some(link.name),
        act: Act::by_visitor(Action::OrderWithdrawn, from),
    };
    Ok(withdraw(store, period, &link.order, &statement, now)?)
}

/// Deletes links that work no more.
///
/// # Errors
/// [`StoreError`]
pub fn forget_withdrawal_links<S: OrderStore + ?Sized>(
    store: &mut S,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    store.forget_withdrawal_links(now - WITHDRAWAL_LINK_LIFE)
}
