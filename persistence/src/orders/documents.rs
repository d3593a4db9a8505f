//! Receipts and credit notes as rows: their numbers, their facts, and their sheets once they were mailed.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{dsl::sum, prelude::*};
use kernel::{Cents, StoreError};
use orders::{Document, DocumentKind, DocumentNumber, DocumentStore, E_INVOICE_JOB, IssuedDocument, OrderId};

use crate::{
    Store,
    errors::foreign,
    schema::{document_series, documents, jobs},
    store::on,
    times::stored,
};

#[derive(Insertable)]
#[diesel(table_name = documents)]
struct NewDocumentRow {
    kind: &'static str,
    year: i32,
    serial: i32,
    order_id: i32,
    amount: i32,
    facts: String,
    issued_at: NaiveDateTime,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = documents)]
struct DocumentRow {
    order_id: i32,
    pdf: Option<Vec<u8>>,
    facts: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = documents)]
struct CreditNoteRow {
    order_id: i32,
    year: i32,
    serial: i32,
}

/// The row of a number.
macro_rules! numbered {
    ($number:expr) => {
        documents::table
            .filter(documents::kind.eq($number.kind.as_str()))
            .filter(documents::year.eq($number.year))
            .filter(documents::serial.eq($number.serial))
    };
}

/// The credit notes among the documents.
macro_rules! credit_notes {
    () => {
        documents::table.filter(documents::kind.eq(DocumentKind::CreditNote.as_str()))
    };
}

impl DocumentStore for Store<'_> {
    fn next_number(&mut self, kind: DocumentKind, year: i32) -> Result<DocumentNumber, StoreError> {
        let serial = on!(self, c => diesel::insert_into(document_series::table)
            .values((
                document_series::kind.eq(kind.as_str()),
                document_series::year.eq(year),
                document_series::last_serial.eq(1),
            ))
            .on_conflict((document_series::kind, document_series::year))
            .do_update()
            .set(document_series::last_serial.eq(document_series::last_serial + 1))
            .returning(document_series::last_serial)
            .get_result::<i32>(*c))?;
        Ok(DocumentNumber { kind, year, serial })
    }

    fn insert_document(&mut self, order: OrderId, document: &Document) -> Result<(), StoreError> {
        let facts = serde_json::to_string(document).map_err(|error| StoreError::Program(Box::new(error)))?;
        let row = NewDocumentRow {
            kind: document.number.kind.as_str(),
            year: document.number.year,
            serial: document.number.serial,
            order_id: order.0,
            amount: document.total.0,
            facts,
            issued_at: stored(document.issued_at),
        };
        on!(self, c => diesel::insert_into(documents::table).values(row).execute(*c)).map(|_| ())
    }

    fn document_facts(&mut self, number: DocumentNumber) -> Result<Option<Document>, StoreError> {
        let facts =
            on!(self, c => numbered!(number).select(documents::facts).first::<String>(*c).optional())?;
        Ok(facts.and_then(|facts| serde_json::from_str(&facts).ok()))
    }

    fn documents_issued(
        &mut self,
        (from, to): (DateTime<Utc>, DateTime<Utc>),
        after: i32,
        limit: i64,
    ) -> Result<Vec<(i32, Document)>, StoreError> {
        let rows = on!(self, c => documents::table
            .filter(documents::issued_at.ge(stored(from)))
            .filter(documents::issued_at.lt(stored(to)))
            .filter(documents::id.gt(after))
            .order(documents::id)
            .limit(limit)
            .select((documents::id, documents::facts))
            .load::<(i32, String)>(*c))?;
        let read = |(id, facts): (i32, String)| Ok((id, serde_json::from_str(&facts).map_err(foreign)?));
        rows.into_iter().map(read).collect()
    }

    fn credited(&mut self, order: OrderId) -> Result<Cents, StoreError> {
        let cents = on!(self, c => credit_notes!()
            .filter(documents::order_id.eq(order.0))
            .select(sum(documents::amount))
            .first::<Option<i64>>(*c))?;
        i32::try_from(cents.unwrap_or(0)).map(Cents).map_err(foreign)
    }
}

impl Store<'_> {
    /// A document with its order, by its number; [`StoreError::Inconsistent`] if its facts are needed and cannot be read.
    pub fn document(
        &mut self,
        number: DocumentNumber,
    ) -> Result<Option<(OrderId, IssuedDocument)>, StoreError> {
        on!(self, c => numbered!(number).select(DocumentRow::as_select()).first(*c).optional())?
            .map(|row| {
                let issued = match row.pdf {
                    Some(sheet) => IssuedDocument::Sheet(sheet),
                    None => IssuedDocument::Facts(serde_json::from_str(&row.facts).map_err(foreign)?),
                };
                Ok((OrderId(row.order_id), issued))
            })
            .transpose()
    }

    /// Stores the sheet that was mailed; a sheet that is stored already stays.
    pub fn keep_sheet(&mut self, number: DocumentNumber, sheet: &[u8]) -> Result<(), StoreError> {
        on!(self, c => diesel::update(numbered!(number).filter(documents::pdf.is_null()))
            .set(documents::pdf.eq(sheet))
            .execute(*c))
        .map(|_| ())
    }

    /// The documents whose e-invoice was not delivered, the longest waiting first.
    pub fn waiting_e_invoices(&mut self, limit: i64) -> Result<Vec<DocumentNumber>, StoreError> {
        let keys: Vec<String> = on!(self, c => jobs::table
            .filter(jobs::kind.eq(E_INVOICE_JOB))
            .order(jobs::id)
            .limit(limit)
            .select(jobs::key)
            .load(*c))?;
        keys.iter().map(|key| key.parse().map_err(foreign)).collect()
    }

    /// The credit notes of these orders, in the order of their numbers.
    pub fn credit_notes_of(
        &mut self,
        orders: &[OrderId],
    ) -> Result<Vec<(OrderId, DocumentNumber)>, StoreError> {
        // A list of none would be looked for in every row.
        if orders.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<i32> = orders.iter().map(|order| order.0).collect();
        let rows = on!(self, c => credit_notes!()
            .filter(documents::order_id.eq_any(&ids))
            .order((documents::year, documents::serial))
            .select(CreditNoteRow::as_select())
            .load(*c))?;
        let number = |row: CreditNoteRow| {
            let number = DocumentNumber {
                kind: DocumentKind::CreditNote,
                year: row.year,
                serial: row.serial,
            };
            (OrderId(row.order_id), number)
        };
        Ok(rows.into_iter().map(number).collect())
    }
}
