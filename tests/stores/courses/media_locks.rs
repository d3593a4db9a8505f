//! Locks on the media store that machines with one PostgreSQL share.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use courses::MediaLocks;
use kernel::{DatabaseUrl, StoreError};
use persistence::media_locks;
use support::{Postgres, TestDatabase, databases::tables::db_run, waiting::until};

const END_ALL: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
     WHERE datname = current_database() AND pid <> pg_backend_pid()";
/// Longer than a process that waits takes to ask again.
const A_WHILE: Duration = Duration::from_millis(500);

fn locks(database: &TestDatabase) -> Arc<dyn MediaLocks> {
    media_locks(&database.address()).unwrap()
}

/// Takes the lock on a thread, as a process of another machine; whether it has it, and whether it was asked to wait.
fn change_elsewhere(database: &TestDatabase) -> (thread::JoinHandle<()>, Arc<AtomicBool>, Arc<AtomicUsize>) {
    let locks = locks(database);
    let (has_it, waited) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let (has, waiter_count) = (Arc::clone(&has_it), Arc::clone(&waited));
    let change = thread::spawn(move || {
        let mut held = locks
            .lock_to_change(&mut || {
                waiter_count.fetch_add(1, Ordering::SeqCst);
            })
            .unwrap();
        held.check().unwrap();
        has.store(true, Ordering::SeqCst);
    });
    (change, has_it, waited)
}

#[test]
fn a_change_waits_for_all_others_and_is_notified_once() {
    let database = TestDatabase::new(Postgres);
    let copies = [
        locks(&database)
            .lock_to_copy(&mut || panic!("nothing is being changed"))
            .unwrap(),
        locks(&database)
            .lock_to_copy(&mut || panic!("nothing is being changed"))
            .unwrap(),
    ];
    let (change, has_it, waited) = change_elsewhere(&database);
    until("it was asked to wait", || waited.load(Ordering::SeqCst) == 1);
    for copy in copies {
        assert!(!has_it.load(Ordering::SeqCst));
        drop(copy);
        thread::sleep(A_WHILE);
    }
    change.join().unwrap();
    assert_eq!(waited.load(Ordering::SeqCst), 1);
    // PostgreSQL releases a lock a moment after its connection was closed.
    let changing = locks(&database).lock_to_change(&mut || ()).unwrap();
    let (change, has_it, _) = change_elsewhere(&database);
    thread::sleep(A_WHILE);
    assert!(!has_it.load(Ordering::SeqCst));
    drop(changing);
    change.join().unwrap();
}

#[test]
fn each_database_has_its_own_and_an_embedded_one_none() {
    let (one, other) = (TestDatabase::new(Postgres), TestDatabase::new(Postgres));
    let _one = locks(&one)
        .lock_to_change(&mut || panic!("nothing is held"))
        .unwrap();
    let _other = locks(&other)
        .lock_to_change(&mut || panic!("nothing is held here"))
        .unwrap();
    assert!(media_locks(&DatabaseUrl::Sqlite(PathBuf::from("portal.db"))).is_none());
}

#[test]
fn a_lock_whose_connection_ended_is_lost_and_says_so() {
    let database = TestDatabase::new(Postgres);
    let mut held = locks(&database).lock_to_change(&mut || ()).unwrap();
    held.check().unwrap();
    db_run(&database.address(), END_ALL);
    let lost = held.check().unwrap_err();
    assert!(matches!(lost, StoreError::Unavailable(_)), "{lost:?}");
    let _next = locks(&database).lock_to_change(&mut || ()).unwrap();
}
