//! The mail of an e-invoice.

use kernel::Cents;
use mail::{EInvoiceMail, MailAttachment, MailKind};

use super::text;

#[test]
fn an_e_invoice_names_its_buyer_and_its_document_and_a_credit_note_its_invoice() {
    let mail = |number: &str, corrects: Option<&str>| {
        EInvoiceMail {
            to: "books@example.com",
            number,
            corrects,
            issued_on: "2026-11-21".parse().expect("a day"),
            company: "Bakkerij BV",
            vat_number: "BE0403019261",
            title: "3-Month Access",
            total: Cents(90_000),
        }
        .compose()
    };
    let (invoice, note) = (
        mail("2026-000001", None),
        mail("CN-2026-000001", Some("2026-000001")),
    );
    for (mail, number) in [(&invoice, "2026-000001"), (&note, "CN-2026-000001")] {
        assert_eq!(
            (mail.kind, mail.to.as_str()),
            (MailKind::EInvoice, "books@example.com")
        );
        assert_eq!(mail.subject, format!("E-invoice {number} for Bakkerij BV"));
        let text = text(mail);
        for part in [
            "Date: 21 November 2026",
            "VAT number: BE0403019261",
            "Total: 900.00 EUR",
            "3-Month Access",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let e_invoice = String::from(number);
        assert!(mail.attachments == [MailAttachment::EInvoice { e_invoice }]);
    }
    assert!(text(&note).contains("For invoice: 2026-000001") && !text(&invoice).contains("For invoice"));
}
