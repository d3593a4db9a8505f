//! Credit notes as rows: their numbers, their facts, and their documents once they were mailed.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{dsl::sum, prelude::*};
use kernel::{Cents, StoreError};
use orders::{CreditNote, CreditNoteNumber, CreditNoteStore, IssuedCreditNote, OrderId};

use crate::{
    Store,
    errors::foreign,
    schema::{credit_note_years, credit_notes},
    store::on,
    times::stored,
};

#[derive(Insertable)]
#[diesel(table_name = credit_notes)]
struct NewCreditNoteRow {
    order_id: i32,
    year: i32,
    serial: i32,
    amount: i32,
    facts: String,
    issued_at: NaiveDateTime,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = credit_notes)]
struct CreditNoteRow {
    order_id: i32,
    pdf: Option<Vec<u8>>,
    facts: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = credit_notes)]
struct NumberRow {
    order_id: i32,
    year: i32,
    serial: i32,
}

impl CreditNoteStore for Store<'_> {
    fn next_credit_note(&mut self, year: i32) -> Result<CreditNoteNumber, StoreError> {
        let serial = on!(self, c => diesel::insert_into(credit_note_years::table)
            .values((credit_note_years::id.eq(year), credit_note_years::last_serial.eq(1)))
            .on_conflict(credit_note_years::id)
            .do_update()
            .set(credit_note_years::last_serial.eq(credit_note_years::last_serial + 1))
            .returning(credit_note_years::last_serial)
            .get_result::<i32>(*c))?;
        Ok(CreditNoteNumber { year, serial })
    }

    fn insert_credit_note(
        &mut self,
        order: OrderId,
        number: CreditNoteNumber,
        note: &CreditNote,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let facts = serde_json::to_string(note).map_err(|error| StoreError::Program(Box::new(error)))?;
        let row = NewCreditNoteRow {
            order_id: order.0,
            year: number.year,
            serial: number.serial,
            amount: note.amount.0,
            facts,
            issued_at: stored(now),
        };
        on!(self, c => diesel::insert_into(credit_notes::table).values(row).execute(*c)).map(|_| ())
    }

    fn credit_note(
        &mut self,
        number: CreditNoteNumber,
    ) -> Result<Option<(OrderId, IssuedCreditNote)>, StoreError> {
        on!(self, c => credit_notes::table
            .filter(credit_notes::year.eq(number.year))
            .filter(credit_notes::serial.eq(number.serial))
            .select(CreditNoteRow::as_select())
            .first(*c)
            .optional())?
        .map(|row| {
            let issued = match row.pdf {
                Some(document) => IssuedCreditNote::Document(document),
                None => IssuedCreditNote::Facts(serde_json::from_str(&row.facts).map_err(foreign)?),
            };
            Ok((OrderId(row.order_id), issued))
        })
        .transpose()
    }

    fn credited(&mut self, order: OrderId) -> Result<Cents, StoreError> {
        let cents = on!(self, c => credit_notes::table
            .filter(credit_notes::order_id.eq(order.0))
            .select(sum(credit_notes::amount))
            .first::<Option<i64>>(*c))?;
        i32::try_from(cents.unwrap_or(0)).map(Cents).map_err(foreign)
    }

    fn credit_notes_of(
        &mut self,
        orders: &[OrderId],
    ) -> Result<Vec<(OrderId, CreditNoteNumber)>, StoreError> {
        // A list of none would be looked for in every row.
        if orders.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<i32> = orders.iter().map(|order| order.0).collect();
        let rows = on!(self, c => credit_notes::table
            .filter(credit_notes::order_id.eq_any(&ids))
            .order((credit_notes::year, credit_notes::serial))
            .select(NumberRow::as_select())
            .load(*c))?;
        let number = |row: NumberRow| {
            let NumberRow {
                order_id,
                year,
                serial,
            } = row;
            (OrderId(order_id), CreditNoteNumber { year, serial })
        };
        Ok(rows.into_iter().map(number).collect())
    }

    fn keep_credit_note(&mut self, number: CreditNoteNumber, document: &[u8]) -> Result<(), StoreError> {
        on!(self, c => diesel::update(
            credit_notes::table
                .filter(credit_notes::year.eq(number.year))
                .filter(credit_notes::serial.eq(number.serial))
                .filter(credit_notes::pdf.is_null())
        )
        .set(credit_notes::pdf.eq(document))
        .execute(*c))
        .map(|_| ())
    }
}
