//! A refund as the provider knows it.

use chrono::{DateTime, Utc};
use kernel::Cents;

/// The provider's id of one refund.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RefundId(pub String);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundState {
    /// The provider took it, and the money has not arrived.
    Pending,
    Succeeded,
    /// It failed, or was cancelled; a refund can fail after it succeeded.
    Failed {
        at: DateTime<Utc>,
    },
}

impl RefundState {
    /// The later of two states: events come in any order, and a refund that failed stays failed.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Failed { at }, Self::Failed { at: other }) => Self::Failed { at: at.min(other) },
            (failed @ Self::Failed { .. }, _) | (_, failed @ Self::Failed { .. }) => failed,
            (Self::Succeeded, _) | (_, Self::Succeeded) => Self::Succeeded,
            (Self::Pending, Self::Pending) => Self::Pending,
        }
    }
}

/// One refund, as the provider knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderRefund {
    pub id: RefundId,
    pub amount: Cents,
    pub state: RefundState,
}

/// The answer of a provider that takes a refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedRefund {
    /// `None` if the payment had gone back before, or no provider is asked.
    pub refund: Option<ProviderRefund>,
    /// When the provider made it, by its own clock.
    pub at: DateTime<Utc>,
}
