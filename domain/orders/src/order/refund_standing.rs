//! How the refund of an order stands.

/// How the refund of an order stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundStanding {
    /// It was asked for, and the provider does not say yet that it succeeded.
    Pending,
    /// The provider refused it, or it failed; the sum is owed.
    Failed,
}

impl RefundStanding {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Failed => "failed",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Pending, Self::Failed]
            .into_iter()
            .find(|standing| standing.as_str() == text)
    }
}
