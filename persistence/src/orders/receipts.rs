//! Receipts as rows: their numbers, their facts, and their documents once they were mailed.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::StoreError;
use orders::{IssuedReceipt, OrderId, Receipt, ReceiptNumber, ReceiptStore};

use crate::{
    Store,
    errors::foreign,
    schema::{receipt_years, receipts},
    store::on,
    times::stored,
};

#[derive(Insertable)]
#[diesel(table_name = receipts)]
struct NewReceiptRow {
    order_id: i32,
    year: i32,
    serial: i32,
    issued_at: NaiveDateTime,
    facts: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = receipts)]
struct ReceiptRow {
    pdf: Option<Vec<u8>>,
    facts: Option<String>,
}

impl TryFrom<ReceiptRow> for IssuedReceipt {
    type Error = StoreError;

    fn try_from(row: ReceiptRow) -> Result<Self, StoreError> {
        match (row.pdf, row.facts) {
            (Some(document), _) => Ok(Self::Document(document)),
            (None, Some(facts)) => serde_json::from_str(&facts).map(Self::Facts).map_err(foreign),
            (None, None) => Err(StoreError::Inconsistent(
                "a receipt without facts and without a document".into(),
            )),
        }
    }
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
        receipt: &Receipt,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let facts = serde_json::to_string(receipt).map_err(|error| StoreError::Program(Box::new(error)))?;
        let row = NewReceiptRow {
            order_id: order.0,
            year: number.year,
            serial: number.serial,
            issued_at: stored(now),
            facts,
        };
        on!(self, c => diesel::insert_into(receipts::table).values(row).execute(*c)).map(|_| ())
    }

    fn receipt(&mut self, number: ReceiptNumber) -> Result<Option<IssuedReceipt>, StoreError> {
        on!(self, c => receipts::table
            .filter(receipts::year.eq(number.year))
            .filter(receipts::serial.eq(number.serial))
            .select(ReceiptRow::as_select())
            .first(*c)
            .optional())?
        .map(IssuedReceipt::try_from)
        .transpose()
    }

    fn receipt_facts(&mut self, number: ReceiptNumber) -> Result<Option<Receipt>, StoreError> {
        let facts = on!(self, c => receipts::table
            .filter(receipts::year.eq(number.year))
            .filter(receipts::serial.eq(number.serial))
            .select(receipts::facts)
            .first::<Option<String>>(*c)
            .optional())?;
        Ok(facts
            .flatten()
            .and_then(|facts| serde_json::from_str(&facts).ok()))
    }

    fn keep_document(&mut self, number: ReceiptNumber, document: &[u8]) -> Result<(), StoreError> {
        on!(self, c => diesel::update(
            receipts::table
                .filter(receipts::year.eq(number.year))
                .filter(receipts::serial.eq(number.serial))
                .filter(receipts::pdf.is_null())
        )
        .set(receipts::pdf.eq(document))
        .execute(*c))
        .map(|_| ())
    }
}
