//! Every way of changing the trail by hand is found: edits, deletions, another order, a cut tail, a whole chain made anew.

use accounts::StaffUserStore as _;
use audit::{
    Act, Action, AuditRecordStore as _, AuditStore as _, ChainLink, NAMES_KEPT, erase_deleted_names,
    trim_trail,
};
use chrono::TimeDelta;
use diesel::{
    Connection as _, PgConnection, RunQueryDsl as _, SqliteConnection, connection::SimpleConnection as _,
};
use kernel::{DatabaseUrl, StoreError};
use secrecy::ExposeSecret as _;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    audit::{head, verify},
    samples::{add_user, bytes, noon},
};

use super::{append, grant};

/// A trail with everything that a real one has: rows with and without names, an erasure, a removal.
fn filled(engine: Engine) -> TestDatabase {
    let database = TestDatabase::new(engine);
    let (anna, gone) = (add_user(&database, "anna"), add_user(&database, "gone"));
    let from = "203.0.113.9".parse().unwrap();
    append(
        &database,
        (0..5).map(|n| grant(&format!("old {n}"))).collect(),
        noon() - TimeDelta::days(50),
    );
    let acts = (0..6_u32).flat_map(|n| {
        [
            Act::by_member(Action::SessionOpened, anna, from),
            Act::by_staff(Action::UsersGrant)
                .concerning(gone)
                .about(&format!("futures {n}")),
            Act::by_visitor(Action::OrderWithdrawn, from).about("ORDER"),
            grant(&format!("crypto {n}")),
        ]
    });
    append(&database, acts.collect(), noon());
    let left: Result<(), StoreError> = database.write(move |store| {
        store.append_act(&Act::by_staff(Action::UsersDelete).concerning(gone), noon())?;
        store.delete_user(gone)?;
        trim_trail(store, 40, noon())?;
        Ok(())
    });
    left.unwrap();
    let erased: Result<usize, StoreError> =
        database.write(|store| erase_deleted_names(store, noon() + NAMES_KEPT + TimeDelta::seconds(1)));
    assert_eq!(erased.unwrap(), 1);
    append(
        &database,
        (0..4).map(|n| grant(&format!("new {n}"))).collect(),
        noon(),
    );
    assert!(verify(&database, Some(head(&database))).is_ok());
    database
}

/// A connection of an attacker, who has taken the triggers away.
enum Hand {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Hand {
    fn on(address: &DatabaseUrl) -> Self {
        let mut hand = match address {
            DatabaseUrl::Sqlite(path) => {
                Self::Sqlite(SqliteConnection::establish(&path.to_string_lossy()).unwrap())
            }
            DatabaseUrl::Postgres(url) => {
                Self::Postgres(PgConnection::establish(url.expose_secret()).unwrap())
            }
        };
        if let Self::Sqlite(c) = &mut hand {
            c.batch_execute("PRAGMA synchronous = OFF; PRAGMA busy_timeout = 5000")
                .unwrap();
        }
        let lift = match hand {
            Self::Sqlite(_) => {
                "DROP TRIGGER audit_acts_appended; \
                 DROP TRIGGER audit_acts_unchanged; DROP TRIGGER audit_acts_kept; DROP TRIGGER audit_state_forward; \
                 DROP TRIGGER audit_state_kept;"
            }
            Self::Postgres(_) => {
                "SET synchronous_commit = off; ALTER TABLE audit_acts DISABLE TRIGGER USER; \
                 ALTER TABLE audit_state DISABLE TRIGGER USER;"
            }
        };
        hand.run(lift);
        hand.run("CREATE TABLE kept_acts AS SELECT * FROM audit_acts; CREATE TABLE kept_state AS SELECT * FROM audit_state;");
        hand
    }

