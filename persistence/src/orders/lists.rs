//! Orders in lists: of a member, of an address, for staff, and orders that will not be paid any more.

use std::collections::HashSet;

use ::mail::EmailAddress;
use ::orders::{Order, OrderFilter, OrderId, OrderLists, OrderReference, OrderStatus};
use chrono::{DateTime, TimeDelta, Utc};
use courses::CourseId;
use diesel::{prelude::*, sql_types::Bool};
use kernel::{StoreError, UserId};

use super::rows::{OrderRow, order_tables};
use crate::{
    Store,
    errors::foreign,
    schema::{order_buyers, order_courses, orders, purchase_codes},
    store::{columns, on},
    times::stored,
};

/// As many stale orders as one transaction ends.
const BATCH: i64 = 100;

impl OrderLists for Store<'_> {
    fn courses_of_orders(&mut self, orders: &[OrderId]) -> Result<Vec<(OrderId, CourseId)>, StoreError> {
        let ids: Vec<i32> = orders.iter().map(|id| id.0).collect();
        let rows: Vec<(i32, i32)> = on!(self, c => order_courses::table
            .filter(order_courses::order_id.eq_any(&ids))
            .order(order_courses::id)
            .select((order_courses::order_id, order_courses::course_id))
            .load(*c))?;
        let mut seen = HashSet::new();
        Ok(rows
            .into_iter()
            .filter(|row| seen.insert(*row))
            .map(|(order, course)| (OrderId(order), CourseId(course)))
            .collect())
    }

    fn stale_orders(
        &mut self,
        before: DateTime<Utc>,
        without_page: DateTime<Utc>,
    ) -> Result<Vec<OrderReference>, StoreError> {
        let rows = on!(self, c => orders::table
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

    fn forget_orders(&mut self, before: DateTime<Utc>) -> Result<(), StoreError> {
        let nothing = [OrderStatus::Failed.as_str(), OrderStatus::Expired.as_str()];
        on!(self, c => diesel::delete(
            orders::table
                .filter(orders::status.eq_any(nothing))
                .filter(orders::created_at.lt(stored(before)))
                .filter(orders::payment_id.is_null())
                .filter(orders::paid_at.is_null())
        )
        .execute(*c))
        .map(|_| ())
    }

    fn orders_paid_since(&mut self, from: DateTime<Utc>) -> Result<Vec<Order>, StoreError> {
        let rows: Vec<OrderRow> = on!(self, c => order_tables()
            .filter(orders::paid_at.ge(stored(from)))
            .order((orders::paid_at.desc(), orders::id.desc()))
            .select(columns::<OrderRow>())
            .load(*c))?;
        rows.into_iter().map(Order::try_from).collect()
    }
}

impl Store<'_> {
    /// The orders of a member, orders that the member adopted, and orders whose keys the member used; the latest first.
    pub fn orders_of(&mut self, user: UserId) -> Result<Vec<Order>, StoreError> {
        let mut ids = on!(self, c => orders::table
            .filter(orders::user_id.eq(user.0))
            .select(orders::id)
            .load::<i32>(*c))?;
        ids.extend(on!(self, c => order_courses::table
            .inner_join(purchase_codes::table)
            .filter(purchase_codes::used_by.eq(user.0))
            .select(order_courses::order_id)
            .load::<i32>(*c))?);
        ids.extend(on!(self, c => order_buyers::table
            .filter(order_buyers::user_id.eq(user.0))
            .select(order_buyers::order_id)
            .load::<i32>(*c))?);
        // A list of none would be looked for in every row.
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let rows: Vec<OrderRow> = on!(self, c => order_tables()
            .filter(orders::id.eq_any(&ids))
            .order((orders::created_at.desc(), orders::id.desc()))
            .select(columns::<OrderRow>())
            .load(*c))?;
        rows.into_iter().map(Order::try_from).collect()
    }

    /// The orders with an e-mail address, the latest first.
    pub fn orders_by(&mut self, email: &EmailAddress) -> Result<Vec<Order>, StoreError> {
        let rows: Vec<OrderRow> = on!(self, c => order_tables()
            .filter(orders::email_key.eq(email.key()))
            .order((orders::created_at.desc(), orders::id.desc()))
            .select(columns::<OrderRow>())
            .load(*c))?;
        rows.into_iter().map(Order::try_from).collect()
    }

    /// For staff: the latest first, at most `limit`, from this order on, which is left out.
    pub fn orders_before(
        &mut self,
        order: Option<&Order>,
        filter: &OrderFilter,
        limit: i64,
    ) -> Result<Vec<Order>, StoreError> {
        let always = (
            DateTime::UNIX_EPOCH,
            DateTime::UNIX_EPOCH + TimeDelta::days(365 * 1_000),
        );
        let (from, to) = filter.made.unwrap_or(always);
        // No order has a number below 1, so that none made at the end is among them.
        let (time, id) = order.map_or((to, 0), |order| (order.created_at, order.id.0));
        let settled = [OrderStatus::Refunded, OrderStatus::Disputed].map(OrderStatus::as_str);
        let page = || {
            order_tables()
                .filter(orders::created_at.ge(stored(from)))
                // Said twice: the database finds the first of these in the index, and nothing in the second. A further limit would be
                // taken instead of it, and the orders before the page read again.
                .filter(orders::created_at.le(stored(time)))
                .filter(orders::created_at.lt(stored(time)).or(orders::id.lt(id)))
                .filter(
                    (!filter.needs_a_look)
                        .into_sql::<Bool>()
                        .or(orders::flag.is_not_null().and(orders::status.ne_all(settled))),
                )
                .order((orders::created_at.desc(), orders::id.desc()))
                .limit(limit)
        };
        // Without a status no status is named: a list of all of them would be looked up one by one, and sorted for each page.
        let rows: Vec<OrderRow> = match filter.status {
            Some(status) => on!(self, c => page()
                .filter(orders::status.eq(status.as_str()))
                .select(columns::<OrderRow>())
                .load(*c))?,
            None => on!(self, c => page().select(columns::<OrderRow>()).load(*c))?,
        };
        rows.into_iter().map(Order::try_from).collect()
    }
}
