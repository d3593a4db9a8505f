//! A receipt's facts are stored with the payment, and its document is made from them alone.

use std::sync::atomic::{AtomicUsize, Ordering};

use mail::{MailAttachment, MailKind};
use orders::{IssuedReceipt, OrderStatus, Receipt, ReceiptError, ReceiptPrinter, ReceiptStore as _};

use crate::setup::{PRICE, context, deliver, noon, order, paid, store_with_course, visitor_order};

/// Prints the number, and counts.
#[derive(Default)]
struct CountingPrinter(AtomicUsize);

impl ReceiptPrinter for CountingPrinter {
    fn print(&self, receipt: &Receipt) -> Result<Vec<u8>, ReceiptError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(receipt.number.clone().into_bytes())
    }
}

struct BrokenPrinter;

impl ReceiptPrinter for BrokenPrinter {
    fn print(&self, _: &Receipt) -> Result<Vec<u8>, ReceiptError> {
        Err(ReceiptError(String::from("no typeface")))
    }
}

#[test]
fn a_payment_stores_the_facts_and_its_mail_names_them() {
    let (mut store, _) = store_with_course();
    let (reference, session) = visitor_order(&mut store, None);
    deliver(&mut store, paid(&session));
    let order = order(&mut store, &reference);
    assert_eq!(order.status, OrderStatus::Paid);
    let number = order.receipt.unwrap();
    let Some(IssuedReceipt::Facts(facts)) = store.receipt(number).unwrap() else {
        panic!("a payment printed its receipt");
    };
    assert_eq!((facts.number.as_str(), facts.paid_at), ("2026-000001", noon()));
    assert_eq!(facts.seller, context().price_list.seller);
    assert_eq!((facts.total, facts.tax), (PRICE, order.amounts.tax));
    assert_eq!(facts.reference, reference.as_str());
    let mut mails = store.mails.iter().map(|(mail, _)| mail);
    let mail = mails.find(|mail| mail.kind == MailKind::Receipt).unwrap();
    let receipt = number.to_string();
    assert!(mail.attachments == [MailAttachment::Receipt { receipt }]);
}

#[test]
fn a_document_is_printed_until_it_is_stored_and_then_given_out_as_it_was() {
    let (mut store, _) = store_with_course();
    let (reference, session) = visitor_order(&mut store, None);
    deliver(&mut store, paid(&session));
    let number = order(&mut store, &reference).receipt.unwrap();
    let printer = CountingPrinter::default();
    let printed = store
        .receipt(number)
        .unwrap()
        .unwrap()
        .document(&printer)
        .unwrap();
    assert_eq!(printed, b"2026-000001");
    let failed = store.receipt(number).unwrap().unwrap().document(&BrokenPrinter);
    assert!(failed.unwrap_err().to_string().contains("no typeface"));

    store.keep_document(number, b"as it was mailed").unwrap();
    store
        .keep_document(number, b"as a later version prints it")
        .unwrap();
    let kept = store.receipt(number).unwrap().unwrap();
    assert_eq!(kept.document(&BrokenPrinter).unwrap(), b"as it was mailed");
    assert_eq!(printer.0.load(Ordering::Relaxed), 1);
}

/// What an earlier version stored is read for as long as books are kept.
#[test]
fn stored_facts_are_read_and_written_as_before() {
    const STORED: &str = r#"{"number":"2026-000042","paid_at":"2026-11-21T09:30:00.000001Z","seller":{"brand":"Portal","legal_name":"Portal BV","address":["Street 1","Belgium"],"vat_number":"BE 0000.000.000","email":"seller@example.com"},"buyer_name":"Zoë","buyer_email":"zoe@example.com","buyer_vat_number":"NL000000000B00","title":"3-Month Access","price":30000,"discount":3000,"coupon":"TEN","total":27000,"tax":4686,"tax_basis_points":2100,"reverse_charge":false,"currency":"usd","reference":"ab"}"#;
    let facts: Receipt = serde_json::from_str(STORED).unwrap();
    assert_eq!((facts.price.0, facts.coupon.as_deref()), (30_000, Some("TEN")));
    assert_eq!(serde_json::to_string(&facts).unwrap(), STORED);
}
