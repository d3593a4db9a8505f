//! The e-invoice of a document waits as one job until it is mailed or written, whatever is killed meanwhile.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use chrono::TimeDelta;
use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use kernel::{Cents, StoreError};
use orders::{
    BillingAddress, BuyerPlace, CheckoutContext, CheckoutSessionId, Country, Discount, E_INVOICE_JOB,
    NewCoupon, OrderReference, PaymentEvent, PlanCheckout, VatNumber, check_out_plan, e_invoice_written,
    handle_payment_event, mail_e_invoice,
};
use persistence::Database;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    checkouts::{context, event, open_page, paid_as, plan_checkout_of, refunded, tell},
    databases::tables::{db_count, db_texts},
    samples::{add_course, noon},
};

const TO: &str = "books@example.com";

/// A Belgian seller's site in euros.
fn belgian() -> Arc<CheckoutContext> {
    let mut context = (*context()).clone();
    context.price_list.currency = String::from("eur");
    context.price_list.seller.vat_number = String::from("BE 0403.170.701");
    Arc::new(context)
}

/// The checkout of a Belgian business.
fn of_business() -> PlanCheckout {
    let mut checkout = plan_checkout_of("anna@example.com", None);
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
    checkout
}

fn ordered(
    database: &Database,
    context: &Arc<CheckoutContext>,
    checkout: PlanCheckout,
) -> (OrderReference, CheckoutSessionId) {
    let context = Arc::clone(context);
    let step = database.write(move |store| check_out_plan(store, &context, checkout, noon()));
    open_page(database, step)
}

fn bought(database: &Database, context: &Arc<CheckoutContext>, checkout: PlanCheckout) -> CheckoutSessionId {
    let currency = context.price_list.currency.clone();
    let (_, session) = ordered(database, context, checkout);
    tell(database, context, paid_as(&session, 30_000, &currency));
    session
}

fn waiting(database: &Database) -> Vec<String> {
    let numbers = database.read(|store| store.waiting_e_invoices(100)).unwrap();
    numbers.iter().map(ToString::to_string).collect()
}

#[rstest]
fn an_invoice_and_each_credit_note_of_a_belgian_business_wait(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    add_course(&database, "futures");
    let context = belgian();
    let session = bought(&database, &context, of_business());
    assert_eq!(waiting(&database), ["2026-000001"]);
    tell(&database, &context, refunded(&session, 10_000));
    tell(&database, &context, refunded(&session, 30_000));
    assert_eq!(
        waiting(&database),
        ["2026-000001", "CN-2026-000001", "CN-2026-000002"]
    );
    let rows = database.read(|store| store.payment_troubles(noon())).unwrap();
    let details: Vec<_> = rows.iter().map(|row| row.detail.as_str()).collect();
    assert_eq!(details.len(), 3, "{details:?}");
    for (detail, number) in details.iter().zip(waiting(&database)) {
        assert!(detail.contains(&format!("e-invoice {number} ")), "{details:?}");
    }
    assert_eq!((rows[0].about.1, rows[0].about.0.len()), (Cents(30_000), 32));
}

#[rstest]
fn no_other_order_has_an_e_invoice(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    add_course(&database, "futures");
    let in_euros = belgian();
    let private = plan_checkout_of("private@example.com", None);
    // Without the new keys: a number, and neither company nor address.
    let mut of_before = plan_checkout_of("before@example.com", None);
    of_before.buyer.vat_number = of_business().buyer.vat_number;
    for checkout in [private, of_before] {
        let session = bought(&database, &in_euros, checkout);
        tell(&database, &in_euros, refunded(&session, 30_000));
    }
    let mut in_dollars = (*in_euros).clone();
    in_dollars.price_list.currency = String::from("usd");
    let in_dollars = Arc::new(in_dollars);
    let session = bought(&database, &in_dollars, of_business());
    tell(&database, &in_dollars, refunded(&session, 30_000));
    // An order of nothing.
    let coupon = NewCoupon {
        code: "FREE".parse().unwrap(),
        discount: Discount::Percent(100),
        plan: None,
        limit: None,
        expires_at: None,
    };
    let free = PlanCheckout {
        coupon: Some("FREE".parse().unwrap()),
        ..of_business()
    };
    let context = Arc::clone(&in_euros);
    let step = database.write(move |store| {
        store.insert_coupon(&coupon, noon())?;
        check_out_plan(store, &context, free, noon())
    });
    step.unwrap();
    assert_eq!(waiting(&database), [""; 0]);
    assert_eq!(db_count(&database.address(), "documents"), 7);
}

