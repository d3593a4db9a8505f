//! Places to watch: as many devices as the account may, on every server that shares the database.

use accounts::{
    Device, SessionToken, StreamError, StreamLimit, WATCHING_LASTS, Watcher, claim_stream, open_session,
    signed_in,
};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, UserId, VideoId};
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
    database.write(move |store| claim_stream(store, &watcher, VideoId(1), two(), now))
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
    let gone = database.write(move |store| claim_stream(store, &ended, VideoId(1), two(), last));
    assert!(matches!(gone, Err(StreamError::SessionEnded)), "{gone:?}");
    claim(&database, 3, last + WATCHING_LASTS).unwrap();
}

#[rstest]
fn a_claim_is_written_again_once_it_is_over_30_seconds_old(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    open(&database, user, 1);
    let claimed = |seconds: i64| {
        claim(&database, 1, noon() + TimeDelta::seconds(seconds)).unwrap();
        watcher(&database, 1).watching_at.unwrap() - noon()
    };
    for (at, expected) in [(0, 0), (1, 0), (29, 0), (31, 31), (60, 31), (62, 62), (400, 400)] {
        assert_eq!(claimed(at), TimeDelta::seconds(expected), "{at}");
    }
}

#[rstest]
fn a_device_that_watches_on_keeps_its_place(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    for n in 0..3 {
        open(&database, user, n);
    }
    for seconds in (0..600).step_by(10) {
        let now = noon() + TimeDelta::seconds(seconds);
        claim(&database, 0, now).unwrap();
        claim(&database, 1, now).unwrap();
        assert!(is_refused(&claim(&database, 2, now)), "{seconds}");
    }
}
