//! The mail outbox: each mail to one delivery, tried again, given up, deleted, and sealed while it waits.

mod tokens;

use ::mail::MailQueue as _;
use ::mail::{Mail, MailKind, MailPart};
use audit::ActingStaff;
use chrono::{DateTime, TimeDelta, Utc};
use courses::{CourseId, CourseStore as _};
use kernel::AccessTerm;
use persistence::{Database, DatabaseOptions, DueMail, MAIL_CLAIM};
use purchase_keys::{
    IssueError, IssueOrder, KEY_RANDOM_BYTES, PurchaseKey, PurchaseKeyStore as _, issue_by_staff,
};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::{db_count, db_dump, db_run, db_texts},
    samples::{ORIGIN, add_course, bytes, noon},
};

use support::at_once;

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

fn claim(database: &Database, now: DateTime<Utc>) -> Option<DueMail> {
    database.write(move |store| store.claim_mail(now)).unwrap()
}

#[rstest]
fn a_mail_leaves_whole_and_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first", noon());
    enqueue(&database, "second", noon());
    let first = claim(&database, noon()).unwrap();
    assert_eq!((first.mail.subject.as_str(), first.attempts), ("first", 0));
    assert_eq!(first.mail.to, "Trader@example.com");
    assert!(first.mail.parts == [MailPart::Paragraph(String::from("a text for the recipient only"))]);
    assert!(first.mail.kind == MailKind::PurchaseKey);
    assert_eq!(claim(&database, noon()).unwrap().mail.subject, "second");
    assert!(
        claim(&database, noon()).is_none(),
        "a claimed mail was claimed again"
    );
}

/// What leaves, in its order.
fn all_claimed(database: &Database, now: DateTime<Utc>) -> Vec<String> {
    std::iter::from_fn(|| claim(database, now).map(|due| due.mail.subject)).collect()
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
    // A mail that is put off holds up no mail of a later rank.
    let again = soon + MAIL_CLAIM;
    let first = claim(&database, again).unwrap();
    database
        .write(move |store| store.mail_failed(first.id, "greylisted", Some(again + TimeDelta::hours(1))))
        .unwrap();
    assert_eq!(
        all_claimed(&database, again),
        ["confirmation", "reset", "key", "receipt", "reminder"]
    );
}

#[rstest]
fn a_mail_of_an_older_program_is_sent_by_the_rank_of_its_kind(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    enqueue_kind(&database, MailKind::Reminder, "reminder", noon());
    enqueue_kind(&database, MailKind::PurchaseKey, "key", noon());
    enqueue_kind(&database, MailKind::PasswordReset, "reset", noon());
    let older = "UPDATE outbox SET rank = NULL";
    db_run(&database.address(), older);
    assert!(database.read(|store| store.has_due_mail(noon())).unwrap());
    enqueue_kind(&database, MailKind::Receipt, "receipt", noon());
    assert_eq!(
        all_claimed(&database, noon()),
        ["reset", "key", "receipt", "reminder"]
    );
    let unranked = "outbox WHERE rank IS NULL";
    assert_eq!(db_count(&database.address(), unranked), 0);
}

#[rstest]
fn many_servers_claim_each_mail_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    for n in 0..20 {
        enqueue(&database, &format!("{n}"), noon());
    }
    let servers: Vec<_> = (0..4).map(|_| database.open_again()).collect();
    let claimed = at_once(20, |n| {
        let server = &servers[usize::try_from(n % 4).unwrap()];
        // A rival's claim is no reason to go home empty-handed.
        claim(server, noon()).map(|due| due.mail.subject)
    });
    let mut subjects: Vec<_> = claimed.into_iter().flatten().collect();
    subjects.sort();
    let count = subjects.len();
    subjects.dedup();
    assert_eq!(subjects.len(), count, "a mail was handed out twice");
    assert_eq!(count, 20, "a mail was left behind");
}

#[rstest]
fn a_delivery_that_was_cut_off_is_tried_again_after_a_minute(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first", noon());
    let first = claim(&database, noon()).unwrap();
    assert!(claim(&database, noon() + TimeDelta::seconds(59)).is_none());
    let again = claim(&database, noon() + MAIL_CLAIM).unwrap();
    assert_eq!((again.mail.subject.as_str(), again.attempts), ("first", 1));
    assert_eq!(
        again.name, first.name,
        "a mailbox cannot tell that it is the same mail"
    );
    assert_eq!(again.since, noon());
}