#[rstest]
fn what_was_written_is_not_mailed_and_what_was_mailed_does_not_wait(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    add_course(&database, "futures");
    let context = belgian();
    let session = bought(&database, &context, of_business());
    tell(&database, &context, refunded(&session, 30_000));
    let written = database.write(|store| e_invoice_written(store, "2026-000001".parse().unwrap()));
    written.unwrap();
    assert_eq!(waiting(&database), ["CN-2026-000001"]);
    assert!(mail_next(&database).unwrap());
    assert_eq!(waiting(&database), [""; 0]);
    assert!(!mail_next(&database).unwrap());
    let mails = "SELECT kind AS t FROM outbox WHERE kind = 'e_invoice'";
    assert_eq!(db_texts(&database.address(), mails).len(), 1);
}

/// Does the next job as the server does; false without a job.
fn mail_next(database: &Database) -> Result<bool, StoreError> {
    // A job that a killed worker held is free again later.
    let now = noon() + TimeDelta::hours(1) * i32::try_from(TURN.fetch_add(1, Ordering::SeqCst)).unwrap();
    let claimed = database.write(move |store| store.claim_due_job(E_INVOICE_JOB, &[], now))?;
    let Some(job) = claimed else {
        return Ok(false);
    };
    database.write(move |store| {
        let number = job.key.parse().expect("a number");
        let outcome = mail_e_invoice(store, number, TO, now)?;
        store.settle_job(&job, &outcome)
    })?;
    Ok(true)
}

static TURN: AtomicI64 = AtomicI64::new(1);
/// After how many statements the one that runs is killed.
static LEFT: AtomicI64 = AtomicI64::new(i64::MAX);

fn killer() -> Option<Box<dyn Instrumentation>> {
    Some(Box::new(|event: InstrumentationEvent<'_>| {
        if matches!(event, InstrumentationEvent::StartQuery { .. })
            && LEFT.fetch_sub(1, Ordering::SeqCst) == 1
        {
            panic!("killed on purpose");
        }
    }))
}

/// Runs an act, killed at its first statement, then at its second, and so on, until it is done; `whole` is asked after each.
fn killed_at_each_statement<E: std::fmt::Debug>(
    act: impl Fn() -> Result<(), E>,
    whole: impl Fn(bool),
) -> i64 {
    for place in 1..500 {
        LEFT.store(place, Ordering::SeqCst);
        // On PostgreSQL the statements around the work run on this thread.
        let done = catch_unwind(AssertUnwindSafe(&act));
        let killed = LEFT.swap(i64::MAX, Ordering::SeqCst) < 1;
        whole(matches!(done, Ok(Ok(()))));
        if !killed {
            done.unwrap().unwrap();
            return place;
        }
    }
    panic!("it does not end");
}

#[rstest]
fn killed_at_each_statement_there_is_one_e_invoice_and_no_gap(#[values(Sqlite, Postgres)] engine: Engine) {
    set_default_instrumentation(killer).unwrap();
    let database = TestDatabase::new(engine);
    add_course(&database, "futures");
    let context = belgian();
    let (_, session) = ordered(&database, &context, of_business());
    let address = database.address();
    let counts = || {
        [
            "documents",
            "jobs WHERE kind = 'e_invoice'",
            "outbox WHERE kind = 'e_invoice'",
        ]
        .map(|from| db_count(&address, from))
    };
    let told = |event: PaymentEvent| {
        let (database, context) = (&database, &context);
        move || {
            let (context, event) = (Arc::clone(context), event.clone());
            database.write(move |store| handle_payment_event(store, &context, &event, noon()))
        }
    };
    let pay = told(event(paid_as(&session, 30_000, "eur")));
    let statements = killed_at_each_statement(pay, |_| {
        let [documents, waiting, mailed] = counts();
        assert!(documents == waiting && documents <= 1 && mailed == 0);
    });
    assert!(statements > 10, "{statements} statements of a payment");
    let refund = told(event(refunded(&session, 10_000)));
    let statements = killed_at_each_statement(refund, |_| {
        let [documents, waiting, mailed] = counts();
        assert!(documents == waiting && (1..=2).contains(&documents) && mailed == 0);
    });
    assert!(statements > 5, "{statements} statements of a refund");
    for mailed_before in [0, 1] {
        killed_at_each_statement(
            || mail_next(&database).map(|_| ()),
            |_| {
                let [documents, waiting, mailed] = counts();
                assert!(documents == 2 && waiting + mailed == 2 && mailed >= mailed_before);
            },
        );
    }
    assert_eq!(counts(), [2, 0, 2]);
    let numbers = db_texts(
        &address,
        "SELECT CAST(last_serial AS TEXT) AS t FROM document_series ORDER BY kind",
    );
    assert_eq!(numbers, [Some(String::from("1")), Some(String::from("1"))]);
}
