//! What a payment provider told, as rows: which events were acted upon, and what went back of which payment.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use kernel::Cents;
use kernel::StoreError;
use orders::{PaymentId, Reversal};

use crate::{
    Store,
    schema::{payment_events, payment_reversals},
    store::on,
    times::stored,
};

pub(crate) fn note_event(store: &mut Store<'_>, id: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    // A second delivery at the same moment waits here for the first, and then finds its row.
    on!(store, c => diesel::insert_into(payment_events::table)
        .values((payment_events::event_id.eq(id), payment_events::received_at.eq(stored(now))))
        .on_conflict(payment_events::event_id)
        .do_nothing()
        .execute(*c))
    .map(|rows| rows == 1)
}

pub(crate) fn note_reversal(
    store: &mut Store<'_>,
    payment: &PaymentId,
    news: Reversal,
) -> Result<Reversal, StoreError> {
    on!(store, c => diesel::insert_into(payment_reversals::table)
        .values(payment_reversals::payment_id.eq(&payment.0))
        .on_conflict(payment_reversals::payment_id)
        .do_nothing()
        .execute(*c))?;
    // An update that changes nothing holds the row's lock on PostgreSQL; on SQLite the write is alone anyway.
    let (given_back, whole, disputed) = on!(store, c => diesel::update(
        payment_reversals::table.filter(payment_reversals::payment_id.eq(&payment.0))
    )
    .set(payment_reversals::given_back.eq(payment_reversals::given_back))
    .returning((payment_reversals::given_back, payment_reversals::whole, payment_reversals::disputed))
    .get_result::<(i32, bool, bool)>(*c))?;
    let known = Reversal {
        given_back: Cents(given_back),
        whole,
        disputed,
    };
    let all = known.and(news);
    if all != known {
        on!(store, c => diesel::update(
            payment_reversals::table.filter(payment_reversals::payment_id.eq(&payment.0))
        )
        .set((
            payment_reversals::given_back.eq(all.given_back.0),
            payment_reversals::whole.eq(all.whole),
            payment_reversals::disputed.eq(all.disputed),
        ))
        .execute(*c))?;
    }
    Ok(all)
}
