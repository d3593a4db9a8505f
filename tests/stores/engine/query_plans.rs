//! Every query that a request runs finds its rows by an index, on both databases.
//!
//! Diesel reports to each connection's instrumentation what it runs; each text is then explained on the database it ran on. What
//! only staff and workers run is not held to this, and neither is what reads a whole small table by design.

mod account_pages;
mod reports;
mod staff_lists;

use ::mail::MailStore as _;
use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use ::mail::{EmailAddress, MailedToken, TokenPurpose};
use accounts::{
    AccountStore as _, ChallengeHash, CredentialId, NewPasskey, PasskeyStore as _, PasswordHash,
    SESSION_BATCH, SESSION_IDLE, SendLinkError, SessionStore as _, SessionToken, SignInName, StreamLimit,
    Username, Watcher, change_names, change_password, claim_stream, confirm_address, request_reset,
    reset_password, send_link_again, sign_in, signed_in,
};
use courses::{
    AccessNotice, AccessStore as _, CourseStore as _, ends_to_notify,
    lesson::store::LessonStore as _,
    search::{query::SearchQuery, store::SearchStore as _},
};
use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use kernel::{AccessTerm, StoreError, UserId};
use orders::OrderStore as _;
use persistence::{AttemptKey, CountedAttempt};
use practice::{ExerciseRef, LoggedAnswer, NewAnswer, ReviewStore as _, due_reviews, keep_answer};
use progress::{PlayedInterval, ProgressReport, ProgressStore as _, Report, record_progress};
use purchase_keys::{redeem_key, register, verify_key};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::db_texts,
    samples::{
        ORIGIN, account, add_course, add_key, add_user, bytes, link, noon, sign_in_attempt, videos_of,
    },
};

use crate::engine::plans::{is_explainable, plan, scans};

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

