//! Receipts and credit notes between two Belgian businesses, of every kind that there is.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::Cents;
use orders::{
    BillingAddress, BuyerPlace, Country, Discount, Document, DocumentReason, Quantity, Sale, SalesAbroad,
    Seller, TaxedBuyer, Vat, VatNumber, amounts,
};

const BUYER: &str = "BE0403019261";

/// What is sold, and how it is taxed.
#[derive(Clone, Copy)]
pub(super) struct Sold {
    /// Of one, in cents.
    pub price: i32,
    pub quantity: i64,
    pub discount: Option<Discount>,
    pub basis_points: i32,
    pub included: bool,
}

pub(super) fn receipt() -> Document {
    receipt_of(Sold {
        price: 100_000,
        quantity: 1,
        discount: None,
        basis_points: 2_100,
        included: true,
    })
}

/// The receipt of a sale, with the sums of the product's own rule.
pub(super) fn receipt_of(sold: Sold) -> Document {
    let vat = Vat {
        basis_points: sold.basis_points,
        included: sold.included,
        reverse_charge: true,
        abroad: SalesAbroad::default(),
    };
    let quantity = Quantity::try_from(sold.quantity).unwrap();
    let sale = Sale {
        price: Cents(sold.price),
        quantity,
        discount: sold.discount,
    };
    let country = Country::parse("BE").unwrap();
    let number = VatNumber::parse(BUYER).unwrap();
    let buyer = TaxedBuyer {
        country: Some(country),
        vat_number: Some(&number),
    };
    let sold = amounts(Some(country), &vat, buyer, sale).unwrap();
    let paid_at = "2026-11-21T09:30:00Z".parse::<DateTime<Utc>>().unwrap();
    Document {
        number: "2026-000042".parse().unwrap(),
        issued_at: paid_at,
        paid_at,
        seller: Seller {
            brand: String::from("Before the Bell"),
            legal_name: String::from("Example Courses BV"),
            address: ["Example Street 1", "1000 Brussels", "Belgium"]
                .map(String::from)
                .to_vec(),
            vat_number: String::from("BE 0403.170.701"),
            email: String::from("support@example.com"),
        },
        buyer_name: String::from("Zoë Łukasik"),
        buyer_email: String::from("trader@example.com"),
        buyer_vat_number: Some(String::from(BUYER)),
        title: String::from("3-Month Access"),
        total: sold.total,
        tax: sold.tax,
        tax_basis_points: sold.tax_basis_points,
        reverse_charge: false,
        currency: String::from("eur"),
        reference: String::from("0123456789abcdef0123456789abcdef"),
        reason: DocumentReason::Payment {
            price: sold.price,
            discount: sold.discount,
            coupon: (sold.discount > Cents(0)).then(|| String::from("AUTUMN-10")),
        },
        quantity,
        buyer_place: BuyerPlace {
            country: Some(country),
            address: Some(BillingAddress {
                street: String::from("Kerkstraat 5"),
                city: String::from("Gent"),
                zip_code: String::from("9000"),
            }),
            company: Some(String::from("Bakkerij Ørsted & Zonen BV")),
        },
    }
}

/// Prices of a piece in cents that come out even, and that do not.
const PRICES: [i32; 5] = [1, 4_999, 30_000, 99_995, 10_000_000];
/// With the rates: of today, of another year, with a fraction, and a seller that is exempt.
const RATES: [i32; 4] = [2_100, 600, 805, 0];

/// Documents under the names of their files: of each price, with and without tax in it, of one and of several, with each coupon; then
/// the credit notes of some of them, and texts that are hard to write.
pub(super) fn all_kinds() -> Vec<(String, Document)> {
    let mut sold = Vec::new();
    let coupons = [
        None,
        Some(Discount::Percent(15)),
        Some(Discount::Amount(Cents(1_000))),
    ];
    for (at, price) in PRICES.into_iter().enumerate() {
        for included in [true, false] {
            for (turn, quantity) in [1, 3, 7, 20].into_iter().enumerate() {
                sold.push(Sold {
                    price,
                    quantity,
                    discount: coupons[(at + turn) % 3],
                    basis_points: if turn == 0 { 2_100 } else { RATES[(at + turn) % 4] },
                    included,
                });
            }
        }
    }
    let receipts = sold
        .into_iter()
        .map(receipt_of)
        .filter(|receipt| receipt.total > Cents(0));
    let mut all = Vec::new();
    for receipt in receipts {
        for given_back in [&[100][..], &[33, 67], &[1, 1, 98]] {
            all.extend(notes(&receipt, given_back));
        }
        all.push(receipt);
    }
    all.extend(hard_texts());
    for (serial, document) in (1..).zip(&mut all) {
        document.number.serial = serial;
    }
    all.into_iter()
        .map(|document| (document.number.to_string(), document))
        .collect()
}

/// Credit notes of parts in hundredths, the tax of each as the product shares it: of all parts so far, less that of those before.
fn notes(receipt: &Document, parts: &[i64]) -> Vec<Document> {
    let (total, tax) = (i64::from(receipt.total.0), i64::from(receipt.tax.0));
    let tax_upto = |given_back: i64| (tax * given_back + total / 2) / total;
    let (mut so_far, mut hundredths) = (0, 0);
    let mut notes = Vec::new();
    for part in parts {
        hundredths += part;
        let upto = total * hundredths / 100;
        if upto > so_far {
            let note = Document {
                number: "CN-2026-000001".parse().unwrap(),
                issued_at: receipt.issued_at + TimeDelta::days(3),
                total: Cents(i32::try_from(upto - so_far).unwrap()),
                tax: Cents(i32::try_from(tax_upto(upto) - tax_upto(so_far)).unwrap()),
                reason: DocumentReason::Refund {
                    receipt: receipt.number,
                    withdrawn_at: None,
                },
                ..receipt.clone()
            };
            notes.push(note);
        }
        so_far = upto;
    }
    notes
}

fn hard_texts() -> Vec<Document> {
    let long = "Reading the order book before the open ".repeat(12);
    [
        "</cbc:Name><!-- ]]> & \" '",
        "山田太郎 يوسف 😀 Ωμέγα",
        "\u{1}\u{fffe}a\u{0}b\u{200b}",
        long.as_str(),
    ]
    .map(|text| {
        let mut document = receipt();
        document.title = format!("Course {text}");
        document.buyer_name = text.to_owned();
        document.seller.brand = text.to_owned();
        document.seller.address = vec![
            text.to_owned(),
            text.to_owned(),
            text.to_owned(),
            String::from("België"),
        ];
        document.buyer_place.company = Some(text.to_owned());
        document.buyer_place.address = Some(BillingAddress {
            street: text.to_owned(),
            city: text.to_owned(),
            zip_code: String::from("9000"),
        });
        document
    })
    .to_vec()
}
