//! What leaves the trail: rows past their age and names of deleted accounts.

use accounts::StaffUserStore as _;
use audit::{Act, ActingStaff, Action, AuditStore as _, NAMES_KEPT, Reason, erase_deleted_names, trim_trail};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, UserId};
use persistence::Database;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    audit::{by_command, trail, trail_lines},
    databases::tables::db_count,
    samples::{add_user, noon},
};

use super::{append, grant};

fn erase(database: &Database, now: DateTime<Utc>) -> usize {
    let erased: Result<usize, StoreError> = database.write(move |store| erase_deleted_names(store, now));
    erased.unwrap()
}

fn trim(database: &Database, days: u32, now: DateTime<Utc>) -> usize {
    let trimmed: Result<usize, StoreError> = database.write(move |store| trim_trail(store, days, now));
    trimmed.unwrap()
}

/// As the command deletes.
fn delete(database: &Database, user: UserId, now: DateTime<Utc>) {
    let deleted: Result<bool, StoreError> = database.write(move |store| {
        store.append_act(&by_command(Action::UsersDelete).concerning(user), now)?;
        store.delete_user(user)
    });
    assert!(deleted.unwrap());
}

fn holds(database: &TestDatabase, text: &str) -> bool {
    // SQLite's file keeps what was there until it is compacted; what a query finds is what counts.
    let from = format!(
        "audit_acts WHERE user_name = '{text}' OR from_address = '{text}' OR subject LIKE '%{text}%'"
    );
    db_count(&database.address(), &from) > 0
}

#[rstest]
fn a_deleted_accounts_names_are_erased_after_their_time(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (anna, other) = (add_user(&database, "anna"), add_user(&database, "other"));
    let from = "203.0.113.9".parse().unwrap();
    append(
        &database,
        vec![
            Act::by_member(Action::SessionOpened, anna, from),
            by_command(Action::UsersGrant).concerning(other),
            ActingStaff::in_browser("Eva", Reason::parse("asked by anna").ok())
                .act(Action::UsersSignOut)
                .concerning(anna),
        ],
        noon(),
    );
    delete(&database, anna, noon());
    let end = noon() + NAMES_KEPT;
    assert_eq!(erase(&database, end), 0, "names went before their time");
    assert!(holds(&database, "anna") && holds(&database, "203.0.113.9"));
    assert_eq!(erase(&database, end + TimeDelta::seconds(1)), 1);
    assert!(trail(&database).iter().all(|row| row.reason.is_none()));
    assert!(!holds(&database, "anna") && !holds(&database, "203.0.113.9") && holds(&database, "other"));
    let number = format!("#{}", anna.0);
    assert_eq!(
        trail_lines(&database),
        [
            format!("{number} session.opened {number}"),
            String::from("staff users.grant other"),
            format!("Eva users.sign-out {number}"),
            format!("staff users.delete {number}"),
            format!("system audit.names-erased {number}"),
        ]
    );
    assert_eq!(
        erase(&database, end + TimeDelta::days(1)),
        0,
        "they were erased twice"
    );
}

#[rstest]
fn rows_past_their_age_go_and_the_rest_stays(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    for day in 0..20 {
        append(
            &database,
            vec![grant(&format!("day {day}"))],
            noon() + TimeDelta::days(day),
        );
    }
    let now = noon() + TimeDelta::days(20);
    assert_eq!(trim(&database, 30, now), 0);
    assert_eq!(trim(&database, 10, now), 10);
    assert_eq!(trail_lines(&database)[0], "staff users.grant day 10");
    assert_eq!(
        trail_lines(&database).last().unwrap(),
        "system audit.trimmed rows up to 10"
    );
    assert_eq!(trail(&database).len(), 11);
    append(&database, vec![grant("after")], now);
    // All of them, the row about the first removal too.
    assert_eq!(trim(&database, 1, now + TimeDelta::days(9)), 12);
    assert_eq!(trail_lines(&database), ["system audit.trimmed rows up to 22"]);
    let removed = database.read(|store| store.removed_acts()).unwrap();
    assert_eq!((removed.last, removed.at), (22, Some(now + TimeDelta::days(9))));
    // A number is never given twice.
    assert_eq!(trail(&database)[0].number, 23);
}

#[rstest]
fn many_old_rows_go_in_batches(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    append(&database, (0..9).map(|n| grant(&n.to_string())).collect(), noon());
    let now = noon() + TimeDelta::days(2);
    let before = noon() + TimeDelta::days(1);
    let remove = |limit| {
        let removed: Result<usize, StoreError> =
            database.write(move |store| store.remove_acts(before, limit, now));
        removed.unwrap()
    };
    assert_eq!((remove(4), remove(4), remove(4), remove(4)), (4, 4, 1, 0));
    assert!(trail(&database).is_empty());
}

#[rstest]
fn a_young_row_keeps_the_older_ones_after_it(#[values(Sqlite, Postgres)] engine: Engine) {
    // Servers whose clocks differ: the order of the rows is not the order of the times.
    let database = TestDatabase::new(engine);
    append(&database, vec![grant("old")], noon());
    append(&database, vec![grant("young")], noon() + TimeDelta::days(9));
    append(&database, vec![grant("old too")], noon());
    assert_eq!(trim(&database, 5, noon() + TimeDelta::days(10)), 1);
    assert_eq!(trail(&database).len(), 3);
}
