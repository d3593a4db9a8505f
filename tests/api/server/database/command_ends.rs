//! How a command ends on PostgreSQL: by itself, and by no signal. OpenSSL's exit handler frees what threads that open connections still use.

use std::process::Command;

use support::{
    Postgres, TestDatabase,
    keys::SESSION_KEY,
    parallel::at_once,
    server::{binary, database_setting},
};

/// At once, so that the end of one meets the machine busy with the others.
const AT_ONCE: u64 = 10;

fn commands_end_by_themselves(runs: u64) {
    let database = TestDatabase::new(Postgres);
    let setting = database_setting(&database.address());
    let folder = tempfile::tempdir().unwrap();
    let ends = at_once(AT_ONCE, |_| {
        let ends = (0..runs / AT_ONCE).map(|_| {
            let mut command = Command::new(binary("portal"));
            command
                .args(["courses", "list"])
                .env_clear()
                .env("DATABASE_URL", &setting)
                .env("PORTAL_DATA_DIR", folder.path())
                .env("PORTAL_SESSION_KEY", SESSION_KEY);
            command.output().unwrap()
        });
        ends.collect::<Vec<_>>()
    });
    for end in ends.iter().flatten() {
        assert!(end.status.success(), "{end:?}");
    }
}

#[test]
fn commands_on_postgresql_end_by_themselves() {
    commands_end_by_themselves(50);
}

#[test]
#[ignore = "a thousand runs take a minute; make endurance runs it"]
fn a_thousand_commands_on_postgresql_end_by_themselves() {
    commands_end_by_themselves(1_000);
}
