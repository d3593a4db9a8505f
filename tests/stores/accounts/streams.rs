//! Places to watch: as many devices as the account may, on every server that shares the database.

use accounts::{
    Device, SessionStore as _, SessionToken, StreamError, StreamLimit, WATCHING_LASTS, Watcher, claim_stream,
    open_session, signed_in,
};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, UserId};
use persistence::Database;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    samples::{add_user, bytes, noon},
};

fn two() -> StreamLimit {
    StreamLimit::of(2)
}

fn open(database: &Database, user: UserId, n: u64) {
    let device = Device::named("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0");
    let opened: Result<_, StoreError> = database
        .write(move |store| open_session(store, user, &SessionToken::from_random(bytes(n)), device, noon()));
    opened.unwrap();
}

fn watcher(database: &Database, n: u64) -> Watcher {
    let token = SessionToken::from_random(bytes(n)).hash();
    let me = database.read(|store| signed_in(store, &token, noon())).unwrap();
    Watcher::from(&me.unwrap())
}

fn claim(database: &Database, n: u64, now: DateTime<Utc>) -> Result<(), StreamError> {
    let watcher = watcher(database, n);
    database.write(move |store| claim_stream(store, &watcher, two(), now))
}

fn is_refused(outcome: &Result<(), StreamError>) -> bool {
    matches!(outcome, Err(StreamError::TooMany(_)))
}

#[rstest]
fn of_devices_that_start_at_once_as_many_get_in_as_there_are_places(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    // As a second server has it.
    let beside = database.open_again();
    for round in 0..10 {
        let user = add_user(&database, &format!("trader{round}"));
        for n in 0..6 {
            open(&database, user, round * 10 + n);
        }
        let outcomes = at_once(6, |n| {
            let server = if n % 2 == 0 { &*database } else { &beside };
            claim(server, round * 10 + n, noon())
        });
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 2);
        assert_eq!(outcomes.iter().filter(|outcome| is_refused(outcome)).count(), 4);
    }
}

#[rstest]
fn a_place_is_free_again_after_a_minute_or_with_the_session(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    for n in 0..4 {
        open(&database, user, n);
    }
    claim(&database, 0, noon()).unwrap();
    claim(&database, 1, noon() + TimeDelta::seconds(10)).unwrap();
    let last = noon() + WATCHING_LASTS - TimeDelta::milliseconds(1);
    assert!(is_refused(&claim(&database, 2, last)));
    // Who counts is never refused, however late it comes.
    claim(&database, 0, last).unwrap();
    let ended = watcher(&database, 1);
    assert!(is_refused(&claim(&database, 2, last)));
    let deleted: Result<_, StoreError> =
        database.write(move |store| store.delete_session_of(user, ended.session));
    assert!(deleted.unwrap());
    claim(&database, 2, last).unwrap();
    assert!(is_refused(&claim(&database, 3, last)));
    let gone = database.write(move |store| claim_stream(store, &ended, two(), last));
    assert!(matches!(gone, Err(StreamError::SessionEnded)), "{gone:?}");
    claim(&database, 3, last + WATCHING_LASTS).unwrap();
}

#[rstest]
fn only_a_device_that_counts_goes_on_counting_by_a_note(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    open(&database, user, 1);
    let session = watcher(&database, 1).session;
    let keep = |at: DateTime<Utc>| {
        let kept: Result<_, StoreError> =
            database.write(move |store| store.keep_watching(session, at, at - WATCHING_LASTS));
        kept.unwrap();
        watcher(&database, 1).watching_at
    };
    assert_eq!(keep(noon()), None);
    claim(&database, 1, noon()).unwrap();
    let later = noon() + TimeDelta::seconds(59);
    assert_eq!(keep(later), Some(later));
    assert_eq!(
        keep(later - TimeDelta::seconds(5)),
        Some(later),
        "an older note won"
    );
    assert_eq!(
        keep(later + WATCHING_LASTS),
        Some(later),
        "a place that was free was taken"
    );
}
