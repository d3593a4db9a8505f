//! The mail outbox: a mail and its job, in the order of its rank, deleted once it was sent, and sealed while it waits.

mod tokens;

use ::mail::{MAIL_JOB, Mail, MailKind, MailPart, MailStore as _};
use audit::ActingStaff;
use chrono::{DateTime, TimeDelta, Utc};
use courses::{CourseId, CourseStore as _};
use kernel::{AccessTerm, JobOutcome, StoreError};
use persistence::{Database, DatabaseOptions, DueMail, Job, StoredMail, UnreadableMail};
use purchase_keys::{
    IssueError, IssueOrder, KEY_RANDOM_BYTES, PurchaseKey, PurchaseKeyStore as _, issue_by_staff,
};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::{db_count, db_dump},
    samples::{ORIGIN, add_course, bytes, noon},
};

fn enqueue(database: &TestDatabase, subject: &str, now: DateTime<Utc>) {
    enqueue_kind(database, MailKind::PurchaseKey, subject, now);
}

fn enqueue_kind(database: &TestDatabase, kind: MailKind, subject: &str, now: DateTime<Utc>) {
    let mail = Mail {
        kind,
        to: String::from("Trader@example.com"),
        reply_to: None,
        subject: subject.to_owned(),
        parts: vec![MailPart::Paragraph(String::from("a text for the recipient only"))],
        attachments: Vec::new(),
        turn_off: None,
    };
    database
        .write(move |store| store.enqueue_mail(&mail, now))
        .unwrap();
}

/// The next mail, as the server's worker claims it.
fn claim_job(database: &Database, now: DateTime<Utc>) -> Option<(Job, DueMail, StoredMail)> {
    let claimed: Result<_, StoreError> = database.write(move |store| {
        let payloads = MailKind::ALL.map(MailKind::as_str);
        let Some(job) = store.claim_due_job(MAIL_JOB, &payloads, now)? else {
            return Ok(None);
        };
        let (due, mail) = store.due_mail(&job.key)?.expect("the mail of a job");
        Ok(Some((job, due, mail)))
    });
    claimed.unwrap()
}

fn claim(database: &Database, now: DateTime<Utc>) -> Option<Mail> {
    claim_job(database, now).map(|(_, _, mail)| mail.expect("a readable mail"))
}

#[rstest]
fn a_mail_leaves_whole_and_in_its_turn(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first", noon());
    enqueue(&database, "second", noon());
    let (job, due, mail) = claim_job(&database, noon()).unwrap();
    let mail = mail.unwrap();
    assert_eq!((mail.subject.as_str(), due.since), ("first", noon()));
    assert_eq!(mail.to, "Trader@example.com");
    assert!(mail.parts == [MailPart::Paragraph(String::from("a text for the recipient only"))]);
    assert!(mail.kind == MailKind::PurchaseKey);
    assert_eq!(claim(&database, noon()).unwrap().subject, "second");
    let (again, _) = database.read(|store| store.due_mail(&job.key)).unwrap().unwrap();
    assert_eq!(
        again.name, due.name,
        "a mailbox cannot tell that it is the same mail"
    );
}

/// What leaves, in its order.
fn all_claimed(database: &Database, now: DateTime<Utc>) -> Vec<String> {
    std::iter::from_fn(|| claim(database, now).map(|mail| mail.subject)).collect()
}

#[rstest]
fn a_reset_leaves_before_what_was_paid_for_and_that_before_the_rest(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let waiting = [
        (MailKind::Reminder, "reminder"),
        (MailKind::PurchaseKey, "key"),
        (MailKind::Receipt, "receipt"),
        (MailKind::SecondFactorChanged, "second factor"),
        (MailKind::VerifyAddress, "confirmation"),
        (MailKind::PasswordReset, "reset"),
    ];
    for (second, (kind, subject)) in (0..).zip(waiting) {
        enqueue_kind(&database, kind, subject, noon() + TimeDelta::seconds(second));
    }
    let soon = noon() + TimeDelta::seconds(10);
    assert_eq!(
        all_claimed(&database, soon),
        [
            "second factor",
            "confirmation",
            "reset",
            "key",
            "receipt",
            "reminder"
        ]
    );
}

