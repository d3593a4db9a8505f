//! Whether the money of an order can be given back, and by which way.

use crate::{Order, OrderStatus, PaymentId, Provider};

/// What a refund of an order comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundDecision<'a> {
    /// The provider that took the payment gives it back.
    ThroughProvider(&'a PaymentId),
    /// There was nothing to pay, or the payment was simulated: the order is ended without a provider.
    NoMoneyMoved,
    /// The money went back before.
    Returned,
    /// No money came.
    NothingPaid,
    /// Money came, but the provider never named its payment.
    UnknownPayment,
}

impl Order {
    /// What a refund of this order comes to, as the order stands now. A failed order whose payment is known was paid after all.
    #[must_use]
    pub fn refund_decision(&self) -> RefundDecision<'_> {
        match self.status {
            OrderStatus::Refunded | OrderStatus::Disputed => return RefundDecision::Returned,
            OrderStatus::Open | OrderStatus::AwaitingMoney | OrderStatus::Expired => {
                return RefundDecision::NothingPaid;
            }
            OrderStatus::Failed if self.payment.is_none() => return RefundDecision::NothingPaid,
            OrderStatus::Paid | OrderStatus::Flagged | OrderStatus::Failed => {}
        }
        match (&self.payment, self.provider) {
            (Some(payment), _) => RefundDecision::ThroughProvider(payment),
            (None, Provider::Stripe) => RefundDecision::UnknownPayment,
            (None, Provider::Sandbox | Provider::Free) => RefundDecision::NoMoneyMoved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::sample::order;

    fn decided(status: OrderStatus, payment: Option<&str>, provider: Provider) -> String {
        let order = Order {
            status,
            provider,
            payment: payment.map(|name| PaymentId(name.to_owned())),
            ..order()
        };
        format!("{:?}", order.refund_decision())
    }

    #[test]
    fn only_money_that_came_and_is_still_here_goes_back() {
        use OrderStatus::{AwaitingMoney, Disputed, Expired, Failed, Flagged, Open, Paid, Refunded};
        for status in OrderStatus::ALL {
            let (with_payment, without) = match status {
                Paid | Flagged => (r#"ThroughProvider(PaymentId("pi"))"#, "UnknownPayment"),
                Failed => (r#"ThroughProvider(PaymentId("pi"))"#, "NothingPaid"),
                Open | AwaitingMoney | Expired => ("NothingPaid", "NothingPaid"),
                Refunded | Disputed => ("Returned", "Returned"),
            };
            assert_eq!(
                decided(status, Some("pi"), Provider::Stripe),
                with_payment,
                "{status:?}"
            );
            assert_eq!(decided(status, None, Provider::Stripe), without, "{status:?}");
        }
    }

    #[test]
    fn an_order_for_which_no_money_moved_is_ended_without_a_provider() {
        for provider in [Provider::Free, Provider::Sandbox] {
            assert_eq!(decided(OrderStatus::Paid, None, provider), "NoMoneyMoved");
            assert_eq!(decided(OrderStatus::Open, None, provider), "NothingPaid");
        }
    }
}
