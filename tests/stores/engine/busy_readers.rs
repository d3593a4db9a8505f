//! Reads that wait for other reads: the database answers, and the caller is told so.

use std::{
    pin::Pin,
    sync::mpsc::{Receiver, Sender, channel},
    task::Poll,
};

use kernel::StoreError;
use rstest::rstest;
use support::{Engine, Postgres, Sqlite, TestDatabase};

use super::group_commit::runtime;

/// More than there are threads that read.
const READS: usize = 64;

/// A read that lasts until it is released.
async fn held(database: &TestDatabase, released: Receiver<()>) -> Result<(), StoreError> {
    let work = move |_: &mut persistence::Store<'_>| {
        let _ = released.recv();
        Ok(())
    };
    database.read_blocking(work).await
}

/// Queues reads that last, and answers what one more is told; `answered` of them end meanwhile.
fn late(database: &TestDatabase, answered: usize) -> (Result<(), StoreError>, Result<(), StoreError>) {
    let runtime = runtime();
    let (releases, reads): (Vec<Sender<()>>, Vec<Receiver<()>>) = (0..READS).map(|_| channel()).unzip();
    runtime.block_on(async {
        let waiting = reads.into_iter().map(|released| held(database, released));
        let waiting = polled_once(waiting.map(Box::pin).collect()).await;
        for release in releases.iter().take(answered) {
            release.send(()).unwrap();
        }
        let one: Result<(), StoreError> = database.read_blocking(|_| Ok(())).await;
        let ready = database.check_blocking().await;
        drop(releases);
        drop(waiting);
        (one, ready)
    })
}

/// Polls each call once, so that its work is queued.
async fn polled_once<F: Future>(mut calls: Vec<Pin<Box<F>>>) -> Vec<Pin<Box<F>>> {
    std::future::poll_fn(|context| {
        for call in &mut calls {
            assert!(call.as_mut().poll(context).is_pending());
        }
        Poll::Ready(())
    })
    .await;
    calls
}

#[rstest]
fn a_read_that_waits_for_other_reads_is_told_that_the_database_is_busy(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let (one, ready) = late(&database, 1);
    assert!(matches!(one, Err(StoreError::Busy(_))), "{one:?}");
    assert!(ready.is_ok(), "{ready:?}");
    assert!(
        database.answers(),
        "a busy database counts as one that does not answer"
    );
}

#[rstest]
fn a_read_that_waits_while_none_is_answered_is_told_that_the_database_is_not_to_be_used(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let (one, ready) = late(&database, 0);
    assert!(matches!(one, Err(StoreError::Unavailable(_))), "{one:?}");
    assert!(ready.is_ok(), "readiness has no reader of its own: {ready:?}");
}
