//! Orders in lists: of a member, of an address, for staff, and those that nobody waits for any more.

use ::mail::EmailAddress;
use ::orders::{Order, OrderFilter, OrderReference, OrderStatus};
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use kernel::{StoreError, UserId};

use crate::{
    Store,
    order_rows::{OrderRow, foreign, order, order_rows},
    schema::{coupons, order_courses, orders, purchase_codes, receipts},
    store::on,
    times::stored,
};

/// As many stale orders as one transaction ends.
const BATCH: i64 = 100;

pub(crate) fn orders_of(store: &mut Store<'_>, user: UserId) -> Result<Vec<Order>, StoreError> {
    let mut ids = on!(store, c => orders::table
        .filter(orders::user_id.eq(user.0))
        .select(orders::id)
        .load::<i32>(*c))?;
    ids.extend(on!(store, c => order_courses::table
        .inner_join(purchase_codes::table)
        .filter(purchase_codes::used_by.eq(user.0))
        .select(order_courses::order_id)
        .load::<i32>(*c))?);
    // A list of none would be looked for in every row.
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    on!(store, c => order_rows!()
        .filter(orders::id.eq_any(&ids))
        .order((orders::created_at.desc(), orders::id.desc()))
        .load::<OrderRow>(*c))?
    .into_iter()
    .map(order)
    .collect()
}

/// Holds back whatever would change a member's orders until the transaction ends.
pub(crate) fn lock_orders_of(store: &mut Store<'_>, user: UserId) -> Result<(), StoreError> {
    on!(store, c => diesel::update(orders::table.filter(orders::user_id.eq(user.0)))
        .set(orders::given_back.eq(orders::given_back))
        .execute(*c))
    .map(|_| ())
}

pub(crate) fn orders_by(store: &mut Store<'_>, email: &EmailAddress) -> Result<Vec<Order>, StoreError> {
    on!(store, c => order_rows!()
        .filter(orders::email_key.eq(email.key()))
        .order((orders::created_at.desc(), orders::id.desc()))
        .load::<OrderRow>(*c))?
    .into_iter()
    .map(order)
    .collect()
}

pub(crate) fn orders(store: &mut Store<'_>, filter: &OrderFilter) -> Result<Vec<Order>, StoreError> {
    let statuses: Vec<&str> = match filter.status {
        Some(status) => vec![status.as_str()],
        None => OrderStatus::ALL.iter().map(|status| status.as_str()).collect(),
    };
    let always = (
        DateTime::UNIX_EPOCH,
        DateTime::UNIX_EPOCH + TimeDelta::days(365 * 1_000),
    );
    let (from, to) = filter.made.unwrap_or(always);
    on!(store, c => order_rows!()
        .filter(orders::status.eq_any(&statuses))
        .filter(orders::created_at.ge(stored(from)))
        .filter(orders::created_at.lt(stored(to)))
        .order((orders::created_at.desc(), orders::id.desc()))
        .load::<OrderRow>(*c))?
    .into_iter()
    .map(order)
    .collect()
}

pub(crate) fn stale_orders(
    store: &mut Store<'_>,
    before: DateTime<Utc>,
    without_page: DateTime<Utc>,
) -> Result<Vec<OrderReference>, StoreError> {
    let rows = on!(store, c => orders::table
        .filter(orders::status.eq(OrderStatus::Open.as_str()))
        .filter(
            orders::created_at
                .lt(stored(before))
                .or(orders::session_id.is_null().and(orders::created_at.lt(stored(without_page)))),
        )
        .order(orders::created_at)
        .limit(BATCH)
        .select(orders::reference)
        .load::<String>(*c))?;
    rows.into_iter()
        .map(|reference| reference.parse().map_err(foreign))
        .collect()
}

pub(crate) fn forget_orders(store: &mut Store<'_>, before: DateTime<Utc>) -> Result<(), StoreError> {
    let nothing = [OrderStatus::Failed.as_str(), OrderStatus::Expired.as_str()];
    on!(store, c => diesel::delete(
        orders::table
            .filter(orders::status.eq_any(nothing))
            .filter(orders::created_at.lt(stored(before)))
            .filter(orders::payment_id.is_null())
            .filter(orders::paid_at.is_null())
    )
    .execute(*c))
    .map(|_| ())
}
