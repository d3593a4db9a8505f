//! How much of a payment goes back.

use kernel::Cents;

use crate::Order;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RefundAmountError {
    #[error("Amount must be at least 1 cent")]
    Nothing,
    #[error("Amount must be at most {left} cents, which is what is left of the payment", left = .0.0)]
    TooMuch(Cents),
    /// Of a flagged order another amount was paid than was asked; only the whole can be given back.
    #[error("Only the whole payment of a flagged order can be given back")]
    Flagged,
}

/// A refund as it is asked of the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundPart {
    /// Cents; `None`: what is left of the payment.
    pub amount: Option<Cents>,
    /// What will have gone back of the payment then; of a flagged order what has.
    pub given_back: Cents,
}

impl RefundPart {
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.amount.is_none()
    }
}

impl Order {
    /// What giving an amount back comes to, as the order stands now; `None`: what is left.
    ///
    /// # Errors
    /// See [`RefundAmountError`].
    pub fn refund_part(&self, amount: Option<Cents>) -> Result<RefundPart, RefundAmountError> {
        let left = Cents(self.amounts.total.0 - self.given_back.0);
        let whole = RefundPart {
            amount: None,
            given_back: self.whole_refund(),
        };
        match amount {
            None => Ok(whole),
            Some(_) if self.needs_a_look() && self.is_paid_differently() => Err(RefundAmountError::Flagged),
            Some(amount) if amount.0 < 1 => Err(RefundAmountError::Nothing),
            Some(amount) if amount > left => Err(RefundAmountError::TooMuch(left)),
            Some(amount) if amount == left => Ok(whole),
            Some(amount) => Ok(RefundPart {
                amount: Some(amount),
                given_back: Cents(self.given_back.0 + amount.0),
            }),
        }
    }

    /// What will have been given back of the whole payment. Of an order that brought another amount only the provider knows how much.
    pub(crate) fn whole_refund(&self) -> Cents {
        if self.is_paid_differently() {
            self.given_back
        } else {
            self.amounts.total.max(self.given_back)
        }
    }

    /// Whether another amount may have been paid than was asked; no receipt was issued then.
    fn is_paid_differently(&self) -> bool {
        self.paid_at.is_none() && (self.flag.is_some() || self.withdrawn_at.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::sample::order;

    fn sold(total: i32, given_back: i32) -> Order {
        let mut sold = order();
        sold.amounts.total = Cents(total);
        sold.given_back = Cents(given_back);
        sold
    }

    #[test]
    fn a_part_is_at_most_what_is_left_and_the_rest_of_it_is_the_whole() {
        let order = sold(30_000, 10_000);
        let whole = order.refund_part(None).unwrap();
        assert_eq!((whole.amount, whole.given_back), (None, Cents(30_000)));
        assert_eq!(order.refund_part(Some(Cents(20_000))), Ok(whole));
        let part = order.refund_part(Some(Cents(5_000))).unwrap();
        assert_eq!(
            (part.amount, part.given_back),
            (Some(Cents(5_000)), Cents(15_000))
        );
        assert_eq!(order.refund_part(Some(Cents(0))), Err(RefundAmountError::Nothing));
        assert_eq!(
            order.refund_part(Some(Cents(20_001))),
            Err(RefundAmountError::TooMuch(Cents(20_000)))
        );
    }

    #[test]
    fn of_a_flagged_order_only_the_whole_goes_back() {
        let mut order = sold(30_000, 0);
        order.flag = Some(String::from("another amount was paid"));
        assert_eq!(order.refund_part(Some(Cents(1))), Err(RefundAmountError::Flagged));
        assert!(order.refund_part(None).unwrap().is_whole());
    }
}
