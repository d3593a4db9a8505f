//! Receipts as rows: facts that survive and sheets that stay.

use kernel::StoreError;
use orders::{
    Document, DocumentKind, DocumentNumber, DocumentPrinter as _, DocumentStore as _, IssuedDocument,
    OrderStore as _,
};
use outbound::DocumentPdf;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    checkouts::{context, order, order_plan, paid, refunded, tell},
    databases::tables::{db_count, db_run, db_texts, db_try},
    samples::{add_course, noon},
};

/// A paid order's receipt.
fn bought(database: &TestDatabase) -> DocumentNumber {
    let context = context();
    add_course(database, "futures");
    let (reference, session) = order_plan(database, &context, "anna@example.com");
    tell(database, &context, paid(&session));
    order(database, &reference).receipt.unwrap()
}

fn issued(database: &TestDatabase, number: DocumentNumber) -> IssuedDocument {
    database.read(|store| store.document(number)).unwrap().unwrap().1
}

fn facts(database: &TestDatabase, number: DocumentNumber) -> Document {
    let IssuedDocument::Facts(facts) = issued(database, number) else {
        panic!("a sheet was printed");
    };
    *facts
}

#[rstest]
fn a_payment_stores_its_receipts_facts_and_prints_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let number = bought(&database);
    assert_eq!(
        db_count(&database.address(), "documents WHERE pdf IS NOT NULL"),
        0
    );
    let stored = facts(&database, number);
    assert_eq!(
        (stored.number, stored.paid_at),
        ("2026-000001".parse().unwrap(), noon())
    );
    assert_eq!(stored.seller, context().price_list.seller);
    assert_eq!(
        (stored.total.0, stored.tax.0, stored.tax_basis_points),
        (30_000, 5_207, 2_100)
    );
    assert_eq!(stored.buyer_email, "anna@example.com");
    // The mail in the outbox is small: it names the receipt.
    let size = db_count(
        &database.address(),
        "outbox WHERE kind = 'receipt' AND length(sealed_mail) < 2000",
    );
    assert_eq!(size, 1);
}

#[rstest]
fn a_receipts_facts_outlive_what_they_were_taken_from(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let number = bought(&database);
    let (before, printer) = (facts(&database, number), DocumentPdf::new().unwrap());
    db_run(
        &database.address(),
        "UPDATE orders SET title = 'Another', buyer_name = 'Another', email = 'b@example.com', total = 1, tax = 0",
    );
    let session = orders::CheckoutSessionId(
        db_texts(&database.address(), "SELECT session_id AS t FROM orders")[0]
            .clone()
            .unwrap(),
    );
    tell(&database, &context(), refunded(&session, 30_000));
    let after = facts(&database, number);
    assert_eq!(before, after);
    assert!(printer.print(&before).unwrap() == printer.print(&after).unwrap());
}

#[rstest]
fn a_sheet_is_kept_once_and_never_replaced(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let number = bought(&database);
    for sheet in [b"%PDF first", b"%PDF other"] {
        database
            .write(move |store| store.keep_sheet(number, sheet))
            .unwrap();
        assert_eq!(
            issued(&database, number),
            IssuedDocument::Sheet(b"%PDF first".to_vec())
        );
    }
    let other = "2026-000002".parse().unwrap();
    assert_eq!(database.read(|store| store.document(other)).unwrap(), None);
}

#[rstest]
fn facts_and_values_that_this_program_never_writes_are_no_refused_statement(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let number = bought(&database);
    db_run(&database.address(), "UPDATE documents SET facts = '{}'");
    let unreadable = database.read(|store| store.document(number));
    assert!(
        matches!(unreadable, Err(StoreError::Inconsistent(_))),
        "{unreadable:?}"
    );
    db_run(&database.address(), "UPDATE orders SET term = 'a while'");
    let unreadable = database.read(|store| store.orders_before(None, &orders::OrderFilter::default(), 100));
    assert!(
        matches!(unreadable, Err(StoreError::Inconsistent(_))),
        "{unreadable:?}"
    );
    db_try(&database.address(), "UPDATE documents SET facts = NULL").expect_err("a receipt without facts");
}

#[rstest]
fn a_receipt_that_cannot_be_read_is_credited_by_hand(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    bought(&database);
    db_run(&database.address(), "UPDATE documents SET facts = '{}'");
    let sold = "SELECT session_id AS t FROM orders";
    let session = orders::CheckoutSessionId(db_texts(&database.address(), sold)[0].clone().unwrap());
    tell(&database, &context(), refunded(&session, 30_000));
    let flagged =
        "orders WHERE status = 'refunded' AND flag LIKE '%credit note must be written by hand%2026-000001%'";
    assert_eq!(db_count(&database.address(), flagged), 1);
    assert_eq!(
        db_count(&database.address(), "documents WHERE kind = 'credit_note'"),
        0
    );
}

#[rstest]
fn receipts_and_credit_notes_have_a_series_each_in_one_table(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let number = bought(&database);
    let numbers = database.write(|store| {
        let kinds = [
            DocumentKind::CreditNote,
            DocumentKind::Receipt,
            DocumentKind::CreditNote,
        ];
        let mut numbers = Vec::new();
        for (kind, year) in kinds.into_iter().zip([2026, 2026, 2027]) {
            numbers.push(store.next_number(kind, year)?.to_string());
        }
        Ok::<_, StoreError>(numbers)
    });
    assert_eq!(
        numbers.unwrap(),
        ["CN-2026-000001", "2026-000002", "CN-2027-000001"]
    );
    let same = DocumentNumber {
        kind: DocumentKind::CreditNote,
        ..number
    };
    assert_eq!(database.read(|store| store.document(same)).unwrap(), None);
    assert_eq!(database.read(|store| store.order_of_receipt(same)).unwrap(), None);
    let again = "INSERT INTO documents (kind, year, serial, order_id, amount, facts, issued_at) \
                 SELECT kind, year, 2, order_id, amount, facts, issued_at FROM documents";
    db_try(&database.address(), again).expect_err("a second receipt of an order");
}

#[rstest]
fn a_mail_sealed_elsewhere_says_so(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    bought(&database);
    db_run(&database.address(), "DELETE FROM outbox WHERE kind <> 'receipt'");
    let spoil = match engine {
        Sqlite => "UPDATE outbox SET sealed_mail = zeroblob(64)",
        Postgres => "UPDATE outbox SET sealed_mail = decode(repeat('00', 64), 'hex')",
    };
    db_run(&database.address(), spoil);
    let key = db_texts(&database.address(), "SELECT CAST(id AS TEXT) AS t FROM outbox");
    let [Some(key)] = &key[..] else {
        panic!("one mail: {key:?}");
    };
    let (_, mail) = database.read(|store| store.due_mail(key)).unwrap().unwrap();
    let words = mail.unwrap_err().to_string();
    assert_eq!(words, "it was sealed under another session key");
}