#[rstest]
fn a_mail_that_was_given_up_is_not_purged(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first", noon());
    let (job, ..) = claim_job(&database, noon()).unwrap();
    let given_up: Result<(), StoreError> = database.write(move |store| {
        let because = String::from("550 no such user");
        store.settle_job(&job, &JobOutcome::Never { because })?;
        store.purge_mails(noon() + TimeDelta::days(365))
    });
    given_up.unwrap();
    assert_eq!(database.read(|store| store.mail_counts()).unwrap(), (0, 1));
    assert_eq!(db_count(&database.address(), "outbox"), 1);
}

#[rstest]
fn a_delivered_mails_text_is_forgotten_at_once_and_its_row_later(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first", noon());
    let (job, due, _) = claim_job(&database, noon()).unwrap();
    let sent: Result<(), StoreError> = database.write(move |store| {
        store.mail_sent(due.id, 1, noon())?;
        store.settle_job(&job, &JobOutcome::Done)
    });
    sent.unwrap();
    assert_eq!(
        db_count(&database.address(), "outbox WHERE sealed_mail IS NOT NULL"),
        0
    );
    assert_eq!(database.read(|store| store.mail_counts()).unwrap(), (0, 0));
    assert!(claim(&database, noon() + TimeDelta::days(1)).is_none());
    for (before, rows) in [(noon(), 1), (noon() + TimeDelta::seconds(1), 0)] {
        database.write(move |store| store.purge_mails(before)).unwrap();
        assert_eq!(db_count(&database.address(), "outbox"), rows);
    }
}

/// Issues keys to one address, as staff do.
fn issue(database: &TestDatabase, course: CourseId, random: Vec<[u8; KEY_RANDOM_BYTES]>) -> Vec<PurchaseKey> {
    let keys: Result<_, IssueError> = database.write(move |store| {
        let order = IssueOrder {
            course: store.course(course)?.unwrap(),
            term: AccessTerm::Lifetime,
            email: Some(::mail::EmailAddress::parse("buyer@example.com").unwrap()),
        };
        let by = ActingStaff::at_command(None, None);
        issue_by_staff(store, &order, &random, ORIGIN, &by, noon())
    });
    keys.unwrap()
}

#[rstest]
fn a_key_that_is_issued_and_mailed_is_nowhere_to_be_read(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let key = issue(&database, course, vec![bytes(1)]).remove(0);
    let dump = db_dump(&database.address());
    for text in [
        key.reveal(),
        key.reveal().replace('-', ""),
        key.reveal().to_lowercase(),
    ] {
        assert!(
            !dump.windows(text.len()).any(|window| window == text.as_bytes()),
            "a key can be read"
        );
    }
    let record = database
        .read(|store| store.key_record(&key.hash()))
        .unwrap()
        .unwrap();
    assert!(record.key == Some(key.clone()), "staff cannot see the key again");
    let due = claim(&database, noon()).unwrap();
    assert_eq!(due.to, "buyer@example.com");
    assert!(due.parts.contains(&MailPart::Code(key.reveal())));
}

#[rstest]
fn one_mail_has_all_keys_of_one_issue_to_an_address(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let keys = issue(&database, course, vec![bytes(1), bytes(2), bytes(3)]);
    let due = claim(&database, noon()).unwrap();
    for key in &keys {
        assert!(due.parts.contains(&MailPart::Code(key.reveal())));
    }
    assert_eq!(keys.len(), 3);
    assert!(claim(&database, noon()).is_none(), "a second mail");
}

#[rstest]
fn under_another_session_key_mails_cannot_be_read_and_keys_still_work(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let key = support::samples::add_key(&database, course, AccessTerm::Lifetime, 1);
    enqueue(&database, "first", noon());
    let options = DatabaseOptions {
        url: database.address(),
        sealing_key: [8; 32].into(),
        connections: 2,
    };
    let other = Database::connect(&options).unwrap();
    let (_, _, mail) = claim_job(&other, noon()).unwrap();
    assert!(matches!(mail, Err(UnreadableMail::OtherKey)), "{mail:?}");
    let record = other
        .read(|store| store.key_record(&key.hash()))
        .unwrap()
        .unwrap();
    assert!(record.key.is_none());
    assert_eq!(record.hint, key.hint());
    assert!(
        other
            .read(|store| store.usable_key(&key.hash()))
            .unwrap()
            .is_some()
    );
}
