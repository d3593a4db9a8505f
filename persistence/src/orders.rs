//! Orders as rows; the folder holds their lists, payments, coupons, documents and owed refunds.

mod billing;
mod coupons;
mod documents;
mod lists;
mod payments;
mod rows;

use ::orders::{
    CheckoutSessionId, Country, DocumentNumber, NewOrder, Order, OrderCourse, OrderId, OrderReference,
    OrderStatus, OrderStore, PaymentId, PaymentPage, RefundStanding,
};
use chrono::{DateTime, Utc};
use courses::CourseId;
use diesel::prelude::*;
use kernel::{StoreError, UserId};
use purchase_keys::{KeyHash, KeyId, KeyRecord};

use self::rows::{NewOrderRow, OrderRow, SavedOrderRow, order_tables};
use crate::{
    Store,
    errors::foreign,
    purchase_keys::records_numbered,
    schema::{documents as document_rows, order_courses, orders, purchase_codes},
    store::{columns, on},
    times::stored,
};

#[derive(Insertable)]
#[diesel(table_name = order_courses)]
struct NewOrderCourseRow {
    order_id: i32,
    course_id: i32,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = purchase_codes)]
struct IssuedKeyRow {
    id: i32,
    code: Vec<u8>,
}

/// An update that changes nothing holds the rows' locks on PostgreSQL; on SQLite the write is alone anyway.
macro_rules! lock {
    ($store:expr, $filter:expr) => {
        on!($store, c => diesel::update(orders::table.filter($filter))
            .set(orders::given_back.eq(orders::given_back))
            .returning(orders::id)
            .get_results::<i32>(*c))
    };
}

/// Holds back every change of a member's orders until the transaction ends.
pub(crate) fn lock_orders_of(store: &mut Store<'_>, user: UserId) -> Result<(), StoreError> {
    lock!(store, orders::user_id.eq(user.0)).map(|_| ())
}

fn one(row: Option<OrderRow>) -> Result<Option<Order>, StoreError> {
    row.map(Order::try_from).transpose()
}

/// The order by its number, after its row was locked.
fn locked(store: &mut Store<'_>, ids: Vec<i32>) -> Result<Option<Order>, StoreError> {
    let Some(id) = ids.into_iter().min() else {
        return Ok(None);
    };
    one(
        on!(store, c => order_tables().filter(orders::id.eq(id)).select(columns::<OrderRow>()).first(*c).optional())?,
    )
}

