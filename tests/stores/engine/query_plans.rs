//! Every query that a request runs finds its rows by an index, on both databases.
//!
//! Diesel tells each connection's instrumentation what it runs; each text is then explained on the database it ran on. What
//! only staff and workers run is not held to this, and neither is what reads a whole small table by design.

use ::mail::MailQueue as _;
use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

use ::mail::EmailAddress;
use accounts::{
    AccountStore as _, Device, PasswordHash, ResetToken, SESSION_IDLE, SessionStore as _, SessionToken,
    SignInName, Username, change_names, change_password, request_reset, reset_password, sign_in, signed_in,
};
use courses::{AccessNotice, AccessStore as _, CourseStore as _, untold_ends};
use diesel::{
    Connection, PgConnection, SqliteConnection,
    connection::{Instrumentation, InstrumentationEvent, SimpleConnection, set_default_instrumentation},
};
use kernel::{AccessTerm, DatabaseUrl, StoreError};
use orders::{CouponStore as _, OrderLists as _, OrderStore as _, ReceiptStore as _};
use persistence::OutboxStore as _;
use progress::{ProgressStore as _, Report, record_progress};
use purchase_keys::{redeem_key, register, verify_key};
use rstest::rstest;
use secrecy::ExposeSecret;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::db_texts,
    samples::{ORIGIN, account, add_course, add_key, add_user, bytes, noon, videos_of},
};

/// One row, and the whole catalogue, which `GET /api/courses` lists.
const READ_WHOLE: [&str; 2] = ["catalogue_state", "courses"];

static QUERIES: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

fn recorder() -> Option<Box<dyn Instrumentation>> {
    Some(Box::new(|event: InstrumentationEvent<'_>| {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            let text = query.to_string();
            let sql = text.split(" -- binds").next().unwrap_or_default();
            QUERIES
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(sql.to_owned());
        }
    }))
}

/// What every call of a visitor and a member asks of the stores.
fn requests(database: &TestDatabase) {
    let course = add_course(database, "futures");
    let keys: Vec<_> = (1..4)
        .map(|n| add_key(database, course, AccessTerm::Months(3), n))
        .collect();
    let video = videos_of(database, course)[0];
    QUERIES.lock().unwrap().clear();

    database.read(|store| verify_key(store, &keys[0])).unwrap();
    let new = account("Trader", &keys[0], 1);
    let user = database
        .write(move |store| register(store, &new, noon()))
        .unwrap()
        .id;
    let again = account("Trader", &keys[1], 2);
    assert!(
        database
            .write(move |store| register(store, &again, noon()))
            .is_err()
    );
    let key = keys[2].clone();
    database
        .write(move |store| redeem_key(store, user, &key, noon()))
        .unwrap();

    let name = SignInName::typed("trader@example.com");
    let proven = database.read(|store| store.credentials(&name)).unwrap().unwrap();
    let signing_in = proven.clone();
    let token = SessionToken::from_random(bytes(5));
    let hash = token.hash();
    database
        .write(move |s| sign_in(s, &signing_in, &token, Device::named("x"), None, ORIGIN, noon()))
        .unwrap();
    let here = database
        .read(|store| signed_in(store, &hash, noon()))
        .unwrap()
        .unwrap()
        .session;
    let everything: Result<(), StoreError> = database.write(move |store| {
        store.touch_session(here, noon())?;
        store.sessions(user)?;
        store.trim_sessions(user, 1)?;
        store.delete_session_of(user, here)?;
        store.delete_session(&hash)?;
        store.purge_sessions(noon(), noon() - SESSION_IDLE)?;
        store.courses()?;
        store.course(course)?;
        store.sections(course)?;
        store.video(video)?;
        store.catalogue_version()?;
        store.grant_of(user, course)?;
        store.held_courses(user)?;
        store.progress_in(user, course)?;
        store.recent_progress(user, 10)?;
        store.user(user)?;
        Ok(())
    });
    everything.unwrap();
    let report = Report {
        watched_seconds: 5,
        completed: None,
    };
    database
        .write(move |store| record_progress(store, user, video, report, noon()))
        .unwrap();
    let (names, passwords) = (proven.clone(), proven);
    database
        .write(move |s| {
            let (name, email) = (Username::parse("Other"), EmailAddress::parse("other@example.com"));
            change_names(s, &names, &name.unwrap(), &email.unwrap(), noon())
        })
        .unwrap();
    let new = PasswordHash::stored(String::from("new"));
    database
        .write(move |s| change_password(s, &passwords, &new, here))
        .unwrap();
    let reset = ResetToken::from_random(bytes(6));
    let spent = reset.hash();
    let asked: Result<(), StoreError> = database.write(move |s| {
        request_reset(
            s,
            &EmailAddress::parse("other@example.com").unwrap(),
            &reset,
            ORIGIN,
            noon(),
        )
    });
    asked.unwrap();
    let new = PasswordHash::stored(String::from("newer"));
    database
        .write(move |s| reset_password(s, &spent, &new, noon()))
        .unwrap();
}

