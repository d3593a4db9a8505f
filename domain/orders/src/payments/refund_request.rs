//! A refund that staff asked for, as it waits for its outcome.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::Cents;

use crate::RefundKey;

/// After this no event of a refund is expected any more. Stripe sends an event again for three days.
const EVENT_LIFE: TimeDelta = TimeDelta::days(7);

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
}

/// A refund that was asked for and whose outcome is not written down yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundRequest {
    pub key: RefundKey,
    pub amount: Cents,
    /// What will have gone back of the payment then.
    pub upto: Cents,
    pub whole: bool,
    pub access: AccessAfterRefund,
    pub asked_at: DateTime<Utc>,
}

impl RefundRequest {
    pub(crate) fn is_same_sum(&self, wish: RefundWish) -> bool {
        match wish.amount {
            None => self.whole,
            Some(amount) => self.amount == amount,
        }
    }

    /// What to ask the provider for; `None`: what is left.
    #[must_use]
    pub fn part(&self) -> Option<Cents> {
        (!self.whole).then_some(self.amount)
    }

    /// Whether the access stays although this much of the payment went back.
    pub(crate) fn keeps_open(&self, given_back: Cents, now: DateTime<Utc>) -> bool {
        let is_expected = now - self.asked_at < EVENT_LIFE;
        is_expected && self.access == AccessAfterRefund::Stays && given_back <= self.upto
    }

    /// Up to which sum the access stays open.
    pub(crate) fn kept_upto(&self) -> Cents {
        match self.access {
            AccessAfterRefund::Stays => self.upto,
            AccessAfterRefund::Ends => Cents(0),
        }
    }
}
