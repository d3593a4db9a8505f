//! What is attached to a mail by reference is made right before its delivery.
//!
//! Decision: nothing of this is done in the transaction that queued the mail. An attachment that cannot be made puts its mail off, like
//! a mail server that does not take it.

use kernel::StoreError;
use mail::{Mail, MailAttachment, MailFile};
use orders::{Document, DocumentNumber, DocumentPrinter, EInvoice, IssuedDocument, PrintError};
use outbound::write_e_invoice;

use crate::pools::panics::contain;

/// Why an attachment cannot be made; the words are for staff and the log.
#[derive(Debug, thiserror::Error)]
pub enum AttachmentError {
    #[error("its receipt or credit note is not found")]
    NoDocument,
    #[error(
        "its e-invoice cannot be made: the facts of the document are not found, or are those of another sale"
    )]
    NoEInvoice,
    #[error(transparent)]
    NotPrinted(#[from] PrintError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The printed sheet of a document, as it is attached.
pub type Sheet = (DocumentNumber, Vec<u8>);

/// Replaces the references in a mail by their files, which `find` looks up; the sheets are to be kept once the mail was sent.
///
/// # Errors
/// [`AttachmentError`]
pub fn attach_files(
    mail: &mut Mail,
    printer: &dyn DocumentPrinter,
    find: impl Fn(DocumentNumber) -> Result<Option<IssuedDocument>, StoreError>,
) -> Result<Vec<Sheet>, AttachmentError> {
    let mut sheets = Vec::new();
    for attachment in &mut mail.attachments {
        let MailAttachment::Document { document } = attachment else {
            continue;
        };
        let number: DocumentNumber = document.parse().map_err(|_| AttachmentError::NoDocument)?;
        let issued = find(number)?.ok_or(AttachmentError::NoDocument)?;
        let printed = contain(|| issued.sheet(printer));
        let bytes = printed.unwrap_or_else(|| Err(PrintError(String::from("the print panicked"))))?;
        sheets.push((number, bytes.clone()));
        *attachment = MailAttachment::File(MailFile {
            file_name: number.file_name(),
            content_type: String::from("application/pdf"),
            bytes,
        });
    }
    Ok(sheets)
}

/// Replaces the references to e-invoices in a mail by their files, written from the facts that `find` looks up.
///
/// # Errors
/// [`AttachmentError`]
pub fn attach_e_invoices(
    mail: &mut Mail,
    find: impl Fn(DocumentNumber) -> Result<Option<Document>, StoreError>,
) -> Result<(), AttachmentError> {
    for attachment in &mut mail.attachments {
        let MailAttachment::EInvoice { e_invoice } = attachment else {
            continue;
        };
        let number: DocumentNumber = e_invoice.parse().map_err(|_| AttachmentError::NoEInvoice)?;
        let document = find(number)?.ok_or(AttachmentError::NoEInvoice)?;
        let invoice = EInvoice::of(&document).ok_or(AttachmentError::NoEInvoice)?;
        *attachment = MailAttachment::File(MailFile {
            file_name: number.e_invoice_name(),
            content_type: String::from("application/xml"),
            bytes: write_e_invoice(&invoice)?,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mail::MailKind;
    use orders::{Document, DocumentKind};

    struct Printer(fn(&Document) -> Result<Vec<u8>, PrintError>);

    impl DocumentPrinter for Printer {
        fn print(&self, document: &Document) -> Result<Vec<u8>, PrintError> {
            (self.0)(document)
        }
    }

    const PRINTER: Printer = Printer(|document| Ok(format!("%PDF {}", document.number).into_bytes()));

    fn mail(attachments: Vec<MailAttachment>) -> Mail {
        Mail {
            kind: MailKind::Receipt,
            to: String::from("anna@example.com"),
            reply_to: None,
            subject: String::from("Your receipt"),
            parts: Vec::new(),
            attachments,
            turn_off: None,
        }
    }

    fn mail_with(number: &str) -> Mail {
        let document = String::from(number);
        mail(vec![MailAttachment::Document { document }])
    }

    fn receipt_mail() -> Mail {
        mail_with("2026-000001")
    }

    fn facts(number: DocumentNumber) -> Result<Option<IssuedDocument>, StoreError> {
        let reason = match number.kind {
            DocumentKind::Receipt => {
                serde_json::json!({ "payment": { "price": 1, "discount": 0, "coupon": null } })
            }
            DocumentKind::CreditNote => {
                serde_json::json!({ "refund": { "receipt": "2026-000001", "withdrawn_at": null } })
            }
        };
        let facts = serde_json::json!({
            "number": number, "issued_at": "2026-02-01T12:00:00Z", "paid_at": "2026-01-31T12:00:00Z",
            "seller": { "brand": "B", "legal_name": "B", "address": [], "vat_number": "", "email": "b@example.com" },
            "buyer_name": "Anna", "buyer_email": "anna@example.com", "buyer_vat_number": null, "title": "A course",
            "total": 1, "tax": 0, "tax_basis_points": 0, "reverse_charge": false, "currency": "eur", "reference": "r",
            "reason": reason,
        });
        Ok(Some(IssuedDocument::Facts(
            serde_json::from_value(facts).unwrap(),
        )))
    }

    fn attached(mail: &Mail) -> &MailFile {
        let [MailAttachment::File(file)] = &mail.attachments[..] else {
            panic!("one file is attached");
        };
        file
    }

    #[test]
    fn a_document_is_printed_by_its_number_and_handed_back_to_be_kept() {
        for (number, file_name) in [
            ("2026-000001", "receipt-2026-000001.pdf"),
            ("CN-2026-000003", "credit-note-CN-2026-000003.pdf"),
        ] {
            let mut mail = mail_with(number);
            let sheets = attach_files(&mut mail, &PRINTER, facts).unwrap();
            let printed = format!("%PDF {number}").into_bytes();
            assert!(sheets == [(number.parse().unwrap(), printed.clone())]);
            let file = attached(&mail);
            assert_eq!(file.file_name, file_name);
            assert_eq!(file.content_type, "application/pdf");
            assert_eq!(file.bytes, printed);
        }
    }

    #[test]
    fn an_e_invoice_is_written_by_its_number() {
        let reference = |number: &str| {
            let e_invoice = String::from(number);
            mail(vec![MailAttachment::EInvoice { e_invoice }])
        };
        let find = |number| {
            let IssuedDocument::Facts(mut document) = facts(number)?.unwrap() else {
                panic!("facts");
            };
            document.seller.vat_number = String::from("BE 0403.170.701");
            document.buyer_vat_number = Some(String::from("BE0403019261"));
            document.buyer_place = serde_json::from_value(serde_json::json!({
                "country": "BE", "company": "A & B", "address": { "street": "Kerkstraat 5", "city": "Gent", "zip_code": "9000" },
            }))
            .unwrap();
            Ok(Some(*document))
        };
        for number in ["2026-000001", "CN-2026-000003"] {
            let mut mail = reference(number);
            attach_e_invoices(&mut mail, find).unwrap();
            let file = attached(&mail);
            assert_eq!(file.file_name, format!("{number}.xml"));
            assert_eq!(file.content_type, "application/xml");
            let text = String::from_utf8(file.bytes.clone()).unwrap();
            assert!(
                text.contains(&format!("<cbc:ID>{number}</cbc:ID>")) && text.contains("A &amp; B"),
                "{text}"
            );
        }
        let mut mail = reference("2026-000001");
        let private = |number| match facts(number)?.unwrap() {
            IssuedDocument::Facts(document) => Ok(Some(*document)),
            IssuedDocument::Sheet(_) => Ok(None),
        };
        for find in [&private as &dyn Fn(_) -> _, &|_| Ok(None)] {
            let error = attach_e_invoices(&mut mail, find).unwrap_err().to_string();
            assert!(error.contains("its e-invoice cannot be made"), "{error}");
            assert!(mail == reference("2026-000001"));
        }
    }

    #[test]
    fn a_sheet_that_is_stored_is_mailed_as_it_is() {
        let mut mail = receipt_mail();
        let stored = |_| Ok(Some(IssuedDocument::Sheet(b"%PDF stored".to_vec())));
        attach_files(&mut mail, &PRINTER, stored).unwrap();
        assert_eq!(attached(&mail).bytes, b"%PDF stored");
    }

    #[test]
    fn a_file_that_is_attached_stays() {
        let file = MailFile {
            file_name: String::from("receipt-2026-000001.pdf"),
            content_type: String::from("application/pdf"),
            bytes: b"%PDF before".to_vec(),
        };
        let mut mail = mail(vec![MailAttachment::File(file)]);
        let sheets = attach_files(&mut mail, &PRINTER, |_| panic!("nothing is looked up")).unwrap();
        assert!(sheets.is_empty() && attached(&mail).bytes == b"%PDF before");
    }

    #[test]
    fn what_cannot_be_attached_says_why_and_leaves_the_mail_as_it_was() {
        let (broken, panicking) = (
            Printer(|_| Err(PrintError(String::from("no typeface")))),
            Printer(|_| panic!("on purpose")),
        );
        let unavailable = |_| Err(StoreError::Unavailable("no connection".into()));
        for (outcome, words) in [
            (
                attach_files(&mut receipt_mail(), &broken, facts),
                "cannot be printed: no typeface",
            ),
            (
                attach_files(&mut receipt_mail(), &panicking, facts),
                "the print panicked",
            ),
            (
                attach_files(&mut receipt_mail(), &PRINTER, |_| Ok(None)),
                "its receipt or credit note is not found",
            ),
            (
                attach_files(&mut receipt_mail(), &PRINTER, unavailable),
                "the database cannot be used right now",
            ),
        ] {
            let error = outcome.unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        let mut mail = receipt_mail();
        assert!(attach_files(&mut mail, &broken, facts).is_err());
        assert!(mail == receipt_mail());
    }
}
