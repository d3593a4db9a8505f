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

    /// By the payment's id, a key of its own, for a refund that staff ask for: after its cause was removed, a refusal must not be answered again.
    #[must_use]
    pub fn by_staff(payment: &str, random: [u8; 8]) -> Self {
        Self(format!("refund-{payment}-{}", hex::encode(random)))
    }

    /// By the payment's id, and by what went back before and goes back now: asked again after a lost answer, a part goes back once.
    #[must_use]
    pub fn of_part(payment: &str, before: i32, amount: i32) -> Self {
        Self(format!("refund-{payment}-{before}-{amount}"))
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
            RefundKey::by_staff("pi_1", [1; 8]),
            RefundKey::by_staff("pi_1", [2; 8])
        );
    }
}
