//! `portal orders e-invoices`, and what waits for it.

use std::fs;

use orders::{BillingAddress, BuyerPlace, Country, Provider, VatNumber};

use super::paid_order_of;
use crate::fixture::CommandFixture;

/// A Belgian seller of whom a Belgian business buys.
fn buy(fixture: &CommandFixture) -> String {
    let belgian = |checkout: &mut orders::PlanCheckout| {
        checkout.buyer.vat_number = Some(VatNumber::parse("BE0403019261").unwrap());
        checkout.buyer.place = BuyerPlace {
            country: Some(Country::parse("BE").unwrap()),
            address: Some(BillingAddress {
                street: String::from("Kerkstraat 5"),
                city: String::from("Gent"),
                zip_code: String::from("9000"),
            }),
            company: Some(String::from("Bakkerij BV")),
        };
    };
    paid_order_of(
        &fixture.database(),
        "anna@example.com",
        None,
        Provider::Sandbox,
        belgian,
    )
}

#[test]
fn e_invoices_are_written_alike_each_time_and_then_wait_no_more() {
    let fixture = CommandFixture::with_course();
    let order = buy(&fixture);
    super::paid_order(
        &fixture.database(),
        "private@example.com",
        None,
        Provider::Sandbox,
    );
    fixture.portal(&["orders", "refund", &order, "--yes"]).said();
    let doctor = fixture.portal(&["doctor"]);
    assert!(
        doctor.out.contains("2 e-invoices were not delivered"),
        "{}",
        doctor.out
    );

    let year = chrono::Utc::now().format("%Y").to_string();
    let names = [format!("{year}-000001.xml"), format!("CN-{year}-000001.xml")];
    let written = ["orders", "e-invoices", "files/of-year", "--format", "json"];
    let rows = fixture.portal(&written).json();
    let numbers: Vec<_> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["number"].as_str().unwrap())
        .collect();
    assert_eq!(
        numbers,
        names.each_ref().map(|name| name.trim_end_matches(".xml"))
    );
    assert_eq!(
        (&rows[0]["company"], &rows[0]["total"]),
        (&"Bakkerij BV".into(), &30_000.into())
    );
    let folder = fixture.path("files/of-year");
    let mut found: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    found.sort();
    assert_eq!(found, names.each_ref().map(std::ffi::OsString::from));
    let read = || {
        names
            .each_ref()
            .map(|name| fs::read_to_string(folder.join(name)).unwrap())
    };
    let first = read();
    assert!(first[0].contains("<Invoice ") && first[1].contains("<CreditNote "));
    let doctor = fixture.portal(&["doctor"]);
    assert!(!doctor.out.contains("e-invoice"), "{}", doctor.out);

    let month = chrono::Utc::now().format("%Y-%m").to_string();
    let again = [
        "orders",
        "e-invoices",
        "files/of-year",
        "--month",
        &month,
        "--format",
        "json",
    ];
    assert_eq!(fixture.portal(&again).json().as_array().unwrap().len(), 2);
    assert_eq!(read(), first);
    let said = fixture
        .portal(&["orders", "e-invoices", "other", "--month", "2020-01"])
        .said();
    assert!(said.contains("no e-invoices"), "{said}");
    assert!(!fixture.path("other").exists());
    fixture
        .portal(&["orders", "e-invoices", "other", "--month", "2026-13"])
        .misused();
    fixture.portal(&["orders", "e-invoices"]).misused();
    fs::write(fixture.path("blocked"), "a file").unwrap();
    let line = fixture.portal(&["orders", "e-invoices", "blocked"]).refused();
    assert!(line.contains("cannot be written"), "{line}");
}
