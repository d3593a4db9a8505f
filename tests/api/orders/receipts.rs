//! A receipt's sheet: printed outside of the payment's transaction, and one and the same in the mail and in every download.

use std::path::PathBuf;

use mail_parser::{MessageParser, MimeHeaders as _};
use orders::OrderStatus;
use serde_json::json;
use support::{
    Answer, Browser, Sqlite,
    catalogue_fixture::member,
    databases::tables::db_run,
    mailbox::mails,
    stripe::{
        Page,
        server::{StripeServer, access},
    },
    waiting::until,
};

/// A member pays for a course; the member and the page.
fn buy(stripe_server: &StripeServer) -> (Browser, Page) {
    let term = kernel::AccessTerm::Lifetime;
    let mut trader = member(&stripe_server.server, "Trader", stripe_server.crypto, term);
    let page = stripe_server.page_for(&mut trader, stripe_server.futures);
    stripe_server.stripe.pay(&page.id).arrive(&stripe_server.server);
    (trader, page)
}

fn download(member: &mut Browser, page: &Page) -> Answer {
    member.get(&format!("/api/user/orders/{}/receipt", page.reference()))
}

/// Waits until a query finds a row.
#[track_caller]
fn await_row(stripe_server: &StripeServer, from: &str) {
    until(format!("there is a row of {from}"), || {
        stripe_server.count(from) > 0
    });
}

fn receipt_mails(stripe_server: &StripeServer) -> Vec<PathBuf> {
    let all = mails(&stripe_server.server).into_iter();
    all.filter(|file| file.to_string_lossy().contains("-receipt-"))
        .collect()
}

/// The one file that is attached to the only mail of a receipt.
fn attachment(stripe_server: &StripeServer) -> (String, Vec<u8>) {
    await_row(
        stripe_server,
        "outbox WHERE kind = 'receipt' AND sent_at IS NOT NULL",
    );
    let files = receipt_mails(stripe_server);
    let [file] = &files[..] else {
        panic!("there is one receipt: {files:?}");
    };
    let text = std::fs::read(file).unwrap();
    let message = MessageParser::default().parse(&text).expect("a mail");
    assert_eq!(message.attachment_count(), 1);
    let part = message.attachment(0).unwrap();
    (
        part.attachment_name().expect("a file name").to_owned(),
        part.contents().to_vec(),
    )
}

#[test]
fn the_download_is_the_mailed_document_byte_for_byte() {
    let stripe_server = StripeServer::open(Sqlite);
    let (mut trader, page) = buy(&stripe_server);
    let at_once = download(&mut trader, &page);
    let (name, mailed) = attachment(&stripe_server);
    assert!(mailed.starts_with(b"%PDF-"));
    assert!(
        at_once.body == mailed,
        "another document was mailed than was downloaded"
    );
    assert_eq!(
        stripe_server.count("documents WHERE pdf IS NOT NULL"),
        1,
        "what was mailed is kept"
    );
    let later = download(&mut trader, &page);
    assert!(later.body == mailed, "a receipt changed after it was mailed");
    assert_eq!(
        later.header("content-disposition"),
        Some(format!("attachment; filename=\"{name}\"").as_str())
    );
}

#[test]
fn a_stored_sheet_is_served_as_it_was_with_any_facts() {
    let stripe_server = StripeServer::open(Sqlite);
    let (mut trader, page) = buy(&stripe_server);
    await_row(
        &stripe_server,
        "outbox WHERE kind = 'receipt' AND sent_at IS NOT NULL",
    );
    let stored = "UPDATE documents SET facts = '{}', pdf = CAST('%PDF-stored' AS BLOB)";
    db_run(&stripe_server.server.database().address(), stored);
    let answer = download(&mut trader, &page);
    assert_eq!((answer.status, &answer.body[..]), (200, &b"%PDF-stored"[..]));
}

/// A receipt that cannot be made stops nothing else: the payment counts, and the mail goes out once it can be made.
#[test]
fn a_receipt_that_cannot_be_made_fails_alone() {
    let stripe_server = StripeServer::open(Sqlite);
    let address = stripe_server.server.database().address();
    let spoil = "CREATE TABLE kept (facts TEXT); \
                 CREATE TRIGGER spoil AFTER INSERT ON documents BEGIN INSERT INTO kept VALUES (NEW.facts); \
                 UPDATE documents SET facts = '{}' WHERE id = NEW.id; END";
    let mend = "UPDATE documents SET facts = (SELECT facts FROM kept)";
    db_run(&address, spoil);
    let (mut trader, page) = buy(&stripe_server);
    assert_eq!(stripe_server.status(&page), OrderStatus::Paid.as_str());
    assert_eq!(access(&mut trader, stripe_server.futures), (true, None));
    // Past the client that holds each answer against the description, which names no fault of the program.
    let answer = stripe_server.server.raw(
        format!(
            "GET /api/user/orders/{}/receipt HTTP/1.1\r\nHost: localhost\r\nCookie: {}\r\nConnection: close\r\n\r\n",
            page.reference(),
            trader.cookie().unwrap()
        )
        .as_bytes(),
    );
    assert!(answer.starts_with("HTTP/1.1 500 "), "{answer}");
    let waits = "jobs WHERE kind = 'mail' AND payload = 'receipt' AND last_error LIKE '%rows that contradict each other%' \
                 AND due_at IS NOT NULL";
    await_row(&stripe_server, waits);
    assert!(
        receipt_mails(&stripe_server).is_empty(),
        "a mail left without its receipt"
    );

    db_run(&address, mend);
    assert!(download(&mut trader, &page).body.starts_with(b"%PDF-"));
    db_run(
        &address,
        "UPDATE jobs SET due_at = '2020-01-01 00:00:00' WHERE payload = 'receipt'",
    );
    let (_, mailed) = attachment(&stripe_server);
    assert!(mailed == download(&mut trader, &page).body);
    assert_eq!(trader.get("/api/user/orders").ok(200)[0]["status"], json!("paid"));
}
