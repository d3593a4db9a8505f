//! `portal orders refund`

use ::orders::{
    AccessAfterRefund, AskRefundError, Order, OrderStatus, PaymentError, REFUND_JOB, RefundRefusal,
    RefundWay, RefundWish, ask_refund, due_refund, plan_refund, refund_accepted, refund_refused,
    refund_unanswered,
};
use audit::Reason;
use chrono::Utc;
use clap::Args;
use kernel::Cents;
use outbound::StripePages;

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
        let way = if self.by_hand {
            RefundWay::ByHand
        } else {
            RefundWay::ThroughProvider
        };
        let wish = RefundWish {
            amount: self.amount.map(Cents),
            access: if self.keep_access {
                AccessAfterRefund::Stays
            } else {
                AccessAfterRefund::Ends
            },
            refunded: order.given_back,
        };
        let asked = order.clone();
        let planned = match here
            .database
            .read(move |store| plan_refund(store, &asked, wish, way))
        {
            Err(AskRefundError::Refused(RefundRefusal::Returned)) => {
                say(&already_returned(&order));
                return Ok(());
            }
            other => other.map_err(|error| not_asked(error, &order))?,
        };
        // Before anything is written down.
        let stripe = planned.payment.map(|_| stripe_pages(&here)).transpose()?;
        confirm(&question(&order, planned.cents, wish.access), self.yes)?;
        let (reference, by, now) = (order.reference.clone(), operator(self.reason.clone()), Utc::now());
        here.database
            .write(move |store| ask_refund(store, &reference, wish, way, &by, now))
            .map_err(|error| not_asked(error, &order))?;
        if let Some(stripe) = stripe {
            ask_provider(&here, &stripe, &order)?;
        }
        say(&refunded(&order, planned.cents, wish.access));
        Ok(())
    }
}

/// Asks the provider for what is owed, as the server does; a server that does so at this moment is left alone.
fn ask_provider(here: &Installation, stripe: &StripePages, order: &Order) -> Result<(), Refusal> {
    let (id, now) = (order.id, Utc::now());
    let claimed = here
        .database
        .write(move |store| store.claim_job(REFUND_JOB, &id.0.to_string(), now))?;
    let Some(job) = claimed else {
        return Ok(());
    };
    let Some(due) = here.database.read(|store| due_refund(store, id))? else {
        return Ok(());
    };
    let answer = stripe.refund(&due.payment, due.amount, &due.key);
    let (then, now) = (
        answer.as_ref().err().map(|error| remedy(error, order)),
        Utc::now(),
    );
    here.database.write(move |store| {
        let outcome = match answer {
            Ok(accepted) => refund_accepted(store, &due, &accepted, now),
            Err(error @ PaymentError::Refused(_)) => refund_refused(store, &due, &error.to_string(), now),
            Err(error) => refund_unanswered(store, &due, &error.to_string(), now),
        }?;
        store.settle_job(&job, &outcome)
    })?;
    then.map_or(Ok(()), |line| Err(refused(line)))
}

fn remedy(error: &PaymentError, order: &Order) -> String {
    let known = match error {
        PaymentError::Refused(_) => "",
        PaymentError::Unreachable(_) | PaymentError::Unavailable(_) => {
            "; whether the money went back is not known"
        }
    };
    format!(
        "{error}{known}; the refund is owed, and the server asks for it again; `portal orders show {}` says how it stands",
        order.reference
    )
}

fn not_asked(error: AskRefundError, order: &Order) -> Refusal {
    match error {
        AskRefundError::NoSuchOrder => refused("the order was removed meanwhile; nothing was changed"),
        AskRefundError::Refused(RefundRefusal::Returned) => refused(already_returned(order)),
        AskRefundError::Refused(RefundRefusal::NothingPaid) => refused(format!(
            "the order is {}, so there is no money to give back; see `portal orders show {}`",
            order.status.as_str(),
            order.reference
        )),
        AskRefundError::Refused(RefundRefusal::UnknownPayment) => refused(
            "Stripe never said the payment's name; give it back in Stripe's own pages, then ask again with --by-hand",
        ),
        AskRefundError::Amount(error) => refused(format!("{error}; nothing was changed")),
        AskRefundError::Moved(_) => {
            refused("money of the order was given back meanwhile; look at it and ask again")
        }
        AskRefundError::Pending(amount) => refused(format!(
            "an earlier refund of {} cents has no outcome yet; wait for it, or give it back in the provider's own pages and ask for the same \
             sum with --by-hand",
            amount.0
        )),
        AskRefundError::Store(error) => error.into(),
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
fn shown(order: &Order, amount: Cents) -> String {
    match order.status {
        OrderStatus::Flagged => String::from("what was paid"),
        _ => Cell::money(amount).shown() + " " + &order.currency,
    }
}

fn question(order: &Order, amount: Cents, access: AccessAfterRefund) -> String {
    let then = match access {
        AccessAfterRefund::Ends => "take back what it opened",
        AccessAfterRefund::Stays => "leave open what it opened",
    };
    format!(
        "Give {} back to {} for {} and {then}?",
        shown(order, amount),
        order.buyer.email.as_str(),
        order.title
    )
}

fn refunded(order: &Order, amount: Cents, access: AccessAfterRefund) -> String {
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
        shown(order, amount)
    )
}

fn stripe_pages(here: &Installation) -> Result<StripePages, Refusal> {
    let Some(stripe) = &here.settings.stripe else {
        return Err(refused(
            "the order was paid at Stripe, and PORTAL_STRIPE_SECRET_KEY is not set; set it as for the server",
        ));
    };
    StripePages::new(stripe).map_err(|error| refused(error.to_string()))
}
