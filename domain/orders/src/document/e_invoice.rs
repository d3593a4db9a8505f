//! The e-invoice of a document: what UBL 2.1 says of a receipt or credit note by Peppol BIS Billing 3.
//!
//! Decision: it is computed from the facts of the document alone and has the document's number, net amount, tax and total. Only a
//! document between two Belgian businesses, in euros and with the buyer's company, has one: what a customer of another country wants is
//! another standard's matter. The order was paid before its receipt was issued, so nothing of an e-invoice is left to pay.

pub(crate) mod job;

use chrono::NaiveDate;
use kernel::Cents;

use crate::{
    BillingAddress, Document, DocumentNumber, DocumentReason, VatNumber, checkout::amounts::without_tax,
};

/// What a credit note to a Belgian business says of its tax (Royal Decree no. 4 of 29 December 1969, article 4).
pub const TAX_TO_PAY_BACK: &str =
    "Btw terug te storten aan de Staat in de mate waarin ze oorspronkelijk in aftrek werd gebracht.";

/// The e-invoice of one document. Amounts are cents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EInvoice {
    pub number: DocumentNumber,
    pub issued_on: NaiveDate,
    pub paid_on: NaiveDate,
    /// What stands beside the figures.
    pub note: Option<&'static str>,
    /// The order's reference.
    pub order: String,
    /// A credit note's receipt.
    pub corrects: Option<DocumentNumber>,
    pub seller: InvoiceParty,
    pub buyer: InvoiceParty,
    pub title: String,
    pub quantity: i32,
    /// Of all pieces, before the coupon, without tax.
    pub line: i64,
    /// What the coupon takes off, without tax; its code if it is known. `None` without a coupon.
    pub allowance: Option<(i64, Option<String>)>,
    pub net: i64,
    pub tax: i64,
    pub total: i64,
    /// Hundredths of a per cent; 0 is exempt.
    pub tax_basis_points: i32,
}

/// The seller or the buyer, both in Belgium.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceParty {
    /// The registered name.
    pub name: String,
    /// The name of the seller's site.
    pub brand: Option<String>,
    /// Ten digits.
    pub enterprise_number: String,
    /// One or more lines.
    pub street: Vec<String>,
    pub city: Option<String>,
    pub zip_code: Option<String>,
    /// The person who bought.
    pub person: Option<String>,
    pub email: String,
}

impl EInvoice {
    /// `None` for a document that has no e-invoice.
    #[must_use]
    pub fn of(document: &Document) -> Option<Self> {
        let seller_number = enterprise_number(&document.seller.vat_number)?;
        let buyer_number = enterprise_number(document.buyer_vat_number.as_deref()?)?;
        let company = document.buyer_place.company.as_deref()?;
        let address = document.buyer_place.address.as_ref()?;
        if document.currency != "eur" || document.total <= Cents(0) || document.reverse_charge {
            return None;
        }
        let (tax, total) = (i64::from(document.tax.0), i64::from(document.total.0));
        let net = total - tax;
        let (quantity, line, allowance, corrects) = match &document.reason {
            DocumentReason::Payment {
                price,
                discount,
                coupon,
            } => {
                let line = net_price(document, *price, *discount, net);
                let allowance = (line > net).then(|| (line - net, coupon.clone()));
                (document.quantity.get(), line, allowance, None)
            }
            DocumentReason::Refund { receipt, .. } => (1, net, None, Some(*receipt)),
        };
        Some(Self {
            number: document.number,
            issued_on: document.issued_at.date_naive(),
            paid_on: document.paid_at.date_naive(),
            note: document.tax_to_pay_back(),
            order: document.reference.clone(),
            corrects,
            seller: seller(document, seller_number),
            buyer: buyer(document, company, address, buyer_number),
            title: document.title.clone(),
            quantity,
            line,
            allowance,
            net,
            tax,
            total,
            tax_basis_points: document.tax_basis_points,
        })
    }

    /// The price of one piece in ten-thousandths of a cent: the line is this times the quantity, rounded to the cent.
    #[must_use]
    pub fn unit_price(&self) -> i64 {
        let quantity = i64::from(self.quantity);
        (self.line * 10_000 + quantity / 2) / quantity
    }
}

