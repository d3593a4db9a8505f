//! What a payment provider reported, as rows: which events were acted upon, and what went back of which payment.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::{Cents, StoreError};
use orders::{
    InquiryId, InquiryState, OrderId, OwedRefund, PaymentId, PaymentStore, ProviderRefund, RefundId,
    RefundKey, RefundRecord, RefundState, Reversal,
};

use crate::{
    Store,
    errors::foreign,
    schema::{
        orders as order_rows, owed_refunds, payment_events, payment_inquiries, payment_refunds,
        payment_reversals,
    },
    store::on,
    times::{loaded, stored},
};

#[derive(Insertable)]
#[diesel(table_name = payment_events)]
struct NewEventRow<'a> {
    event_id: &'a str,
    received_at: NaiveDateTime,
}

#[derive(Queryable, Selectable, AsChangeset)]
#[diesel(table_name = payment_reversals)]
struct ReversalRow {
    given_back: i32,
    reported_at: Option<NaiveDateTime>,
    whole: bool,
    disputed: bool,
}

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = payment_refunds, treat_none_as_null = true)]
struct RefundRow {
    refund_id: String,
    payment_id: String,
    amount: i32,
    state: String,
    failed_at: Option<NaiveDateTime>,
}

impl RefundRow {
    fn of(payment: &PaymentId, refund: &ProviderRefund) -> Self {
        let (state, failed_at) = match refund.state {
            RefundState::Pending => ("pending", None),
            RefundState::Succeeded => ("succeeded", None),
            RefundState::Failed { at } => ("failed", Some(stored(at))),
        };
        Self {
            refund_id: refund.id.0.clone(),
            payment_id: payment.0.clone(),
            amount: refund.amount.0,
            state: state.to_owned(),
            failed_at,
        }
    }
}

impl From<RefundRow> for ProviderRefund {
    fn from(row: RefundRow) -> Self {
        Self {
            id: RefundId(row.refund_id),
            amount: Cents(row.amount),
            state: match (row.failed_at.map(loaded), row.state.as_str()) {
                (Some(at), _) => RefundState::Failed { at },
                (None, "succeeded") => RefundState::Succeeded,
                (None, _) => RefundState::Pending,
            },
        }
    }
}

