//! Writes share a commit on SQLite: a write that fails or panics undoes no other write.

use std::sync::mpsc;

use accounts::{AccountStore as _, NameTaken};
use kernel::StoreError;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::db_count,
    samples::{add_user, new_user, noon},
};

use support::at_once;

/// A runtime for the calls of requests.
pub(crate) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap()
}

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
        let runtime = runtime();
        runtime.block_on(async {
            assert_eq!(
                db_count(&database.address(), "users"),
                0,
                "a write is seen before its commit"
            );
            // A blocking call queues its work when it is first polled; none has an answer before the first job ends.
            let mut waiting: Vec<_> = (0..5).map(|n| Box::pin(queued(&database, n))).collect();
            for call in &mut waiting {
                assert!(
                    std::future::poll_fn(|context| {
                        std::task::Poll::Ready(call.as_mut().poll(context).is_pending())
                    })
                    .await
                );
            }
            leave.send(()).unwrap();
            for (n, call) in waiting.into_iter().enumerate() {
                assert_eq!(call.await.is_ok(), n % 2 == 0);
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
    let runtime = runtime();
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
    let runtime = runtime();
    for n in 0..20 {
        let outcome: Result<(), StoreError> =
            runtime.block_on(database.read_blocking(move |_| panic!("on purpose, {n}")));
        assert!(matches!(outcome, Err(StoreError::Program(_))), "{outcome:?}");
    }
    assert!(database.check().is_ok(), "the connections are used up");
}
