//! The idempotency key of a refund.

/// The idempotency key of one try: the provider does the work of one key once, and repeats its answer to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundKey(String);

impl RefundKey {
    /// Of a try of an order's refund, by the order's reference.
    #[must_use]
    pub fn of_try(reference: &str, number: i32) -> Self {
        Self(format!("refund-{reference}-{number}"))
    }

    /// As it is stored.
    #[must_use]
    pub fn stored(text: String) -> Self {
        Self(text)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
