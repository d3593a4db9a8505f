//! `portal orders refund`

use ::orders::{
    AccessAfterRefund, Order, OrderStatus, PaymentId, PaymentPages, Provider, RefundDecision, RefundKey,
    RefundPart, RefundQueue as _, keep_open, refund_by_staff,
};
use audit::Reason;
use chrono::Utc;
use clap::Args;
use kernel::{Cents, StoreError};
use outbound::{SandboxPages, StripePages, random_bytes};

use super::find::find_order;
use crate::{
    audit::operator,
    installation::Installation,
    output::{Cell, Refusal, confirm, minute, refused, say},
};

/// Give a payment back, whole or in part, through the provider that took it, and take back what it gave
#[derive(Debug, Args)]
#[command(
    after_help = "Example: portal orders refund 2026-000001 --amount 5000 --keep-access --reason \"late start\" --yes"
)]
pub struct Refund {
    /// Its reference, or the number of its receipt such as 2026-000001
    order: String,
    /// How much, in cents; without it what is left of the payment
    #[arg(long, value_name = "CENTS")]
    amount: Option<i32>,
    /// The access stays
    #[arg(long)]
    keep_access: bool,
    /// Why, for the audit trail
    #[arg(long)]
    reason: Option<Reason>,
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
        let part = order
            .refund_part(self.amount.map(Cents))
            .map_err(|error| refused(format!("{error}; nothing was changed")))?;
        let access = if self.keep_access {
            AccessAfterRefund::Stays
        } else {
            AccessAfterRefund::Ends
        };
        confirm(&question(&order, part, access), self.yes)?;
        let (reference, before) = (order.reference.clone(), order.kept_open_upto);
        let keep = |upto: Cents| {
            let reference = reference.clone();
            here.database
                .write(move |store| keep_open(store, &reference, upto))
        };
        keep(access.kept_upto(part))?;
        // Before anything is written: what the provider refuses has not happened.
        if let Some(payment) = payment {
            let key = match part.amount {
                Some(amount) => RefundKey::of_part(&payment.0, order.given_back.0, amount.0),
                None => RefundKey::by_staff(
                    &payment.0,
                    random_bytes().map_err(|error| refused(error.to_string()))?,
                ),
            };
            let asked = provider(&here, order.provider)?.refund(&payment, part.amount, &key);
            if let Err(error) = asked {
                keep(before)?;
                return Err(refused(format!("{error}; nothing was changed")));
            }
        }
        let (reference, by, now) = (order.reference.clone(), operator(self.reason.clone()), Utc::now());
        here.database
            .write(move |store| refund_by_staff(store, &reference, part, access, &by, now))
            .map_err(|error: StoreError| {
                refused(format!(
                    "the money is on its way back, but what the order opened could not be closed: {error}; ask again, or wait for the \
                     payment provider's own word of it"
                ))
            })?;
        say(&refunded(&order, part, access));
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

/// How much goes back now, in words.
fn shown(order: &Order, part: RefundPart) -> String {
    match order.status {
        OrderStatus::Flagged => String::from("what was paid"),
        _ => Cell::money(Cents(part.given_back.0 - order.given_back.0)).shown() + " " + &order.currency,
    }
}

fn question(order: &Order, part: RefundPart, access: AccessAfterRefund) -> String {
    let then = match access {
        AccessAfterRefund::Ends => "take back what it opened",
        AccessAfterRefund::Stays => "leave open what it opened",
    };
    format!(
        "Give {} back to {} for {} and {then}?",
        shown(order, part),
        order.buyer.email.as_str(),
        order.title
    )
}

fn refunded(order: &Order, part: RefundPart, access: AccessAfterRefund) -> String {
    let email = order.buyer.email.as_str();
    if order.status == OrderStatus::Flagged {
        return format!("what was paid goes back to {email}");
    }
    let then = match access {
        AccessAfterRefund::Ends => "is closed",
        AccessAfterRefund::Stays => "stays open",
    };
    format!(
        "refunded {} to {email}; what the order opened {then}",
        shown(order, part)
    )
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
