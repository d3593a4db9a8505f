//! The receipt of a paid order: its facts, its number, its document, and the trait that prints it.
//!
//! Decision: the transaction of a payment stores a receipt's facts, and the document is printed from them outside of it, for the mail
//! and for a download that comes first. The document that was mailed is stored and given out from then on, so a receipt never changes,
//! also where a later version prints another sheet. Cost: a paid order's document may not exist yet, and its print may fail alone.

use std::{fmt, str::FromStr};

use chrono::{DateTime, Utc};
use kernel::Cents;

/// The seller, from the owner's settings at the time of payment.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Seller {
    pub brand: String,
    pub legal_name: String,
    /// Street, town, country; one line each.
    pub address: Vec<String>,
    pub vat_number: String,
    pub email: String,
}

/// A receipt's number: without gaps within a year, `2026-000001`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReceiptNumber {
    pub year: i32,
    pub serial: i32,
}

impl fmt::Display for ReceiptNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:06}", self.year, self.serial)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a receipt's number looks like 2026-000001")]
pub struct ReceiptNumberError;

impl FromStr for ReceiptNumber {
    type Err = ReceiptNumberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (year, serial) = text.trim().split_once('-').ok_or(ReceiptNumberError)?;
        let number = |digits: &str, fewest: usize| {
            let plain = digits.len() >= fewest && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| plain).ok_or(ReceiptNumberError)
        };
        Ok(Self {
            year: number(year, 4)?,
            serial: number(serial, 6)?,
        })
    }
}

impl ReceiptNumber {
    /// The name of the document's file, as it is mailed and downloaded.
    #[must_use]
    pub fn file_name(self) -> String {
        format!("receipt-{self}.pdf")
    }
}

/// The facts of a receipt, of the moment of payment. They are stored as JSON and outlive the version that wrote them, so no field is
/// renamed or removed, and a new one needs a default.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Receipt {
    /// Numbered without gaps within a year, for instance `2026-000001`.
    pub number: String,
    pub paid_at: DateTime<Utc>,
    pub seller: Seller,
    pub buyer_name: String,
    pub buyer_email: String,
    pub buyer_vat_number: Option<String>,
    /// What was bought, in words.
    pub title: String,
    /// The price before any coupon.
    pub price: Cents,
    pub discount: Cents,
    pub coupon: Option<String>,
    /// What was paid.
    pub total: Cents,
    /// The tax included in `total`.
    pub tax: Cents,
    /// Hundredths of a per cent: 2100 is 21 %.
    pub tax_basis_points: i32,
    /// The buyer owes the tax (Directive 2006/112/EC, article 196).
    pub reverse_charge: bool,
    /// ISO 4217, small letters.
    pub currency: String,
    pub reference: String,
}

/// A receipt as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IssuedReceipt {
    /// The document that was mailed, as a PDF.
    Document(Vec<u8>),
    /// Not printed for a mail yet.
    Facts(Box<Receipt>),
}

impl IssuedReceipt {
    /// The document: the stored one, or else one printed from the facts.
    ///
    /// # Errors
    /// [`ReceiptError`] where it has to be printed and cannot be.
    pub fn document(self, printer: &dyn ReceiptPrinter) -> Result<Vec<u8>, ReceiptError> {
        match self {
            Self::Document(document) => Ok(document),
            Self::Facts(receipt) => printer.print(&receipt),
        }
    }
}

/// Prints receipts.
pub trait ReceiptPrinter: Send + Sync {
    /// The bytes of a PDF; the same for the same facts, at any time and on any machine.
    ///
    /// # Errors
    /// [`ReceiptError`]
    fn print(&self, receipt: &Receipt) -> Result<Vec<u8>, ReceiptError>;
}

#[derive(Debug, thiserror::Error)]
#[error("the document cannot be printed: {0}")]
pub struct ReceiptError(pub String);
