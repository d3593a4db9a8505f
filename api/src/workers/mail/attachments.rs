//! What is attached to a mail by reference is made right before its delivery.
//!
//! Decision: nothing of this is done in the transaction that queued the mail. An attachment that cannot be made puts its mail off, like
//! a mail server that does not take it.

use kernel::StoreError;
use mail::{Mail, MailAttachment, MailFile};
use orders::{
    CreditNoteNumber, DocumentPrinter, IssuedCreditNote, IssuedReceipt, ReceiptError, ReceiptNumber,
};

use crate::pools::panics::contain;

/// Why an attachment cannot be made; the words are for staff and the log.
#[derive(Debug, thiserror::Error)]
pub enum AttachmentError {
    #[error("its receipt or credit note is not found")]
    NoDocument,
    #[error(transparent)]
    NotPrinted(#[from] ReceiptError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a document is found by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentNumber {
    Receipt(ReceiptNumber),
    CreditNote(CreditNoteNumber),
}

/// What is stored under a number.
pub enum Issued {
    Receipt(IssuedReceipt),
    CreditNote(IssuedCreditNote),
}

/// A document, as it is attached.
pub type Document = (DocumentNumber, Vec<u8>);

impl DocumentNumber {
    /// None where a mail attaches a file as it is.
    fn of(attachment: &MailAttachment) -> Result<Option<Self>, AttachmentError> {
        let number = match attachment {
            MailAttachment::File(_) => return Ok(None),
            MailAttachment::Receipt { receipt } => receipt.parse().map(Self::Receipt).ok(),
            MailAttachment::CreditNote { credit_note } => credit_note.parse().map(Self::CreditNote).ok(),
        };
        number.map(Some).ok_or(AttachmentError::NoDocument)
    }

