//! The version by which a worker knows that nothing was committed.

use accounts::{AccountStore as _, NameTaken};
use kernel::StoreError;
use persistence::{DataVersion, DataVersionReader, Database};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    samples::{new_user, noon},
};
use tokio::runtime::{Builder, Runtime};

fn add(database: &Database, name: &'static str) -> Result<(), NameTaken> {
    database.write(move |store| store.insert_user(&new_user(name), noon()).map(|_| ()))
}

fn runtime() -> Runtime {
    Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
}

fn version(runtime: &Runtime, reader: &DataVersionReader) -> DataVersion {
    let read = runtime.block_on(reader.read());
    read.expect("the database answers").expect("a version")
}

#[rstest]
fn every_commit_of_every_handle_changes_the_version(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let other = database.open_again();
    let (runtime, reader) = (runtime(), database.data_version_reader().expect("a reader"));
    let mut before = version(&runtime, &reader);
    for (handle, name) in [(&*database, "here"), (&other, "there"), (&*database, "again")] {
        add(handle, name).unwrap();
        let after = version(&runtime, &reader);
        assert_ne!(after, before, "the commit of {name} is missed");
        before = after;
    }
}

/// On PostgreSQL other databases of the cluster change it too, so this is shown on SQLite alone.
#[test]
fn no_read_changes_the_version() {
    let database = TestDatabase::new(Sqlite);
    let (runtime, reader) = (runtime(), database.data_version_reader().expect("a reader"));
    let before = version(&runtime, &reader);
    let read: Result<_, StoreError> = database.read(|store| store.user(kernel::UserId(1)));
    assert!(read.unwrap().is_none());
    assert_eq!(version(&runtime, &reader), before, "a read counts as a commit");
}

#[test]
fn those_who_ask_at_once_are_all_answered() {
    let database = TestDatabase::new(Postgres);
    let reader = database.data_version_reader().expect("a reader");
    runtime().block_on(async {
        let (first, second, third) = tokio::join!(reader.read(), reader.read(), reader.read());
        for answer in [first, second, third] {
            assert!(answer.expect("the database answers").is_some());
        }
    });
}
