//! A change that is cut off at any of its statements leaves nothing, and the change that is done tells each member once.

use kernel::DatabaseUrl;
use live::cancel_live;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::tables::{db_count, db_run, db_texts},
    samples::{ORIGIN, add_course, noon},
};

use super::*;

const MEMBERS: usize = 5;

/// What staff do, and what the sweep does a day before.
#[derive(Debug, Clone, Copy)]
enum Change {
    Move,
    Cancel,
    Tell,
}

/// The writes of a change: of each table each row, one after the other.
const WRITES: [(&str, &str); 6] = [
    ("live_sessions", "UPDATE OF starts_at"),
    ("live_sessions", "UPDATE OF told_start"),
    ("outbox", "INSERT"),
    ("jobs", "INSERT"),
    ("live_mails", "INSERT"),
    ("audit_acts", "INSERT"),
];

/// Lets the statement fail that would write one row more than `rows` of a table, as the end of the connection does: the transaction is
/// rolled back.
fn cut_at(address: &DatabaseUrl, (table, write): (&str, &str), rows: i64) {
    let is_update = write.starts_with("UPDATE");
    let too_many = match is_update {
        true => String::from("true"),
        false => format!("(SELECT count(*) FROM {table}) >= {rows}"),
    };
    let sql = match address {
        DatabaseUrl::Sqlite(_) => format!(
            "CREATE TRIGGER cut BEFORE {write} ON {table} WHEN {too_many} BEGIN SELECT RAISE(ABORT, 'cut'); END;"
        ),
        DatabaseUrl::Postgres(_) => format!(
            "CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             IF {too_many} THEN RAISE EXCEPTION 'cut'; END IF; RETURN NEW; END $$; \
             CREATE TRIGGER cut BEFORE {write} ON {table} FOR EACH ROW EXECUTE FUNCTION cut();"
        ),
    };
    db_run(address, &sql);
}

fn mend(address: &DatabaseUrl, table: &str) {
    db_run(
        address,
        &match address {
            DatabaseUrl::Sqlite(_) => String::from("DROP TRIGGER cut"),
            DatabaseUrl::Postgres(_) => format!("DROP TRIGGER cut ON {table}; DROP FUNCTION cut()"),
        },
    );
}

fn counts(address: &DatabaseUrl) -> Vec<i64> {
    ["outbox", "jobs", "live_mails", "audit_acts"]
        .map(|table| db_count(address, table))
        .to_vec()
}

fn session(database: &TestDatabase, id: LiveId) -> LiveSession {
    let session: Result<_, StoreError> = database.read(|store| store.live(id));
    session.unwrap().unwrap()
}

fn told_starts(address: &DatabaseUrl) -> Vec<Option<String>> {
    db_texts(
        address,
        "SELECT CAST(told_start AS TEXT) AS t FROM live_sessions ORDER BY id",
    )
}

/// Does the change; whether it was done.
fn done(database: &TestDatabase, id: LiveId, change: Change, start: DateTime<Utc>) -> bool {
    match change {
        Change::Move => edit(database, id, moved_to(start + days(7)), noon()).is_ok(),
        Change::Cancel => {
            let reason = Reason::parse("ill").unwrap();
            let cancelled: Result<_, CancelError> =
                database.write(move |store| cancel_live(store, id, &reason, ORIGIN, &by(), noon()));
            cancelled.is_ok()
        }
        Change::Tell => {
            let secret = ReminderSecret([7; 32].into());
            let told: Result<(), StoreError> =
                database.write(move |store| tell_soon(store, id, ORIGIN, &secret, start - days(1)));
            told.is_ok()
        }
    }
}

#[rstest]
fn a_change_that_is_cut_off_at_any_statement_leaves_nothing(
    #[values(Sqlite, Postgres)] engine: Engine,
    #[values(Change::Move, Change::Cancel, Change::Tell)] change: Change,
) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "live-room");
    for member in 0..MEMBERS {
        let _ = holder(&database, course, &format!("Member{member}"));
    }
    let address = database.address();
    let (mut cuts, mut done_at) = (0, 0);
    for (number, write) in (1..).zip(WRITES) {
        let start = noon() + days(10 + number);
        let id = plan(&database, course, start, noon());
        let (before, rows, told) = (session(&database, id), counts(&address), told_starts(&address));
        let own = db_count(&address, write.0);
        for more in 0.. {
            cut_at(&address, write, own + more);
            let is_done = done(&database, id, change, start);
            mend(&address, write.0);
            if is_done {
                break;
            }
            cuts += 1;
            assert_eq!(session(&database, id), before, "{write:?} {more}");
            assert_eq!(counts(&address), rows, "{write:?} {more}");
            assert_eq!(told_starts(&address), told, "{write:?} {more}");
            if write.1.starts_with("UPDATE") {
                // Each try is cut at the one row.
                assert!(done(&database, id, change, start));
                break;
            }
        }
        done_at += 1;
        let mails = format!("live_mails WHERE live_id = {}", id.0);
        let members = db_count(&address, &format!("(SELECT DISTINCT user_id FROM {mails}) told"));
        assert_eq!(
            (db_count(&address, &mails), members),
            (MEMBERS as i64, MEMBERS as i64),
            "{write:?}"
        );
    }
    assert_eq!(done_at, WRITES.len());
    assert!(cuts >= 3 * MEMBERS, "{cuts} statements");
    let sent = left(&database);
    assert_eq!(sent.len(), MEMBERS * WRITES.len(), "a mail a member and session");
}
