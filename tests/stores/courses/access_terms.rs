//! Terms of access as they come to rest: extension, a new start after an end, lifetime, and the subscription fields.

use chrono::{DateTime, Utc};
use courses::{Access, AccessStore as _, CourseId, GrantError, access_now, grant_access, revoke_access};
use kernel::AccessTerm;
use kernel::UserId;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    samples::{add_course, add_user, at, noon},
};

fn grant(database: &TestDatabase, user: UserId, course: CourseId, term: AccessTerm, now: DateTime<Utc>) {
    database
        .write(move |store| grant_access(store, user, course, term, now))
        .unwrap();
}

fn access(database: &TestDatabase, user: UserId, course: CourseId, now: DateTime<Utc>) -> Access {
    let grant = database.read(|store| store.grant_of(user, course)).unwrap();
    access_now(grant.as_ref(), now)
}

/// Whether the user counts as subscribed, and until when.
fn subscription(database: &TestDatabase, user: UserId) -> (bool, Option<DateTime<Utc>>) {
    let record = database
        .read(|store| store.user_record(&user.0.to_string()))
        .unwrap()
        .unwrap();
    (record.is_subscribed, record.subscription_ends)
}

#[rstest]
fn a_term_of_months_ends_on_the_calendar_and_at_the_second(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (user, course) = (add_user(&database, "trader"), add_course(&database, "futures"));
    assert_eq!(
        access(&database, user, course, noon()),
        Access::Closed { since: None }
    );
    grant(&database, user, course, AccessTerm::Months(1), noon());
    let end = at("2026-02-28T12:00:00Z");
    let last = at("2026-02-28T11:59:59.999999Z");
    assert_eq!(
        access(&database, user, course, last),
        Access::Open { until: Some(end) }
    );
    assert_eq!(
        access(&database, user, course, end),
        Access::Closed { since: Some(end) }
    );
    assert_eq!(subscription(&database, user), (true, Some(end)));
}

#[rstest]
fn a_second_term_starts_where_the_first_ends(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (user, course) = (add_user(&database, "trader"), add_course(&database, "futures"));
    grant(&database, user, course, AccessTerm::Days(90), noon());
    grant(
        &database,
        user,
        course,
        AccessTerm::Days(10),
        at("2026-02-01T00:00:00Z"),
    );
    let end = noon() + chrono::TimeDelta::days(100);
    assert_eq!(
        access(&database, user, course, noon()),
        Access::Open { until: Some(end) }
    );
    let held = database.read(|store| store.held_courses(user)).unwrap();
    assert_eq!(held.len(), 1, "a second term is no second course");
    assert_eq!(held[0].grant.purchased_at, noon());
}

#[rstest]
fn a_term_after_the_end_starts_now(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (user, course) = (add_user(&database, "trader"), add_course(&database, "futures"));
    grant(&database, user, course, AccessTerm::Days(10), noon());
    let later = at("2026-06-01T08:00:00Z");
    grant(&database, user, course, AccessTerm::Months(3), later);
    let end = at("2026-09-01T08:00:00Z");
    assert_eq!(
        access(&database, user, course, later),
        Access::Open { until: Some(end) }
    );
    assert_eq!(subscription(&database, user), (true, Some(end)));
}

#[rstest]
fn lifetime_swallows_what_comes_before_and_after(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (user, course) = (add_user(&database, "trader"), add_course(&database, "futures"));
    grant(&database, user, course, AccessTerm::Days(10), noon());
    grant(&database, user, course, AccessTerm::Lifetime, noon());
    grant(&database, user, course, AccessTerm::Days(10), noon());
    let far = at("2999-01-01T00:00:00Z");
    assert_eq!(access(&database, user, course, far), Access::Open { until: None });
    assert_eq!(subscription(&database, user), (true, None));
}

#[rstest]
fn the_subscription_ends_with_the_last_of_several_courses(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    assert_eq!(subscription(&database, user), (false, None));
    let (futures, crypto) = (add_course(&database, "futures"), add_course(&database, "crypto"));
    grant(&database, user, futures, AccessTerm::Days(30), noon());
    grant(&database, user, crypto, AccessTerm::Days(90), noon());
    let (month, quarter) = (
        noon() + chrono::TimeDelta::days(30),
        noon() + chrono::TimeDelta::days(90),
    );
    assert_eq!(subscription(&database, user), (true, Some(quarter)));
    let revoke = |course| {
        database
            .write(move |store| revoke_access(store, user, course, noon()))
            .unwrap()
    };
    assert!(revoke(crypto));
    assert_eq!(subscription(&database, user), (true, Some(month)));
    assert_eq!(
        access(&database, user, crypto, noon()),
        Access::Closed { since: None }
    );
    assert!(revoke(futures));
    assert_eq!(subscription(&database, user), (false, None));
    assert!(!revoke(futures), "what is not held is not taken");
}

#[rstest]
fn access_is_one_persons_and_one_courses(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (user, other) = (add_user(&database, "trader"), add_user(&database, "other"));
    let (futures, crypto) = (add_course(&database, "futures"), add_course(&database, "crypto"));
    grant(&database, user, futures, AccessTerm::Lifetime, noon());
    assert!(!access(&database, user, crypto, noon()).is_open());
    assert!(!access(&database, other, futures, noon()).is_open());
    assert!(
        database
            .read(|store| store.held_courses(other))
            .unwrap()
            .is_empty()
    );
    assert_eq!(subscription(&database, other), (false, None));
}

#[rstest]
fn unknown_is_granted_a_course_who_does_not_exist(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let unknown = UserId(4_711);
    let refused = database.write(move |s| grant_access(s, unknown, course, AccessTerm::Lifetime, noon()));
    assert!(matches!(refused, Err(GrantError::NoSuchUser)), "{refused:?}");
    let refused = database.write(move |s| revoke_access(s, unknown, course, noon()));
    assert!(matches!(refused, Err(GrantError::NoSuchUser)), "{refused:?}");
}
