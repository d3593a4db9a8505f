//! What leaves the trail: rows past their age and names of deleted accounts, without breaking the chain.

use accounts::StaffUserStore as _;
use audit::{
    Act, Action, AuditRecordStore as _, AuditStore as _, ChainFault, ChainLink, NAMES_KEPT, VerifyError,
    erase_deleted_names, trim_trail,
};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, UserId};
use persistence::Database;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    audit::{head, told, trail, verify},
    databases::tables::{db_count, db_run},
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
        store.append_act(&Act::by_staff(Action::UsersDelete).concerning(user), now)?;
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
fn a_deleted_accounts_names_are_erased_after_their_time_and_the_chain_stays_whole(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let (anna, other) = (add_user(&database, "anna"), add_user(&database, "other"));
    let from = "203.0.113.9".parse().unwrap();
    append(
        &database,
        vec![
            Act::by_member(Action::SessionOpened, anna, from),
            Act::by_staff(Action::UsersGrant).concerning(other),
        ],
        noon(),
    );
    delete(&database, anna, noon());
    let end = noon() + NAMES_KEPT;
    assert_eq!(erase(&database, end), 0, "names went before their time");
    assert!(holds(&database, "anna") && holds(&database, "203.0.113.9"));
    let known = head(&database);
    assert_eq!(erase(&database, end + TimeDelta::seconds(1)), 1);
    assert!(!holds(&database, "anna") && !holds(&database, "203.0.113.9") && holds(&database, "other"));
    let number = format!("#{}", anna.0);
    assert_eq!(
        told(&database),
        [
            format!("{number} session.opened {number}"),
            String::from("staff users.grant other"),
            format!("staff users.delete {number}"),
            format!("system audit.names-erased {number}"),
        ]
    );
    assert_eq!(verify(&database, Some(known)).unwrap().rows, 4);
    assert_eq!(
        erase(&database, end + TimeDelta::days(1)),
        0,
        "they were erased twice"
    );
}

#[rstest]
fn names_that_are_missing_without_a_row_about_it_are_a_fault(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let anna = add_user(&database, "anna");
    append(
        &database,
        vec![grant("x"), Act::by_staff(Action::UsersGrant).concerning(anna)],
        noon(),
    );
    // What the triggers let pass.
    db_run(
        &database.address(),
        "UPDATE audit_acts SET user_name = NULL, from_address = NULL, salt = NULL WHERE number = 2",
    );
    assert!(matches!(
        verify(&database, None),
        Err(VerifyError::Fault(ChainFault::NamesMissing(2)))
    ));
}

#[rstest]
fn a_short_name_cannot_be_guessed_from_its_commitment_once_the_salt_is_gone(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let anna = add_user(&database, "anna");
    let act = || Act::by_staff(Action::UsersGrant).concerning(anna);
    append(&database, vec![act(), act()], noon());
    let distinct = "(SELECT DISTINCT commitment FROM audit_acts) c";
    assert_eq!(
        db_count(&database.address(), distinct),
        2,
        "one name has one commitment"
    );
    delete(&database, anna, noon());
    erase(&database, noon() + NAMES_KEPT * 2);
    assert_eq!(
        db_count(
            &database.address(),
            "audit_acts WHERE salt IS NOT NULL AND user_id IS NOT NULL"
        ),
        0
    );
}

#[rstest]
fn rows_past_their_age_go_and_the_rest_is_still_one_chain(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    for day in 0..20 {
        append(
            &database,
            vec![grant(&format!("day {day}"))],
            noon() + TimeDelta::days(day),
        );
    }
    let (now, known) = (noon() + TimeDelta::days(20), head(&database));
    assert_eq!(trim(&database, 30, now), 0);
    assert_eq!(trim(&database, 10, now), 10);
    assert_eq!(told(&database)[0], "staff users.grant day 10");
    assert_eq!(
        told(&database).last().unwrap(),
        "system audit.trimmed rows up to 10"
    );
    assert_eq!(verify(&database, Some(known)).unwrap().rows, 11);
    append(&database, vec![grant("after")], now);
    // All of them, the row about the first removal too.
    assert_eq!(trim(&database, 1, now + TimeDelta::days(9)), 12);
    assert_eq!(told(&database), ["system audit.trimmed rows up to 22"]);
    assert_eq!(verify(&database, Some(known)).unwrap().rows, 1);
    let state = database.read(|store| store.chain_state()).unwrap();
    assert_eq!((state.anchor.number, state.head.number), (22, 23));
    assert_eq!(state.anchored_at, Some(now + TimeDelta::days(9)));
}

#[rstest]
fn a_young_row_keeps_the_older_ones_after_it(#[values(Sqlite, Postgres)] engine: Engine) {
    // Servers whose clocks differ: the chain's order is not the order of the times.
    let database = TestDatabase::new(engine);
    append(&database, vec![grant("old")], noon());
    append(&database, vec![grant("young")], noon() + TimeDelta::days(9));
    append(&database, vec![grant("old too")], noon());
    assert_eq!(trim(&database, 5, noon() + TimeDelta::days(10)), 1);
    assert_eq!(verify(&database, None).unwrap().rows, 3);
    assert_eq!(trail(&database).len(), 3);
}

#[rstest]
fn a_front_that_was_cut_off_by_hand_is_a_fault(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    append(&database, (0..9).map(|n| grant(&n.to_string())).collect(), noon());
    // Just as a removal for age does it, but for the row that says so.
    db_run(
        &database.address(),
        "UPDATE audit_state SET anchor_number = 4, anchor_hash = (SELECT hash FROM audit_acts WHERE number = 4); \
         DELETE FROM audit_acts WHERE number <= 4;",
    );
    assert!(matches!(
        verify(&database, None),
        Err(VerifyError::Fault(ChainFault::CutOff(4)))
    ));
}

#[rstest]
fn a_place_that_is_known_from_a_backup_is_compared(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    append(&database, vec![grant("x")], noon());
    let known = head(&database);
    append(&database, vec![grant("y")], noon());
    assert!(verify(&database, Some(known)).is_ok());
    let later = ChainLink { number: 9, ..known };
    assert!(matches!(
        verify(&database, Some(later)),
        Err(VerifyError::Fault(ChainFault::Missing(3)))
    ));
    let other = ChainLink { number: 2, ..known };
    assert!(matches!(
        verify(&database, Some(other)),
        Err(VerifyError::Fault(ChainFault::Replaced(2)))
    ));
}
