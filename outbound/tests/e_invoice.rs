//! E-invoices as their reader's program takes them: judged by the rules of two makers, and with the sums of the receipt.

mod documents;
mod judges;
mod wrong;

use chrono::NaiveDate;
use orders::EInvoice;
use outbound::write_e_invoice;
use proptest::prelude::*;

use documents::{all_kinds, receipt};
use judges::{elements, judge};

fn text_of(invoice: &EInvoice) -> String {
    String::from_utf8(write_e_invoice(invoice).unwrap()).unwrap()
}

#[test]
fn fifty_documents_of_all_kinds_keep_every_rule() {
    let files: Vec<_> = all_kinds()
        .into_iter()
        .map(|(name, document)| {
            let invoice = EInvoice::of(&document).expect("an e-invoice belongs to it");
            (name, text_of(&invoice))
        })
        .collect();
    assert!(files.len() >= 50, "{} documents", files.len());
    for found in judge(&files) {
        assert!(
            found.problems.is_empty(),
            "{} says of {}: {:?}",
            found.judge,
            found.file,
            found.problems
        );
    }
}

#[test]
fn the_sums_are_those_of_the_receipt() {
    for (name, document) in all_kinds() {
        let text = text_of(&EInvoice::of(&document).unwrap());
        let cents = |element: &str| -> i64 {
            let values = elements(&text, element);
            let first = values.first().expect("the element is there");
            first.replace('.', "").parse().expect("an amount of cents")
        };
        let (net, tax) = (
            i64::from(document.total.0 - document.tax.0),
            i64::from(document.tax.0),
        );
        assert_eq!(cents("cbc:TaxExclusiveAmount"), net, "{name}");
        assert_eq!(cents("cbc:TaxableAmount"), net, "{name}");
        assert_eq!(elements(&text, "cbc:TaxAmount").len(), 2, "{name}");
        assert_eq!(cents("cbc:TaxAmount"), tax, "{name}");
        assert_eq!(
            cents("cbc:TaxInclusiveAmount"),
            i64::from(document.total.0),
            "{name}"
        );
        assert_eq!(cents("cbc:PrepaidAmount"), i64::from(document.total.0), "{name}");
        assert_eq!(cents("cbc:PayableAmount"), 0, "{name}");
        assert_eq!(
            elements(&text, "cbc:ID").first(),
            Some(&document.number.to_string()),
            "{name}"
        );
        let off = match text.contains("cbc:AllowanceTotalAmount") {
            true => cents("cbc:AllowanceTotalAmount"),
            false => 0,
        };
        assert_eq!(cents("cbc:LineExtensionAmount") - off, net, "{name}");
        // The price of one, times how many, is the line to the cent.
        let price: f64 = elements(&text, "cbc:PriceAmount")[0].parse().unwrap();
        let quantity = ["cbc:InvoicedQuantity", "cbc:CreditedQuantity"]
            .iter()
            .find_map(|element| elements(&text, element).first().cloned())
            .and_then(|quantity| quantity.parse::<f64>().ok())
            .unwrap();
        let line = cents("cbc:LineExtensionAmount") as f64 / 100.0;
        assert!(
            (price * quantity - line).abs() < 0.005,
            "{name}: {price} x {quantity} is {line}"
        );
    }
}

#[test]
fn a_file_names_both_businesses_and_the_person() {
    let text = text_of(&EInvoice::of(&receipt()).unwrap());
    assert_eq!(elements(&text, "cbc:EndpointID"), ["0403170701", "0403019261"]);
    assert_eq!(text.matches(r#"<cbc:EndpointID schemeID="0208">"#).count(), 2);
    assert_eq!(
        elements(&text, "cbc:RegistrationName"),
        ["Example Courses BV", "Bakkerij Ørsted & Zonen BV"]
    );
    assert_eq!(
        elements(&text, "cbc:CompanyID"),
        ["BE0403170701", "0403170701", "BE0403019261", "0403019261"]
    );
    assert_eq!(
        elements(&text, "cbc:StreetName"),
        ["Example Street 1", "Kerkstraat 5"]
    );
    assert_eq!(elements(&text, "cbc:CityName"), ["Brussels", "Gent"]);
    assert_eq!(elements(&text, "cbc:PostalZone"), ["1000", "9000"]);
    assert_eq!(
        elements(&text, "cbc:Name"),
        ["Before the Bell", "Zoë Łukasik", "3-Month Access"]
    );
    assert!(
        !text.contains("in aftrek") && !text.contains("cac:BillingReference"),
        "{text}"
    );
}

#[test]
fn a_credit_note_names_its_receipt_and_the_tax_to_pay_back() {
    let (_, note) = all_kinds()
        .into_iter()
        .find(|(name, note)| name.starts_with("CN-") && note.tax > kernel::Cents(0))
        .unwrap();
    let text = text_of(&EInvoice::of(&note).unwrap());
    assert!(text.contains("<CreditNote ") && text.contains(">381<"), "{text}");
    assert_eq!(elements(&text, "cbc:Note")[0], orders::TAX_TO_PAY_BACK);
    let reference = text.split_once("cac:BillingReference").unwrap().1;
    assert_eq!(elements(reference, "cbc:ID")[0], "2026-000042");
    assert_eq!(elements(reference, "cbc:IssueDate")[0], "2026-11-21");
}

#[test]
fn no_other_document_has_one() {
    let mut others = vec![receipt(); 8];
    others[0].currency = String::from("usd");
    others[1].buyer_vat_number = None;
    others[2].buyer_vat_number = Some(String::from("NL123456782B01"));
    others[3].seller.vat_number = String::from("NL123456782B01");
    others[4].seller.vat_number = String::new();
    others[5].buyer_place.company = None;
    others[6].buyer_place.address = None;
    (others[7].total, others[7].tax) = (kernel::Cents(0), kernel::Cents(0));
    assert!(EInvoice::of(&receipt()).is_some());
    for (at, other) in others.iter().enumerate() {
        assert_eq!(EInvoice::of(other), None, "document {at}");
    }
}

#[test]
fn the_same_facts_are_the_same_bytes() {
    let write = || write_e_invoice(&EInvoice::of(&receipt()).unwrap()).unwrap();
    assert_eq!(write(), write());
}

proptest! {
    #[test]
    fn any_text_is_written_and_read_back(name in any::<String>(), title in any::<String>()) {
        let mut invoice = EInvoice::of(&receipt()).unwrap();
        invoice.issued_on = NaiveDate::MAX;
        invoice.buyer.name = format!("x{name}x");
        invoice.title = format!("x{title}x");
        let text = text_of(&invoice);
        // The reader refuses what is not well formed; control characters are left out, and line breaks are one sign.
        let plain = |text: &str| -> String {
            text.chars().filter(|sign| !sign.is_control() && !matches!(sign, '\u{fffe}' | '\u{ffff}' | '\u{85}' | '\u{2028}')).collect()
        };
        prop_assert_eq!(plain(&elements(&text, "cbc:RegistrationName")[1]), plain(&invoice.buyer.name));
        prop_assert_eq!(plain(&elements(&text, "cbc:Name")[2]), plain(&invoice.title));
    }
}
