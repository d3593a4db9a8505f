//! A refund that staff ask for: how much goes back, and whether the access ends with it.
//!
//! Decision: what is to stay open is written down before the provider is asked, for the provider's own event of the refund may come before
//! its answer. A part has an idempotency key made of what went back before it, so that asking again after a lost answer gives nothing
//! back twice; a whole payment the provider itself gives back once. Cost: a part that Stripe refused is refused again for a day.

use audit::{ActingStaff, Action};
use chrono::{DateTime, Utc};
use kernel::{Cents, StoreError};

use crate::{
    Order, OrderReference, OrderStore, Reversal,
    credit_note::issue::credit_given_back,
    money_given_back,
    payments::reversal::{refund_order, take_back_order},
};

/// What becomes of the access that the order opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessAfterRefund {
    Ends,
    /// It stays, also when the provider's event of this refund comes, and also when the whole sum goes back.
    Stays,
}

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
    /// What will have gone back of the payment then.
    pub given_back: Cents,
    pub whole: bool,
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
            given_back: self.amounts.total,
            whole: true,
        };
        match amount {
            None => Ok(whole),
            Some(_) if self.needs_a_look() => Err(RefundAmountError::Flagged),
            Some(amount) if amount.0 < 1 => Err(RefundAmountError::Nothing),
            Some(amount) if amount > left => Err(RefundAmountError::TooMuch(left)),
            Some(amount) if amount == left => Ok(whole),
            Some(amount) => Ok(RefundPart {
                amount: Some(amount),
                given_back: Cents(self.given_back.0 + amount.0),
                whole: false,
            }),
        }
    }
}

impl AccessAfterRefund {
    /// Up to which sum the access stays open, to be kept before the provider is asked ([`keep_open`]).
    #[must_use]
    pub fn kept_upto(self, part: RefundPart) -> Cents {
        match self {
            Self::Stays => part.given_back,
            Self::Ends => Cents(0),
        }
    }
}

/// Writes down up to which sum money goes back without ending the access: before the provider is asked, and again as it was before, if
/// the provider refuses.
///
/// # Errors
/// [`StoreError`]
pub fn keep_open<S: OrderStore + ?Sized>(
    store: &mut S,
    reference: &OrderReference,
    upto: Cents,
) -> Result<(), StoreError> {
    let Some(mut order) = store.lock_order(reference)? else {
        return Ok(());
    };
    if order.kept_open_upto == upto {
        return Ok(());
    }
    order.kept_open_upto = upto;
    store.save_order(&order)
}

/// Writes down a refund whose money is on its way back, with its line of the trail. The provider's own event about it changes nothing more.
///
/// # Errors
/// [`StoreError`]
pub fn refund_by_staff<S: OrderStore + ?Sized>(
    store: &mut S,
    reference: &OrderReference,
    part: RefundPart,
    access: AccessAfterRefund,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Some(order) = store.order(reference)? else {
        return Ok(());
    };
    if part.whole {
        refund_order(store, reference, now)?;
    } else {
        give_back_part(store, &order, part, now)?;
    }
    if access == AccessAfterRefund::Ends && !part.whole {
        take_back_order(store, &order, now)?;
    }
    let act = by.act(Action::OrdersRefund).concerning(order.user);
    store.append_act(&act.about(reference.as_str()), now)
}

fn give_back_part<S: OrderStore + ?Sized>(
    store: &mut S,
    order: &Order,
    part: RefundPart,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if let Some(payment) = &order.payment {
        let news = Reversal {
            given_back: part.given_back,
            ..Reversal::NOTHING
        };
        return money_given_back(store, payment, news, now).map(|_| ());
    }
    let Some(mut order) = store.lock_order(&order.reference)? else {
        return Ok(());
    };
    let before = order.given_back;
    order.given_back = part.given_back.max(before);
    store.save_order(&order)?;
    credit_given_back(store, &mut order, before, now)
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
        assert_eq!(
            (whole.amount, whole.given_back, whole.whole),
            (None, Cents(30_000), true)
        );
        assert_eq!(order.refund_part(Some(Cents(20_000))), Ok(whole));
        let part = order.refund_part(Some(Cents(5_000))).unwrap();
        assert_eq!(
            (part.amount, part.given_back, part.whole),
            (Some(Cents(5_000)), Cents(15_000), false)
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
        assert!(order.refund_part(None).unwrap().whole);
    }
}
