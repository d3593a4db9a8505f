//! The credit note of a refund: its facts, its number, and how its amount follows from what was given back.
//!
//! Decision: an order's credit notes add up to what was given back or is owed by a withdrawal, by staff or the provider: a refund that is
//! reported twice, or by staff and then by the provider, is credited once. As for a receipt, the transaction stores the facts and
//! the document is printed from them. A payment without a receipt (another amount came than was asked) has nothing to credit, and
//! what a bank takes back in a dispute is not credited while the dispute may be won.

pub(crate) mod issue;

use std::{fmt, str::FromStr};

use chrono::{DateTime, Utc};
use kernel::Cents;

use crate::{ReceiptError, ReceiptNumber, ReceiptPrinter, Seller};

/// A credit note's number: a series of its own, without gaps within a year, `CN-2026-000001`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CreditNoteNumber {
    pub year: i32,
    pub serial: i32,
}

const PREFIX: &str = "CN-";

impl fmt::Display for CreditNoteNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{:04}-{:06}", self.year, self.serial)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a credit note's number looks like CN-2026-000001")]
pub struct CreditNoteNumberError;

impl FromStr for CreditNoteNumber {
    type Err = CreditNoteNumberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.trim().strip_prefix(PREFIX).ok_or(CreditNoteNumberError)?;
        let number: ReceiptNumber = number.parse().map_err(|_| CreditNoteNumberError)?;
        Ok(Self {
            year: number.year,
            serial: number.serial,
        })
    }
}

impl CreditNoteNumber {
    /// The name of the document's file, as it is mailed and downloaded.
    #[must_use]
    pub fn file_name(self) -> String {
        format!("credit-note-{self}.pdf")
    }
}

/// The facts of a credit note. They are stored as JSON and outlive the version that wrote them, so no field is renamed or removed,
/// and a new one needs a default.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CreditNote {
    pub number: String,
    pub issued_at: DateTime<Utc>,
    /// The receipt that it corrects, and that one's day.
    pub receipt_number: String,
    pub paid_at: DateTime<Utc>,
    /// When the buyer withdrew from the contract; none for another refund.
    pub withdrawn_at: Option<DateTime<Utc>>,
    pub seller: Seller,
    pub buyer_name: String,
    pub buyer_email: String,
    pub buyer_vat_number: Option<String>,
    /// What was bought, in words.
    pub title: String,
    /// What is given back.
    pub amount: Cents,
    /// The tax included in `amount`.
    pub tax: Cents,
    /// Hundredths of a per cent: 2100 is 21 %.
    pub tax_basis_points: i32,
    pub reverse_charge: bool,
    /// ISO 4217, small letters.
    pub currency: String,
    pub reference: String,
}

/// Prints receipts and credit notes.
pub trait DocumentPrinter: ReceiptPrinter {
    /// The bytes of a PDF; the same for the same facts, at any time and on any machine.
    ///
    /// # Errors
    /// [`ReceiptError`]
    fn print_credit_note(&self, note: &CreditNote) -> Result<Vec<u8>, ReceiptError>;
}

/// A credit note as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IssuedCreditNote {
    /// The document that was mailed, as a PDF.
    Document(Vec<u8>),
    /// Not printed for a mail yet.
    Facts(Box<CreditNote>),
}

impl IssuedCreditNote {
    /// The document: the stored one, or else one printed from the facts.
    ///
    /// # Errors
    /// [`ReceiptError`] where it has to be printed and cannot be.
    pub fn document(self, printer: &dyn DocumentPrinter) -> Result<Vec<u8>, ReceiptError> {
        match self {
            Self::Document(document) => Ok(document),
            Self::Facts(note) => printer.print_credit_note(&note),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_reads_back_and_is_no_receipts() {
        let number = CreditNoteNumber {
            year: 2026,
            serial: 12,
        };
        assert_eq!(number.to_string(), "CN-2026-000012");
        assert_eq!(number.to_string().parse(), Ok(number));
        assert_eq!(number.file_name(), "credit-note-CN-2026-000012.pdf");
        for text in [
            "",
            "2026-000012",
            "CN2026-000012",
            "CN-2026-12",
            "CN-CN-2026-000012",
        ] {
            assert!(text.parse::<CreditNoteNumber>().is_err(), "{text}");
        }
    }
}
