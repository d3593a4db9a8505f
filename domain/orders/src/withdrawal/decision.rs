//! Whether a buyer may withdraw from the contract of an order, by the order's status and the time.
//!
//! - Paid: for the whole period from the payment, also where lessons were watched, a part was given back (the rest goes back), or the
//!   keys were passed on: the period is promised to every buyer, and what the keys opened ends for the members who used them.
//! - Free by a coupon: as a paid order; access ends, and no money moves.
//! - A plan for a term is one payment, so it is an order as any other; there are no recurring payments here.
//! - Flagged: another amount came and nothing was opened; the period runs from when the money came.
//! - Awaiting its money (a bank transfer under way): the contract is made and its period has not begun, so always.
//! - Refunded or disputed: the money is back.
//! - Open, failed, expired: no contract came of it.

use chrono::{DateTime, Utc};

use crate::{Order, OrderStatus, WithdrawalPeriod};

/// What a withdrawal from an order comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithdrawalDecision {
    /// Until, and not at, this time; `None` while the period has not begun.
    Possible {
        until: Option<DateTime<Utc>>,
    },
    /// It was withdrawn from before.
    Withdrawn {
        at: DateTime<Utc>,
    },
    Over,
    /// The money went back without a withdrawal.
    AlreadyRefunded,
    /// Nothing was bought.
    NoContract,
}

impl Order {
    /// What a withdrawal at a time comes to.
    #[must_use]
    pub fn withdrawal_decision(&self, period: WithdrawalPeriod, at: DateTime<Utc>) -> WithdrawalDecision {
        if let Some(at) = self.withdrawn_at {
            return WithdrawalDecision::Withdrawn { at };
        }
        let money_came = match self.status {
            OrderStatus::Paid => self.paid_at,
            OrderStatus::Flagged => self.ended_at,
            OrderStatus::AwaitingMoney => return WithdrawalDecision::Possible { until: None },
            OrderStatus::Refunded | OrderStatus::Disputed => return WithdrawalDecision::AlreadyRefunded,
            OrderStatus::Open | OrderStatus::Failed | OrderStatus::Expired => None,
        };
        match money_came.map(|from| period.end(from)) {
            Some(end) if at < end => WithdrawalDecision::Possible { until: Some(end) },
            Some(_) => WithdrawalDecision::Over,
            None => WithdrawalDecision::NoContract,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::sample::order;
    use chrono::TimeDelta;
    use kernel::Cents;

    fn paid_at() -> DateTime<Utc> {
        "2026-11-01T09:30:00.25Z".parse().unwrap()
    }

    fn in_status(status: OrderStatus) -> Order {
        Order {
            status,
            paid_at: matches!(
                status,
                OrderStatus::Paid | OrderStatus::Refunded | OrderStatus::Disputed
            )
            .then(paid_at),
            ended_at: (!matches!(
                status,
                OrderStatus::Open | OrderStatus::AwaitingMoney | OrderStatus::Paid
            ))
            .then(paid_at),
            ..order()
        }
    }

    fn decided(order: &Order, at: DateTime<Utc>) -> WithdrawalDecision {
        order.withdrawal_decision(WithdrawalPeriod::default(), at)
    }

    #[test]
    fn the_period_lasts_until_its_last_second_and_no_longer() {
        let order = in_status(OrderStatus::Paid);
        let end = paid_at() + TimeDelta::days(14);
        let possible = WithdrawalDecision::Possible { until: Some(end) };
        for at in [
            paid_at(),
            end - TimeDelta::seconds(1),
            end - TimeDelta::microseconds(1),
        ] {
            assert_eq!(decided(&order, at), possible, "{at}");
        }
        for at in [end, end + TimeDelta::seconds(1), end + TimeDelta::days(1_000)] {
            assert_eq!(decided(&order, at), WithdrawalDecision::Over, "{at}");
        }
        let longer = WithdrawalPeriod::from_days(30).unwrap();
        assert_eq!(
            order.withdrawal_decision(longer, end),
            WithdrawalDecision::Possible {
                until: Some(paid_at() + TimeDelta::days(30))
            }
        );
    }

    #[test]
    fn each_status_is_decided() {
        use OrderStatus::{AwaitingMoney, Disputed, Expired, Failed, Flagged, Open, Paid, Refunded};
        let end = paid_at() + TimeDelta::days(14);
        for status in OrderStatus::ALL {
            let order = in_status(status);
            let (within, after) = match status {
                Paid | Flagged => (
                    WithdrawalDecision::Possible { until: Some(end) },
                    WithdrawalDecision::Over,
                ),
                AwaitingMoney => (
                    WithdrawalDecision::Possible { until: None },
                    WithdrawalDecision::Possible { until: None },
                ),
                Refunded | Disputed => (
                    WithdrawalDecision::AlreadyRefunded,
                    WithdrawalDecision::AlreadyRefunded,
                ),
                Open | Failed | Expired => (WithdrawalDecision::NoContract, WithdrawalDecision::NoContract),
            };
            assert_eq!(decided(&order, paid_at()), within, "{status:?}");
            assert_eq!(decided(&order, end), after, "{status:?}");
        }
    }

    #[test]
    fn a_part_that_went_back_or_a_price_of_nothing_changes_nothing() {
        let end = paid_at() + TimeDelta::days(14);
        let part = Order {
            given_back: Cents(10_000),
            ..in_status(OrderStatus::Paid)
        };
        let mut free = in_status(OrderStatus::Paid);
        free.amounts.total = Cents(0);
        for order in [part, free] {
            assert_eq!(
                decided(&order, end - TimeDelta::seconds(1)),
                WithdrawalDecision::Possible { until: Some(end) }
            );
            assert_eq!(decided(&order, end), WithdrawalDecision::Over);
        }
    }

    #[test]
    fn a_withdrawal_stays_what_it_was_after_later_events() {
        let at = paid_at() + TimeDelta::days(1);
        for status in OrderStatus::ALL {
            let order = Order {
                withdrawn_at: Some(at),
                ..in_status(status)
            };
            let later = at + TimeDelta::days(100);
            assert_eq!(decided(&order, later), WithdrawalDecision::Withdrawn { at });
        }
    }
}