#[rstest]
fn a_mail_of_an_ended_server_comes_back_in_its_place(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first", noon());
    enqueue(&database, "second", noon() + TimeDelta::seconds(1));
    let subject = |now| claim(&database, now).map(|due| due.mail.subject);
    assert_eq!(subject(noon()).as_deref(), Some("first"));
    let later = noon() + MAIL_CLAIM;
    for expected in [Some("first"), Some("second"), None] {
        assert_eq!(subject(later).as_deref(), expected);
    }
}

#[rstest]
fn a_claim_by_a_clock_that_was_ahead_holds_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first", noon());
    assert!(claim(&database, noon() + TimeDelta::days(365)).is_some());
    assert!(database.read(|store| store.has_due_mail(noon())).unwrap());
    assert!(claim(&database, noon()).is_some());
    assert!(!database.read(|store| store.has_due_mail(noon())).unwrap());
    assert!(claim(&database, noon()).is_none());
}

#[rstest]
fn a_delivery_that_takes_long_keeps_its_claim(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first", noon());
    let id = claim(&database, noon()).unwrap().id;
    let later = noon() + TimeDelta::seconds(50);
    database
        .write(move |store| store.keep_claims(&[id], later))
        .unwrap();
    assert!(claim(&database, noon() + MAIL_CLAIM).is_none());
    database.write(move |store| store.mail_sent(id, later)).unwrap();
    // Reports of a worker that lost the claim change nothing any more.
    database
        .write(move |store| store.keep_claims(&[id], later))
        .unwrap();
    database
        .write(move |store| store.mail_failed(id, "late", Some(later)))
        .unwrap();
    assert!(claim(&database, noon() + TimeDelta::days(1)).is_none());
    assert_eq!(database.read(|store| store.mail_counts()).unwrap(), (0, 0));
}

#[rstest]
fn a_failed_mail_waits_its_time_and_a_hopeless_one_stays_to_be_seen(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first", noon());
    let id = claim(&database, noon()).unwrap().id;
    let again = noon() + TimeDelta::minutes(1);
    database
        .write(move |store| store.mail_failed(id, "451 later", Some(again)))
        .unwrap();
    assert!(claim(&database, again - TimeDelta::seconds(1)).is_none());
    assert_eq!(claim(&database, again).unwrap().attempts, 1);
    assert_eq!(database.read(|store| store.mail_counts()).unwrap(), (1, 0));

    database
        .write(move |store| store.mail_failed(id, "550 no such user", None))
        .unwrap();
    assert!(claim(&database, again + TimeDelta::days(365)).is_none());
    assert_eq!(database.read(|store| store.mail_counts()).unwrap(), (0, 1));
    let problem = db_texts(&database.address(), "SELECT last_error AS t FROM outbox");
    assert_eq!(problem, [Some(String::from("550 no such user"))]);
    let purged = database
        .write(move |store| store.purge_mails(again + TimeDelta::days(365)))
        .unwrap();
    assert_eq!(purged, 0, "a mail that staff should see was forgotten");
}

#[rstest]
fn a_delivered_mails_text_is_forgotten_at_once_and_its_row_later(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first", noon());
    let id = claim(&database, noon()).unwrap().id;
    database.write(move |store| store.mail_sent(id, noon())).unwrap();
    assert_eq!(
        db_count(&database.address(), "outbox WHERE sealed_mail IS NOT NULL"),
        0
    );
    assert_eq!(database.read(|store| store.mail_counts()).unwrap(), (0, 0));
    assert!(claim(&database, noon() + TimeDelta::days(1)).is_none());
    assert_eq!(database.write(|store| store.purge_mails(noon())).unwrap(), 0);
    let later = noon() + TimeDelta::seconds(1);
    assert_eq!(database.write(move |store| store.purge_mails(later)).unwrap(), 1);
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
    assert_eq!(due.mail.to, "buyer@example.com");
    assert!(due.mail.parts.contains(&MailPart::Code(key.reveal())));
}

#[rstest]
fn one_mail_has_all_keys_of_one_issue_to_an_address(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let keys = issue(&database, course, vec![bytes(1), bytes(2), bytes(3)]);
    let due = claim(&database, noon()).unwrap();
    for key in &keys {
        assert!(due.mail.parts.contains(&MailPart::Code(key.reveal())));
    }
    assert_eq!(keys.len(), 3);
    assert!(claim(&database, noon()).is_none(), "a second mail");
}

#[rstest]
fn under_another_session_key_mails_are_given_up_and_keys_still_work(
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
    assert!(claim(&other, noon()).is_none());
    let waiting = other.read(|store| store.mail_counts()).unwrap();
    assert_eq!(waiting, (1, 0), "a server that has its key may come");
    assert!(claim(&other, noon() + chrono::TimeDelta::hours(1)).is_none());
    assert_eq!(other.read(|store| store.mail_counts()).unwrap(), (0, 1));
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
