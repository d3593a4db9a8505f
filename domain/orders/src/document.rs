//! The documents of an order, receipts and credit notes: their facts, how they are stored, and the trait that prints them.
//!
//! Decision: the transaction that issues a document stores its facts, and the sheet is printed from them outside of it, for the mail
//! and for a download that comes first. The sheet that was mailed is stored and given out from then on, so a document never changes,
//! also where a later version prints another sheet. Cost: the sheet may not exist yet, and its print may fail alone.

pub(crate) mod credit;
pub(crate) mod number;

use chrono::{DateTime, Utc};
use kernel::Cents;
use serde::{Deserialize, Serialize};

use crate::DocumentNumber;

/// The seller, from the owner's settings at the time of payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seller {
    pub brand: String,
    pub legal_name: String,
    /// Street, town, country; one line each.
    pub address: Vec<String>,
    pub vat_number: String,
    pub email: String,
}

/// The facts of a document. They are stored as JSON and outlive the version that wrote them, so no field is renamed or removed, and a
/// new one needs a default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    pub number: DocumentNumber,
    pub issued_at: DateTime<Utc>,
    pub paid_at: DateTime<Utc>,
    pub seller: Seller,
    pub buyer_name: String,
    pub buyer_email: String,
    pub buyer_vat_number: Option<String>,
    /// What was bought, in words.
    pub title: String,
    /// What was paid, or is given back.
    pub total: Cents,
    /// The tax included in `total`.
    pub tax: Cents,
    /// Hundredths of a per cent: 2100 is 21 %.
    pub tax_basis_points: i32,
    /// The buyer owes the tax (Directive 2006/112/EC, article 196).
    pub reverse_charge: bool,
    /// ISO 4217, small letters.
    pub currency: String,
    /// The order's.
    pub reference: String,
    pub reason: DocumentReason,
}

/// What only a document of one kind says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentReason {
    /// A receipt's.
    Payment {
        /// Before any coupon.
        price: Cents,
        discount: Cents,
        coupon: Option<String>,
    },
    /// A credit note's.
    Refund {
        /// The receipt that it corrects.
        receipt: DocumentNumber,
        /// When the buyer withdrew from the contract; `None` for another refund.
        withdrawn_at: Option<DateTime<Utc>>,
    },
}

/// A document as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IssuedDocument {
    /// The sheet that was mailed, as a PDF.
    Sheet(Vec<u8>),
    /// Not printed for a mail yet.
    Facts(Box<Document>),
}

impl IssuedDocument {
    /// The sheet: the stored one, or else one printed from the facts.
    ///
    /// # Errors
    /// [`PrintError`] where it has to be printed and cannot be.
    pub fn sheet(self, printer: &dyn DocumentPrinter) -> Result<Vec<u8>, PrintError> {
        match self {
            Self::Sheet(sheet) => Ok(sheet),
            Self::Facts(document) => printer.print(&document),
        }
    }
}

/// Prints documents.
pub trait DocumentPrinter: Send + Sync {
    /// The bytes of a PDF; the same for the same facts, at any time and on any machine.
    ///
    /// # Errors
    /// [`PrintError`]
    fn print(&self, document: &Document) -> Result<Vec<u8>, PrintError>;
}

#[derive(Debug, thiserror::Error)]
#[error("the document cannot be printed: {0}")]
pub struct PrintError(pub String);
