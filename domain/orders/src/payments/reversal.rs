//! Refunds and disputes: money that goes back, and the access that is taken back for it.

use chrono::{DateTime, Utc};
use courses::{GrantSource, take_back};
use kernel::{StoreError, UserId};
use purchase_keys::KeyState;

use crate::{
    Order, OrderStatus, OrderStore, PaymentId, ProviderRefund, Reversal,
    document::credit::credit_given_back,
    payments::refund::{
        job::end_refund,
        returned::{FAILED, Returned, follow, returned},
    },
};

/// Records that money of a payment was given back, and what became of a refund of it. Ends the payment's order where that is known and the
/// whole was given back. Answers the order where that changed it.
///
/// # Errors
/// [`StoreError`]
pub fn money_given_back(
    store: &mut dyn OrderStore,
    payment: &PaymentId,
    news: Reversal,
    refund: Option<&ProviderRefund>,
    now: DateTime<Utc>,
) -> Result<Option<Order>, StoreError> {
    let before = returned(store, payment)?;
    if let Some(refund) = refund {
        store.note_refund(payment, refund)?;
    }
    let known = store.note_reversal(payment, news)?;
    let after = Returned::of(known, &store.refunds_of(payment)?);
    let Some(mut order) = store.lock_order_of_payment(payment)? else {
        return Ok(None);
    };
    let was = (order.given_back, order.status, order.refund);
    if known.disputed {
        // The bank took it all; nothing is owed any more.
        end_refund(store, order.id, now)?;
        order.given_back = after.given_back;
        order.refund = None;
    } else {
        follow(store, &mut order, after, FAILED, now)?;
    }
    match known.end() {
        Some(status) if order.status != status => end_order(store, &mut order, status, now)?,
        _ => store.save_order(&order)?,
    }
    credit_given_back(store, &mut order, before.given_back, after.given_back, now)?;
    Ok(((order.given_back, order.status, order.refund) != was).then_some(order))
}

/// Ends an order and takes back all that it granted.
pub(crate) fn end_order(
    store: &mut dyn OrderStore,
    order: &mut Order,
    status: OrderStatus,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let is_kept = order.kept_open_upto.0 > 0 && order.given_back <= order.kept_open_upto;
    if ends_access(order, is_kept, status) {
        take_back_order(store, order, now)?;
    }
    if order.ended_at.is_none() {
        order.ended_at = Some(now);
    }
    change_status(store, order, status)
}

/// Whether an order's end takes back what it granted. A refund that staff made without ending the access takes nothing back, also when the
/// provider's event of it comes before its answer. Money that goes back beyond that refund, and a dispute, end the access.
fn ends_access(order: &Order, is_kept: bool, status: OrderStatus) -> bool {
    match (order.status, status) {
        (OrderStatus::Paid, OrderStatus::Refunded) => !is_kept,
        (OrderStatus::Paid, _) => true,
        (OrderStatus::Refunded, OrderStatus::Disputed) => is_kept || order.kept_open_upto.0 > 0,
        _ => false,
    }
}

/// Revokes unused keys, and ends the access that used keys opened, for any user, and the access that a member got.
pub(crate) fn take_back_order(
    store: &mut dyn OrderStore,
    order: &Order,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mut keys: Vec<_> = store
        .order_courses(order.id)?
        .into_iter()
        .filter_map(|sold| sold.key)
        .collect();
    keys.sort_unstable_by_key(|(id, _)| id.0);
    // All keys before any user, because a redemption locks its key and then its user: the other order could deadlock.
    let mut sources = Vec::new();
    for (id, hash) in keys {
        if store.revoke_key(&hash, now)? == Some(KeyState::Used) {
            sources.push(GrantSource::Key(id.0));
        }
    }
    sources.push(GrantSource::Order(order.id.0));
    // All users in the order of their numbers: two orders whose keys the same users redeemed may end at once.
    let mut holders = Vec::new();
    for source in &sources {
        holders.extend(store.granted_by(*source)?.into_iter().map(|(user, _)| user.0));
    }
    holders.sort_unstable();
    holders.dedup();
    for holder in holders {
        store.lock_user(UserId(holder))?;
    }
    sources
        .into_iter()
        .try_for_each(|source| take_back(store, source, now))
}

/// Saves an order with another status, and updates the count of its coupon.
pub(crate) fn change_status(
    store: &mut dyn OrderStore,
    order: &mut Order,
    status: OrderStatus,
) -> Result<(), StoreError> {
    if let Some((coupon, _)) = order.coupon {
        match (order.status.holds_coupon(), status.holds_coupon()) {
            (Some(true), Some(false)) => store.count_coupon(coupon, -1)?,
            (Some(false), Some(true)) => store.count_coupon(coupon, 1)?,
            _ => {}
        }
    }
    order.status = status;
    store.save_order(order)
}

#[cfg(test)]
mod tests {
    use kernel::Cents;

    use super::*;

    #[test]
    fn what_is_known_is_the_same_in_any_order() {
        let some = Reversal {
            given_back: Cents(100),
            ..Reversal::NOTHING
        };
        let whole = Reversal {
            given_back: Cents(300),
            whole: true,
            ..Reversal::NOTHING
        };
        let disputed = Reversal {
            disputed: true,
            ..Reversal::NOTHING
        };
        assert_eq!(some.and(whole).and(disputed), disputed.and(whole).and(some));
        assert_eq!(some.end(), None);
        assert_eq!(some.and(whole).end(), Some(OrderStatus::Refunded));
        assert_eq!(whole.and(disputed).end(), Some(OrderStatus::Disputed));
    }
}