    fn run(&mut self, sql: &str) {
        let done = match self {
            Self::Sqlite(c) => c.batch_execute(&format!("BEGIN IMMEDIATE; {sql}; COMMIT")),
            Self::Postgres(c) => c.batch_execute(sql),
        };
        done.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    fn restore(&mut self) {
        self.run(
            "DELETE FROM audit_acts; INSERT INTO audit_acts SELECT * FROM kept_acts; \
             DELETE FROM audit_state; INSERT INTO audit_state SELECT * FROM kept_state",
        );
    }

    /// Whether anything differs from what was kept.
    fn changed(&mut self) -> bool {
        #[derive(diesel::QueryableByName)]
        struct Count {
            #[diesel(sql_type = diesel::sql_types::BigInt)]
            n: i64,
        }
        let differs = |one: &str, other: &str| {
            format!("SELECT count(*) FROM (SELECT * FROM {one} EXCEPT SELECT * FROM {other}) d")
        };
        let pairs = [
            ("audit_acts", "kept_acts"),
            ("kept_acts", "audit_acts"),
            ("audit_state", "kept_state"),
        ];
        let sums: Vec<_> = pairs
            .iter()
            .map(|(one, other)| format!("({})", differs(one, other)))
            .collect();
        let query = diesel::sql_query(format!("SELECT {} AS n", sums.join(" + ")));
        let count: Count = match self {
            Self::Sqlite(c) => query.get_result(c).unwrap(),
            Self::Postgres(c) => query.get_result(c).unwrap(),
        };
        count.n > 0
    }

    /// Bytes as a literal.
    fn blob(&self, bytes: &[u8]) -> String {
        match self {
            Self::Sqlite(_) => format!("X'{}'", hex::encode(bytes)),
            Self::Postgres(_) => format!("decode('{}', 'hex')", hex::encode(bytes)),
        }
    }
}

/// The `n`th change, as SQL, within the rows from `first` to `last`.
fn mutation(hand: &Hand, n: u64, first: i64, last: i64) -> String {
    let random: [u8; 40] = bytes(n.wrapping_mul(31).wrapping_add(7));
    let pick = |at: usize, of: i64| i64::from(random[at]) * 256 % of + i64::from(random[at + 1]) % of;
    let row = |at: usize| first + pick(at, last - first + 1) % (last - first + 1);
    let (one, other) = (row(0), row(2));
    let hash = hand.blob(&random[8..40]);
    let salt = hand.blob(&random[8..24]);
    let edit =
        |column: &str, value: &str| format!("UPDATE audit_acts SET {column} = {value} WHERE number = {one}");
    match n % 20 {
        0 => edit("action", "action || 'x'"),
        1 => edit("actor", "'member'"),
        2 => edit("user_id", "coalesce(user_id, 0) + 1"),
        3 => edit("subject", "coalesce(subject, '') || '0'"),
        4 => edit("user_name", "coalesce(user_name, '') || 'a'"),
        5 => edit("from_address", "'198.51.100.7'"),
        6 => edit("salt", &salt),
        7 => edit("commitment", &hash),
        8 => edit("hash", &hash),
        9 => edit("at", "'2020-01-01 00:00:00'"),
        10 => edit("subject", "NULL"),
        11 => edit("user_id", "NULL"),
        12 => edit("user_name", "NULL"),
        13 => format!(
            "UPDATE audit_acts SET user_name = NULL, from_address = NULL, salt = NULL WHERE number = {one}"
        ),
        14 => format!("DELETE FROM audit_acts WHERE number = {one}"),
        15 => format!(
            "DELETE FROM audit_acts WHERE number BETWEEN {} AND {}",
            one.min(other),
            one.max(other)
        ),
        // Two rows change places, with their hashes.
        16 => format!(
            "UPDATE audit_acts SET number = -1 WHERE number = {one}; UPDATE audit_acts SET number = {one} WHERE number = {other}; \
             UPDATE audit_acts SET number = {other} WHERE number = -1"
        ),
        // The tail goes, and the head is set back.
        17 => format!(
            "DELETE FROM audit_acts WHERE number > {one}; UPDATE audit_state SET head_number = {one}, \
             head_hash = (SELECT hash FROM audit_acts WHERE number = {one})"
        ),
        18 => match random[4] % 4 {
            0 => format!("UPDATE audit_state SET head_hash = {hash}"),
            1 => String::from("UPDATE audit_state SET head_number = head_number + 1"),
            2 => format!("UPDATE audit_state SET anchor_hash = {hash}"),
            // The front goes, and the anchor is moved.
            _ => format!(
                "UPDATE audit_state SET anchor_number = {one}, anchor_hash = (SELECT hash FROM audit_acts WHERE number = {one}); \
                 DELETE FROM audit_acts WHERE number <= {one}"
            ),
        },
        // A row is added at the end, a copy of another.
        _ => format!(
            "INSERT INTO audit_acts SELECT {last} + 1, at, actor, action, user_id, subject, user_name, from_address, salt, \
             commitment, hash FROM audit_acts WHERE number = {one}"
        ),
    }
}

fn every_mutation_is_found(engine: Engine, wanted: usize) {
    let database = filled(engine);
    let known = head(&database);
    let first = database.read(|store| store.chain_state()).unwrap().anchor.number + 1;
    let mut hand = Hand::on(&database.address());
    let (mut found, mut n) = (0, 0);
    while found < wanted {
        let sql = mutation(&hand, n, first, known.number);
        n += 1;
        hand.run(&sql);
        if hand.changed() {
            assert!(verify(&database, Some(known)).is_err(), "not found: {sql}");
            found += 1;
        }
        hand.restore();
    }
    assert!(n < 2 * wanted as u64, "most mutations changed nothing");
    assert!(
        verify(&database, Some(known)).is_ok(),
        "the trail was not restored"
    );
}

#[test]
fn ten_thousand_mutations_of_the_embedded_database_are_all_found() {
    every_mutation_is_found(Sqlite, 10_000);
}

#[test]
fn mutations_on_postgres_are_all_found() {
    every_mutation_is_found(Postgres, 400);
}

/// Rewrites one row and every hash after it; the trail alone cannot show that, a head in a backup can.
fn made_anew(database: &TestDatabase, hand: &mut Hand, changed: i64) -> ChainLink {
    let state = database.read(|store| store.chain_state()).unwrap();
    let rows = database
        .read(|store| store.chain_after(state.anchor.number, 1_000))
        .unwrap();
    let mut at = state.anchor;
    let mut sql = Vec::new();
    for (mut act, _) in rows {
        if act.number == changed {
            act.action = String::from("users.sign-out");
        }
        let hash = act.hash(&at.hash);
        at = ChainLink {
            number: act.number,
            hash,
        };
        sql.push(format!(
            "UPDATE audit_acts SET action = '{}', hash = {} WHERE number = {}",
            act.action,
            hand.blob(&hash.0),
            act.number
        ));
    }
    sql.push(format!(
        "UPDATE audit_state SET head_hash = {}",
        hand.blob(&at.hash.0)
    ));
    hand.run(&sql.join("; "));
    at
}

#[test]
fn a_chain_that_was_made_anew_is_found_by_a_head_that_is_known_from_elsewhere() {
    let database = filled(Sqlite);
    let known = head(&database);
    let mut hand = Hand::on(&database.address());
    for changed in [7, 12, known.number] {
        let forged = made_anew(&database, &mut hand, changed);
        assert_eq!(forged.number, known.number);
        assert!(
            verify(&database, None).is_ok(),
            "the forgery of row {changed} is not whole"
        );
        assert!(
            verify(&database, Some(known)).is_err(),
            "row {changed} was forged unseen"
        );
        hand.restore();
    }
}
