//! What was sold in each country at each rate, added up from the documents: as one files the One Stop Shop's return.
//!
//! Decision: the documents are added up, not the orders, so the sums are those of receipts and credit notes to the cent, and what went back
//! counts in the quarter in which it was credited. Cost: what a bank took back in a dispute counts as sold, because it has no document.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{Country, Document, DocumentKind, DocumentStore, VatNumber};

/// How many documents are read at once.
const PAGE: i64 = 500;

/// What one row of the totals is of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CountryRate {
    /// As whose the sale counts; `None` if neither the buyer's country is known nor the seller's.
    pub country: Option<Country>,
    /// Hundredths of a per cent; 0 where the buyer owes the tax.
    pub basis_points: i32,
    /// ISO 4217, small letters.
    pub currency: String,
}

/// Sums in cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CountryTotals {
    /// Orders that were paid.
    pub orders: i64,
    pub net: i64,
    pub tax: i64,
    /// What was credited, without its tax.
    pub refunded_net: i64,
    pub refunded_tax: i64,
}

impl CountryTotals {
    fn add(&mut self, document: &Document) {
        let (total, tax) = (i64::from(document.total.0), i64::from(document.tax.0));
        match document.number.kind {
            DocumentKind::Receipt => {
                self.orders += 1;
                self.net += total - tax;
                self.tax += tax;
            }
            DocumentKind::CreditNote => {
                self.refunded_net += total - tax;
                self.refunded_tax += tax;
            }
        }
    }
}

/// Hands over the documents that were issued from a time on and before another.
fn for_each_document(
    store: &mut dyn DocumentStore,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
    mut take: impl FnMut(&Document),
) -> Result<(), StoreError> {
    let mut last = 0;
    loop {
        let page = store.documents_issued((from, to), last, PAGE)?;
        let Some((id, _)) = page.last() else {
            return Ok(());
        };
        last = *id;
        page.iter().for_each(|(_, document)| take(document));
    }
}

/// The totals of the documents that were issued from a time on and before another.
///
/// # Errors
/// [`StoreError`], also where the facts of a document cannot be read: a sum without it would be wrong.
pub fn totals_by_country(
    store: &mut dyn DocumentStore,
    period: (DateTime<Utc>, DateTime<Utc>),
) -> Result<BTreeMap<CountryRate, CountryTotals>, StoreError> {
    let mut totals: BTreeMap<CountryRate, CountryTotals> = BTreeMap::new();
    for_each_document(store, period, |document| {
        let row = CountryRate {
            country: document.counts_in(),
            basis_points: document.rate(),
            currency: document.currency.clone(),
        };
        totals.entry(row).or_default().add(document);
    })?;
    Ok(totals)
}

/// What private buyers in other countries of the Union paid without tax, less what was credited, in cents by currency: the sum that the
/// threshold of 10,000 euros a calendar year is about (Directive 2006/112/EC, article 59c).
///
/// # Errors
/// As [`totals_by_country`].
pub fn private_sales_abroad(
    store: &mut dyn DocumentStore,
    period: (DateTime<Utc>, DateTime<Utc>),
) -> Result<BTreeMap<String, i64>, StoreError> {
    let mut sums = BTreeMap::new();
    for_each_document(store, period, |document| {
        let home = VatNumber::country_of(&document.seller.vat_number);
        let country = document.counts_in();
        let is_abroad = country != home && country.is_some_and(Country::is_in_union);
        if document.buyer_vat_number.is_some() || !is_abroad {
            return;
        }
        let net = i64::from(document.total.0) - i64::from(document.tax.0);
        let sum = sums.entry(document.currency.clone()).or_default();
        match document.number.kind {
            DocumentKind::Receipt => *sum += net,
            DocumentKind::CreditNote => *sum -= net,
        }
    })?;
    Ok(sums)
}
