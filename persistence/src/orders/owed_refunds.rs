//! The sums that are owed to buyers, as rows: written with what owes them.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::{Cents, StoreError};
use orders::{OrderId, OwedRefund, OwedRefunds, PaymentId, RefundKey, RefundRecord};

use crate::{
    Store,
    errors::foreign,
    schema::{orders as order_rows, owed_refunds},
    store::on,
    times::{loaded, stored},
};

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = owed_refunds, treat_none_as_null = true)]
struct OwedRow<'a> {
    payment_id: Option<&'a str>,
    idempotency_key: &'a str,
    tries: i32,
    base: i32,
    upto: i32,
    amount: Option<i32>,
    has_failed: bool,
    for_staff: bool,
    attempts: i32,
    problem: Option<&'a str>,
    finished_at: Option<NaiveDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = owed_refunds)]
struct RefundRow {
    payment_id: Option<String>,
    idempotency_key: String,
    tries: i32,
    base: i32,
    upto: i32,
    amount: Option<i32>,
    has_failed: bool,
    for_staff: bool,
    attempts: i32,
    problem: Option<String>,
    created_at: NaiveDateTime,
    finished_at: Option<NaiveDateTime>,
}

impl From<RefundRow> for OwedRefund {
    fn from(row: RefundRow) -> Self {
        Self {
            payment: row.payment_id.map(PaymentId),
            key: RefundKey::stored(row.idempotency_key),
            tries: row.tries,
            base: Cents(row.base),
            upto: Cents(row.upto),
            amount: row.amount.map(Cents),
            has_failed: row.has_failed,
            for_staff: row.for_staff,
            attempts: row.attempts,
            problem: row.problem,
        }
    }
}

fn record((row, reference): (RefundRow, String)) -> Result<RefundRecord, StoreError> {
    Ok(RefundRecord {
        reference: reference.parse().map_err(foreign)?,
        payment: row.payment_id.map(PaymentId),
        attempts: row.attempts,
        owed_since: loaded(row.created_at),
        problem: row.problem,
        finished_at: row.finished_at.map(loaded),
    })
}

/// The refund of an order, unless it is finished.
macro_rules! unfinished {
    ($order:expr) => {
        owed_refunds::table
            .filter(owed_refunds::order_id.eq($order.0))
            .filter(owed_refunds::finished_at.is_null())
    };
}

impl OwedRefunds for Store<'_> {
    fn owed_refund(&mut self, order: OrderId) -> Result<Option<OwedRefund>, StoreError> {
        let row: Option<RefundRow> = on!(self, c => unfinished!(order)
            .select(RefundRow::as_select())
            .first(*c)
            .optional())?;
        Ok(row.map(OwedRefund::from))
    }

    fn refund_tries(&mut self, order: OrderId) -> Result<i32, StoreError> {
        let tries: Option<i32> = on!(self, c => owed_refunds::table
            .filter(owed_refunds::order_id.eq(order.0))
            .select(owed_refunds::tries)
            .first(*c)
            .optional())?;
        Ok(tries.unwrap_or_default())
    }

    fn put_refund(
        &mut self,
        order: OrderId,
        owed: &OwedRefund,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let row = OwedRow {
            payment_id: owed.payment.as_ref().map(|payment| payment.0.as_str()),
            idempotency_key: owed.key.as_str(),
            tries: owed.tries,
            base: owed.base.0,
            upto: owed.upto.0,
            amount: owed.amount.map(|amount| amount.0),
            has_failed: owed.has_failed,
            for_staff: owed.for_staff,
            attempts: owed.attempts,
            problem: owed.problem.as_deref(),
            finished_at: None,
        };
        // What was finished begins anew.
        on!(self, c => diesel::update(
            owed_refunds::table
                .filter(owed_refunds::order_id.eq(order.0))
                .filter(owed_refunds::finished_at.is_not_null())
        )
        .set(owed_refunds::created_at.eq(stored(now)))
        .execute(*c))?;
        on!(self, c => diesel::insert_into(owed_refunds::table)
            .values((owed_refunds::order_id.eq(order.0), owed_refunds::created_at.eq(stored(now)), &row))
            .on_conflict(owed_refunds::order_id)
            .do_update()
            .set(&row)
            .execute(*c))
        .map(|_| ())
    }

    fn finish_refund(&mut self, order: OrderId, now: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::update(unfinished!(order))
            .set((
                owed_refunds::finished_at.eq(stored(now)),
                owed_refunds::problem.eq(None::<String>),
            ))
            .execute(*c))
        .map(|_| ())
    }

    fn refund_record(&mut self, order: OrderId) -> Result<Option<RefundRecord>, StoreError> {
        let row: Option<(RefundRow, String)> = on!(self, c => owed_refunds::table
            .inner_join(order_rows::table)
            .filter(owed_refunds::order_id.eq(order.0))
            .select((RefundRow::as_select(), order_rows::reference))
            .first(*c)
            .optional())?;
        row.map(record).transpose()
    }

    fn late_refunds(&mut self, before: DateTime<Utc>) -> Result<Vec<RefundRecord>, StoreError> {
        let rows: Vec<(RefundRow, String)> = on!(self, c => owed_refunds::table
            .inner_join(order_rows::table)
            .filter(owed_refunds::finished_at.is_null())
            .filter(owed_refunds::created_at.lt(stored(before)).or(owed_refunds::has_failed.eq(true)))
            .order(owed_refunds::created_at)
            .select((RefundRow::as_select(), order_rows::reference))
            .load(*c))?;
        rows.into_iter().map(record).collect()
    }
}
