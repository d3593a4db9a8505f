//! How rows join the trail: with their act or not at all, never changed.

use accounts::{AccountStore as _, Username};
use audit::{Act, ActingStaff, Action, AuditStore as _, Reason};
use kernel::StoreError;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase, at_once,
    audit::{by_command, trail, trail_lines},
    databases::tables::{db_count, db_dump, db_try},
    samples::{add_user, noon},
};

use super::{append, grant};

#[rstest]
fn a_row_says_who_did_what_to_whom_when_and_from_where(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let anna = add_user(&database, "anna");
    let from = "::ffff:203.0.113.9".parse().unwrap();
    append(
        &database,
        vec![
            by_command(Action::UsersGrant)
                .concerning(anna)
                .about("futures for 3m"),
            Act::by_member(Action::KeyRedeemed, anna, from).about("ABCDE-… futures"),
            by_command(Action::CouponsCreate).about("SPRING"),
        ],
        noon(),
    );
    let rows = trail(&database);
    assert_eq!(
        trail_lines(&database),
        [
            "staff users.grant anna futures for 3m",
            "anna key.redeemed anna ABCDE-… futures",
            "staff coupons.create SPRING"
        ]
    );
    assert_eq!(
        rows[1].from.as_deref(),
        Some("203.0.113.9"),
        "an IPv4 address has one form"
    );
    assert!(rows.iter().all(|row| row.at == noon()));
    assert_eq!(rows[0].from, None);
}

#[rstest]
fn a_row_keeps_the_name_of_its_time_and_is_found_by_the_account(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (anna, other) = (add_user(&database, "anna"), add_user(&database, "other"));
    append(
        &database,
        vec![by_command(Action::UsersGrant).concerning(anna)],
        noon(),
    );
    let renamed: Result<(), StoreError> = database.write(move |store| {
        let name = Username::parse("berta").unwrap();
        store
            .set_username(anna, &name)
            .map_err(|_| StoreError::Fault("taken".into()))
    });
    renamed.unwrap();
    append(
        &database,
        vec![by_command(Action::UsersRevoke).concerning(anna)],
        noon(),
    );
    append(
        &database,
        vec![by_command(Action::UsersRevoke).concerning(other)],
        noon(),
    );
    let filter = audit::ActFilter {
        user: Some(anna),
        since: None,
    };
    let found = database.read(|store| store.acts_after(0, &filter, 10)).unwrap();
    let names: Vec<_> = found.iter().filter_map(|row| row.user_name.as_deref()).collect();
    assert_eq!(names, ["anna", "berta"]);
}

#[rstest]
fn a_refused_act_leaves_no_row(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let refused: Result<(), StoreError> = database.write(|store| {
        store.append_act(&grant("futures"), noon())?;
        Err(StoreError::Fault("refused".into()))
    });
    assert!(refused.is_err());
    assert!(trail(&database).is_empty());
    append(&database, vec![grant("crypto")], noon());
    assert_eq!(trail_lines(&database), ["staff users.grant crypto"]);
}

#[rstest]
fn the_database_itself_refuses_changes_of_rows(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let anna = add_user(&database, "anna");
    append(
        &database,
        vec![
            by_command(Action::UsersGrant).concerning(anna),
            grant("x"),
            grant("y"),
        ],
        noon(),
    );
    let mut refused = vec![
        "UPDATE audit_acts SET action = 'users.revoke' WHERE number = 1",
        "UPDATE audit_acts SET user_name = 'berta' WHERE number = 1",
        "UPDATE audit_acts SET number = 9 WHERE number = 1",
        "UPDATE audit_acts SET user_name = NULL, at = '2020-01-01 00:00:00' WHERE number = 1",
        "DELETE FROM audit_acts WHERE number = 3",
        "DELETE FROM audit_acts",
        "UPDATE audit_state SET removed_to = 7",
        "UPDATE audit_state SET removed_to = -1",
        "UPDATE audit_state SET id = 2",
        "DELETE FROM audit_state",
    ];
    if engine == Postgres {
        refused.extend(["TRUNCATE audit_acts", "TRUNCATE audit_state"]);
    }
    let before = trail(&database);
    for sql in refused {
        assert!(db_try(&database.address(), sql).is_err(), "{sql}");
    }
    assert!(trail(&database) == before && before.len() == 3);
}

#[rstest]
fn two_handles_that_append_at_once_lose_no_act(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let anna = add_user(&database, "anna");
    let other = database.open_again();
    let done = at_once(40, |n| {
        let one = if n % 2 == 0 { &*database } else { &other };
        (0..5)
            .filter(|turn| {
                let subject = format!("{n}.{turn}");
                let written: Result<(), StoreError> = one.write(move |store| {
                    store.append_act(&grant(&format!("{subject} before")), noon())?;
                    store.lock_user(anna)?;
                    store.append_act(&grant(&format!("{subject} after")), noon())
                });
                written.is_ok()
            })
            .count()
    });
    let written: usize = done.iter().sum();
    assert_eq!(written, 200, "appending acts waited for each other");
    let mut rows = trail_lines(&database);
    rows.sort();
    rows.dedup();
    assert_eq!(rows.len(), 400);
    assert_eq!(db_count(&database.address(), "audit_acts"), 400);
}

#[rstest]
fn no_secret_is_in_the_trail(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let key = purchase_keys::PurchaseKey::from_random([7; purchase_keys::KEY_RANDOM_BYTES]);
    append(
        &database,
        vec![grant(&format!("{}-… futures", key.hint()))],
        noon(),
    );
    let dump = db_dump(&database.address());
    let whole = key.reveal();
    assert!(!dump.windows(whole.len()).any(|bytes| bytes == whole.as_bytes()));
    assert!(dump.windows(5).any(|bytes| bytes == key.hint().as_bytes()));
}

#[rstest]
fn who_of_staff_acted_and_why_is_kept_as_it_was(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let anna = add_user(&database, "anna");
    let eva = ActingStaff::in_browser("Eva", Reason::parse("lost phone").ok());
    append(
        &database,
        vec![
            eva.act(Action::UsersSignOut).concerning(anna),
            by_command(Action::UsersGrant).concerning(anna),
        ],
        noon(),
    );
    let rows = trail(&database);
    assert_eq!(
        (rows[0].actor.as_str(), rows[0].shown_actor().as_str()),
        ("staff", "Eva")
    );
    assert_eq!(rows[0].reason.as_deref(), Some("lost phone"));
    assert_eq!(
        (rows[1].actor.as_str(), rows[1].shown_actor().as_str()),
        ("command", "staff")
    );
    assert_eq!(rows[1].reason, None);
    for change in ["actor_name = 'Max'", "reason = 'another'", "actor_name = NULL"] {
        let sql =
            format!("UPDATE audit_acts SET user_name = NULL, from_address = NULL, {change} WHERE number = 1");
        let refused = db_try(&database.address(), &sql).expect_err("the row was changed");
        assert!(refused.contains("append-only"), "{refused}");
    }
}
