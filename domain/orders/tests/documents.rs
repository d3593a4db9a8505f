//! A document's sheet is made from its stored facts alone.

use std::sync::atomic::{AtomicUsize, Ordering};

use orders::{Document, DocumentPrinter, DocumentReason, IssuedDocument, PrintError};

const RECEIPT: &str = r#"{"number":"2026-000042","issued_at":"2026-11-21T09:30:00.000001Z","paid_at":"2026-11-21T09:30:00.000001Z","seller":{"brand":"Portal","legal_name":"Portal BV","address":["Street 1","Belgium"],"vat_number":"BE 0000.000.000","email":"seller@example.com"},"buyer_name":"Zoë","buyer_email":"zoe@example.com","buyer_vat_number":"NL000000000B00","title":"3-Month Access","total":27000,"tax":4686,"tax_basis_points":2100,"reverse_charge":false,"currency":"usd","reference":"ab","reason":{"payment":{"price":30000,"discount":3000,"coupon":"TEN"}}}"#;

/// Prints the number, and counts.
#[derive(Default)]
struct CountingPrinter(AtomicUsize);

impl DocumentPrinter for CountingPrinter {
    fn print(&self, document: &Document) -> Result<Vec<u8>, PrintError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(document.number.to_string().into_bytes())
    }
}

struct BrokenPrinter;

impl DocumentPrinter for BrokenPrinter {
    fn print(&self, _: &Document) -> Result<Vec<u8>, PrintError> {
        Err(PrintError(String::from("no typeface")))
    }
}

#[test]
fn a_sheet_is_printed_from_the_facts_or_given_out_as_it_was_stored() {
    let facts = IssuedDocument::Facts(Box::new(serde_json::from_str(RECEIPT).unwrap()));
    let printer = CountingPrinter::default();
    assert_eq!(facts.clone().sheet(&printer).unwrap(), b"2026-000042");
    let failed = facts.sheet(&BrokenPrinter);
    assert!(failed.unwrap_err().to_string().contains("no typeface"));
    let stored = IssuedDocument::Sheet(b"as it was mailed".to_vec());
    assert_eq!(stored.sheet(&printer).unwrap(), b"as it was mailed");
    assert_eq!(
        printer.0.load(Ordering::Relaxed),
        1,
        "a stored sheet was printed again"
    );
}

/// What a version stored is read for as long as books are kept.
#[test]
fn stored_facts_are_read_and_written_as_before() {
    let receipt: Document = serde_json::from_str(RECEIPT).unwrap();
    assert!(
        matches!(&receipt.reason, DocumentReason::Payment { price, coupon, .. } if price.0 == 30_000 && coupon.as_deref() == Some("TEN"))
    );
    assert_eq!(serde_json::to_string(&receipt).unwrap(), RECEIPT);
    let note = RECEIPT.replace("\"2026-000042\"", "\"CN-2026-000007\"").replace(
        r#"{"payment":{"price":30000,"discount":3000,"coupon":"TEN"}}"#,
        r#"{"refund":{"receipt":"2026-000042","withdrawn_at":null}}"#,
    );
    let read: Document = serde_json::from_str(&note).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), note);
}
