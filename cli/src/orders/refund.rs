//! `portal orders refund`

use ::orders::{Order, OrderStatus, PaymentPages, Provider, RefundDecision, refund_order};
use chrono::Utc;
use clap::Args;
use kernel::StoreError;
use outbound::{SandboxPages, StripePages};

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
}

impl Refund {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let order = find_order(&here, &self.order)?;
        let payment = match order.refund_decision() {
            RefundDecision::Returned => {
                say(&already_returned(&order));
                return Ok(());
            }
            RefundDecision::NothingPaid => {
                return Err(refused(format!(
                    "the order is {}, so there is no money to give back; see `portal orders show {}`",
                    order.status.as_str(),
                    order.reference
                )));
            }
            RefundDecision::UnknownPayment => {
                return Err(refused(
                    "Stripe never said the payment's name; give it back in Stripe's own pages",
                ));
            }
            RefundDecision::ThroughProvider(payment) => Some(payment),
            RefundDecision::NoMoneyMoved => None,
        };
        confirm(&question(&order), self.yes)?;
        // Before anything is written: what the provider refuses has not happened.
        if let Some(payment) = payment {
            provider(&here, order.provider)?
                .refund(payment)
                .map_err(|error| refused(format!("{error}; nothing was changed")))?;
        }
        let (reference, now) = (order.reference.clone(), Utc::now());
        here.database
            .write(move |store| refund_order(store, &reference, now))
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
