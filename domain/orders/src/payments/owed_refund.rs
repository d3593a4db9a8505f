//! A refund that a withdrawal owes, as it waits in the queue.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{OrderId, OrderReference, PaymentId, Provider, RefundKey};

/// A claimed refund whose worker does not report within this time is tried again: its server was ended meanwhile.
pub const REFUND_CLAIM: TimeDelta = TimeDelta::minutes(1);
/// The longest pause between two tries.
pub const LONGEST_REFUND_PAUSE: TimeDelta = TimeDelta::hours(1);
/// A refund that is still owed after this time is shown to staff. The law allows fourteen days (Directive 2011/83/EU, article 13).
pub const LATE_REFUND: TimeDelta = TimeDelta::hours(24);

/// A refund that a worker has claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueRefund {
    pub order: OrderId,
    pub reference: OrderReference,
    pub provider: Provider,
    pub payment: PaymentId,
    pub key: RefundKey,
    /// How often it was tried before.
    pub attempts: i32,
}

/// A refund as staff see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedRefund {
    pub reference: OrderReference,
    /// `None` if the provider never named the payment: staff give it back in the provider's own pages.
    pub payment: Option<PaymentId>,
    pub attempts: i32,
    pub owed_since: DateTime<Utc>,
    pub last_problem: Option<String>,
    pub finished_at: Option<DateTime<Utc>>,
}
