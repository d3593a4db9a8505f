//! Writes that wait: taken back with their callers, refused in time, and known in the end.

use std::{pin::Pin, sync::mpsc, task::Poll};

use accounts::{AccountStore as _, NameTaken, SignInName};
use kernel::StoreError;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::db_count,
    samples::{add_user, new_user, noon},
};

use super::group_commit::runtime;

async fn queued(database: &TestDatabase, n: u32) -> Result<(), NameTaken> {
    database
        .write_blocking(move |store| {
            store
                .insert_user(&new_user(&format!("queued{n}")), noon())
                .map(|_| ())
        })
        .await
}

/// A blocking call queues its work when it is first polled.
async fn polled_once<F: Future>(call: &mut Pin<Box<F>>) -> Poll<F::Output> {
    std::future::poll_fn(|context| Poll::Ready(call.as_mut().poll(context))).await
}

/// A write that holds SQLite's writer until it is released.
fn hold(
    database: &TestDatabase,
    entered: mpsc::Sender<()>,
    leave: mpsc::Receiver<()>,
) -> Result<(), NameTaken> {
    database.write(move |store| {
        store.insert_user(&new_user("holder"), noon())?;
        entered.send(()).unwrap();
        leave.recv().unwrap();
        Ok(())
    })
}

#[test]
fn a_write_whose_caller_goes_away_before_it_began_never_runs() {
    let database = TestDatabase::new(Sqlite);
    let (enter, entered) = mpsc::channel();
    let (leave, left) = mpsc::channel();
    std::thread::scope(|scope| {
        let held = scope.spawn(|| hold(&database, enter, left));
        entered.recv().unwrap();
        let runtime = runtime();
        runtime.block_on(async {
            let mut gone = Box::pin(queued(&database, 2));
            let polled = polled_once(&mut gone).await;
            assert!(polled.is_pending());
            drop(gone);
        });
        leave.send(()).unwrap();
        held.join().unwrap().unwrap();
    });
    // Behind it in the queue, so it has been passed over by now.
    let _ = add_user(&database, "after");
    assert_eq!(
        db_count(&database.address(), "users WHERE username = 'queued2'"),
        0
    );
    assert_eq!(db_count(&database.address(), "users"), 2);
}

#[test]
fn a_write_that_waits_in_vain_is_refused_and_never_runs() {
    let database = TestDatabase::new(Sqlite);
    let (enter, entered) = mpsc::channel();
    let (leave, left) = mpsc::channel();
    std::thread::scope(|scope| {
        let held = scope.spawn(|| hold(&database, enter, left));
        entered.recv().unwrap();
        let runtime = runtime();
        for _ in 0..2 {
            let refused = runtime.block_on(queued(&database, 2));
            assert!(
                matches!(refused, Err(NameTaken::Store(StoreError::Unavailable(_)))),
                "{refused:?}"
            );
        }
        leave.send(()).unwrap();
        held.join().unwrap().unwrap();
    });
    let _ = add_user(&database, "after");
    assert_eq!(
        db_count(&database.address(), "users WHERE username = 'queued2'"),
        0
    );
}

#[test]
fn a_queue_that_is_full_refuses_at_once() {
    let database = TestDatabase::new(Sqlite);
    let (enter, entered) = mpsc::channel();
    let (leave, left) = mpsc::channel();
    std::thread::scope(|scope| {
        let held = scope.spawn(|| hold(&database, enter, left));
        entered.recv().unwrap();
        let runtime = runtime();
        runtime.block_on(async {
            let mut waiting: Vec<_> = (0..1_100).map(|n| Box::pin(queued(&database, 2 * n))).collect();
            let mut refused = 0;
            for call in &mut waiting {
                let polled = polled_once(call).await;
                if let Poll::Ready(answer) = polled {
                    assert!(
                        matches!(answer, Err(NameTaken::Store(StoreError::Unavailable(_)))),
                        "{answer:?}"
                    );
                    refused += 1;
                }
            }
            assert_eq!(refused, 1_100 - 1_024);
        });
        leave.send(()).unwrap();
        held.join().unwrap().unwrap();
    });
    let _ = add_user(&database, "after");
    assert_eq!(
        db_count(&database.address(), "users"),
        2,
        "a write without a waiting caller was done"
    );
}

#[test]
fn a_write_whose_commit_takes_long_has_an_unknown_outcome_and_may_have_happened() {
    let database = TestDatabase::new(Sqlite);
    let (enter, entered) = mpsc::channel();
    let (leave, left) = mpsc::channel();
    let (leave_last, left_last) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let first = scope.spawn(|| hold(&database, enter, left));
        entered.recv().unwrap();
        let runtime = runtime();
        runtime.block_on(async {
            let mut early = Box::pin(
                database.write_blocking(|store| store.insert_user(&new_user("early"), noon()).map(|_| ())),
            );
            let polled = polled_once(&mut early).await;
            assert!(polled.is_pending());
            // In the same group, after it: the group is committed when this one ends.
            let mut last = Box::pin(database.write_blocking(move |store| {
                store.insert_user(&new_user("last"), noon())?;
                let _ = left_last.recv();
                Ok::<(), NameTaken>(())
            }));
            let polled = polled_once(&mut last).await;
            assert!(polled.is_pending());
            leave.send(()).unwrap();
            let answer: Result<(), NameTaken> = early.await;
            assert!(
                matches!(answer, Err(NameTaken::Store(StoreError::OutcomeUnknown(_)))),
                "{answer:?}"
            );
            leave_last.send(()).unwrap();
            let _ = last.await;
        });
        first.join().unwrap().unwrap();
    });
    let known = SignInName::typed("early");
    let found = database.read(|store| store.credentials(&known));
    assert!(
        found.unwrap().is_some(),
        "it did not happen, and it was not said that it did not"
    );
}

/// A panic whose payload panics too when it is dropped, which ends a thread that does not expect that.
struct Loud;

impl Drop for Loud {
    fn drop(&mut self) {
        panic!("dropped on purpose");
    }
}

#[rstest]
fn the_threads_survive_a_panic_within_a_panic(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let runtime = runtime();
    for _ in 0..20 {
        let outcome: Result<(), StoreError> =
            runtime.block_on(database.write_blocking(move |_| std::panic::panic_any(Loud)));
        assert!(matches!(outcome, Err(StoreError::Program(_))), "{outcome:?}");
    }
    let _ = add_user(&database, "trader");
    assert!(runtime.block_on(database.check_blocking()).is_ok());
}
