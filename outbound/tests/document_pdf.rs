//! Receipts as their reader sees them: the words of the PDF, read back by another program.

mod belgian_business;

use std::{io::Write as _, process::Command};

use chrono::{DateTime, Utc};
use kernel::Cents;
use orders::{Document, DocumentPrinter, DocumentReason, Seller};
use outbound::DocumentPdf;
use proptest::prelude::*;

fn receipt() -> Document {
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
            vat_number: String::from("BE 0000.000.000"),
            email: String::from("support@example.com"),
        },
        buyer_name: String::from("Zoë Łukasik-Παπαδοπούλου Жукова"),
        buyer_email: String::from("trader@example.com"),
        buyer_vat_number: None,
        title: String::from("3-Month Access"),
        total: Cents(100_000),
        tax: Cents(17_355),
        tax_basis_points: 2100,
        reverse_charge: false,
        currency: String::from("usd"),
        reference: String::from("q7Jx0Zb2Lr8VtYw4Nc6SdA"),
        reason: payment(130_000, 30_000),
        quantity: orders::Quantity::ONE,
        buyer_place: orders::BuyerPlace::default(),
    }
}

fn payment(price: i32, discount: i32) -> DocumentReason {
    DocumentReason::Payment {
        price: Cents(price),
        discount: Cents(discount),
        coupon: Some(String::from("AUTUMN")),
    }
}

fn print(document: &Document) -> Vec<u8> {
    DocumentPdf::new().unwrap().print(document).unwrap()
}