impl OrderStore for Store<'_> {
    fn insert_order(&mut self, new: &NewOrder, now: DateTime<Utc>) -> Result<OrderId, StoreError> {
        let row = NewOrderRow::of(new, stored(now));
        let id = on!(self, c => diesel::insert_into(orders::table)
            .values(row)
            .returning(orders::id)
            .get_result::<i32>(*c))?;
        for course in &new.courses {
            for _ in 0..new.quantity.get() {
                let row = NewOrderCourseRow {
                    order_id: id,
                    course_id: course.0,
                };
                on!(self, c => diesel::insert_into(order_courses::table).values(row).execute(*c))?;
            }
        }
        billing::insert_billing(self, OrderId(id), new)?;
        Ok(OrderId(id))
    }

    fn order(&mut self, reference: &OrderReference) -> Result<Option<Order>, StoreError> {
        one(on!(self, c => order_tables()
            .filter(orders::reference.eq(reference.as_str()))
            .select(columns::<OrderRow>())
            .first(*c)
            .optional())?)
    }

    fn reference_of(&mut self, order: OrderId) -> Result<Option<OrderReference>, StoreError> {
        let reference = on!(self, c => orders::table
            .find(order.0)
            .select(orders::reference)
            .first::<String>(*c)
            .optional())?;
        reference.map(|text| text.parse().map_err(foreign)).transpose()
    }

    fn order_of_receipt(&mut self, number: DocumentNumber) -> Result<Option<Order>, StoreError> {
        one(on!(self, c => order_tables()
            .filter(document_rows::kind.eq(number.kind.as_str()))
            .filter(document_rows::year.eq(number.year))
            .filter(document_rows::serial.eq(number.serial))
            .select(columns::<OrderRow>())
            .first(*c)
            .optional())?)
    }

    fn lock_order(&mut self, reference: &OrderReference) -> Result<Option<Order>, StoreError> {
        let ids = lock!(self, orders::reference.eq(reference.as_str()))?;
        locked(self, ids)
    }

    fn lock_order_of_session(&mut self, session: &CheckoutSessionId) -> Result<Option<Order>, StoreError> {
        let ids = lock!(self, orders::session_id.eq(&session.0))?;
        locked(self, ids)
    }

    fn lock_order_of_payment(&mut self, payment: &PaymentId) -> Result<Option<Order>, StoreError> {
        let ids = lock!(self, orders::payment_id.eq(&payment.0))?;
        locked(self, ids)
    }

    fn running_order(
        &mut self,
        user: UserId,
        course: CourseId,
        since: DateTime<Utc>,
    ) -> Result<Option<Order>, StoreError> {
        one(on!(self, c => order_tables()
            .filter(orders::user_id.eq(user.0))
            .filter(
                orders::status.eq(OrderStatus::AwaitingMoney.as_str()).or(
                    orders::status
                        .eq(OrderStatus::Open.as_str())
                        .and(orders::created_at.gt(stored(since))),
                ),
            )
            .filter(orders::plan.is_null())
            .filter(orders::id.eq_any(
                order_courses::table
                    .filter(order_courses::course_id.eq(course.0))
                    .select(order_courses::order_id)
            ))
            // `awaiting_money` before `open`.
            .order((orders::status.asc(), orders::id.desc()))
            .select(columns::<OrderRow>())
            .first(*c)
            .optional())?)
    }

    fn last_country(&mut self, user: UserId) -> Result<Option<Country>, StoreError> {
        billing::last_country(self, user)
    }

    fn set_page(&mut self, reference: &OrderReference, page: &PaymentPage) -> Result<bool, StoreError> {
        on!(self, c => diesel::update(
            orders::table
                .filter(orders::reference.eq(reference.as_str()))
                .filter(orders::status.eq(OrderStatus::Open.as_str()))
        )
        .set((orders::session_id.eq(&page.session.0), orders::page_url.eq(&page.url)))
        .execute(*c))
        .map(|rows| rows == 1)
    }

    fn save_order(&mut self, order: &Order) -> Result<(), StoreError> {
        billing::save_payment_country(self, order)?;
        let row = SavedOrderRow {
            status: order.status.as_str(),
            payment_id: order.payment.as_ref().map(|payment| payment.0.as_str()),
            given_back: order.given_back.0,
            refund: order.refund.map(RefundStanding::as_str),
            kept_open_upto: order.kept_open_upto.0,
            flag: order.flag.as_deref(),
            paid_at: order.paid_at.map(stored),
            ended_at: order.ended_at.map(stored),
            withdrawn_at: order.withdrawn_at.map(stored),
        };
        on!(self, c => diesel::update(orders::table.find(order.id.0))
            .set(row)
            .execute(*c))
        .map(|_| ())
    }

    fn order_courses(&mut self, order: OrderId) -> Result<Vec<OrderCourse>, StoreError> {
        let rows: Vec<(i32, Option<IssuedKeyRow>)> = on!(self, c => order_courses::table
            .left_join(purchase_codes::table)
            .filter(order_courses::order_id.eq(order.0))
            .order(order_courses::id)
            .select((order_courses::course_id, Option::<IssuedKeyRow>::as_select()))
            .load(*c))?;
        rows.into_iter()
            .map(|(course, key)| {
                let key = key.map(|row| {
                    let hash = <[u8; 32]>::try_from(row.code.as_slice()).map_err(foreign)?;
                    Ok::<_, StoreError>((KeyId(row.id), KeyHash(hash)))
                });
                Ok(OrderCourse {
                    course: CourseId(course),
                    key: key.transpose()?,
                })
            })
            .collect()
    }

    fn set_order_key(&mut self, order: OrderId, course: CourseId, key: &KeyHash) -> Result<(), StoreError> {
        let id = on!(self, c => purchase_codes::table
            .filter(purchase_codes::code.eq(&key.0[..]))
            .select(purchase_codes::id)
            .first::<i32>(*c))?;
        let row = on!(self, c => order_courses::table
            .filter(order_courses::order_id.eq(order.0))
            .filter(order_courses::course_id.eq(course.0))
            .filter(order_courses::purchase_code_id.is_null())
            .order(order_courses::id)
            .select(order_courses::id)
            .first::<i32>(*c))?;
        on!(self, c => diesel::update(order_courses::table.find(row))
            .set(order_courses::purchase_code_id.eq(id))
            .execute(*c))
        .map(|_| ())
    }

    fn order_keys(&mut self, order: OrderId) -> Result<Vec<KeyRecord>, StoreError> {
        let ids = on!(self, c => order_courses::table
            .filter(order_courses::order_id.eq(order.0))
            .select(order_courses::purchase_code_id)
            .load::<Option<i32>>(*c))?;
        let ids: Vec<i32> = ids.into_iter().flatten().collect();
        let mut records = records_numbered(self, &ids)?;
        records.sort_unstable_by_key(|record| record.id.0);
        Ok(records)
    }
}
