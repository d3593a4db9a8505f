//! Jobs: each to one worker at a time, tried again, given up, taken back, and never lost.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{JobOutcome, JobRank, Jobs as _, NewJob, StoreError};
use persistence::{Database, JOB_CLAIM, Job};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    databases::tables::{db_count, db_run},
    samples::noon,
};

const KIND: &str = "chore";
const KNOWN: &[&str] = &["sweep"];

fn job<'a>(key: &'a str, rank: JobRank, payload: Option<&'a str>) -> NewJob<'a> {
    NewJob {
        kind: KIND,
        key,
        payload,
        rank,
        due: None,
    }
}

fn enqueue_ranked(database: &Database, key: &str, rank: JobRank) {
    let key = key.to_owned();
    database
        .write(move |store| store.enqueue(job(&key, rank, None)))
        .unwrap();
}

fn enqueue(database: &Database, key: &str) {
    enqueue_ranked(database, key, JobRank::Other);
}

fn claim(database: &Database, now: DateTime<Utc>) -> Option<Job> {
    database
        .write(move |store| store.claim_due_job(KIND, KNOWN, now))
        .unwrap()
}

fn settle(database: &Database, job: &Job, outcome: JobOutcome) {
    let job = job.clone();
    database
        .write(move |store| store.settle_job(&job, &outcome))
        .unwrap();
}

fn again(at: DateTime<Utc>) -> JobOutcome {
    JobOutcome::Again {
        at,
        because: Some(String::from("busy")),
        attempts: 1,
    }
}

fn due(database: &Database, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    database.read(|store| store.next_due(KIND, KNOWN, now)).unwrap()
}

/// What is done, in its order.
fn all_claimed(database: &Database, now: DateTime<Utc>) -> Vec<String> {
    std::iter::from_fn(|| claim(database, now).map(|job| job.key)).collect()
}

#[rstest]
fn a_job_is_done_once_and_leaves_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first");
    enqueue(&database, "second");
    let first = claim(&database, noon()).unwrap();
    assert_eq!((first.key.as_str(), first.attempts), ("first", 0));
    let second = claim(&database, noon()).unwrap();
    assert!(
        claim(&database, noon()).is_none(),
        "a claimed job was claimed again"
    );
    settle(&database, &first, JobOutcome::Done);
    settle(&database, &second, JobOutcome::Done);
    assert_eq!(db_count(&database.address(), "jobs"), 0);
}

#[rstest]
fn a_job_of_a_transaction_that_fails_is_none(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let undone: Result<(), StoreError> = database.write(|store| {
        store.enqueue(job("first", JobRank::Other, None))?;
        Err(StoreError::Fault("no".into()))
    });
    assert!(undone.is_err() && due(&database, noon()).is_none());
}

#[rstest]
fn the_first_rank_is_done_first_and_a_job_that_is_put_off_holds_up_no_other(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    for (key, rank) in [
        ("notice", JobRank::Other),
        ("receipt", JobRank::Paid),
        ("reset", JobRank::Urgent),
        ("another reset", JobRank::Urgent),
    ] {
        enqueue_ranked(&database, key, rank);
    }
    let first = claim(&database, noon()).unwrap();
    assert_eq!(first.key, "reset");
    settle(&database, &first, again(noon() + TimeDelta::hours(1)));
    assert_eq!(
        all_claimed(&database, noon()),
        ["another reset", "receipt", "notice"]
    );
}

#[rstest]
fn many_servers_claim_each_job_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    for n in 0..20 {
        enqueue(&database, &format!("{n}"));
    }
    let servers: Vec<_> = (0..4).map(|_| database.open_again()).collect();
    let claimed = at_once(20, |n| {
        claim(&servers[usize::try_from(n % 4).unwrap()], noon()).map(|job| job.key)
    });
    let mut keys: Vec<_> = claimed.into_iter().flatten().collect();
    keys.extend(all_claimed(&database, noon()));
    keys.sort();
    let count = keys.len();
    keys.dedup();
    assert_eq!(
        (keys.len(), count),
        (20, 20),
        "a job was handed out twice or left behind"
    );
}

#[rstest]
fn the_job_of_an_ended_server_comes_back_in_its_place_after_a_minute(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first");
    enqueue(&database, "second");
    let lost = claim(&database, noon()).unwrap();
    assert_eq!(
        all_claimed(&database, noon() + JOB_CLAIM - TimeDelta::seconds(1)),
        ["second"]
    );
    let taken_over = claim(&database, noon() + JOB_CLAIM).unwrap();
    assert_eq!(taken_over.key, "first");
    // The worker that lost its claim changes nothing of a job that another one holds.
    settle(&database, &lost, JobOutcome::Done);
    settle(&database, &lost, again(noon()));
    let held = database.write(move |store| {
        assert!(!store.holds_job(&lost)?);
        store.holds_job(&taken_over)
    });
    assert!(held.unwrap());
    assert!(claim(&database, noon() + JOB_CLAIM).is_none());
}

