//! A database goes through the later releases of the tests: guarded, copied first, whole, and readable by the release before.

use std::{
    fs,
    path::PathBuf,
    thread::JoinHandle,
    time::{Duration, Instant},
};

use accounts::{SessionStore as _, SessionToken};
use chrono::{DateTime, TimeDelta, Utc};
use diesel::{Connection as _, PgConnection, connection::SimpleConnection as _};
use kernel::{AccessTerm, DatabaseUrl, StoreError};
use persistence::{
    Database, DatabaseOptions, LastBackup, Upgraded, WithoutBackup, note_backup, try_upgrade, upgrade,
};
use rstest::rstest;
use secrecy::ExposeSecret as _;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::{
        contents::{Contents, db_contents},
        later_releases::{COUNT, later},
        release_fixture::{kept_in, load_postgres},
        tables::{db_count, db_run, db_texts},
    },
    samples::{account, add_course, add_key, noon},
    waiting::until,
};

fn to(address: &DatabaseUrl, number: usize) -> Upgraded {
    upgrade(address, &later(number), WithoutBackup::Migrated, noon()).unwrap()
}

/// Registers a member; what the cookie of the new session holds.
fn member(database: &Database, name: &str, n: u64) -> SessionToken {
    let course = add_course(database, &format!("course-{n}"));
    let key = add_key(database, course, AccessTerm::Lifetime, n);
    let account = account(name, &key, n);
    let token = account.token.clone();
    let registered = database.write(move |store| purchase_keys::register(store, &account, noon()));
    registered.unwrap_or_else(|error: purchase_keys::RegisterError| panic!("{error}"));
    token
}

fn is_signed_in(database: &Database, token: &SessionToken) -> bool {
    let hash = token.hash();
    let found = database.read(|store| store.session(&hash));
    found.unwrap().is_some()
}

/// Every row of before, without what later releases add.
fn without_label(address: &DatabaseUrl) -> Contents {
    let mut contents = db_contents(address);
    let columns = support::databases::contents::db_columns(address);
    let label = columns["sessions"].iter().position(|(name, _)| name == "label");
    if let (Some(label), Some(rows)) = (label, contents.get_mut("sessions")) {
        for row in rows {
            row.remove(label);
        }
    }
    contents
}

fn connect(address: &DatabaseUrl) -> Result<Database, String> {
    let options = DatabaseOptions {
        url: address.clone(),
        sealing_key: support::keys::sealing_key(),
        connections: 1,
    };
    Database::connect(&options).map_err(|error| error.to_string())
}

fn copies(address: &DatabaseUrl) -> Vec<PathBuf> {
    let DatabaseUrl::Sqlite(path) = address else {
        return Vec::new();
    };
    let entries = fs::read_dir(path.parent().unwrap()).unwrap();
    let mut copies: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().contains(".copy"))
        .collect();
    copies.sort();
    copies
}

#[rstest]
fn each_release_keeps_every_row_and_session_and_the_one_before_reads_it(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let address = database.address();
    let token = member(&database, "mara", 1);
    let mut before = without_label(&address);
    for number in 1..=COUNT {
        let upgraded = to(&address, number);
        assert_eq!(upgraded.migrations.len(), 1, "{upgraded:?}");
        assert_eq!(without_label(&address), before, "release {number}");
        // This program has it open all the while, as a server beside the newer one has.
        assert!(is_signed_in(&database, &token), "release {number}");
        if number == 1 {
            let late = member(&database, "noor", 2);
            assert!(
                is_signed_in(&database, &late),
                "the release before cannot write any more"
            );
            before = without_label(&address);
        }
    }
    let labels = db_texts(&address, "SELECT label AS t FROM sessions WHERE label = device");
    assert_eq!(labels.len(), 2, "the column was not filled");
    assert_eq!(to(&address, COUNT).migrations, [] as [String; 0]);
}

#[rstest]
fn releases_are_skipped_freely(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let address = database.address();
    let token = member(&database, "mara", 1);
    let before = without_label(&address);
    let upgraded = to(&address, COUNT);
    assert_eq!(upgraded.migrations.len(), COUNT);
    assert!(
        upgraded.migrations[0].ends_with("sessions_add_label"),
        "{upgraded:?}"
    );
    assert_eq!(without_label(&address), before);
    assert!(is_signed_in(&database, &token));
}

