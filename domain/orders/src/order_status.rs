//! Where an order stands, and who takes its money.

use std::str::FromStr;

/// Where an order stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderStatus {
    /// Waits for its payment.
    Open,
    /// The payment page was completed; the money comes later or not at all.
    AwaitingMoney,
    /// Paid, and what was bought was given.
    Paid,
    /// The payment failed.
    Failed,
    /// The payment page was given up.
    Expired,
    /// The whole payment went back, and so did what was given.
    Refunded,
    /// The buyer's bank took the payment back, and so went what was given.
    Disputed,
    /// Something else was paid than was asked: kept for staff, nothing was given.
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

    /// Whether an order counts for its coupon; none: as before.
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

/// Who takes the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// Nobody: there was nothing to pay.
    Free,
    /// The local page where no money moves.
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
