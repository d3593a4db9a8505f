//! E-invoices over HTTP: what is mailed to the owner's address, at once or when the address comes later.

use std::fs;

use mail_parser::{MessageParser, MimeHeaders as _};
use rstest::rstest;
use serde_json::{Value, json};
use staff::Role;
use support::{
    Browser, Engine, Postgres, Server, Sqlite,
    databases::tables::db_count,
    mailbox::mails,
    staff::joined,
    waiting::{on_one_day, until},
};

use crate::site::{folder, with_folder};

const BEFORE: &str = "currency = \"eur\"\n[company]\nvat_number = \"BE 0403.170.701\"\n";
const SANDBOX: [(&str, &str); 2] = [("PORTAL_DEMO", "on"), ("PORTAL_PAYMENTS", "sandbox")];

/// A Belgian business buys three keys in the sandbox.
fn buy(server: &Server) -> Browser {
    let mut buyer = server.visitor();
    let checkout = json!({
        "plan": "basic", "email": "anna@example.com", "firstName": "Anna", "lastName": "Buyer", "quantity": 3,
        "country": "BE", "vatNumber": "BE0403019261", "company": "Bakkerij & Zonen BV", "billingAddress": "Kerkstraat 5",
        "city": "Gent", "zipCode": "9000",
    });
    let answer = buyer.post("/api/checkout", &checkout).ok(200);
    let order = answer["url"]
        .as_str()
        .unwrap()
        .split_once("?order=")
        .unwrap()
        .1
        .to_owned();
    let pressed = buyer.post(&format!("/api/sandbox/{order}"), &json!({ "outcome": "pay" }));
    let _ = pressed.ok(200);
    buyer
}

/// The names and texts of what is attached to the mails of e-invoices.
fn attached(server: &Server) -> Vec<(String, String)> {
    let files = mails(server).into_iter();
    let of_kind = files.filter(|file| file.to_string_lossy().contains("-e_invoice-"));
    of_kind
        .flat_map(|file| {
            let bytes = fs::read(file).unwrap();
            let message = MessageParser::default().parse(&bytes).expect("a mail");
            assert!(message.to().unwrap().contains("books@example.com"));
            let parts = message.attachments().map(|part| {
                let name = part.attachment_name().unwrap().to_owned();
                (name, String::from_utf8(part.contents().to_vec()).unwrap())
            });
            parts.collect::<Vec<_>>()
        })
        .collect()
}

fn payments(staff: &mut Browser) -> Vec<Value> {
    let today = staff.get("/api/staff/today").ok(200);
    today["payments"].as_array().unwrap().clone()
}

#[rstest]
fn an_address_that_comes_later_gets_what_was_not_delivered_and_then_each_at_once(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    on_one_day();
    let site = folder(&[("site.toml", BEFORE)]);
    let mut server = with_folder(engine, site.path(), &SANDBOX);
    let _ = buy(&server);
    let address = server.database().address();
    let (waiting, mailed) = ("jobs WHERE kind = 'e_invoice'", "outbox WHERE kind = 'e_invoice'");
    assert_eq!((db_count(&address, waiting), db_count(&address, mailed)), (1, 0));
    let (mut staff, _) = joined(&server, "Eva", Role::Owner);
    let rows = payments(&mut staff);
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert!(
        rows[0]["detail"].as_str().unwrap().contains("e-invoice"),
        "{rows:?}"
    );

    let with_address = format!("{BEFORE}e_invoices = \"books@example.com\"\n");
    fs::write(site.path().join("site.toml"), with_address).unwrap();
    server.start_again();
    until("the e-invoice is sent", || attached(&server).len() == 1);
    let _ = buy(&server);
    until("the second is sent", || attached(&server).len() == 2);
    assert_eq!((db_count(&address, waiting), db_count(&address, mailed)), (0, 2));
    let mut found = attached(&server);
    found.sort();
    let year = chrono::Utc::now().format("%Y").to_string();
    for (serial, (name, text)) in (1..).zip(&found) {
        assert_eq!(name, &format!("{year}-{serial:06}.xml"));
        for part in [
            format!("<cbc:ID>{year}-{serial:06}</cbc:ID>"),
            String::from("<cbc:RegistrationName>Bakkerij &amp; Zonen BV</cbc:RegistrationName>"),
            String::from("<cbc:InvoicedQuantity unitCode=\"C62\">3</cbc:InvoicedQuantity>"),
            String::from("<cbc:TaxInclusiveAmount currencyID=\"EUR\">900.00</cbc:TaxInclusiveAmount>"),
            String::from("<cbc:TaxExclusiveAmount currencyID=\"EUR\">743.80</cbc:TaxExclusiveAmount>"),
        ] {
            assert!(text.contains(&part), "{part}: {text}");
        }
    }
    let (mut staff, _) = joined(&server, "Ina", Role::Owner);
    assert_eq!(payments(&mut staff), [] as [Value; 0]);
}