#[rstest]
fn an_older_program_refuses_a_newer_database_and_changes_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let address = database.address();
    to(&address, 2);
    let before = (db_contents(&address), copies(&address));
    let own = env!("CARGO_PKG_VERSION");
    for refused in [
        connect(&address).err().expect("it was opened"),
        upgrade(&address, &later(0), WithoutBackup::Migrated, noon())
            .unwrap_err()
            .to_string(),
        try_upgrade(&address, &later(0)).unwrap_err().to_string(),
        upgrade(&address, &later(1), WithoutBackup::Migrated, noon())
            .unwrap_err()
            .to_string(),
    ] {
        assert_eq!(refused.lines().count(), 1);
        let this =
            refused.contains(&format!("this is version {own}")) || refused.contains("this is version 99.1.0");
        assert!(refused.contains("version 99.2.0") && this, "{refused}");
    }
    assert_eq!((db_contents(&address), copies(&address)), before);
    assert_eq!(
        db_texts(&address, "SELECT version AS t FROM program_version"),
        [Some(String::from("99.2.0"))]
    );
}

#[rstest]
fn opening_an_older_database_migrates_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let address = database.address();
    let newest = db_texts(
        &address,
        "SELECT max(version) AS t FROM __diesel_schema_migrations",
    );
    let newest = newest[0].clone().unwrap();
    db_run(
        &address,
        &format!("DELETE FROM __diesel_schema_migrations WHERE version = '{newest}'"),
    );
    let refused = connect(&address).err().expect("it was opened");
    assert!(
        refused.contains("1 of its migrations are not applied") && refused.contains("portal migrate"),
        "{refused}"
    );
    assert_eq!(
        db_count(
            &address,
            &format!("__diesel_schema_migrations WHERE version = '{newest}'")
        ),
        0
    );
}

#[test]
fn an_embedded_database_is_copied_first_and_the_copy_is_the_way_back() {
    let database = TestDatabase::new(Sqlite);
    let address = database.address();
    let token = member(&database, "mara", 1);
    let before = db_contents(&address);
    let copy = to(&address, 1).copy.expect("a copy");
    assert_eq!(copies(&address), std::slice::from_ref(&copy));
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        copy.to_string_lossy().ends_with(&format!("-{version}")),
        "{copy:?}"
    );
    // The program before opens it.
    let back = DatabaseUrl::Sqlite(copy);
    assert_eq!(db_contents(&back), before);
    assert!(is_signed_in(&connect(&back).unwrap(), &token));
    assert_eq!(to(&address, 1).copy, None, "a current database was copied");
}

#[test]
fn a_migration_that_fails_leaves_the_database_and_no_copy() {
    let database = TestDatabase::new(Sqlite);
    let address = database.address();
    // The column that the release adds is there already.
    db_run(&address, "ALTER TABLE sessions ADD COLUMN label TEXT");
    let before = db_contents(&address);
    let refused = upgrade(&address, &later(COUNT), WithoutBackup::Migrated, noon()).unwrap_err();
    assert!(refused.to_string().contains("label"), "{refused}");
    assert_eq!((db_contents(&address), copies(&address)), (before, Vec::new()));
    assert!(connect(&address).is_ok());
}

#[test]
fn a_postgresql_without_a_recent_backup_is_migrated_only_if_that_is_wanted() {
    let database = TestDatabase::new(Postgres);
    let address = database.address();
    let now = Utc::now();
    let try_it = |number, without_backup| upgrade(&address, &later(number), without_backup, now);
    let backup = |at: DateTime<Utc>| LastBackup {
        at,
        place: String::from("/backups/b.tar"),
    };
    for known in [None, Some(now - TimeDelta::hours(25))] {
        if let Some(at) = known {
            note_backup(&address, &backup(at)).unwrap();
        }
        let refused = try_it(1, WithoutBackup::Refused).unwrap_err().to_string();
        assert_eq!(refused.lines().count(), 1);
        assert!(
            refused.contains("`portal backup FILE`") && refused.contains("PORTAL_MIGRATE=on"),
            "{refused}"
        );
        let widened = "information_schema.columns WHERE table_name = 'sessions' AND column_name = 'label'";
        assert_eq!(db_count(&address, widened), 0);
    }
    note_backup(&address, &backup(now - TimeDelta::hours(23))).unwrap();
    try_it(1, WithoutBackup::Refused).unwrap();
    let last = database.read(|store| store.last_backup()).unwrap().unwrap();
    assert_eq!(last.place, "/backups/b.tar");
    db_run(&address, "UPDATE program_version SET backup_at = NULL");
    try_it(2, WithoutBackup::Migrated).unwrap();
}

