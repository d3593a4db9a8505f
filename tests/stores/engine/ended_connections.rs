//! Connections that PostgreSQL ends while it goes on.

use accounts::AccountStore as _;
use kernel::{StoreError, UserId};
use support::{Postgres, TestDatabase, databases::tables::db_texts};

const END_ALL: &str = "SELECT pg_terminate_backend(pid)::text AS t FROM pg_stat_activity \
     WHERE datname = current_database() AND pid <> pg_backend_pid()";

#[test]
fn at_most_one_use_of_each_fails() {
    let database = TestDatabase::new(Postgres);
    let read = || -> Result<(), StoreError> { database.read(|store| store.user(UserId(1)).map(|_| ())) };
    read().unwrap();
    let (mut ended, mut failed) = (0, 0);
    for _ in 0..5 {
        ended += db_texts(&database.address(), END_ALL).len();
        // Not only those of this round: the pool may take up a connection late that was ended while it was opened.
        failed += (0..20).filter(|_| read().is_err()).count();
        assert!(failed <= ended, "{failed} uses of {ended} connections failed");
    }
    assert!(ended > 0, "no connection was ended");
}
