//! Attempts that count on every server: added up, read by any of them, and deleted once they count no longer.

use std::time::Duration;

use kernel::StoreError;
use persistence::{AttemptKey, CountedAttempt, Database};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    databases::tables::{db_count, db_run},
};

const ANNA: AttemptKey = AttemptKey([1; 16]);
const BEA: AttemptKey = AttemptKey([2; 16]);
const INTERVAL: Duration = Duration::from_secs(6);
const MINUTE: Duration = Duration::from_secs(60);

fn attempt(key: AttemptKey) -> CountedAttempt {
    CountedAttempt {
        key,
        cost: INTERVAL,
        refill: MINUTE,
    }
}

fn add(database: &Database, attempts: Vec<CountedAttempt>) {
    let added: Result<(), StoreError> = database.write(move |store| store.count_attempt(&attempts));
    added.unwrap();
}

/// In how many whole intervals, rounded up, a bucket is full.
fn counted(database: &Database, key: AttemptKey) -> u32 {
    let found = database.read(|store| store.attempts(&[key])).unwrap();
    let left = found.first().map_or(Duration::ZERO, |(_, left)| *left);
    u32::try_from(left.as_nanos().div_ceil(INTERVAL.as_nanos())).unwrap()
}

/// Lets time pass for all that is counted.
fn pass(database: &TestDatabase, time: Duration) {
    let back = format!(
        "UPDATE attempt_counts SET full_at = full_at - {}",
        time.as_micros()
    );
    db_run(&database.address(), &back);
}

#[rstest]
fn attempts_add_up_and_are_forgotten_one_by_one(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let other = database.open_again();
    assert_eq!(counted(&database, ANNA), 0);
    add(&database, vec![attempt(BEA), attempt(ANNA)]);
    add(&database, vec![attempt(ANNA)]);
    add(&other, vec![attempt(ANNA)]);
    assert_eq!((counted(&other, ANNA), counted(&database, BEA)), (3, 1));
    pass(&database, INTERVAL * 2);
    assert_eq!((counted(&database, ANNA), counted(&database, BEA)), (1, 0));
    add(&database, vec![attempt(BEA)]);
    assert_eq!(
        counted(&database, BEA),
        1,
        "what was full long ago gives nothing back"
    );
    pass(&database, INTERVAL);
    assert_eq!(database.write(|store| store.purge_attempts()).unwrap(), 2);
    assert_eq!(db_count(&database.address(), "attempt_counts"), 0);
}

#[rstest]
fn what_a_clock_that_was_ahead_wrote_counts_no_longer(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    add(&database, vec![attempt(ANNA)]);
    db_run(
        &database.address(),
        "UPDATE attempt_counts SET full_at = full_at + 86400000000",
    );
    add(&database, vec![attempt(ANNA)]);
    assert_eq!(counted(&database, ANNA), 1);
    db_run(
        &database.address(),
        "UPDATE attempt_counts SET full_at = full_at + 86400000000",
    );
    assert_eq!(database.write(|store| store.purge_attempts()).unwrap(), 1);
}

#[rstest]
fn servers_that_write_the_same_counts_at_once_lose_none(#[values(Sqlite, Postgres)] engine: Engine) {
    const WRITERS: u64 = 4;
    const ROUNDS: u32 = 10;
    let database = TestDatabase::new(engine);
    // So long that they all count still at the end.
    let long = |key| CountedAttempt {
        refill: MINUTE * 60,
        ..attempt(key)
    };
    let _ = at_once(WRITERS, |n| {
        let handle = database.open_again();
        for _ in 0..ROUNDS {
            let keys = if n % 2 == 0 { [ANNA, BEA] } else { [BEA, ANNA] };
            add(&handle, keys.map(long).to_vec());
        }
    });
    let all = ROUNDS * u32::try_from(WRITERS).unwrap();
    for key in [ANNA, BEA] {
        // A little of it may have passed already.
        assert!((all - 2..=all).contains(&counted(&database, key)));
    }
}
