//! The number by which a worker knows that nothing was committed.

use accounts::{AccountStore as _, NameTaken};
use kernel::StoreError;
use persistence::Database;
use support::{
    Postgres, Sqlite, TestDatabase,
    samples::{new_user, noon},
};

fn add(database: &Database, name: &'static str) -> Result<(), NameTaken> {
    database.write(move |store| store.insert_user(&new_user(name), noon()).map(|_| ()))
}

#[test]
fn every_commit_of_every_handle_changes_the_number_and_no_read_does() {
    let database = TestDatabase::new(Sqlite);
    let other = database.open_again();
    let mut reader = database.data_version_reader().expect("an embedded database");
    let first = reader.read().unwrap();
    let read: Result<_, StoreError> = database.read(|store| store.user(kernel::UserId(1)));
    assert!(read.unwrap().is_none());
    assert_eq!(reader.read().unwrap(), first, "a read counts as a commit");
    add(&database, "here").unwrap();
    let second = reader.read().unwrap();
    assert_ne!(second, first);
    add(&other, "there").unwrap();
    assert_ne!(reader.read().unwrap(), second, "another's commit is missed");
}

#[test]
fn postgresql_has_no_such_number() {
    assert!(TestDatabase::new(Postgres).data_version_reader().is_none());
}
