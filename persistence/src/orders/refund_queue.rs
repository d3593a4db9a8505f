//! The refunds that are owed, as rows: written with what owes them, claimed by workers.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{dsl::exists, prelude::*};
use kernel::{Cents, StoreError};
use orders::{
    DueRefund, LONGEST_REFUND_PAUSE, OrderId, OwedRefund, PaymentId, QueuedRefund, REFUND_CLAIM, RefundKey,
    RefundQueue,
};

use crate::{
    Store, due_queue,
    errors::foreign,
    schema::{orders as order_rows, refund_queue},
    store::on,
    times::{loaded, stored},
};

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = refund_queue, treat_none_as_null = true)]
struct OwedRow<'a> {
    payment_id: Option<&'a str>,
    idempotency_key: &'a str,
    tries: i32,
    base: i32,
    upto: i32,
    amount: Option<i32>,
    has_failed: bool,
    due_at: Option<NaiveDateTime>,
    claimed_until: Option<NaiveDateTime>,
    last_error: Option<&'a str>,
    finished_at: Option<NaiveDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = refund_queue)]
struct RefundRow {
    order_id: i32,
    payment_id: Option<String>,
    idempotency_key: String,
    tries: i32,
    base: i32,
    upto: i32,
    amount: Option<i32>,
    has_failed: bool,
    attempts: i32,
    created_at: NaiveDateTime,
    due_at: Option<NaiveDateTime>,
    last_error: Option<String>,
    finished_at: Option<NaiveDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = order_rows)]
struct NamedOrderRow {
    reference: String,
    provider: String,
}

impl RefundRow {
    fn queued(self, order: &NamedOrderRow) -> Result<QueuedRefund, StoreError> {
        Ok(QueuedRefund {
            reference: order.reference.parse().map_err(foreign)?,
            payment: self.payment_id.map(PaymentId),
            attempts: self.attempts,
            owed_since: loaded(self.created_at),
            last_problem: self.last_error,
            finished_at: self.finished_at.map(loaded),
        })
    }
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
            due: row.due_at.map(loaded),
            last_problem: row.last_error,
        }
    }
}

/// A later try was put off by a clock that was ahead.
fn latest_try(now: DateTime<Utc>) -> DateTime<Utc> {
    now + LONGEST_REFUND_PAUSE * 2
}

/// The refund of an order, unless it is finished.
macro_rules! unfinished {
    ($order:expr) => {
        refund_queue::table
            .filter(refund_queue::order_id.eq($order.0))
            .filter(refund_queue::finished_at.is_null())
    };
}

