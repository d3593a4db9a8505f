//! `portal orders refund`

use ::orders::{
    Order, OrderStatus, PaymentId, PaymentPages, Provider, RefundDecision, RefundKey, RefundQueue as _,
    refund_order,
};
use audit::{Act, Action, AuditStore};
use chrono::Utc;
use clap::Args;
use kernel::StoreError;
use outbound::{SandboxPages, StripePages, random_bytes};

use super::find::find_order;
use crate::{
    installation::Installation,
    output::{Cell, Refusal, confirm, minute, refused, say},
};

/// Give the whole payment back, through the provider that took it, and take back what it gave
#[derive(Debug, Args)]
pub struct Refund {
    /// Its reference, or the number of its receipt such as 2026-000001
    order: String,
    /// Do not ask
    #[arg(long)]
    yes: bool,
    /// The money was given back in the provider's own pages: only write it down
    #[arg(long)]
    by_hand: bool,
}

impl Refund {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let order = find_order(&here, &self.order)?;
        let payment = match self.way_back(&here, &order)? {
            WayBack::Through(payment) => Some(payment),
            WayBack::OnlyWritten => None,
            WayBack::Returned => {
                say(&already_returned(&order));
                return Ok(());
            }
        };
        confirm(&question(&order), self.yes)?;
        // Before anything is written: what the provider refuses has not happened.
        if let Some(payment) = payment {
            let random = random_bytes().map_err(|error| refused(error.to_string()))?;
            provider(&here, order.provider)?
                .refund(&payment, &RefundKey::by_staff(&payment.0, random))
                .map_err(|error| refused(format!("{error}; nothing was changed")))?;
        }
        let (reference, user, now) = (order.reference.clone(), order.user, Utc::now());
        here.database
            .write(move |store| {
                refund_order(store, &reference, now)?;
                let act = Act::by_staff(Action::OrdersRefund).concerning(user).about(reference.as_str());
                store.append_act(&act, now)
            })
            .map_err(|error: StoreError| {
                refused(format!(
                    "the money is on its way back, but what the order opened could not be closed: {error}; ask again, or wait for the \
                     payment provider's own word of it"
                ))
            })?;
        say(&refunded(&order));
        Ok(())
    }
}

/// How an order's money goes back now.
enum WayBack {
    Through(PaymentId),
    /// No money moved, or it was given back by hand.
    OnlyWritten,
    Returned,
}

impl Refund {
    fn way_back(&self, here: &Installation, order: &Order) -> Result<WayBack, Refusal> {
        let owed = here.database.read(|store| store.queued_refund(order.id))?;
        let owed = owed.filter(|refund| refund.finished_at.is_none());
        let payment = match (order.refund_decision(), owed) {
            // Withdrawn from, and its refund is still in the queue.
            (RefundDecision::Returned, Some(refund)) => refund.payment,
            (RefundDecision::Returned, None) => return Ok(WayBack::Returned),
            (RefundDecision::NoMoneyMoved, _) => return Ok(WayBack::OnlyWritten),
            (RefundDecision::ThroughProvider(payment), _) => Some(payment.clone()),
            (RefundDecision::UnknownPayment, _) => None,
            (RefundDecision::NothingPaid, _) => {
                return Err(refused(format!(
                    "the order is {}, so there is no money to give back; see `portal orders show {}`",
                    order.status.as_str(),
                    order.reference
                )));
            }
        };
        match payment {
            _ if self.by_hand => Ok(WayBack::OnlyWritten),
            Some(payment) => Ok(WayBack::Through(payment)),
            None => Err(refused(
                "Stripe never said the payment's name; give it back in Stripe's own pages, then ask again with --by-hand",
            )),
        }
    }
}

fn already_returned(order: &Order) -> String {
    let when = order
        .ended_at
        .map_or_else(String::new, |time| format!(" on {}", minute(time)));
    format!(
        "the order was {} before{when}; nothing to do",
        order.status.as_str()
    )
}

fn question(order: &Order) -> String {
    let amount = match order.status {
        OrderStatus::Flagged => String::from("what was paid"),
        _ => Cell::money(order.amounts.total).shown() + " " + &order.currency,
    };
    format!(
        "Give {amount} back to {} for {} and take back what it opened?",
        order.buyer.email.as_str(),
        order.title
    )
}

fn refunded(order: &Order) -> String {
    let email = order.buyer.email.as_str();
    match order.status {
        OrderStatus::Flagged => format!("what was paid goes back to {email}"),
        _ => format!(
            "refunded {} {} to {email}; what the order opened is closed",
            Cell::money(order.amounts.total).shown(),
            order.currency
        ),
    }
}

fn provider(here: &Installation, provider: Provider) -> Result<Box<dyn PaymentPages>, Refusal> {
    match (provider, &here.settings.stripe) {
        (Provider::Stripe, Some(stripe)) => {
            let pages = StripePages::new(stripe).map_err(|error| refused(error.to_string()))?;
            Ok(Box::new(pages))
        }
        (Provider::Stripe, None) => Err(refused(
            "the order was paid at Stripe, and PORTAL_STRIPE_SECRET_KEY is not set; set it as for the server",
        )),
        (Provider::Sandbox | Provider::Free, _) => {
            Ok(Box::new(SandboxPages::new(here.settings.public_url.origin())))
        }
    }
}