/// The words of a PDF as they lie on the page, one space between them.
fn words(pdf: &[u8]) -> String {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(pdf).unwrap();
    let mut reader = Command::new("pdftotext");
    let read = reader.arg("-layout").arg(file.path()).arg("-").output();
    let read = read.expect("pdftotext reads the receipt (Debian: poppler-utils)");
    let problems = String::from_utf8_lossy(&read.stderr).into_owned();
    assert!(read.status.success() && problems.is_empty(), "{problems}");
    let text = String::from_utf8(read.stdout).unwrap();
    assert_eq!(text.matches('\u{c}').count(), 1, "a receipt is one page");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn says(text: &str, wanted: &[&str]) {
    for wanted in wanted {
        assert!(text.contains(wanted), "{wanted:?} is not in {text:?}");
    }
}

#[test]
fn a_receipt_says_who_what_when_and_how_much() {
    let text = words(&print(&receipt()));
    says(
        &text,
        &[
            "Before the Bell",
            "2026-000042",
            "21 November 2026",
            "q7Jx0Zb2Lr8VtYw4Nc6SdA",
            "Example Courses BV",
            "VAT BE 0000.000.000",
            "1000 Brussels",
            "Zoë Łukasik-Παπαδοπούλου Жукова",
            "trader@example.com",
            "Amount with VAT 3-Month Access $1,300.00",
            "Discount, coupon AUTUMN \u{2212}$300.00",
            "Net amount $826.45",
            "VAT 21 % $173.55",
            "Total paid $1,000.00",
        ],
    );
    assert!(!text.contains("reverse"), "{text}");
}

fn credit_note() -> Document {
    let issued_at = "2026-11-25T10:00:00Z".parse::<DateTime<Utc>>().unwrap();
    Document {
        number: "CN-2026-000007".parse().unwrap(),
        issued_at,
        reason: DocumentReason::Refund {
            receipt: receipt().number,
            withdrawn_at: Some(issued_at),
        },
        ..receipt()
    }
}

#[test]
fn a_credit_note_says_which_receipt_it_corrects_why_and_how_much() {
    let pdf = print(&credit_note());
    assert!(pdf == print(&credit_note()));
    let text = words(&pdf);
    says(
        &text,
        &[
            "Credit note",
            "CN-2026-000007",
            "25 November 2026",
            "Example Courses BV",
            "trader@example.com",
            "3-Month Access $1,000.00",
            "Corrects receipt 2026-000042 of 21 November 2026",
            "Withdrawal from the contract on 25 November 2026, 10:00 UTC",
            "Net amount $826.45",
            "VAT 21 % $173.55",
            "Total given back $1,000.00",
        ],
    );
    let part = Document {
        reason: DocumentReason::Refund {
            receipt: receipt().number,
            withdrawn_at: None,
        },
        tax: Cents(0),
        tax_basis_points: 0,
        ..credit_note()
    };
    let text = words(&print(&part));
    assert!(!text.contains("Withdrawal") && !text.contains("VAT 21"), "{text}");
}

#[test]
fn a_tax_on_top_of_the_price_is_shown_as_one() {
    let mut receipt = receipt();
    (receipt.total, receipt.tax) = (Cents(121_000), Cents(21_000));
    let text = words(&print(&receipt));
    says(
        &text,
        &[
            "Amount before VAT",
            "Net amount $1,000.00",
            "VAT 21 % $210.00",
            "Total paid $1,210.00",
        ],
    );
}

#[test]
fn a_reverse_charge_names_both_numbers_and_the_rule() {
    let mut receipt = receipt();
    receipt.buyer_vat_number = Some(String::from("NL000000000B00"));
    receipt.reverse_charge = true;
    (receipt.total, receipt.tax, receipt.tax_basis_points) = (Cents(82_645), Cents(0), 0);
    let text = words(&print(&receipt));
    says(
        &text,
        &[
            "VAT NL000000000B00",
            "VAT taken off \u{2212}$173.55",
            "Net amount $826.45",
            "VAT, reverse charge $0.00",
            "Total paid $826.45",
            "accounted for by the buyer",
            "2006/112/EC",
        ],
    );
}

#[test]
fn a_seller_without_tax_shows_none() {
    let mut receipt = receipt();
    receipt.seller.vat_number = String::new();
    (receipt.tax, receipt.tax_basis_points) = (Cents(0), 0);
    let text = words(&print(&receipt));
    says(&text, &["Total paid $1,000.00"]);
    assert!(!text.contains("VAT"), "{text}");
}

#[test]
fn a_free_order_has_a_receipt_too() {
    let mut receipt = receipt();
    receipt.reason = payment(130_000, 130_000);
    (receipt.total, receipt.tax) = (Cents(0), Cents(0));
    says(
        &words(&print(&receipt)),
        &["\u{2212}$1,300.00", "Total paid $0.00"],
    );
}

#[test]
fn what_is_strong_is_set_in_a_bold_typeface() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(&print(&receipt())).unwrap();
    let fonts = Command::new("pdffonts").arg(file.path()).output();
    let fonts = fonts.expect("pdffonts reads the receipt (Debian: poppler-utils)");
    let fonts = String::from_utf8(fonts.stdout).unwrap();
    for weight in ["NotoSans-Bold", "NotoSans"] {
        assert!(fonts.contains(weight), "{weight} is not in {fonts}");
    }
}

#[test]
fn names_of_every_language_of_the_union_are_spelt_out() {
    let mut receipt = receipt();
    receipt.buyer_name = String::from("Ħ. Ģirts Őry Ćosić Šķēle Ёжикова Ӏ Ωμέγα ἀρχή Ắn");
    // A long name takes two lines, beside the seller's.
    let names: Vec<_> = receipt.buyer_name.split(' ').collect();
    says(&words(&print(&receipt)), &names);
}

#[test]
fn the_same_receipt_is_the_same_document() {
    assert_eq!(print(&receipt()), print(&receipt()));
    let mut other = receipt();
    other.number.serial += 1;
    assert_ne!(print(&receipt()), print(&other));
}

#[test]
fn a_receipt_is_small_enough_for_every_mail() {
    assert!(print(&receipt()).len() < 60_000, "{}", print(&receipt()).len());
}

