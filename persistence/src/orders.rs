//! Orders as rows.

use ::mail::EmailAddress;
use ::orders::{
    CheckoutSessionId, NewOrder, Order, OrderCourse, OrderFilter, OrderId, OrderReference, OrderStatus,
    OrderStore, PaymentId, PaymentPage, PlanKey, ReceiptNumber, Reversal, VatNumber,
};
use chrono::{DateTime, Utc};
use courses::CourseId;
use diesel::prelude::*;
use kernel::{StoreError, UserId};
use purchase_keys::{KeyHash, KeyId, KeyRecord};

use crate::{
    Store, order_lists, order_payments,
    order_rows::{OrderRow, foreign, order, order_rows},
    purchase_keys::records_numbered,
    schema::{coupons, order_courses, orders, purchase_codes, receipts},
    store::on,
    times::stored,
};

fn one(row: Option<OrderRow>) -> Result<Option<Order>, StoreError> {
    row.map(order).transpose()
}

/// The order by its number, after its row was locked.
fn locked(store: &mut Store<'_>, ids: Vec<i32>) -> Result<Option<Order>, StoreError> {
    let Some(id) = ids.into_iter().min() else {
        return Ok(None);
    };
    one(on!(store, c => order_rows!().filter(orders::id.eq(id)).first::<OrderRow>(*c).optional())?)
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

impl OrderStore for Store<'_> {
    fn insert_order(&mut self, new: &NewOrder, now: DateTime<Utc>) -> Result<OrderId, StoreError> {
        let names = (
            orders::reference.eq(new.reference.as_str()),
            orders::provider.eq(new.provider.as_str()),
            orders::status.eq(OrderStatus::Open.as_str()),
            orders::plan.eq(new.plan.map(PlanKey::as_str)),
            orders::title.eq(&new.title),
            orders::user_id.eq(new.user.map(|user| user.0)),
            orders::buyer_name.eq(&new.buyer.name),
            orders::email.eq(new.buyer.email.as_str()),
            orders::email_key.eq(new.buyer.email.key()),
            orders::vat_number.eq(new.buyer.vat_number.as_ref().map(VatNumber::as_str)),
        );
        let money = (
            orders::price.eq(new.amounts.price.0),
            orders::discount.eq(new.amounts.discount.0),
            orders::tax.eq(new.amounts.tax.0),
            orders::total.eq(new.amounts.total.0),
            orders::tax_basis_points.eq(new.amounts.tax_basis_points),
            orders::tax_included.eq(new.amounts.tax_included),
            orders::reverse_charge.eq(new.amounts.reverse_charge),
            orders::currency.eq(&new.currency),
            orders::term.eq(new.term.to_string()),
            orders::coupon_id.eq(new.coupon.map(|coupon| coupon.0)),
            orders::created_at.eq(stored(now)),
        );
        let id = on!(self, c => diesel::insert_into(orders::table)
            .values((names, money))
            .returning(orders::id)
            .get_result::<i32>(*c))?;
        for course in &new.courses {
            on!(self, c => diesel::insert_into(order_courses::table)
                .values((order_courses::order_id.eq(id), order_courses::course_id.eq(course.0)))
                .execute(*c))?;
        }
        Ok(OrderId(id))
    }

    fn order(&mut self, reference: &OrderReference) -> Result<Option<Order>, StoreError> {
        one(on!(self, c => order_rows!()
            .filter(orders::reference.eq(reference.as_str()))
            .first::<OrderRow>(*c)
            .optional())?)
    }

    fn order_of_receipt(&mut self, number: ReceiptNumber) -> Result<Option<Order>, StoreError> {
        one(on!(self, c => order_rows!()
            .filter(receipts::year.eq(number.year))
            .filter(receipts::serial.eq(number.serial))
            .first::<OrderRow>(*c)
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
        one(on!(self, c => order_rows!()
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
            .first::<OrderRow>(*c)
            .optional())?)
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
        on!(self, c => diesel::update(orders::table.find(order.id.0))
            .set((
                orders::status.eq(order.status.as_str()),
                orders::payment_id.eq(order.payment.as_ref().map(|payment| &payment.0)),
                orders::given_back.eq(order.given_back.0),
                orders::flag.eq(order.flag.as_ref()),
                orders::paid_at.eq(order.paid_at.map(stored)),
                orders::ended_at.eq(order.ended_at.map(stored)),
            ))
            .execute(*c))
        .map(|_| ())
    }

    fn order_courses(&mut self, order: OrderId) -> Result<Vec<OrderCourse>, StoreError> {
        let rows = on!(self, c => order_courses::table
            .left_join(purchase_codes::table)
            .filter(order_courses::order_id.eq(order.0))
            .order(order_courses::id)
            .select((order_courses::course_id, (purchase_codes::id, purchase_codes::code).nullable()))
            .load::<(i32, Option<(i32, Vec<u8>)>)>(*c))?;
        rows.into_iter()
            .map(|(course, key)| {
                let key = key.map(|(id, code)| {
                    let hash = <[u8; 32]>::try_from(code.as_slice()).map_err(foreign)?;
                    Ok::<_, StoreError>((KeyId(id), KeyHash(hash)))
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
        on!(self, c => diesel::update(
            order_courses::table
                .filter(order_courses::order_id.eq(order.0))
                .filter(order_courses::course_id.eq(course.0))
        )
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
        records_numbered(self, &ids)
    }

    fn orders_of(&mut self, user: UserId) -> Result<Vec<Order>, StoreError> {
        order_lists::orders_of(self, user)
    }

    fn orders_by(&mut self, email: &EmailAddress) -> Result<Vec<Order>, StoreError> {
        order_lists::orders_by(self, email)
    }

    fn orders(&mut self, filter: &OrderFilter) -> Result<Vec<Order>, StoreError> {
        order_lists::orders(self, filter)
    }

    fn stale_orders(
        &mut self,
        before: DateTime<Utc>,
        without_page: DateTime<Utc>,
    ) -> Result<Vec<OrderReference>, StoreError> {
        order_lists::stale_orders(self, before, without_page)
    }

    fn forget_orders(&mut self, before: DateTime<Utc>) -> Result<(), StoreError> {
        order_lists::forget_orders(self, before)
    }

    fn note_event(&mut self, id: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
        order_payments::note_event(self, id, now)
    }

    fn note_reversal(&mut self, payment: &PaymentId, news: Reversal) -> Result<Reversal, StoreError> {
        order_payments::note_reversal(self, payment, news)
    }
}
