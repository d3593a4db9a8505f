//! Members are notified of the ends of their accesses: once, in time, and not of what is long past.

use chrono::{DateTime, TimeDelta, Utc};
use courses::{
    AccessNotice, AccessStore as _, CourseId, Grant, ends_to_notify, grant_access, notify_end, revoke_access,
};
use kernel::AccessTerm;
use kernel::{StoreError, UserId};
use persistence::Database;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    databases::tables::db_count,
    mailbox::next_mail,
    samples::{ORIGIN, add_course, add_user, noon},
};

/// What every server does each minute.
fn sweep(database: &Database, now: DateTime<Utc>) {
    for notice in AccessNotice::ALL {
        let ends = database
            .read(|store| ends_to_notify(store, notice, 100, now))
            .unwrap();
        let notified: Result<(), StoreError> = database.write(move |store| {
            ends.iter()
                .try_for_each(|end| notify_end(store, notice, end, ORIGIN, now))
        });
        notified.unwrap();
    }
}

fn grant(database: &Database, user: UserId, course: CourseId, term: AccessTerm, now: DateTime<Utc>) -> Grant {
    database
        .write(move |store| grant_access(store, user, course, term, now))
        .unwrap()
}

/// The subjects of the mails so far.
fn subjects(database: &TestDatabase) -> Vec<String> {
    let mut subjects = Vec::new();
    let soon = Utc::now() + TimeDelta::days(36_500);
    while let Some(mail) = next_mail(database, soon) {
        subjects.push(mail.subject);
    }
    subjects
}

#[rstest]
fn a_member_hears_once_before_the_end_and_once_after(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (user, course) = (add_user(&database, "trader"), add_course(&database, "futures"));
    let end = grant(&database, user, course, AccessTerm::Months(3), noon())
        .expires_at
        .unwrap();
    sweep(&database, end - TimeDelta::days(7) - TimeDelta::seconds(1));
    assert!(subjects(&database).is_empty(), "a week before is early enough");
    for _ in 0..3 {
        sweep(&database, end - TimeDelta::days(7));
    }
    sweep(&database, end - TimeDelta::seconds(1));
    let mails = subjects(&database);
    assert!(
        mails.len() == 1 && mails[0].contains("ends on 30 April 2026"),
        "{mails:?}"
    );
    for _ in 0..3 {
        sweep(&database, end);
    }
    let mails = subjects(&database);
    assert!(mails.len() == 1 && mails[0].contains("has ended"), "{mails:?}");
    sweep(&database, end + TimeDelta::days(1));
    assert!(subjects(&database).is_empty());
}

#[rstest]
fn an_extended_access_is_notified_again_and_a_revoked_access_is_not(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let (user, course) = (add_user(&database, "trader"), add_course(&database, "futures"));
    let term = AccessTerm::Days(30);
    let first = grant(&database, user, course, term, noon()).expires_at.unwrap();
    sweep(&database, first - TimeDelta::days(1));
    assert_eq!(subjects(&database).len(), 1);
    let second = grant(&database, user, course, term, first - TimeDelta::hours(1));
    let second = second.expires_at.unwrap();
    sweep(&database, first);
    assert!(
        subjects(&database).is_empty(),
        "an access that goes on has not ended"
    );
    sweep(&database, second - TimeDelta::days(1));
    assert_eq!(subjects(&database).len(), 1);
    let now = second - TimeDelta::hours(1);
    let taken: Result<bool, courses::GrantError> =
        database.write(move |store| revoke_access(store, user, course, now));
    assert!(taken.unwrap());
    sweep(&database, second);
    assert!(
        subjects(&database).is_empty(),
        "staff took it back, and it did not end"
    );
}

#[rstest]
fn what_ended_long_ago_and_what_was_short_is_no_news(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let (old, short, lasting) = (
        add_user(&database, "old"),
        add_user(&database, "short"),
        add_user(&database, "lasting"),
    );
    let end = grant(&database, old, course, AccessTerm::Days(30), noon())
        .expires_at
        .unwrap();
    sweep(&database, end + TimeDelta::days(2));
    assert!(subjects(&database).is_empty(), "it ended two days ago");
    grant(&database, short, course, AccessTerm::Days(3), noon());
    grant(&database, lasting, course, AccessTerm::Lifetime, noon());
    sweep(&database, noon() + TimeDelta::days(1));
    assert!(
        subjects(&database).is_empty(),
        "an access of three days gets a notice before its end"
    );
    sweep(&database, noon() + TimeDelta::days(3));
    assert_eq!(subjects(&database).len(), 1);
}

#[rstest]
fn many_servers_tell_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let ends: Vec<_> = (0..5)
        .map(|n| add_user(&database, &format!("trader{n}")))
        .map(|user| grant(&database, user, course, AccessTerm::Days(30), noon()))
        .collect();
    let end = ends[0].expires_at.unwrap();
    let servers: Vec<_> = (0..4).map(|_| database.open_again()).collect();
    at_once(8, |n| sweep(&servers[usize::try_from(n % 4).unwrap()], end));
    assert_eq!(
        db_count(&database.address(), "outbox WHERE kind = 'access_ended'"),
        5
    );
    assert_eq!(db_count(&database.address(), "access_notices"), 5);
    assert!(
        database
            .read(|store| store.grant_of(UserId(1), course))
            .unwrap()
            .is_some(),
        "telling takes nothing away"
    );
}
