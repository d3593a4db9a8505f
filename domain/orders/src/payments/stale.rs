//! Orders for which no payment event came, and old orders without a payment.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

use crate::{
    OrderReference, OrderStatus, OrderStore, checkout::page::PAGE_LIFETIME, payments::reversal::end_order,
};

/// The provider reports the end of a page. An event that has not come this long after the order will not come.
const STALE_AFTER: TimeDelta = TimeDelta::hours(PAGE_LIFETIME.num_hours() + 2);
/// An order gets its page within seconds, or never.
const WITHOUT_PAGE: TimeDelta = TimeDelta::minutes(30);
/// Orders without a payment are kept this long, for questions of their buyers.
const KEPT_FOR: TimeDelta = TimeDelta::days(90);

/// Open orders whose payment page must have ended by now, a limited number of them; to be ended one by one.
///
/// # Errors
/// [`StoreError`]
pub fn stale_orders(
    store: &mut dyn OrderStore,
    now: DateTime<Utc>,
) -> Result<Vec<OrderReference>, StoreError> {
    store.stale_orders(now - STALE_AFTER, now - WITHOUT_PAGE)
}

/// Ends an order that is still open, so that it does not hold its coupon for ever. A payment that comes later still counts.
///
/// # Errors
/// [`StoreError`]
pub fn expire_order(
    store: &mut dyn OrderStore,
    reference: &OrderReference,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    match store.lock_order(reference)? {
        Some(mut order) if order.status == OrderStatus::Open => {
            end_order(store, &mut order, OrderStatus::Expired, now)
        }
        _ => Ok(()),
    }
}

/// Deletes old orders without a payment.
///
/// # Errors
/// [`StoreError`]
pub fn forget_orders(store: &mut dyn OrderStore, now: DateTime<Utc>) -> Result<(), StoreError> {
    store.forget_orders(now - KEPT_FOR)
}