/// What buying asks of the stores.
fn purchases(database: &TestDatabase) {
    use support::checkouts::{
        context, course_checkout_of, open_page, order, order_plan, paid, refunded, tell,
    };
    let (course, user) = (add_course(database, "futures"), add_user(database, "trader"));
    let context = context();
    let coupon = orders::NewCoupon {
        code: "TEN".parse().unwrap(),
        discount: orders::Discount::Percent(10),
        plan: None,
        limit: Some(5),
        expires_at: None,
    };
    database
        .write(move |store| store.insert_coupon(&coupon, noon()))
        .unwrap();
    QUERIES.lock().unwrap().clear();

    let (reference, session) = order_plan(database, &context, "trader@example.com");
    tell(database, &context, paid(&session));
    let bought = order(database, &reference);
    database.read(|store| store.order_keys(bought.id)).unwrap();
    let number = bought.receipt.unwrap();
    database.read(|store| store.receipt(number)).unwrap();
    database
        .write(move |store| store.keep_document(number, b"%PDF"))
        .unwrap();
    database.read(|store| store.orders_of(user)).unwrap();
    tell(database, &context, refunded(&session, 30_000));
    let (desk, checkout) = (context.clone(), course_checkout_of(user, course));
    let step = database.write(move |store| orders::check_out_course(store, &desk, checkout, noon()));
    let (_, session) = open_page(database, step);
    tell(database, &context, paid(&session));
    tell(database, &context, refunded(&session, 30_000));
    let checkout = support::checkouts::plan_checkout_of("trader@example.com", Some("TEN"));
    database
        .write(move |store| {
            let reference = checkout.reference.clone();
            orders::check_out_plan(store, &context, checkout, noon())?;
            Ok::<_, orders::CheckoutError>(orders::page_failed(store, &reference, noon())?)
        })
        .unwrap();
    database
        .write(|store| {
            for reference in orders::stale_orders(store, noon())? {
                orders::expire_order(store, &reference, noon())?;
            }
            orders::forget_orders(store, noon())
        })
        .unwrap();
}

#[rstest]
fn a_purchase_scans_no_table(#[values(Sqlite, Postgres)] engine: Engine) {
    set_default_instrumentation(recorder).unwrap();
    let database = TestDatabase::new(engine);
    purchases(&database);
    let queries = QUERIES.lock().unwrap().clone();
    assert!(queries.len() >= 25, "only {} queries were seen", queries.len());
    for sql in queries.iter().filter(|sql| is_explainable(sql)) {
        let plan = plan(&database.address(), sql);
        for scanned in scans(engine, &plan) {
            assert!(
                READ_WHOLE.contains(&scanned.as_str()),
                "{scanned} is scanned:\n{sql}\n{}",
                plan.join("\n")
            );
        }
    }
}

#[rstest]
fn a_request_scans_no_table(#[values(Sqlite, Postgres)] engine: Engine) {
    set_default_instrumentation(recorder).unwrap();
    let database = TestDatabase::new(engine);
    requests(&database);
    let queries = QUERIES.lock().unwrap().clone();
    assert!(queries.len() >= 40, "only {} queries were seen", queries.len());
    for sql in queries.iter().filter(|sql| is_explainable(sql)) {
        let plan = plan(&database.address(), sql);
        for scanned in scans(engine, &plan) {
            assert!(
                READ_WHOLE.contains(&scanned.as_str()),
                "{scanned} is scanned:\n{sql}\n{}",
                plan.join("\n")
            );
        }
    }
}