/// What signing in by a passkey, and keeping one, asks.
fn passkey_queries(store: &mut persistence::Store<'_>, user: UserId) -> Result<(), StoreError> {
    let new = NewPasskey {
        id: CredentialId(vec![1; 32]),
        credential: String::from("{}"),
        counter: 0,
        name: String::from("Passkey"),
    };
    let challenge = ChallengeHash::of(b"a challenge");
    let Some(passkey) = store.insert_passkey(user, &new, noon())? else {
        return Err(StoreError::Fault("it was there before".into()));
    };
    store.passkeys(user)?;
    store.passkey_credentials(user)?;
    store.passkey_of(&new.id)?;
    store.passkey_counter(user, passkey)?;
    store.set_passkey_used(passkey, "{}", 1, noon())?;
    store.delete_passkey(user, passkey)?;
    store.use_challenge(&challenge, noon())?;
    store.purge_challenges(noon()).map(|_| ())
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
    let mut signing_in = sign_in_attempt(&proven, 5, "x");
    signing_in.renewed = Some(PasswordHash::stored(String::from("hash")));
    let hash = signing_in.token.hash();
    let entered = database.write(move |store| sign_in(store, &signing_in, ORIGIN, noon()));
    assert!(entered.unwrap().is_ok());
    let here = database
        .read(|store| signed_in(store, &hash, noon()))
        .unwrap()
        .unwrap()
        .session;
    let watcher = Watcher {
        user,
        session: here,
        watching_at: None,
    };
    let limit = StreamLimit::of(2);
    database
        .write(move |store| claim_stream(store, &watcher, video, limit, noon()))
        .unwrap();
    let report = ProgressReport {
        position: Report {
            watched_seconds: 5,
            completed: None,
        },
        watched_at: None,
        played: PlayedInterval::between(0.0, 5.0).into_iter().collect(),
    };
    database
        .write(move |store| record_progress(store, &hash, limit, video, &report, noon()))
        .unwrap();
    let everything: Result<(), StoreError> = database.write(move |store| {
        store.touch_session(here, noon())?;
        passkey_queries(store, user)?;
        let tried = CountedAttempt {
            key: AttemptKey([0; 16]),
            cost: Duration::from_secs(6),
            refill: Duration::from_secs(60),
        };
        store.count_attempt(&[tried])?;
        store.attempts(&[tried.key])?;
        store.sessions(user)?;
        store.visitor(&hash, course)?;
        store.trim_sessions(user, 1)?;
        store.delete_session_of(user, here)?;
        store.delete_session(&hash)?;
        store.purge_sessions(noon(), noon() - SESSION_IDLE, SESSION_BATCH)?;
        store.courses()?;
        store.course(course)?;
        store.sections(course)?;
        store.video(video)?;
        store.package_of(video)?;
        store.lesson_content(video)?;
        store.catalogue_version()?;
        store.grant_of(user, course)?;
        store.held_courses(user)?;
        store.progress_in(user, course)?;
        let exercise = ExerciseRef {
            user,
            lesson: video,
            exercise: "size".parse().map_err(|_| StoreError::Fault("an id".into()))?,
        };
        let answer = NewAnswer {
            logged: LoggedAnswer {
                at: noon(),
                correct: true,
            },
            text: String::from("3"),
        };
        keep_answer(store, &exercise, &answer)?;
        store.exercise(&exercise)?;
        store.exercise_of_row(practice::DueRow::Lesson(1))?;
        store.exercise_of_row(practice::DueRow::ReplayRun(1))?;
        store.results_in(user, video)?;
        store.done_in(user, course)?;
        due_reviews(store, user, noon())?;
        store.due_exercises(user, &[course], noon(), 20)?;
        store.recent_progress(user, 10)?;
        for words in SearchQuery::parse("what title").unwrap().index_words() {
            store.searched_courses(user)?;
            store.candidates(&[course], &words, 10)?;
            store.lesson_titles(&[video])?;
        }
        store.user(user)?;
        Ok(())
    });
    everything.unwrap();
    let proven = database
        .read(|store| store.credentials_of(user))
        .unwrap()
        .unwrap();
    let (names, passwords) = (proven.clone(), proven);
    database
        .write(move |s| {
            let (name, email) = (Username::parse("Other"), EmailAddress::parse("other@example.com"));
            change_names(s, &names, &name.unwrap(), &email.unwrap(), &link(8), noon())
        })
        .unwrap();
    let again: Result<(), SendLinkError> =
        database.write(move |s| send_link_again(s, user, &link(9), noon()));
    again.unwrap();
    database
        .write(move |s| confirm_address(s, &link(9).token.hash(), noon()))
        .unwrap();
    let new = PasswordHash::stored(String::from("new"));
    database
        .write(move |s| {
            change_password(
                s,
                &passwords,
                &new,
                here,
                &SessionToken::from_random(bytes(7)).hash(),
                noon(),
            )
        })
        .unwrap();
    let reset = MailedToken::from_random(TokenPurpose::ResetPassword, bytes(6));
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
    database.read(|store| store.document(number)).unwrap();
    database
        .write(move |store| store.keep_sheet(number, b"%PDF"))
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

/// Explains every query that was seen, at least so many.
#[track_caller]
fn assert_scans_nothing(database: &TestDatabase, engine: Engine, at_least: usize) {
    let queries = QUERIES.lock().unwrap().clone();
    assert!(
        queries.len() >= at_least,
        "only {} queries were seen",
        queries.len()
    );
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
fn an_account_page_scans_no_table(#[values(Sqlite, Postgres)] engine: Engine) {
    set_default_instrumentation(recorder).unwrap();
    let database = TestDatabase::new(engine);
    account_pages::ask(&database);
    assert_scans_nothing(&database, engine, 60);
}

#[rstest]
fn a_purchase_scans_no_table(#[values(Sqlite, Postgres)] engine: Engine) {
    set_default_instrumentation(recorder).unwrap();
    let database = TestDatabase::new(engine);
    purchases(&database);
    assert_scans_nothing(&database, engine, 25);
}

#[rstest]
fn a_request_scans_no_table(#[values(Sqlite, Postgres)] engine: Engine) {
    set_default_instrumentation(recorder).unwrap();
    let database = TestDatabase::new(engine);
    requests(&database);
    assert_scans_nothing(&database, engine, 40);
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
        turn_off: None,
    };
    database
        .write(move |store| store.enqueue_mail(&mail, noon()))
        .unwrap();
    QUERIES.lock().unwrap().clear();
    let work: Result<(), StoreError> = database.write(move |store| {
        let payloads = ::mail::MailKind::ALL.map(::mail::MailKind::as_str);
        store.next_due(::mail::MAIL_JOB, &payloads, noon())?;
        let job = store.claim_due_job(::mail::MAIL_JOB, &payloads, noon())?.unwrap();
        store.renew_job(&job, noon())?;
        let (due, _) = store.due_mail(&job.key)?.unwrap();
        store.mail_sent(due.id, 1, noon())?;
        store.settle_job(&job, &kernel::JobOutcome::Done)?;
        store.recall_jobs(::mail::MAIL_JOB, noon())?;
        store.mail_counts()?;
        store.purge_mails(noon())?;
        for notice in AccessNotice::ALL {
            ends_to_notify(store, notice, 10, noon())?;
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

#[test]
fn a_scan_is_seen_where_there_is_one() {
    for engine in [Sqlite, Postgres] {
        let database = TestDatabase::new(engine);
        let plan = plan(&database.address(), "SELECT id FROM jobs WHERE payload = 'x'");
        assert_eq!(scans(engine, &plan), ["jobs"]);
        assert!(db_texts(&database.address(), "SELECT payload AS t FROM jobs").is_empty());
    }
}
