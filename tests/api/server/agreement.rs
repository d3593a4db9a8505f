//! What a server says of its database and of the other servers on it when it starts: a line each, and no start where nothing could
//! work.

use std::{process::Command, sync::Arc};

use kernel::DatabaseUrl;
use rstest::rstest;
use secrecy::ExposeSecret;
use support::{
    Postgres, Server, TestDatabase,
    databases::{
        pooler::Pooler,
        postgres::{Cluster, PASSWORD},
        tables::{db_count, db_run},
    },
    server::{binary, database_setting, run_to_end},
};
use url::Url;

use super::starting::refused;

/// Puts a function in the place of one of PostgreSQL's own, for connections that are made from now on.
fn replace(database: &TestDatabase, signature: &str, returns: &str, value: &str) {
    db_run(
        &database.address(),
        &format!(
            "CREATE FUNCTION public.{signature} RETURNS {returns} LANGUAGE sql AS $f$ SELECT {value} $f$;
             DO $$ BEGIN
                 EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
             END $$;"
        ),
    );
}

#[rstest]
#[case("+", -300)]
#[case("-", 300)]
fn a_clock_that_differs_from_the_databases_is_said(#[case] sign: &str, #[case] seconds: i64) {
    let database = Arc::new(TestDatabase::new(Postgres));
    let before = Server::over(Arc::clone(&database), &[]);
    assert!(!before.log().contains("clock"), "{}", before.log());
    let value = format!("pg_catalog.clock_timestamp() {sign} interval '5 minutes'");
    replace(&database, "clock_timestamp()", "timestamptz", &value);
    let server = Server::over(Arc::clone(&database), &[]);
    let log = server.log();
    let line = log
        .lines()
        .find(|line| line.contains("clock differs"))
        .expect("a line");
    let line: serde_json::Value = serde_json::from_str(line).unwrap();
    let said = line["fields"]["seconds"].as_i64().unwrap();
    assert!((said - seconds).abs() <= 5, "{said}");
    let (_, out, _) = run_to_end(&mut server.portal("Eva"), &["doctor"]);
    let line = out
        .lines()
        .find(|line| line.contains("  database  "))
        .expect("a line");
    assert!(
        line.starts_with("warn") && line.contains("this machine's clock is"),
        "{line}"
    );
}

#[test]
fn a_read_replica_is_refused() {
    let database = TestDatabase::new(Postgres);
    replace(&database, "pg_is_in_recovery()", "boolean", "true");
    let line = refused(&database.address(), &[]);
    assert!(
        line.contains("DATABASE_URL") && line.contains("read replica"),
        "{line}"
    );
}

#[test]
fn a_postgresql_that_is_too_old_is_refused() {
    let database = TestDatabase::new(Postgres);
    replace(&database, "current_setting(text)", "text", "'110022'");
    let line = refused(&database.address(), &[]);
    assert!(line.contains("PostgreSQL 11") && line.contains("12"), "{line}");
}

#[test]
fn a_postgresql_without_a_connection_left_is_refused_with_what_to_do() {
    let database = TestDatabase::new(Postgres);
    let role = format!("few_{}", std::process::id());
    db_run(
        &database.address(),
        &format!("CREATE ROLE {role} LOGIN CONNECTION LIMIT 0 PASSWORD '{PASSWORD}'"),
    );
    let DatabaseUrl::Postgres(url) = database.address() else {
        panic!("PostgreSQL was asked for");
    };
    let mut url = Url::parse(url.expose_secret()).unwrap();
    url.set_username(&role).unwrap();
    let line = refused(&DatabaseUrl::Postgres(String::from(url).into()), &[]);
    db_run(&database.address(), &format!("DROP ROLE {role}"));
    assert!(
        line.contains("no connection left") && line.contains("max_connections"),
        "{line}"
    );
}

#[test]
fn a_password_beyond_ascii_opens_the_database() {
    let database = TestDatabase::new(Postgres);
    let setting = database_setting(&database.address());
    assert!(setting.contains("%CE%B1"), "the password is within ASCII");
    let server = Server::over(database, &[]);
    let _ = server.visitor().get("/readyz").ok(200);
}

#[test]
fn a_postgresql_that_is_not_utf8_is_refused_and_gets_no_table() {
    let cluster = Cluster::shared();
    let name = format!("ascii_{}", std::process::id());
    let administrator = DatabaseUrl::Postgres(cluster.url("postgres").into());
    let ascii = "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0";
    db_run(&administrator, &format!("CREATE DATABASE {name} {ascii}"));
    let address = DatabaseUrl::Postgres(cluster.url(&name).into());
    let line = refused(&address, &[]);
    assert!(
        line.contains("SQL_ASCII") && line.contains("ENCODING 'UTF8'"),
        "{line}"
    );
    let folder = tempfile::tempdir().unwrap();
    let mut migrate = Command::new(binary("portal"));
    migrate
        .env("DATABASE_URL", database_setting(&address))
        .env("PORTAL_DATA_DIR", folder.path());
    let (code, _, err) = run_to_end(&mut migrate, &["migrate"]);
    assert!(code == Some(1) && err.contains("SQL_ASCII"), "{err}");
    assert_eq!(db_count(&address, "pg_tables WHERE schemaname = 'public'"), 0);
    cluster.drop_database(&name);
}

/// PgBouncer in transaction mode.
#[test]
fn a_pooler_that_mixes_sessions_is_named() {
    let database = TestDatabase::new(Postgres);
    let direct = database_setting(&database.address());
    let pooler = Pooler::start(&direct);
    let pooled = pooler.url(&direct);
    let server = Server::over(database, &[("DATABASE_URL", pooled.as_str())]);
    assert!(!server.log().contains("pooler"), "{}", server.log());
    pooler.mix();
    let address = DatabaseUrl::Postgres(pooled.clone().into());
    let mut doctor = Command::new(binary("portal"));
    doctor
        .env("DATABASE_URL", database_setting(&address))
        .env("PORTAL_DATA_DIR", server.data());
    let (code, out, err) = run_to_end(&mut doctor, &["doctor"]);
    assert!(
        code == Some(1) && format!("{out}{err}").contains("a pooler before PostgreSQL"),
        "{out}{err}"
    );
}
