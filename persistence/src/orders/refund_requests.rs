//! Refunds that staff asked for, as rows of `refund_requests`.

use ::orders::{AccessAfterRefund, OrderId, RefundKey, RefundRequest, RefundRequests};
use chrono::NaiveDateTime;
use diesel::prelude::*;
use kernel::{Cents, StoreError};

use crate::{
    Store,
    schema::refund_requests,
    store::on,
    times::{loaded, stored},
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = refund_requests)]
struct RequestRow {
    order_id: i32,
    idempotency_key: String,
    amount: i32,
    upto: i32,
    whole: bool,
    ends_access: bool,
    created_at: NaiveDateTime,
}

impl RefundRequests for Store<'_> {
    fn refund_request(&mut self, order: OrderId) -> Result<Option<RefundRequest>, StoreError> {
        let row: Option<RequestRow> = on!(self, c => refund_requests::table
            .find(order.0)
            .select(RequestRow::as_select())
            .first(*c)
            .optional())?;
        Ok(row.map(|row| RefundRequest {
            key: RefundKey::stored(row.idempotency_key),
            amount: Cents(row.amount),
            upto: Cents(row.upto),
            whole: row.whole,
            access: if row.ends_access {
                AccessAfterRefund::Ends
            } else {
                AccessAfterRefund::Stays
            },
            asked_at: loaded(row.created_at),
        }))
    }

    fn put_refund_request(&mut self, order: OrderId, request: &RefundRequest) -> Result<(), StoreError> {
        self.forget_refund_request(order)?;
        let row = RequestRow {
            order_id: order.0,
            idempotency_key: request.key.as_str().to_owned(),
            amount: request.amount.0,
            upto: request.upto.0,
            whole: request.whole,
            ends_access: request.access == AccessAfterRefund::Ends,
            created_at: stored(request.asked_at),
        };
        on!(self, c => diesel::insert_into(refund_requests::table).values(&row).execute(*c)).map(|_| ())
    }

    fn forget_refund_request(&mut self, order: OrderId) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(refund_requests::table.find(order.0)).execute(*c)).map(|_| ())
    }
}
