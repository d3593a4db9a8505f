//! Money that goes back: what is owed, what the provider was asked, and what it said.
//!
//! Decision: a refund that staff ask for, the refund of a withdrawal, and a refund that failed at the provider are one thing: a sum that is
//! owed for an order, one row an order, with a job. What is asked takes effect in the transaction that writes the row; the job asks the
//! provider afterwards, between two transactions, and its answer is written down by [`outcome`]. Each try of one owed sum has its own idempotency key:
//! a try whose answer was lost is repeated under its key, and one that was refused or failed is followed by another.
//! Cost: `refunded` is said of an order while the provider has not given the money back yet; [`crate::Order::refund`] says so.

pub(crate) mod amount;
pub(crate) mod ask;
pub(crate) mod decision;
pub(crate) mod job;
pub(crate) mod key;
pub(crate) mod outcome;
pub(crate) mod provider_refund;
pub(crate) mod returned;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::Cents;

use crate::{OrderId, OrderReference, PaymentId, Provider, RefundKey};

/// The longest pause between two tries.
pub const LONGEST_REFUND_PAUSE: TimeDelta = TimeDelta::hours(1);
/// A refund that is still owed after this time is shown to staff. The law allows fourteen days (Directive 2011/83/EU, article 13).
pub const LATE_REFUND: TimeDelta = TimeDelta::hours(24);

/// What becomes of the access that the order opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessAfterRefund {
    Ends,
    /// It stays, also when the provider's event of this refund comes, and also when the whole sum goes back.
    Stays,
}

/// A refund as staff ask for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundWish {
    /// `None`: what is left of the payment.
    pub amount: Option<Cents>,
    pub access: AccessAfterRefund,
    /// What had been given back as the asker saw it: a refund that is asked for twice is made once.
    pub refunded: Cents,
}

/// A sum that is owed for an order, with the try that was made last or is made next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwedRefund {
    /// `None` if the provider never named the payment: staff give it back in the provider's own pages.
    pub payment: Option<PaymentId>,
    /// Of this try.
    pub key: RefundKey,
    /// Counts the tries of the order, each with its own key.
    pub tries: i32,
    /// What had been given back of the payment when it was asked for.
    pub base: Cents,
    /// What will have been given back when nothing is owed any more.
    pub upto: Cents,
    /// What this try asks of the provider; `None`: what is left of the payment.
    pub amount: Option<Cents>,
    /// Whether the try before was refused, or the refund failed.
    pub has_failed: bool,
    /// Whether it waits for staff; else it has a job.
    pub for_staff: bool,
    /// How often the provider was asked since it is owed.
    pub attempts: i32,
    pub problem: Option<String>,
}

/// What a job asks the provider for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueRefund {
    pub order: OrderId,
    pub reference: OrderReference,
    pub provider: Provider,
    pub payment: PaymentId,
    pub key: RefundKey,
    /// [`OwedRefund::base`]
    pub base: Cents,
    /// [`OwedRefund::amount`]
    pub amount: Option<Cents>,
}

/// A refund as staff see it, owed or finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundRecord {
    pub reference: OrderReference,
    pub payment: Option<PaymentId>,
    pub attempts: i32,
    pub owed_since: DateTime<Utc>,
    pub problem: Option<String>,
    pub finished_at: Option<DateTime<Utc>>,
}
