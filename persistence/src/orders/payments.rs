//! What a payment provider reported, as rows: which events were acted upon, and what went back of which payment.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::{Cents, StoreError};
use orders::{InquiryId, InquiryState, PaymentId, PaymentStore, Reversal};

use crate::{
    Store,
    schema::{payment_events, payment_inquiries, payment_reversals},
    store::on,
    times::stored,
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
    whole: bool,
    disputed: bool,
}

impl From<ReversalRow> for Reversal {
    fn from(row: ReversalRow) -> Self {
        Self {
            given_back: Cents(row.given_back),
            whole: row.whole,
            disputed: row.disputed,
        }
    }
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
}
