//! Writes share a commit on SQLite, never a fate: what fails or panics takes nothing of the others with it.

use std::sync::mpsc;

use accounts::{AccountStore as _, NameTaken};
use kernel::StoreError;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    samples::{add_user, new_user, noon},
    tables::db_count,
};

use support::at_once;

/// Adds a user within a write that then may fail.
fn add_then(
    database: &TestDatabase,
    name: String,
    end: impl FnOnce() -> Result<(), NameTaken> + Send + 'static,
) -> Result<(), NameTaken> {
    database.write(move |store| {
        store.insert_user(&new_user(&name), noon())?;
        end()
    })
}

fn fault() -> NameTaken {
    NameTaken::Store(StoreError::Fault("on purpose".into()))
}

#[rstest]
fn a_failing_write_takes_nothing_of_the_others_with_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let outcomes = at_once(60, |n| {
        add_then(&database, format!("trader{n}"), move || {
            if n % 3 == 0 { Err(fault()) } else { Ok(()) }
        })
    });
    for (n, outcome) in outcomes.iter().enumerate() {
        assert_eq!(outcome.is_ok(), n % 3 != 0, "{n}: {outcome:?}");
    }
    let address = database.address();
    assert_eq!(db_count(&address, "users"), 40);
    for n in (0..60).step_by(3) {
        assert_eq!(
            db_count(&address, &format!("users WHERE username = 'trader{n}'")),
            0,
            "a failed write stayed"
        );
    }
}

#[test]
fn writes_that_wait_are_committed_together_and_each_keeps_its_own_fate() {
    let database = TestDatabase::new(Sqlite);
    let (enter, entered) = mpsc::channel();
    let (leave, left) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        // While the first job holds the writer, the others queue behind it, so they land in its group.
        let held = scope.spawn(|| {
            add_then(&database, String::from("first"), move || {
                enter.send(()).unwrap();
                left.recv().unwrap();
                Ok(())
            })
        });
        entered.recv().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        runtime.block_on(async {
            // A hop queues its work when it is first polled; none has an answer before the first job ends.
            let mut waiting: Vec<_> = (0..5).map(|n| Box::pin(queued(&database, n))).collect();
            for hop in &mut waiting {
                assert!(
                    std::future::poll_fn(|context| {
                        std::task::Poll::Ready(hop.as_mut().poll(context).is_pending())
                    })
                    .await
                );
            }
            assert_eq!(
                db_count(&database.address(), "users"),
                0,
                "a write is seen before its commit"
            );
            leave.send(()).unwrap();
            for (n, hop) in waiting.into_iter().enumerate() {
                assert_eq!(hop.await.is_ok(), n % 2 == 0);
            }
        });
        held.join().unwrap().unwrap();
    });
    assert_eq!(db_count(&database.address(), "users"), 4);
}

async fn queued(database: &TestDatabase, n: u32) -> Result<(), NameTaken> {
    database
        .write_blocking(move |store| {
            store.insert_user(&new_user(&format!("queued{n}")), noon())?;
            if n.is_multiple_of(2) { Ok(()) } else { Err(fault()) }
        })
        .await
}

#[rstest]
fn a_write_that_panics_answers_an_error_and_the_next_one_works(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    for n in 0..3 {
        let outcome: Result<(), NameTaken> = runtime.block_on(database.write_blocking(move |store| {
            store.insert_user(&new_user("ghost"), noon())?;
            panic!("on purpose, {n}")
        }));
        assert!(
            matches!(outcome, Err(NameTaken::Store(StoreError::Program(_)))),
            "{outcome:?}"
        );
    }
    let kept = add_user(&database, "trader");
    assert_eq!(
        db_count(&database.address(), "users WHERE username = 'ghost'"),
        0,
        "half a write stayed"
    );
    assert!(database.read(|store| store.user(kept)).unwrap().is_some());
}

#[rstest]
fn a_read_that_panics_costs_no_connection(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    for n in 0..20 {
        let outcome: Result<(), StoreError> =
            runtime.block_on(database.read_blocking(move |_| panic!("on purpose, {n}")));
        assert!(matches!(outcome, Err(StoreError::Program(_))), "{outcome:?}");
    }
    assert!(database.check().is_ok(), "the connections are used up");
}

/// A write that holds SQLite's writer, or one of PostgreSQL's connections, until it is let go.
fn hold(
    database: &TestDatabase,
    entered: mpsc::Sender<()>,
    leave: mpsc::Receiver<()>,
) -> Result<(), NameTaken> {
    add_then(database, String::from("holder"), move || {
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
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        runtime.block_on(async {
            let mut gone = Box::pin(queued(&database, 2));
            let polled =
                std::future::poll_fn(|context| std::task::Poll::Ready(gone.as_mut().poll(context))).await;
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
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
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
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        runtime.block_on(async {
            let mut waiting: Vec<_> = (0..1_100).map(|n| Box::pin(queued(&database, 2 * n))).collect();
            let mut refused = 0;
            for hop in &mut waiting {
                let polled =
                    std::future::poll_fn(|context| std::task::Poll::Ready(hop.as_mut().poll(context))).await;
                if let std::task::Poll::Ready(answer) = polled {
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
        "a write that nobody waited for was done"
    );
}

#[test]
fn a_write_whose_commit_takes_long_says_so_and_is_answered_when_it_is_known() {
    let database = TestDatabase::new(Sqlite);
    let (enter, entered) = mpsc::channel();
    let (leave, left) = mpsc::channel();
    let (leave_last, left_last) = mpsc::channel();
    std::thread::scope(|scope| {
        let first = scope.spawn(|| hold(&database, enter, left));
        entered.recv().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        runtime.block_on(async {
            let told = std::cell::Cell::new(false);
            let mut early = Box::pin(database.write_or_tell(
                |store| store.insert_user(&new_user("early"), noon()).map(|_| ()),
                || {
                    told.set(true);
                    // Now the last one of the group may end, and the group be committed.
                    leave_last.send(()).unwrap();
                },
            ));
            let polled =
                std::future::poll_fn(|context| std::task::Poll::Ready(early.as_mut().poll(context))).await;
            assert!(polled.is_pending());
            // In the same group, after it.
            let mut last = Box::pin(database.write_blocking(move |store| {
                store.insert_user(&new_user("last"), noon())?;
                left_last.recv().unwrap();
                Ok::<(), NameTaken>(())
            }));
            let polled =
                std::future::poll_fn(|context| std::task::Poll::Ready(last.as_mut().poll(context))).await;
            assert!(polled.is_pending());
            leave.send(()).unwrap();
            let answer: Result<(), NameTaken> = early.await;
            assert!(answer.is_ok(), "{answer:?}");
            assert!(told.get(), "its caller was not told");
            assert!(last.await.is_ok());
        });
        first.join().unwrap().unwrap();
    });
    assert_eq!(db_count(&database.address(), "users"), 3);
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
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    for _ in 0..20 {
        let outcome: Result<(), StoreError> =
            runtime.block_on(database.write_blocking(move |_| std::panic::panic_any(Loud)));
        assert!(matches!(outcome, Err(StoreError::Program(_))), "{outcome:?}");
    }
    let _ = add_user(&database, "trader");
    assert!(runtime.block_on(database.check_blocking()).is_ok());
}