#[rstest]
fn a_trial_says_what_would_be_done_and_does_none_of_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let address = database.address();
    member(&database, "mara", 1);
    let state = || {
        let columns = support::databases::contents::db_columns(&address);
        (db_contents(&address), columns, copies(&address))
    };
    let before = state();
    let trial = try_upgrade(&address, &later(COUNT)).unwrap();
    assert_eq!(state(), before);
    assert_eq!(trial.migrations.len(), COUNT);
    assert_eq!(trial.written_by.as_deref(), Some(env!("CARGO_PKG_VERSION")));
    let counted: usize = before.0.values().map(Vec::len).sum();
    assert!(trial.rows as usize > counted && trial.tables > 30, "{trial:?}");
    assert!(trial.took > std::time::Duration::ZERO);
    match engine {
        Sqlite => assert!(trial.room > 100_000 && trial.free.is_some(), "{trial:?}"),
        Postgres => assert_eq!(trial.free, None),
    }
    if let DatabaseUrl::Sqlite(path) = &address {
        let left = fs::read_dir(path.parent().unwrap()).unwrap().flatten();
        let left: Vec<_> = left.map(|entry| entry.file_name()).collect();
        assert!(
            !left.iter().any(|name| name.to_string_lossy().contains("upgrade")),
            "{left:?}"
        );
    }
    let current = try_upgrade(&address, &later(0)).unwrap();
    assert!(current.migrations.is_empty() && current.took.is_zero());
}

#[rstest]
fn starts_of_a_newer_version_at_once_migrate_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let address = database.address();
    let done = support::at_once(6, |_| to(&address, COUNT).migrations.len());
    assert_eq!(done.iter().sum::<usize>(), COUNT, "{done:?}");
    assert_eq!(copies(&address).len(), usize::from(engine == Sqlite));
}

#[rstest]
fn a_backup_is_noted_in_a_database_of_any_version(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let last = || -> Result<Option<LastBackup>, StoreError> { database.read(|store| store.last_backup()) };
    assert_eq!(last().unwrap(), None);
    let backup = LastBackup {
        at: noon(),
        place: String::from("standard output"),
    };
    note_backup(&database.address(), &backup).unwrap();
    assert_eq!(last().unwrap(), Some(backup));
}

/// A connection as a server has it: a lock is waited for two seconds.
fn as_a_server(address: &DatabaseUrl) -> PgConnection {
    let DatabaseUrl::Postgres(url) = address else {
        panic!("PostgreSQL was asked for");
    };
    let mut connection = PgConnection::establish(url.expose_secret()).unwrap();
    connection.batch_execute("SET lock_timeout = '2s'").unwrap();
    connection
}

/// A database of an older release, and its upgrade on a thread of its own, once it waits for a table.
fn waiting_upgrade(database: &TestDatabase) -> JoinHandle<Upgraded> {
    let address = database.address();
    let upgrading = std::thread::spawn(move || to(&address, 0));
    // The view is of the whole cluster.
    let waits = "pg_locks JOIN pg_database ON pg_database.oid = database \
         WHERE datname = current_database() AND NOT granted AND mode = 'AccessExclusiveLock'";
    until("the upgrade waits", || db_count(&database.address(), waits) > 0);
    upgrading
}

fn of_the_first_release() -> TestDatabase {
    let database = TestDatabase::empty(Postgres);
    load_postgres(&kept_in().join("1.0.0"), &database.address());
    database
}

#[test]
fn a_request_that_wants_a_second_table_is_answered_while_a_postgresql_is_migrated() {
    let database = of_the_first_release();
    let mut request = as_a_server(&database.address());
    request
        .batch_execute("BEGIN; UPDATE users SET username = username")
        .unwrap();
    let upgrading = waiting_upgrade(&database);
    // Both tables are changed by the migrations, and the first is locked by now or in a moment.
    for table in [
        "courses SET title = title",
        "access_grants SET term = term",
        "questions SET text = text",
    ] {
        request.batch_execute(&format!("UPDATE {table}")).unwrap();
        std::thread::sleep(Duration::from_millis(600));
    }
    request.batch_execute("COMMIT").unwrap();
    assert!(!upgrading.join().unwrap().migrations.is_empty());
}

#[test]
fn requests_go_on_while_an_upgrade_waits_for_a_backup() {
    let database = of_the_first_release();
    let mut backup = as_a_server(&database.address());
    backup
        .batch_execute("BEGIN; LOCK TABLE users, sessions, outbox IN ACCESS SHARE MODE")
        .unwrap();
    let upgrading = waiting_upgrade(&database);
    let mut request = as_a_server(&database.address());
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(3) {
        request
            .batch_execute("UPDATE users SET username = username")
            .unwrap();
    }
    backup.batch_execute("COMMIT").unwrap();
    assert!(!upgrading.join().unwrap().migrations.is_empty());
}