#[rstest]
fn a_try_that_takes_long_keeps_its_claim(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first");
    let held = claim(&database, noon()).unwrap();
    let later = noon() + TimeDelta::seconds(50);
    let renewed = held.clone();
    database
        .write(move |store| store.renew_job(&renewed, later))
        .unwrap();
    assert!(claim(&database, noon() + JOB_CLAIM).is_none());
    settle(&database, &held, again(later));
    // What is released is not held again by a renewal that comes late.
    database
        .write(move |store| store.renew_job(&held, later))
        .unwrap();
    assert!(claim(&database, later).is_some());
}

#[rstest]
fn clocks_that_were_ahead_hold_nothing_and_put_nothing_off(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first");
    let ahead = noon() + TimeDelta::days(365);
    let claimed = claim(&database, ahead).unwrap();
    assert!(due(&database, noon()).is_some_and(|due| due <= noon()));
    settle(&database, &claimed, again(ahead));
    assert!(claim(&database, noon()).is_none());
    let latest = noon() + TimeDelta::hours(8);
    let recall = || {
        database
            .write(move |store| store.recall_jobs(KIND, latest))
            .unwrap()
    };
    assert_eq!((recall(), recall()), (1, 0));
    assert!(claim(&database, noon()).is_some());
}

#[rstest]
fn what_is_enqueued_while_it_is_under_way_is_done_once_more(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    for outcome in [
        JobOutcome::Done,
        again(noon() + TimeDelta::days(1)),
        JobOutcome::Never {
            because: String::from("no"),
        },
    ] {
        enqueue(&database, "first");
        let held = claim(&database, noon()).unwrap();
        enqueue(&database, "first");
        assert!(claim(&database, noon()).is_none(), "a held job was given away");
        settle(&database, &held, outcome);
        let once_more = claim(&database, noon()).expect("what was enqueued meanwhile");
        settle(&database, &once_more, JobOutcome::Done);
        assert_eq!(db_count(&database.address(), "jobs"), 0);
    }
}

#[rstest]
fn a_job_waits_its_time_and_a_hopeless_one_stays_to_be_seen(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first");
    let held = claim(&database, noon()).unwrap();
    let at = noon() + TimeDelta::minutes(1);
    settle(&database, &held, again(at));
    assert_eq!(due(&database, noon()), Some(at));
    assert!(claim(&database, at - TimeDelta::seconds(1)).is_none());
    let held = claim(&database, at).unwrap();
    assert_eq!(held.attempts, 1);
    settle(
        &database,
        &held,
        JobOutcome::Never {
            because: String::from("550 no"),
        },
    );
    assert!(claim(&database, at + TimeDelta::days(365)).is_none());
    let seen = database.read(|store| store.job(KIND, "first")).unwrap().unwrap();
    assert_eq!((seen.due_at, seen.attempts), (None, 2));
    assert_eq!(seen.last_error.as_deref(), Some("550 no"));
    // Staff ask for it again.
    enqueue(&database, "first");
    assert_eq!(claim(&database, noon()).unwrap().attempts, 0);
}

#[rstest]
fn a_job_that_is_taken_back_is_not_done_and_its_try_ends_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    enqueue(&database, "first");
    let held = claim(&database, noon()).unwrap();
    database.write(|store| store.forget(KIND, "first")).unwrap();
    settle(&database, &held, again(noon()));
    assert_eq!(db_count(&database.address(), "jobs"), 0);
    // What is enqueued afterwards is another job.
    enqueue(&database, "first");
    settle(&database, &held, JobOutcome::Done);
    assert!(claim(&database, noon()).is_some());
}

#[rstest]
fn a_job_of_a_later_program_is_left_to_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let later: Result<(), StoreError> = database.write(|store| {
        store.enqueue(job("unknown", JobRank::Urgent, Some("of a later version")))?;
        store.enqueue(job("known", JobRank::Other, Some("sweep")))
    });
    later.unwrap();
    db_run(
        &database.address(),
        "INSERT INTO jobs (kind, key, rank, generation, due_at) VALUES ('of a later version', '1', 0, 1, '2020-01-01 00:00:00')",
    );
    assert_eq!(all_claimed(&database, noon()), ["known"]);
    assert!(due(&database, noon()).is_none());
    assert_eq!(
        db_count(&database.address(), "jobs WHERE claimed_until IS NULL"),
        2
    );
}
