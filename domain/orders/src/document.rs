//! The documents of an order, receipts and credit notes: their facts, how they are stored, and the trait that prints them; and what an
//! e-invoice says of them.
//!
//! Decision: the transaction that issues a document stores its facts, and the sheet is printed from them outside of it, for the mail
//! and for a download that comes first. The sheet that was mailed is stored and given out from then on, so a document never changes,
//! also where a later version prints another sheet. Cost: the sheet may not exist yet, and its print may fail alone.

pub(crate) mod by_country;
pub(crate) mod credit;
pub(crate) mod e_invoice;
pub(crate) mod number;

use chrono::{DateTime, Utc};
use kernel::Cents;
use serde::{Deserialize, Serialize};

use crate::{BuyerPlace, Country, DocumentNumber, Quantity, VatNumber};

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
    #[serde(default, skip_serializing_if = "Quantity::is_one")]
    pub quantity: Quantity,
    #[serde(default, skip_serializing_if = "BuyerPlace::is_empty")]
    pub buyer_place: BuyerPlace,
}

impl Document {
    /// What was bought, with the number where it is more than one.
    #[must_use]
    pub fn shown_title(&self) -> String {
        self.quantity.of(&self.title)
    }

    /// Company, address, country and tax as a mail lists them, each with its name; nothing without a country.
    #[must_use]
    pub fn place_facts(&self) -> Vec<(String, String)> {
        let place = &self.buyer_place;
        let Some(country) = place.country else {
            return Vec::new();
        };
        let tax = match (self.reverse_charge, self.is_outside_union()) {
            (true, _) => String::from("reverse charge: to be accounted for by the buyer"),
            (_, true) => String::from("none: the buyer is outside of the European Union"),
            _ => format!("{} %", f64::from(self.tax_basis_points) / 100.0),
        };
        let address = place.address.as_ref();
        let address =
            address.map(|address| format!("{}, {} {}", address.street, address.zip_code, address.city));
        [
            ("Company", place.company.clone()),
            ("Address", address),
            ("Country", Some(country.name().to_owned())),
            ("VAT", Some(tax)),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)))
        .collect()
    }

    /// Whether the sale is outside of the Union's tax: to a buyer in another part of the world, without a rate for it.
    #[must_use]
    pub fn is_outside_union(&self) -> bool {
        let abroad = self
            .buyer_place
            .country
            .is_some_and(|country| !country.is_in_union());
        abroad && self.tax_basis_points == 0 && !self.reverse_charge
    }

    /// The country in which the sale counts: the buyer's; without one, the VAT number's if the buyer owes the tax, and else the seller's.
    /// `None` if the seller's VAT number is of no country.
    #[must_use]
    pub fn counts_in(&self) -> Option<Country> {
        let chosen = self.buyer_place.country.map(Country::taxed_as);
        let number = self.buyer_vat_number.as_deref().filter(|_| self.reverse_charge);
        chosen
            .or_else(|| number.and_then(VatNumber::country_of))
            .or_else(|| VatNumber::country_of(&self.seller.vat_number))
    }

    /// The rate in hundredths of a per cent; 0 where the buyer owes the tax, also in facts of an earlier version.
    #[must_use]
    pub fn rate(&self) -> i32 {
        if self.reverse_charge {
            0
        } else {
            self.tax_basis_points
        }
    }
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
