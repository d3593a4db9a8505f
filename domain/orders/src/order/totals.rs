//! What was paid for orders and what went back, added up.

use crate::{Order, OrderStatus};

/// Sums in cents, over orders of one currency.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OrderTotals {
    /// How many orders were paid, also orders whose money went back.
    pub orders: i64,
    pub paid: i64,
    /// Within `paid`.
    pub tax: i64,
    pub given_back: i64,
}

impl OrderTotals {
    /// What one order counts for; `None` if nothing was paid, or the payment failed. A dispute takes the whole payment back.
    #[must_use]
    pub fn of(order: &Order) -> Option<Self> {
        if order.paid_at.is_none() || order.status == OrderStatus::Failed {
            return None;
        }
        let paid = i64::from(order.amounts.total.0);
        let given_back = match order.status {
            OrderStatus::Disputed => paid,
            _ => i64::from(order.given_back.0).min(paid),
        };
        Some(Self {
            orders: 1,
            paid,
            tax: i64::from(order.amounts.tax.0),
            given_back,
        })
    }

    pub fn add(&mut self, other: Self) {
        self.orders += other.orders;
        self.paid += other.paid;
        self.tax += other.tax;
        self.given_back += other.given_back;
    }

    /// What is left of the payments.
    #[must_use]
    pub fn kept(&self) -> i64 {
        self.paid - self.given_back
    }

    /// The equal parts of courses that were bought together. Cents that cannot be divided go to the first, so that all parts
    /// together are the whole; each part counts as an order of its course.
    #[must_use]
    pub fn shared(&self, courses: usize) -> Vec<Self> {
        let by = i64::try_from(courses).unwrap_or(i64::MAX).max(1);
        (0..courses)
            .map(|place| {
                let part = |whole: i64| whole / by + if place == 0 { whole % by } else { 0 };
                Self {
                    orders: self.orders,
                    paid: part(self.paid),
                    tax: part(self.tax),
                    given_back: part(self.given_back),
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use kernel::Cents;
    use proptest::prelude::*;

    use super::*;
    use crate::order::sample::order;

    fn paid(status: OrderStatus, given_back: i32) -> Order {
        let mut order = Order {
            status,
            given_back: Cents(given_back),
            paid_at: Some(DateTime::UNIX_EPOCH),
            ..order()
        };
        order.amounts.total = Cents(30_000);
        order.amounts.tax = Cents(5_207);
        order
    }

    #[test]
    fn what_was_not_paid_counts_for_nothing() {
        let unpaid = Order {
            paid_at: None,
            ..paid(OrderStatus::Open, 0)
        };
        assert_eq!(OrderTotals::of(&unpaid), None);
        assert_eq!(OrderTotals::of(&paid(OrderStatus::Failed, 0)), None);
    }

    #[test]
    fn what_went_back_is_at_most_what_was_paid() {
        for (status, given_back, expected) in [
            (OrderStatus::Paid, 0, 0),
            (OrderStatus::Paid, 1_000, 1_000),
            (OrderStatus::Refunded, 30_000, 30_000),
            (OrderStatus::Refunded, 40_000, 30_000),
            (OrderStatus::Disputed, 0, 30_000),
        ] {
            let totals = OrderTotals::of(&paid(status, given_back)).unwrap();
            assert_eq!((totals.paid, totals.tax), (30_000, 5_207));
            assert_eq!(totals.given_back, expected, "{status:?} {given_back}");
            assert_eq!(totals.kept(), 30_000 - expected);
        }
    }

    #[test]
    fn the_first_course_gets_the_cents_that_cannot_be_divided() {
        let totals = OrderTotals::of(&paid(OrderStatus::Paid, 0)).unwrap();
        let parts: Vec<_> = totals.shared(7).iter().map(|part| part.paid).collect();
        assert_eq!(parts, [4_290, 4_285, 4_285, 4_285, 4_285, 4_285, 4_285]);
        assert_eq!(totals.shared(1), [totals]);
        assert_eq!(totals.shared(0), []);
    }

    proptest! {
        #[test]
        fn the_parts_are_the_whole(
            paid in 0..i64::from(i32::MAX),
            tax in 0..i64::from(i32::MAX),
            given_back in 0..i64::from(i32::MAX),
            courses in 1_usize..50,
        ) {
            let whole = OrderTotals { orders: 1, paid, tax, given_back };
            let mut sum = OrderTotals::default();
            for part in whole.shared(courses) {
                sum.add(part);
            }
            prop_assert_eq!((sum.paid, sum.tax, sum.given_back), (paid, tax, given_back));
            prop_assert_eq!(sum.orders, i64::try_from(courses).unwrap());
        }
    }
}
