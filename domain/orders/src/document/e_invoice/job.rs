//! The job of an e-invoice that was not delivered.
//!
//! Decision: the transaction that numbers a document enqueues the job of its e-invoice, and what has no job was delivered: mailed, or
//! written by the command. A server with an address for e-invoices does such jobs; without one they wait, so that an address that is set
//! later gets what was not delivered. Ruled out: a state beside the document, which would say the same a second time.

use chrono::{DateTime, Utc};
use kernel::{JobKind, JobOutcome, JobRank, Jobs, NewJob, StoreError};
use mail::EInvoiceMail;

use crate::{Document, DocumentNumber, EInvoice, OrderStore};

/// The job that mails an e-invoice; its key is the document's number.
pub const E_INVOICE_JOB: JobKind = "e_invoice";

/// Has the e-invoice of a document delivered, if it has one. The document was inserted right before (docs/concurrency.md).
pub(crate) fn enqueue_e_invoice(store: &mut dyn Jobs, document: &Document) -> Result<(), StoreError> {
    if EInvoice::of(document).is_none() {
        return Ok(());
    }
    store.enqueue(NewJob {
        kind: E_INVOICE_JOB,
        key: &document.number.to_string(),
        payload: None,
        rank: JobRank::Paid,
        due: None,
    })
}

/// Enqueues the mail of an e-invoice, in the transaction that ends its job.
///
/// # Errors
/// [`StoreError`]
pub fn mail_e_invoice(
    store: &mut dyn OrderStore,
    number: DocumentNumber,
    to: &str,
    now: DateTime<Utc>,
) -> Result<JobOutcome, StoreError> {
    let document = store.document_facts(number)?;
    let Some(invoice) = document.as_ref().and_then(EInvoice::of) else {
        return Ok(JobOutcome::Never {
            because: format!("the facts of {number} cannot be read"),
        });
    };
    let corrects = invoice.corrects.map(|receipt| receipt.to_string());
    let mail = EInvoiceMail {
        to,
        number: &number.to_string(),
        corrects: corrects.as_deref(),
        issued_on: invoice.issued_on,
        company: &invoice.buyer.name,
        vat_number: &format!("BE{}", invoice.buyer.enterprise_number),
        title: &invoice.title,
        total: kernel::Cents(i32::try_from(invoice.total).unwrap_or(i32::MAX)),
    };
    store.enqueue_mail(&mail.compose(), now)?;
    Ok(JobOutcome::Done)
}

/// Notes that the file of an e-invoice was written, so that it is not mailed any more.
///
/// # Errors
/// [`StoreError`]
pub fn e_invoice_written(store: &mut dyn Jobs, number: DocumentNumber) -> Result<(), StoreError> {
    store.forget(E_INVOICE_JOB, &number.to_string())
}