impl From<ReversalRow> for Reversal {
    fn from(row: ReversalRow) -> Self {
        Self {
            given_back: Cents(row.given_back),
            reported_at: row.reported_at.map(loaded),
            whole: row.whole,
            disputed: row.disputed,
        }
    }
}

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
struct OwedRefundRow {
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

impl From<OwedRefundRow> for OwedRefund {
    fn from(row: OwedRefundRow) -> Self {
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

fn record((row, reference): (OwedRefundRow, String)) -> Result<RefundRecord, StoreError> {
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

impl PaymentStore for Store<'_> {
    fn note_event(&mut self, id: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let row = NewEventRow {
            event_id: id,
            received_at: stored(now),
        };
        // A second delivery at the same moment waits here for the first, and then finds its row.
        on!(self, c => diesel::insert_into(payment_events::table)
            .values(row)
            .on_conflict(payment_events::event_id)
            .do_nothing()
            .execute(*c))
        .map(|rows| rows == 1)
    }

    fn note_reversal(&mut self, payment: &PaymentId, news: Reversal) -> Result<Reversal, StoreError> {
        on!(self, c => diesel::insert_into(payment_reversals::table)
            .values(payment_reversals::payment_id.eq(&payment.0))
            .on_conflict(payment_reversals::payment_id)
            .do_nothing()
            .execute(*c))?;
        // An update that changes nothing holds the row's lock on PostgreSQL; on SQLite the write is alone anyway.
        let known = on!(self, c => diesel::update(
            payment_reversals::table.filter(payment_reversals::payment_id.eq(&payment.0))
        )
        .set(payment_reversals::given_back.eq(payment_reversals::given_back))
        .returning(ReversalRow::as_returning())
        .get_result(*c))?;
        let known = Reversal::from(known);
        let all = known.and(news);
        if all != known {
            let row = ReversalRow {
                given_back: all.given_back.0,
                reported_at: all.reported_at.map(stored),
                whole: all.whole,
                disputed: all.disputed,
            };
            on!(self, c => diesel::update(
                payment_reversals::table.filter(payment_reversals::payment_id.eq(&payment.0))
            )
            .set(row)
            .execute(*c))?;
        }
        Ok(all)
    }

    fn note_refund(&mut self, payment: &PaymentId, refund: &ProviderRefund) -> Result<(), StoreError> {
        let known: Option<RefundRow> = on!(self, c => payment_refunds::table
            .filter(payment_refunds::refund_id.eq(&refund.id.0))
            .select(RefundRow::as_select())
            .first(*c)
            .optional())?;
        let Some(known) = known else {
            let row = RefundRow::of(payment, refund);
            return on!(self, c => diesel::insert_into(payment_refunds::table).values(&row).execute(*c))
                .map(|_| ());
        };
        let known = ProviderRefund::from(known);
        let row = RefundRow::of(
            payment,
            &ProviderRefund {
                state: known.state.and(refund.state),
                ..known
            },
        );
        on!(self, c => diesel::update(
            payment_refunds::table.filter(payment_refunds::refund_id.eq(&refund.id.0))
        )
        .set(&row)
        .execute(*c))
        .map(|_| ())
    }

    fn refunds_of(&mut self, payment: &PaymentId) -> Result<Vec<ProviderRefund>, StoreError> {
        let rows: Vec<RefundRow> = on!(self, c => payment_refunds::table
            .filter(payment_refunds::payment_id.eq(&payment.0))
            .order(payment_refunds::id)
            .select(RefundRow::as_select())
            .load(*c))?;
        Ok(rows.into_iter().map(ProviderRefund::from).collect())
    }

    fn note_inquiry(
        &mut self,
        payment: &PaymentId,
        id: &InquiryId,
        state: InquiryState,
    ) -> Result<(), StoreError> {
        let is_closed = state == InquiryState::Closed;
        on!(self, c => diesel::insert_into(payment_inquiries::table)
            .values((
                payment_inquiries::inquiry_id.eq(&id.0),
                payment_inquiries::payment_id.eq(&payment.0),
                payment_inquiries::closed.eq(is_closed),
            ))
            .on_conflict(payment_inquiries::inquiry_id)
            .do_nothing()
            .execute(*c))?;
        if is_closed {
            on!(self, c => diesel::update(payment_inquiries::table.filter(payment_inquiries::inquiry_id.eq(&id.0)))
                .set(payment_inquiries::closed.eq(true))
                .execute(*c))?;
        }
        Ok(())
    }

    fn owed_refund(&mut self, order: OrderId) -> Result<Option<OwedRefund>, StoreError> {
        let row: Option<OwedRefundRow> = on!(self, c => unfinished!(order)
            .select(OwedRefundRow::as_select())
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
}

impl Store<'_> {
    /// The owed or finished refund of an order as staff see it.
    pub fn refund_record(&mut self, order: OrderId) -> Result<Option<RefundRecord>, StoreError> {
        let row: Option<(OwedRefundRow, String)> = on!(self, c => owed_refunds::table
            .inner_join(order_rows::table)
            .filter(owed_refunds::order_id.eq(order.0))
            .select((OwedRefundRow::as_select(), order_rows::reference))
            .first(*c)
            .optional())?;
        row.map(record).transpose()
    }

    /// The refunds that failed, or are owed since before a time; oldest first.
    pub fn late_refunds(&mut self, before: DateTime<Utc>) -> Result<Vec<RefundRecord>, StoreError> {
        let rows: Vec<(OwedRefundRow, String)> = on!(self, c => owed_refunds::table
            .inner_join(order_rows::table)
            .filter(owed_refunds::finished_at.is_null())
            .filter(owed_refunds::created_at.lt(stored(before)).or(owed_refunds::has_failed.eq(true)))
            .order(owed_refunds::created_at)
            .select((OwedRefundRow::as_select(), order_rows::reference))
            .load(*c))?;
        rows.into_iter().map(record).collect()
    }
}