#[rstest]
fn what_workers_ask_again_and_again_is_found_by_an_index(#[values(Sqlite, Postgres)] engine: Engine) {
    set_default_instrumentation(recorder).unwrap();
    let database = TestDatabase::new(engine);
    let mail = ::mail::Mail {
        kind: ::mail::MailKind::PurchaseKey,
        to: String::from("trader@example.com"),
        reply_to: None,
        subject: String::from("a subject"),
        parts: vec![::mail::MailPart::Paragraph(String::from("a text"))],
        attachments: Vec::new(),
    };
    database
        .write(move |store| store.enqueue_mail(&mail, noon()))
        .unwrap();
    QUERIES.lock().unwrap().clear();
    let id = database
        .write(|store| store.claim_mail(noon()))
        .unwrap()
        .unwrap()
        .id;
    let work: Result<(), StoreError> = database.write(move |store| {
        store.keep_claims(&[id], noon())?;
        store.mail_sent(id, noon())?;
        store.mail_counts()?;
        store.purge_mails(noon())?;
        for notice in AccessNotice::ALL {
            untold_ends(store, notice, 10, noon())?;
        }
        Ok(())
    });
    work.unwrap();
    let queries = QUERIES.lock().unwrap().clone();
    for sql in queries.iter().filter(|sql| is_explainable(sql)) {
        let plan = plan(&database.address(), sql);
        assert!(scans(engine, &plan).is_empty(), "{sql}\n{}", plan.join("\n"));
    }
}

fn is_explainable(sql: &str) -> bool {
    ["SELECT ", "UPDATE ", "DELETE ", "INSERT "]
        .iter()
        .any(|start| sql.starts_with(start))
        && !sql.contains("__diesel_schema_migrations")
        && sql != "SELECT 1"
}

/// The plan, with PostgreSQL told to scan only where nothing else can be done: on its few rows it would always scan.
fn plan(address: &DatabaseUrl, sql: &str) -> Vec<String> {
    match address {
        DatabaseUrl::Sqlite(path) => {
            let mut connection = SqliteConnection::establish(&path.to_string_lossy()).unwrap();
            sqlite_plan(&mut connection, sql)
        }
        DatabaseUrl::Postgres(url) => {
            let mut connection = PgConnection::establish(url.expose_secret()).unwrap();
            postgres_plan(&mut connection, sql)
        }
    }
}

fn sqlite_plan(connection: &mut SqliteConnection, sql: &str) -> Vec<String> {
    #[derive(diesel::QueryableByName)]
    struct Step {
        #[diesel(sql_type = diesel::sql_types::Text)]
        detail: String,
    }
    let steps: Vec<Step> =
        diesel::RunQueryDsl::load(diesel::sql_query(format!("EXPLAIN QUERY PLAN {sql}")), connection)
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
    steps.into_iter().map(|step| step.detail).collect()
}

fn postgres_plan(connection: &mut PgConnection, sql: &str) -> Vec<String> {
    #[derive(diesel::QueryableByName)]
    struct Line {
        #[diesel(sql_type = diesel::sql_types::Text)]
        #[diesel(column_name = "QUERY PLAN")]
        line: String,
    }
    let binds = (1..).take_while(|n| sql.contains(&format!("${n}"))).count();
    let set = "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan;";
    connection
        .batch_execute(&format!("{set} PREPARE q AS {sql}"))
        .unwrap_or_else(|error| panic!("{sql}: {error}"));
    let nulls = vec!["NULL"; binds].join(", ");
    let run = if binds == 0 {
        String::from("q")
    } else {
        format!("q({nulls})")
    };
    let lines: Vec<Line> =
        diesel::RunQueryDsl::load(diesel::sql_query(format!("EXPLAIN EXECUTE {run}")), connection).unwrap();
    lines.into_iter().map(|line| line.line).collect()
}

/// The tables that a plan reads from end to end.
fn scans(engine: Engine, plan: &[String]) -> Vec<String> {
    let start = match engine {
        Sqlite => "SCAN ",
        Postgres => "Seq Scan on ",
    };
    let tables = plan
        .iter()
        .filter_map(|step| step.split_once(start))
        .filter_map(|(_, rest)| rest.split(' ').next());
    tables
        .map(|table| table.trim_matches('"').to_owned())
        .filter(|table| table != "CONSTANT")
        .collect()
}

#[test]
fn a_scan_is_seen_where_there_is_one() {
    for engine in [Sqlite, Postgres] {
        let database = TestDatabase::new(engine);
        let plan = plan(
            &database.address(),
            "SELECT id FROM outbox WHERE last_error = 'x'",
        );
        assert_eq!(scans(engine, &plan), ["outbox"]);
        assert!(db_texts(&database.address(), "SELECT last_error AS t FROM outbox").is_empty());
    }
}