#[test]
fn a_long_title_and_name_stay_on_the_sheet() {
    let mut receipt = receipt();
    receipt.title = "Reading the order book before the open ".repeat(12);
    receipt.buyer_name = "Wolfeschlegelsteinhausenbergerdorff".repeat(4);
    receipt.seller.address = vec!["A very long line of an address that does not end".repeat(3); 6];
    let text = words(&print(&receipt));
    says(&text, &["Total paid $1,000.00", "VAT 21 % $173.55"]);
}

#[test]
fn letters_that_the_typeface_lacks_are_boxes_and_no_failure() {
    let mut receipt = receipt();
    receipt.buyer_name = String::from("山田太郎 يوسف 😀 Smith");
    says(
        &words(&print(&receipt)),
        &["Smith", "trader@example.com", "Total paid $1,000.00"],
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn a_receipt_with_any_text_is_printed(
        name in any::<String>(), title in "\\PC{0,400}", line in "\\PC{0,80}", price in any::<i32>(), currency in "\\PC{0,5}"
    ) {
        let mut receipt = receipt();
        receipt.buyer_name = name;
        receipt.title = title;
        receipt.seller.address = vec![line; 20];
        receipt.reason = payment(price, 30_000);
        receipt.currency = currency;
        prop_assert!(print(&receipt).starts_with(b"%PDF-"));
    }
}

fn place(country: &str) -> orders::BuyerPlace {
    orders::BuyerPlace {
        country: Some(orders::Country::parse(country).unwrap()),
        address: Some(orders::BillingAddress {
            street: String::from("Keizersgracht 1"),
            city: String::from("Amsterdam"),
            zip_code: String::from("1015 CJ"),
        }),
        company: Some(String::from("Delta Handel BV")),
    }
}

#[test]
fn a_buyers_company_address_and_country_stand_below_each_other_with_the_rate() {
    let mut sold = receipt();
    sold.buyer_place = place("NL");
    sold.quantity = orders::Quantity::try_from(5).unwrap();
    (sold.total, sold.tax, sold.tax_basis_points) = (Cents(100_000), Cents(20_319), 2_550);
    for document in [
        sold.clone(),
        Document {
            reason: credit_note().reason,
            ..sold.clone()
        },
    ] {
        let text = words(&print(&document));
        says(
            &text,
            &[
                "Delta Handel BV",
                "Keizersgracht 1",
                "1015 CJ Amsterdam",
                "Netherlands",
                "5 × 3-Month Access",
                "VAT 25.5 % $203.19",
                "Net amount $796.81",
            ],
        );
        assert!(
            !text.contains("Not subject") && !text.contains("reverse"),
            "{text}"
        );
    }
}

#[test]
fn a_sale_outside_the_union_says_so_and_one_with_a_rate_of_its_own_does_not() {
    let mut sold = receipt();
    sold.buyer_place = orders::BuyerPlace {
        country: orders::Country::parse("US").ok(),
        ..orders::BuyerPlace::default()
    };
    (sold.tax, sold.tax_basis_points) = (Cents(0), 0);
    let text = words(&print(&sold));
    says(
        &text,
        &[
            "United States",
            "VAT 0 % $0.00",
            "Not subject to VAT of the European Union",
        ],
    );
    (sold.tax, sold.tax_basis_points) = (Cents(7_493), 810);
    assert!(!words(&print(&sold)).contains("Not subject"));
    (sold.tax, sold.tax_basis_points) = (Cents(0), 0);
    sold.buyer_place = place("MC");
    assert!(
        !words(&print(&sold)).contains("Not subject"),
        "Monaco counts as France"
    );
}

#[test]
fn the_longest_company_and_address_stay_on_the_sheet() {
    let mut sold = receipt();
    sold.buyer_place = place("BQ");
    sold.buyer_place.company = Some("Handelsmaatschappij ".repeat(5));
    let address = sold.buyer_place.address.as_mut().unwrap();
    (address.street, address.city) = ("Langestraat ".repeat(16), "Sint-Job-in-'t-Goor ".repeat(10));
    let text = words(&print(&sold));
    says(
        &text,
        &[
            "Handelsmaatschappij",
            "Total paid",
            "Questions about this receipt?",
        ],
    );
}
