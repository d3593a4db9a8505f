//! An order's status, and the provider that takes its money.

use std::str::FromStr;

/// An order's status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderStatus {
    /// Waits for its payment.
    Open,
    /// The payment page was completed; the money comes later or not at all.
    AwaitingMoney,
    /// Paid and fulfilled.
    Paid,
    /// The payment failed.
    Failed,
    /// The payment page ended without a payment.
    Expired,
    /// The whole payment was given back, and the access taken back.
    Refunded,
    /// The buyer's bank took the payment back, and the access was taken back.
    Disputed,
    /// Another amount was paid than was charged: kept for staff, nothing was granted.
    Flagged,
}

impl OrderStatus {
    pub const ALL: [Self; 8] = [
        Self::Open,
        Self::AwaitingMoney,
        Self::Paid,
        Self::Failed,
        Self::Expired,
        Self::Refunded,
        Self::Disputed,
        Self::Flagged,
    ];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::AwaitingMoney => "awaiting_money",
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Expired => "expired",
            Self::Refunded => "refunded",
            Self::Disputed => "disputed",
            Self::Flagged => "flagged",
        }
    }

    /// Whether an order of this status counts for its coupon; `None`: as in the status before.
    pub(crate) fn holds_coupon(self) -> Option<bool> {
        match self {
            Self::Open | Self::AwaitingMoney | Self::Paid | Self::Flagged => Some(true),
            Self::Failed | Self::Expired => Some(false),
            Self::Refunded | Self::Disputed => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an order is open, awaiting_money, paid, failed, expired, refunded, disputed or flagged")]
pub struct OrderStatusError;

impl FromStr for OrderStatus {
    type Err = OrderStatusError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|status| status.as_str() == text);
        known.ok_or(OrderStatusError)
    }
}

/// The provider that takes the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// `None`: there is nothing to pay.
    Free,
    /// The demo's own page, where no money moves.
    Sandbox,
    Stripe,
}

impl Provider {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Free => "none",
            Self::Sandbox => "sandbox",
            Self::Stripe => "stripe",
        }
    }
}

impl FromStr for Provider {
    type Err = OrderStatusError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        [Self::Free, Self::Sandbox, Self::Stripe]
            .into_iter()
            .find(|provider| provider.as_str() == text)
            .ok_or(OrderStatusError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_reads_back() {
        for status in OrderStatus::ALL {
            assert_eq!(status.as_str().parse(), Ok(status));
        }
    }
}
