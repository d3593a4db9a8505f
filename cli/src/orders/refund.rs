//! `portal orders refund`

use ::orders::{
    AccessAfterRefund, BeginRefundError, Order, OrderStatus, PaymentError, PaymentPages as _, RefundKey,
    RefundRefusal, RefundRequest, RefundWay, RefundWish, begin_refund, forget_refund, plan_refund,
    refund_by_staff,
};
use audit::Reason;
use chrono::Utc;
use clap::Args;
use kernel::{Cents, StoreError};
use outbound::{StripePages, random_bytes};

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
        };
        let (asked, now) = (order.clone(), Utc::now());
        let planned = match here
            .database
            .read(move |store| plan_refund(store, &asked, wish, way, now))
        {
            Err(BeginRefundError::Refused(RefundRefusal::Returned)) => {
                say(&already_returned(&order));
                return Ok(());
            }
            other => other.map_err(|error| not_begun(error, &order))?,
        };
        let left = Cents(planned.part.given_back.0 - order.given_back.0);
        let amount = planned.repeated.map_or(left, |request| request.amount);
        // Before anything is written down.
        let stripe = planned.payment.map(|_| stripe_pages(&here)).transpose()?;
        confirm(&question(&order, amount, wish.access), self.yes)?;
        let random = random_bytes().map_err(|error| refused(error.to_string()))?;
        let key = RefundKey::by_staff(order.reference.as_str(), random);
        let (reference, now) = (order.reference.clone(), Utc::now());
        let begun = here
            .database
            .write(move |store| begin_refund(store, &reference, wish, way, key, now))
            .map_err(|error| not_begun(error, &order))?;
        let request = begun.request;
        if let Some(payment) = begun.payment {
            let stripe = stripe.map_or_else(|| stripe_pages(&here), Ok)?;
            let asked = stripe.refund(&payment, request.part(), &request.key);
            let is_new = begun.is_new;
            answered(&here, &order, &request, is_new, asked)?;
        }
        let (reference, by, now) = (order.reference.clone(), operator(self.reason.clone()), Utc::now());
        here.database
            .write(move |store| refund_by_staff(store, &reference, &request, &by, now))
            .map_err(|error: StoreError| {
                refused(format!(
                    "the money is on its way back, but what the order opened could not be closed: {error}; ask again, or wait for the \
                     payment provider's event"
                ))
            })?;
        say(&refunded(&order, amount, wish.access));
        Ok(())
    }
}

/// What the provider refused is forgotten. With an unknown outcome the request stays: the same sum asked again is the same refund.
fn answered(
    here: &Installation,
    order: &Order,
    request: &RefundRequest,
    is_new: bool,
    asked: Result<(), PaymentError>,
) -> Result<(), Refusal> {
    let error = match asked {
        Ok(()) => return Ok(()),
        Err(error) => error,
    };
    let is_forgotten = match &error {
        PaymentError::Refused(_) => true,
        PaymentError::Unreachable(_) => is_new,
        PaymentError::Unavailable(_) => false,
    };
    if !is_forgotten {
        return Err(refused(format!(
            "{error}; whether the money went back is not known: run the same command again, which gives it back once"
        )));
    }
    let (reference, key) = (order.reference.clone(), request.key.clone());
    here.database
        .write(move |store| forget_refund(store, &reference, &key))?;
    Err(refused(format!("{error}; nothing was changed")))
}

fn not_begun(error: BeginRefundError, order: &Order) -> Refusal {
    match error {
        BeginRefundError::NoSuchOrder => refused("the order was removed meanwhile; nothing was changed"),
        BeginRefundError::Refused(RefundRefusal::Returned) => refused(already_returned(order)),
        BeginRefundError::Refused(RefundRefusal::NothingPaid) => refused(format!(
            "the order is {}, so there is no money to give back; see `portal orders show {}`",
            order.status.as_str(),
            order.reference
        )),
        BeginRefundError::Refused(RefundRefusal::UnknownPayment) => refused(
            "Stripe never said the payment's name; give it back in Stripe's own pages, then ask again with --by-hand",
        ),
        BeginRefundError::Amount(error) => refused(format!("{error}; nothing was changed")),
        BeginRefundError::OutcomeUnknown(amount) => refused(format!(
            "whether an earlier refund of {} cents was made is not known yet; ask for the same sum again, or give it back in the provider's own pages \
             and ask for the same sum with --by-hand",
            amount.0
        )),
        BeginRefundError::Store(error) => error.into(),
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
