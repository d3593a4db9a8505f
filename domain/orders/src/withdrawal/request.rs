//! Withdrawal by a buyer without an account: a form, a link by mail to the order's address, a confirmation.

use std::net::IpAddr;

use ::mail::{EmailAddress, MailKind, MailedToken, StoredToken, TokenHash, TokenSubject, WithdrawalLinkMail};
use accounts::ContactLine;
use audit::{Act, Action};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

use crate::{
    NamedOrder, Order, OrderId, OrderStatus, OrderStore, WITHDRAWAL_LINK_LIFE, WithdrawalError,
    WithdrawalPeriod, WithdrawalStatement, withdrawal::withdraw,
};

/// A statement that is sent within the period is in time (Directive 2011/83/EU, article 11(2)), so a statement that is confirmed this soon
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
    /// Whether the order became a contract, also if the contract has ended.
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
pub fn request_withdrawal(
    store: &mut dyn OrderStore,
    request: &WithdrawalRequest,
    token: &MailedToken,
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
    let stored = StoredToken {
        subject: TokenSubject::Order(order.id.0),
        email_key: Some(order.buyer.email.key()),
        name: Some(request.name.as_str().to_owned()),
        requested_at: now,
        expires_at: now + WITHDRAWAL_LINK_LIFE,
    };
    store.put_token(&token.hash(), &stored)?;
    let mail = WithdrawalLinkMail {
        to: order.buyer.email.as_str(),
        title: &order.shown_title(),
        ordered_at: order.created_at,
        reference: order.reference.as_str(),
        link: &token.link(public_url),
    };
    store.enqueue_mail(&mail.compose(), now)
}

#[derive(Debug, thiserror::Error)]
pub enum ConfirmWithdrawalError {
    /// Unknown or deleted.
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
pub fn confirm_withdrawal(
    store: &mut dyn OrderStore,
    period: WithdrawalPeriod,
    token: &TokenHash,
    from: IpAddr,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>, ConfirmWithdrawalError> {
    let link = store
        .token(token, now)?
        .ok_or(ConfirmWithdrawalError::TokenInvalid)?;
    let order = match link.subject {
        TokenSubject::Order(order) => store.reference_of(OrderId(order))?,
        TokenSubject::User(_) => None,
    };
    let order = order.ok_or(ConfirmWithdrawalError::TokenInvalid)?;
    let in_time = now < link.requested_at + CONFIRMED_IN_TIME;
    let statement = WithdrawalStatement {
        made_at: if in_time { link.requested_at } else { now },
        name: link.name,
        act: Act::by_visitor(Action::OrderWithdrawn, from),
    };
    Ok(withdraw(store, period, &order, &statement, now)?)
}
