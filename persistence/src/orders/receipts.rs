//! Receipts as rows: their numbers, and the documents as they were issued.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::StoreError;
use orders::{OrderId, ReceiptNumber, ReceiptStore};

use crate::{
    Store,
    schema::{receipt_years, receipts},
    store::on,
    times::stored,
};

#[derive(Insertable)]
#[diesel(table_name = receipts)]
struct NewReceiptRow<'a> {
    order_id: i32,
    year: i32,
    serial: i32,
    pdf: &'a [u8],
    issued_at: NaiveDateTime,
}

impl ReceiptStore for Store<'_> {
    fn next_receipt(&mut self, year: i32) -> Result<ReceiptNumber, StoreError> {
        let serial = on!(self, c => diesel::insert_into(receipt_years::table)
            .values((receipt_years::id.eq(year), receipt_years::last_serial.eq(1)))
            .on_conflict(receipt_years::id)
            .do_update()
            .set(receipt_years::last_serial.eq(receipt_years::last_serial + 1))
            .returning(receipt_years::last_serial)
            .get_result::<i32>(*c))?;
        Ok(ReceiptNumber { year, serial })
    }

    fn insert_receipt(
        &mut self,
        order: OrderId,
        number: ReceiptNumber,
        pdf: &[u8],
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let row = NewReceiptRow {
            order_id: order.0,
            year: number.year,
            serial: number.serial,
            pdf,
            issued_at: stored(now),
        };
        on!(self, c => diesel::insert_into(receipts::table).values(row).execute(*c)).map(|_| ())
    }

    fn receipt_pdf(&mut self, order: OrderId) -> Result<Option<Vec<u8>>, StoreError> {
        on!(self, c => receipts::table
            .filter(receipts::order_id.eq(order.0))
            .select(receipts::pdf)
            .first::<Vec<u8>>(*c)
            .optional())
    }
}