impl RefundQueue for Store<'_> {
    fn owed_refund(&mut self, order: OrderId) -> Result<Option<OwedRefund>, StoreError> {
        let row: Option<RefundRow> = on!(self, c => unfinished!(order)
            .select(RefundRow::as_select())
            .first(*c)
            .optional())?;
        Ok(row.map(OwedRefund::from))
    }

    fn refund_tries(&mut self, order: OrderId) -> Result<i32, StoreError> {
        let tries: Option<i32> = on!(self, c => refund_queue::table
            .filter(refund_queue::order_id.eq(order.0))
            .select(refund_queue::tries)
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
            due_at: owed.due.map(stored),
            claimed_until: None,
            last_error: owed.last_problem.as_deref(),
            finished_at: None,
        };
        on!(self, c => diesel::insert_into(refund_queue::table)
            .values((refund_queue::order_id.eq(order.0), refund_queue::created_at.eq(stored(now)), &row))
            .on_conflict(refund_queue::order_id)
            .do_nothing()
            .execute(*c))?;
        // What was finished begins anew.
        on!(self, c => diesel::update(
            refund_queue::table
                .filter(refund_queue::order_id.eq(order.0))
                .filter(refund_queue::finished_at.is_not_null())
        )
        .set((refund_queue::attempts.eq(0), refund_queue::created_at.eq(stored(now))))
        .execute(*c))?;
        on!(self, c => diesel::update(refund_queue::table.filter(refund_queue::order_id.eq(order.0)))
            .set(&row)
            .execute(*c))
        .map(|_| ())
    }

    fn raise_refund(&mut self, order: OrderId, upto: Cents) -> Result<(), StoreError> {
        on!(self, c => diesel::update(unfinished!(order)).set(refund_queue::upto.eq(upto.0)).execute(*c))
            .map(|_| ())
    }

    fn hurry_refund(&mut self, order: OrderId, now: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::update(unfinished!(order))
            .set(refund_queue::due_at.eq(stored(now)))
            .execute(*c))
        .map(|_| ())
    }

    fn has_due_refund(&mut self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let postponed = on!(self, c => diesel::select(exists(
            refund_queue::table.filter(refund_queue::due_at.gt(stored(latest_try(now))))
        ))
        .get_result::<bool>(*c))?;
        Ok(postponed || due_queue::has_due!(self, refund_queue, now)?)
    }

    fn claim_refund(
        &mut self,
        order: Option<OrderId>,
        now: DateTime<Utc>,
    ) -> Result<Option<DueRefund>, StoreError> {
        on!(self, c => due_queue::recall!(refund_queue, latest_try(now), stored(now)).execute(*c))?;
        let due: Option<i32> = match order {
            Some(order) => due_queue::longest_due!(self, refund_queue, id, unfinished!(order), now)?,
            None => due_queue::longest_due!(self, refund_queue, id, refund_queue::table, now)?,
        };
        let Some(id) = due else { return Ok(None) };
        let row = on!(self, c => due_queue::claim!(refund_queue::table.find(id), refund_queue, now, now + REFUND_CLAIM)
            .returning(RefundRow::as_returning())
            .get_result(*c))?;
        let order = on!(self, c => order_rows::table
            .find(row.order_id)
            .select(NamedOrderRow::as_select())
            .first(*c))?;
        let payment = row.payment_id.map(PaymentId);
        let payment =
            payment.ok_or_else(|| StoreError::Inconsistent("a due refund without a payment".into()))?;
        Ok(Some(DueRefund {
            order: OrderId(row.order_id),
            reference: order.reference.parse().map_err(foreign)?,
            provider: order.provider.parse().map_err(foreign)?,
            payment,
            key: RefundKey::stored(row.idempotency_key),
            base: Cents(row.base),
            amount: row.amount.map(Cents),
            attempts: row.attempts.saturating_sub(1),
        }))
    }

    fn postpone_refund(
        &mut self,
        order: OrderId,
        due: DateTime<Utc>,
        problem: &str,
    ) -> Result<(), StoreError> {
        on!(self, c => due_queue::postpone!(unfinished!(order), refund_queue, stored(due), problem).execute(*c))
            .map(|_| ())
    }

    fn finish_refund(&mut self, order: OrderId, now: DateTime<Utc>) -> Result<(), StoreError> {
        let kept = refund_queue::finished_at.eq(stored(now));
        on!(self, c => due_queue::finish!(unfinished!(order), refund_queue, kept).execute(*c)).map(|_| ())
    }

    fn queued_refund(&mut self, order: OrderId) -> Result<Option<QueuedRefund>, StoreError> {
        let row: Option<(RefundRow, NamedOrderRow)> = on!(self, c => refund_queue::table
            .inner_join(order_rows::table)
            .filter(refund_queue::order_id.eq(order.0))
            .select((RefundRow::as_select(), NamedOrderRow::as_select()))
            .first(*c)
            .optional())?;
        row.map(|(refund, order)| refund.queued(&order)).transpose()
    }

    fn late_refunds(&mut self, before: DateTime<Utc>) -> Result<Vec<QueuedRefund>, StoreError> {
        let rows: Vec<(RefundRow, NamedOrderRow)> = on!(self, c => refund_queue::table
            .inner_join(order_rows::table)
            .filter(refund_queue::finished_at.is_null())
            .filter(refund_queue::created_at.lt(stored(before)).or(refund_queue::has_failed.eq(true)))
            .order(refund_queue::created_at)
            .select((RefundRow::as_select(), NamedOrderRow::as_select()))
            .load(*c))?;
        rows.into_iter()
            .map(|(refund, order)| refund.queued(&order))
            .collect()
    }
}
