//! Who sees the purchase keys of a fresh order on its page, and for how long.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;
use purchase_keys::{KeyState, PurchaseKey};

use crate::{Order, OrderStatus, OrderStore, ReferenceHolder};

/// Keys are shown beside their mail for this long after the payment: the buyer continues at once, and a page that stays open or is
/// found later shows no key.
pub const FRESH_KEYS_SHOWN: TimeDelta = TimeDelta::hours(24);

impl Order {
    /// Whether the order's page shows its unused keys: only on the address that the buyer was sent to, only while the order is
    /// paid, and only for a day after the payment.
    #[must_use]
    pub fn shows_keys_to(&self, holder: ReferenceHolder, now: DateTime<Utc>) -> bool {
        holder == ReferenceHolder::Buyer
            && self.status == OrderStatus::Paid
            && self.paid_at.is_some_and(|paid| now < paid + FRESH_KEYS_SHOWN)
    }
}

/// The unused keys that the order's page shows.
///
/// # Errors
/// [`StoreError`]
pub fn fresh_keys(
    store: &mut dyn OrderStore,
    order: &Order,
    holder: ReferenceHolder,
    now: DateTime<Utc>,
) -> Result<Vec<PurchaseKey>, StoreError> {
    if !order.shows_keys_to(holder, now) {
        return Ok(Vec::new());
    }
    let records = store.order_keys(order.id)?;
    Ok(records
        .into_iter()
        .filter(|record| record.state == KeyState::Unused)
        .filter_map(|record| record.key)
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::sample::order;

    #[test]
    fn the_buyer_of_a_paid_order_sees_its_keys_for_a_day_and_others_never() {
        let paid_at = DateTime::UNIX_EPOCH;
        let paid = Order {
            status: OrderStatus::Paid,
            paid_at: Some(paid_at),
            ..order()
        };
        let last = paid_at + FRESH_KEYS_SHOWN - TimeDelta::microseconds(1);
        for (holder, now, seen) in [
            (ReferenceHolder::Buyer, paid_at, true),
            (ReferenceHolder::Buyer, last, true),
            (ReferenceHolder::Buyer, paid_at + FRESH_KEYS_SHOWN, false),
            (ReferenceHolder::Unproven, paid_at, false),
        ] {
            assert_eq!(paid.shows_keys_to(holder, now), seen, "{holder:?} {now}");
        }
        for status in OrderStatus::ALL {
            let order = Order {
                status,
                ..paid.clone()
            };
            let seen = order.shows_keys_to(ReferenceHolder::Buyer, paid_at);
            assert_eq!(seen, status == OrderStatus::Paid, "{status:?}");
        }
    }
}
