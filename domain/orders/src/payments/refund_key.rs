//! The idempotency key of a refund.

/// The idempotency key of a refund's request: the provider does the work of one key once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundKey(String);

impl RefundKey {
    /// By the order's reference; the same at every try.
    #[must_use]
    pub fn of_withdrawal(reference: &str) -> Self {
        Self(format!("withdrawal-{reference}"))
    }

    /// Of a refund that staff ask for, by the order's reference: a new key each time, so that the provider does not repeat a stored
    /// refusal.
    #[must_use]
    pub fn by_staff(reference: &str, random: [u8; 8]) -> Self {
        Self(format!("refund-{reference}-{}", hex::encode(random)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_withdrawals_key_is_the_same_each_time_and_a_staffs_is_not() {
        assert_eq!(RefundKey::of_withdrawal("ab"), RefundKey::of_withdrawal("ab"));
        assert_ne!(
            RefundKey::by_staff("ab", [1; 8]),
            RefundKey::by_staff("ab", [2; 8])
        );
    }
}