impl Document {
    /// What a credit note to a Belgian business says of its tax; `None` for any other document.
    #[must_use]
    pub fn tax_to_pay_back(&self) -> Option<&'static str> {
        let is_note = matches!(self.reason, DocumentReason::Refund { .. });
        (is_note && self.is_between_belgian_businesses() && self.tax > Cents(0)).then_some(TAX_TO_PAY_BACK)
    }

    fn is_between_belgian_businesses(&self) -> bool {
        let numbers = [
            Some(self.seller.vat_number.as_str()),
            self.buyer_vat_number.as_deref(),
        ];
        let is_belgian = |number: Option<&str>| number.and_then(enterprise_number).is_some();
        self.buyer_place.company.is_some() && numbers.into_iter().all(is_belgian)
    }
}

/// The price without tax, also where the price of the receipt includes it. With the discount taken off, a price that includes tax is
/// more than the net amount.
fn net_price(document: &Document, price: Cents, discount: Cents, net: i64) -> i64 {
    let (price, discount) = (i64::from(price.0), i64::from(discount.0));
    if discount == 0 || price - discount == net {
        net + discount
    } else {
        without_tax(price, i64::from(document.tax_basis_points)).max(net)
    }
}

/// The ten digits of a Belgian VAT number; `None` for another.
fn enterprise_number(text: &str) -> Option<String> {
    let number = VatNumber::with_pattern(text).ok()?;
    number.as_str().strip_prefix("BE").map(str::to_owned)
}

fn seller(document: &Document, enterprise_number: String) -> InvoiceParty {
    let seller = &document.seller;
    // Street, town, country: the country of a Belgian number is known.
    let (mut street, mut town) = (Vec::new(), None);
    for line in seller.address.iter().filter(|line| !is_belgium(line)) {
        match town_of(line) {
            Some(found) if town.is_none() => town = Some(found),
            _ => street.push(line.clone()),
        }
    }
    let (zip_code, city) = town.unzip();
    InvoiceParty {
        name: seller.legal_name.clone(),
        brand: Some(seller.brand.clone()),
        enterprise_number,
        street,
        city,
        zip_code,
        person: None,
        email: seller.email.clone(),
    }
}

fn buyer(
    document: &Document,
    company: &str,
    address: &BillingAddress,
    enterprise_number: String,
) -> InvoiceParty {
    InvoiceParty {
        name: company.to_owned(),
        brand: None,
        enterprise_number,
        street: vec![address.street.clone()],
        city: Some(address.city.clone()),
        zip_code: Some(address.zip_code.clone()),
        person: Some(document.buyer_name.clone()),
        email: document.buyer_email.clone(),
    }
}

/// `1000 Brussels` or `B-1000 Brussels`: four digits and a name.
fn town_of(line: &str) -> Option<(String, String)> {
    let (code, name) = line.trim().split_once(' ')?;
    let digits = code
        .strip_prefix("B-")
        .or(code.strip_prefix("BE-"))
        .unwrap_or(code);
    let is_code = digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_digit());
    (is_code && !name.trim().is_empty()).then(|| (digits.to_owned(), name.trim().to_owned()))
}

fn is_belgium(line: &str) -> bool {
    ["belgium", "belgië", "belgie", "belgique", "belgien"].contains(&line.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_town_is_four_digits_and_a_name() {
        let town = |line| town_of(line).map(|(code, name)| format!("{code}|{name}"));
        for line in ["1000 Brussels", " B-1000  Brussels", "BE-1000 Brussels"] {
            assert_eq!(town(line).as_deref(), Some("1000|Brussels"), "{line}");
        }
        for line in [
            "Street 1000",
            "10000 Brussels",
            "1000",
            "1000 ",
            "100A Brussels",
            "",
        ] {
            assert_eq!(town(line), None, "{line}");
        }
    }

    #[test]
    fn an_enterprise_number_is_that_of_a_belgian_vat_number() {
        assert_eq!(
            enterprise_number("BE 0403.170.701").as_deref(),
            Some("0403170701")
        );
        assert_eq!(enterprise_number("be403170701").as_deref(), Some("0403170701"));
        for number in ["", "BE", "NL123456782B01", "BE 2403.170.701"] {
            assert_eq!(enterprise_number(number), None, "{number}");
        }
    }
}