    fn file_name(self) -> String {
        match self {
            Self::Receipt(number) => number.file_name(),
            Self::CreditNote(number) => number.file_name(),
        }
    }
}

impl Issued {
    fn document(self, printer: &dyn DocumentPrinter) -> Result<Vec<u8>, ReceiptError> {
        match self {
            Self::Receipt(issued) => issued.document(printer),
            Self::CreditNote(issued) => issued.document(printer),
        }
    }
}

/// Replaces the references in a mail by their files, which `find` looks up; the documents are to be kept once the mail was sent.
///
/// # Errors
/// [`AttachmentError`]
pub fn attach_files(
    mail: &mut Mail,
    printer: &dyn DocumentPrinter,
    find: impl Fn(DocumentNumber) -> Result<Option<Issued>, StoreError>,
) -> Result<Vec<Document>, AttachmentError> {
    let mut documents = Vec::new();
    for attachment in &mut mail.attachments {
        let Some(number) = DocumentNumber::of(attachment)? else {
            continue;
        };
        let issued = find(number)?.ok_or(AttachmentError::NoDocument)?;
        let printed = contain(|| issued.document(printer));
        let bytes = printed.unwrap_or_else(|| Err(ReceiptError(String::from("the print panicked"))))?;
        documents.push((number, bytes.clone()));
        *attachment = MailAttachment::File(MailFile {
            file_name: number.file_name(),
            content_type: String::from("application/pdf"),
            bytes,
        });
    }
    Ok(documents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mail::MailKind;
    use orders::{CreditNote, Receipt, ReceiptPrinter};

    struct Printer(fn() -> Result<Vec<u8>, ReceiptError>);

    impl ReceiptPrinter for Printer {
        fn print(&self, _: &Receipt) -> Result<Vec<u8>, ReceiptError> {
            (self.0)()
        }
    }

    impl DocumentPrinter for Printer {
        fn print_credit_note(&self, note: &CreditNote) -> Result<Vec<u8>, ReceiptError> {
            Ok(note.number.clone().into_bytes())
        }
    }

    const PRINTER: Printer = Printer(|| Ok(b"%PDF printed".to_vec()));

    fn mail(attachments: Vec<MailAttachment>) -> Mail {
        Mail {
            kind: MailKind::Receipt,
            to: String::from("anna@example.com"),
            reply_to: None,
            subject: String::from("Your receipt"),
            parts: Vec::new(),
            attachments,
        }
    }

    fn receipt_mail() -> Mail {
        mail(vec![MailAttachment::Receipt {
            receipt: String::from("2026-000001"),
        }])
    }

    fn facts(number: DocumentNumber) -> Result<Option<Issued>, StoreError> {
        let DocumentNumber::Receipt(number) = number else {
            return Ok(None);
        };
        let facts = serde_json::json!({
            "number": number.to_string(), "paid_at": "2026-01-31T12:00:00Z",
            "seller": { "brand": "B", "legal_name": "B", "address": [], "vat_number": "", "email": "b@example.com" },
            "buyer_name": "Anna", "buyer_email": "anna@example.com", "buyer_vat_number": null, "title": "A course",
            "price": 1, "discount": 0, "coupon": null, "total": 1, "tax": 0, "tax_basis_points": 0,
            "reverse_charge": false, "currency": "eur", "reference": "r",
        });
        let facts = IssuedReceipt::Facts(serde_json::from_value(facts).unwrap());
        Ok(Some(Issued::Receipt(facts)))
    }

    fn attached(mail: &Mail) -> &MailFile {
        let [MailAttachment::File(file)] = &mail.attachments[..] else {
            panic!("one file is attached");
        };
        file
    }

    #[test]
    fn a_receipt_is_printed_for_its_mail_and_handed_back_to_be_kept() {
        let mut mail = receipt_mail();
        let documents = attach_files(&mut mail, &PRINTER, facts).unwrap();
        let number = DocumentNumber::Receipt("2026-000001".parse().unwrap());
        assert!(documents == [(number, b"%PDF printed".to_vec())]);
        let file = attached(&mail);
        assert_eq!(file.file_name, "receipt-2026-000001.pdf");
        assert_eq!(file.content_type, "application/pdf");
        assert_eq!(file.bytes, b"%PDF printed");
    }

    #[test]
    fn a_document_that_is_stored_is_mailed_as_it_is() {
        let mut mail = receipt_mail();
        attach_files(&mut mail, &PRINTER, |_| {
            let stored = IssuedReceipt::Document(b"%PDF stored".to_vec());
            Ok(Some(Issued::Receipt(stored)))
        })
        .unwrap();
        assert_eq!(attached(&mail).bytes, b"%PDF stored");
    }

    #[test]
    fn a_credit_note_is_printed_by_its_own_number() {
        let mut mail = mail(vec![MailAttachment::CreditNote {
            credit_note: String::from("CN-2026-000003"),
        }]);
        let note = serde_json::json!({
            "number": "CN-2026-000003", "issued_at": "2026-02-01T12:00:00Z", "receipt_number": "2026-000001",
            "paid_at": "2026-01-31T12:00:00Z", "withdrawn_at": null,
            "seller": { "brand": "B", "legal_name": "B", "address": [], "vat_number": "", "email": "b@example.com" },
            "buyer_name": "Anna", "buyer_email": "anna@example.com", "buyer_vat_number": null, "title": "A course",
            "amount": 1, "tax": 0, "tax_basis_points": 0, "reverse_charge": false, "currency": "eur", "reference": "r",
        });
        let documents = attach_files(&mut mail, &PRINTER, |number| {
            assert_eq!(
                number,
                DocumentNumber::CreditNote("CN-2026-000003".parse().unwrap())
            );
            let facts = IssuedCreditNote::Facts(serde_json::from_value(note.clone()).unwrap());
            Ok(Some(Issued::CreditNote(facts)))
        });
        assert_eq!(documents.unwrap().len(), 1);
        let file = attached(&mail);
        assert_eq!(file.file_name, "credit-note-CN-2026-000003.pdf");
        assert_eq!(file.bytes, b"CN-2026-000003");
    }

    #[test]
    fn a_file_that_the_version_before_attached_stays() {
        let file = MailFile {
            file_name: String::from("receipt-2026-000001.pdf"),
            content_type: String::from("application/pdf"),
            bytes: b"%PDF before".to_vec(),
        };
        let mut mail = mail(vec![MailAttachment::File(file)]);
        let documents = attach_files(&mut mail, &PRINTER, |_| panic!("nothing is looked up")).unwrap();
        assert!(documents.is_empty() && attached(&mail).bytes == b"%PDF before");
    }

    #[test]
    fn what_cannot_be_attached_says_why_and_leaves_the_mail_as_it_was() {
        let (broken, panicking) = (
            Printer(|| Err(ReceiptError(String::from("no typeface")))),
            Printer(|| panic!("on purpose")),
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
