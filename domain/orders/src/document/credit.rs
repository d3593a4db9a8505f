//! Issuing a credit note, by what was given back and what is credited already.
//!
//! Decision: an order's credit notes add up to what was given back or is owed by a withdrawal, by staff or the provider: a refund that is
//! reported twice, or by staff and then by the provider, is credited once. A payment without a receipt (another amount came than was
//! asked) has nothing to credit, and what a bank takes back in a dispute is not credited while the dispute may be won.

use chrono::{DateTime, Datelike, Utc};
use kernel::{Cents, StoreError};
use mail::CreditNoteMail;

use crate::{
    Document, DocumentKind, DocumentReason, Order, OrderStore, document::e_invoice::job::enqueue_e_invoice,
};

/// Credits what of an order's payment was given back up to `upto` and is not credited yet; `None` if that is nothing. `before`:
/// what the order knew to be given back until now. To be called last: the number's row is locked after all others
/// (docs/concurrency.md).
pub(crate) fn issue_credit_note(
    store: &mut dyn OrderStore,
    order: &mut Order,
    before: Cents,
    upto: Cents,
    now: DateTime<Utc>,
) -> Result<Option<Document>, StoreError> {
    let (Some(receipt_number), Some(paid_at)) = (order.receipt, order.paid_at) else {
        return Ok(None);
    };
    let total = order.amounts.total;
    let (credited, upto) = (store.credited(order.id)?.max(before), upto.min(total));
    if upto <= credited {
        return Ok(None);
    }
    let Some(receipt) = store.document_facts(receipt_number)? else {
        order.add_flag(&format!(
            "its credit note must be written by hand: the facts of receipt {receipt_number} cannot be read"
        ));
        store.save_order(order)?;
        return Ok(None);
    };
    let note = Document {
        number: store.next_number(DocumentKind::CreditNote, now.year())?,
        issued_at: now,
        paid_at,
        total: Cents(upto.0 - credited.0),
        tax: Cents(tax_upto(order, upto) - tax_upto(order, credited)),
        reason: DocumentReason::Refund {
            receipt: receipt_number,
            withdrawn_at: order.withdrawn_at,
        },
        ..receipt
    };
    store.insert_document(order.id, &note)?;
    enqueue_e_invoice(store, &note)?;
    Ok(Some(note))
}

/// Credits what was given back by staff or reported by the provider up to `upto`, and mails the note. A refund that fails takes no note
/// back: asked for again it is credited already.
pub(crate) fn credit_given_back(
    store: &mut dyn OrderStore,
    order: &mut Order,
    before: Cents,
    upto: Cents,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let note = issue_credit_note(store, order, before, upto, now)?;
    let (Some(note), Some(receipt)) = (note, order.receipt) else {
        return Ok(());
    };
    let mail = CreditNoteMail {
        to: &note.buyer_email,
        buyer_name: &note.buyer_name,
        number: &note.number.to_string(),
        receipt_number: &receipt.to_string(),
        issued_at: note.issued_at,
        title: &note.shown_title(),
        amount: note.total,
        currency: &note.currency,
        reference: &note.reference,
        place: note.place_facts(),
        seller_email: &note.seller.email,
    };
    store.enqueue_mail(&mail.compose(), now)
}

/// The tax in the first cents of a payment that went back, rounded to the nearest cent; the parts of a whole add up to its tax.
fn tax_upto(order: &Order, given_back: Cents) -> i32 {
    let (tax, total) = (i64::from(order.amounts.tax.0), i64::from(order.amounts.total.0));
    if total <= 0 {
        return 0;
    }
    let part = (tax * i64::from(given_back.0.clamp(0, order.amounts.total.0)) + total / 2) / total;
    i32::try_from(part).unwrap_or(order.amounts.tax.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::order::sample::order;

    proptest! {
        #[test]
        fn the_tax_of_the_parts_is_the_tax_of_the_whole(
            total in 1..=i32::MAX,
            share in 0..=100_i32,
            parts in prop::collection::vec(0..=1_000_i64, 0..5),
        ) {
            let mut sold = order();
            sold.amounts.total = Cents(total);
            sold.amounts.tax = Cents(i32::try_from(i64::from(total) * i64::from(share) / 100).unwrap());
            let mark = |part: &i64| i32::try_from(i64::from(total) * part / 1_000).unwrap();
            let mut marks: Vec<i32> = parts.iter().map(mark).collect();
            marks.push(0);
            marks.push(total);
            marks.sort_unstable();
            let taxes: Vec<i32> = marks
                .windows(2)
                .map(|pair| tax_upto(&sold, Cents(pair[1])) - tax_upto(&sold, Cents(pair[0])))
                .collect();
            prop_assert!(taxes.iter().all(|tax| *tax >= 0));
            prop_assert_eq!(taxes.iter().map(|tax| i64::from(*tax)).sum::<i64>(), i64::from(sold.amounts.tax.0));
        }
    }
}
