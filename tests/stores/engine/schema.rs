//! Migrations go up, down and up again, and both databases end alike.

use std::collections::{BTreeMap, BTreeSet};

use diesel::{Connection, PgConnection, SqliteConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use kernel::DatabaseUrl;
use persistence::{Database, DatabaseOptions};
use rstest::rstest;
use secrecy::ExposeSecret;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    databases::{
        open,
        tables::{db_count, db_run, db_texts, db_try},
    },
    samples::{add_course, add_user},
};

const SQLITE: EmbeddedMigrations = embed_migrations!("../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../migrations/postgres");

fn revert_all(address: &DatabaseUrl) {
    match address {
        DatabaseUrl::Sqlite(path) => {
            let mut connection = SqliteConnection::establish(&path.to_string_lossy()).unwrap();
            connection.revert_all_migrations(SQLITE).unwrap();
        }
        DatabaseUrl::Postgres(url) => {
            let mut connection = PgConnection::establish(url.expose_secret()).unwrap();
            connection.revert_all_migrations(POSTGRES).unwrap();
        }
    }
}

fn tables(address: &DatabaseUrl) -> BTreeSet<String> {
    let sql = match address {
        DatabaseUrl::Sqlite(_) => {
            // A virtual table stands where PostgreSQL has an index.
            "SELECT name AS t FROM pragma_table_list WHERE schema = 'main' AND type = 'table' \
             AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        }
        DatabaseUrl::Postgres(_) => "SELECT tablename::text AS t FROM pg_tables WHERE schemaname = 'public'",
    };
    db_texts(address, sql)
        .into_iter()
        .flatten()
        .filter(|name| name != "__diesel_schema_migrations")
        .collect()
}

/// Each column as `name type null`, with types named alike. A number that SQLite counts is an INTEGER, which has 64 bits there.
fn columns(address: &DatabaseUrl, table: &str) -> Vec<String> {
    let sql = match address {
        DatabaseUrl::Sqlite(_) => format!(
            "SELECT name || ' ' || lower(type) || CASE WHEN \"notnull\" OR pk THEN '' ELSE ' null' END AS t \
             FROM pragma_table_info('{table}') ORDER BY cid"
        ),
        DatabaseUrl::Postgres(_) => format!(
            "SELECT column_name || ' ' || CASE is_identity WHEN 'YES' THEN 'integer' ELSE data_type END || CASE is_nullable WHEN 'YES' THEN ' null' ELSE '' END AS t \
             FROM information_schema.columns WHERE table_name = '{table}' ORDER BY ordinal_position"
        ),
    };
    let columns = db_texts(address, &sql).into_iter().flatten();
    columns
        .map(|column| {
            column
                .replace("timestamp without time zone", "timestamp")
                .replace("bytea", "blob")
                .replace("tsvector", "text")
        })
        .collect()
}

/// Named constraints and indexes, by table; a primary key has no name of its own on SQLite.
fn names(address: &DatabaseUrl) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    match address {
        DatabaseUrl::Sqlite(_) => {
            let rows = db_texts(
                address,
                "SELECT tbl_name || char(10) || sql AS t FROM sqlite_master WHERE sql IS NOT NULL",
            );
            for row in rows.into_iter().flatten().filter(|row| !row.contains("_words_")) {
                let (table, sql) = row.split_once('\n').unwrap();
                if let Some((owner, _)) = table.rsplit_once('_').filter(|_| sql.contains("USING fts5")) {
                    let index = table.to_owned();
                    found.entry(owner.to_owned()).or_default().insert(index);
                    continue;
                }
                let words: Vec<_> = sql.split_whitespace().collect();
                let after = |word: &str| {
                    words
                        .windows(2)
                        .filter(move |w| w[0] == word)
                        .map(|w| w[1].to_owned())
                        .collect::<Vec<_>>()
                };
                found
                    .entry(table.to_owned())
                    .or_default()
                    .extend(after("CONSTRAINT").into_iter().chain(after("INDEX")));
            }
        }
        DatabaseUrl::Postgres(_) => {
            let sql = "SELECT c.relname || ' ' || o.conname AS t FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid \
                       WHERE o.contype IN ('u', 'f', 'c') AND c.relnamespace = 'public'::regnamespace \
                       UNION SELECT tablename || ' ' || indexname FROM pg_indexes WHERE schemaname = 'public' \
                       AND indexname NOT LIKE '%\\_pkey'";
            for row in db_texts(address, sql).into_iter().flatten() {
                let (table, name) = row.split_once(' ').unwrap();
                found.entry(table.to_owned()).or_default().insert(name.to_owned());
            }
        }
    }
    found.remove("__diesel_schema_migrations");
    found.retain(|_, names| !names.is_empty());
    found
}

#[test]
fn both_databases_have_the_same_tables_columns_and_names() {
    let (first, second) = (TestDatabase::new(Sqlite), TestDatabase::new(Postgres));
    let (sqlite, postgres) = (first.address(), second.address());
    assert_eq!(tables(&sqlite), tables(&postgres));
    assert!(tables(&sqlite).len() >= 10);
    for table in tables(&sqlite) {
        assert_eq!(columns(&sqlite, &table), columns(&postgres, &table), "{table}");
    }
    assert_eq!(names(&sqlite), names(&postgres));
    assert!(names(&sqlite)["users"].contains("users_username_key"));
}

#[rstest]
fn the_schema_goes_down_to_nothing_and_up_again(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let address = database.address();
    let before = (tables(&address), names(&address));
    add_course(&database, "futures");
    revert_all(&address);
    assert!(
        tables(&address).is_empty(),
        "{:?} outlive their migrations",
        tables(&address)
    );
    assert!(
        database.check().is_err(),
        "a database without a schema is not ready"
    );
    let again = open(&address);
    assert!(again.check().is_ok());
    assert_eq!((tables(&address), names(&address)), before);
    add_user(&again, "trader");
    drop(again);
    assert_eq!(db_count(&address, "users"), 1);
    assert!(
        open(&address).check().is_ok(),
        "a current database is opened as it is"
    );
    assert_eq!(db_count(&address, "users"), 1);
}

#[rstest]
fn servers_that_start_at_once_migrate_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let address = database.address();
    revert_all(&address);
    let ready = support::at_once(8, |_| open(&address).check().is_ok());
    assert!(ready.into_iter().all(|ready| ready));
    assert_eq!(db_count(&address, "catalogue_state"), 1);
}

#[rstest]
fn a_newer_database_is_refused_in_one_line(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let address = database.address();
    db_run(
        &address,
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('20991231235959')",
    );
    let options = DatabaseOptions {
        url: address,
        sealing_key: support::keys::sealing_key(),
        connections: 1,
    };
    let refused = Database::connect(&options)
        .err()
        .expect("a newer database was opened")
        .to_string();
    assert_eq!(refused.lines().count(), 1);
    let program = env!("CARGO_PKG_VERSION");
    let names = [
        "newer version",
        &format!("version {program}, with the migration 20991231235959"),
        &format!("this is version {program}"),
    ];
    assert!(names.iter().all(|name| refused.contains(name)), "{refused}");
    assert!(refused.starts_with("DATABASE_URL"), "{refused}");
}

fn refusal(address: DatabaseUrl) -> String {
    let options = DatabaseOptions {
        url: address,
        sealing_key: support::keys::sealing_key(),
        connections: 1,
    };
    let refused = Database::connect(&options).err().expect("it was opened");
    refused.to_string()
}

#[rstest]
fn a_database_of_a_later_version_with_the_same_schema_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let address = database.address();
    db_run(&address, "UPDATE program_version SET version = '99.1.0'");
    let refused = refusal(address.clone());
    assert_eq!(refused.lines().count(), 1);
    let own = format!("this is version {}", env!("CARGO_PKG_VERSION"));
    assert!(
        refused.contains("version 99.1.0") && refused.contains(&own),
        "{refused}"
    );
    let kept = db_texts(&address, "SELECT version AS t FROM program_version");
    assert_eq!(kept, [Some(String::from("99.1.0"))]);
}

#[rstest]
fn a_database_from_before_the_first_release_is_refused_and_stays(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let address = database.address();
    revert_all(&address);
    db_run(
        &address,
        "CREATE TABLE users (id INTEGER); \
         INSERT INTO __diesel_schema_migrations (version) VALUES ('20261121100000')",
    );
    let refused = refusal(address.clone());
    assert_eq!(refused.lines().count(), 1);
    assert!(refused.contains("before version 1.0.0"), "{refused}");
    assert_eq!(tables(&address), BTreeSet::from([String::from("users")]));
}

#[rstest]
fn a_database_stores_the_version_that_wrote_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let address = database.address();
    let stored = || db_texts(&address, "SELECT version AS t FROM program_version");
    let own = [Some(String::from(env!("CARGO_PKG_VERSION")))];
    assert_eq!(stored(), own);
    db_run(&address, "UPDATE program_version SET version = '0.0.1'");
    drop(open(&address));
    assert_eq!(stored(), own);
}

#[test]
fn a_missing_server_is_named_in_one_line_without_its_password() {
    let port = support::server::ports::free_port();
    let url = format!("postgres://portal:swordfish@127.0.0.1:{port}/portal");
    let options = DatabaseOptions {
        url: DatabaseUrl::Postgres(url.into()),
        sealing_key: support::keys::sealing_key(),
        connections: 1,
    };
    let refused = Database::connect(&options)
        .err()
        .expect("no server listens there")
        .to_string();
    assert_eq!(refused.lines().count(), 1, "{refused}");
    assert!(!refused.contains("swordfish"), "{refused}");
}

/// What the rules never write is refused by the database too.
#[rstest]
#[case("UPDATE users SET email_key = 'first@example.com'", "users_email_key")]
#[case(
    "INSERT INTO mailed_tokens (purpose, token, requested_at, expires_at) \
     VALUES ('withdraw', '0', '2026-01-01', '2026-01-02')",
    "mailed_tokens_of_user_or_order"
)]
#[case("UPDATE courses SET type = 'bonds'", "courses_type_known")]
#[case("UPDATE courses SET price = -1", "courses_price_not_negative")]
#[case("UPDATE videos SET duration = 0", "videos_duration_of_kind")]
#[case("UPDATE videos SET file = 'a.mp4'", "videos_course_id_file_key")]
#[case(
    "INSERT INTO catalogue_state (id, version) VALUES (2, 1)",
    "catalogue_state_one_row"
)]
#[case(
    "INSERT INTO user_course_access (user_id, course_id, purchased_at) VALUES (4711, 1, '2026-01-01')",
    "user_course_access_user_id_fkey"
)]
fn a_row_that_cannot_be_is_refused(
    #[case] sql: &str,
    #[case] constraint: &str,
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    add_course(&database, "futures");
    add_user(&database, "first");
    add_user(&database, "second");
    let sql = match engine {
        Sqlite => format!("PRAGMA foreign_keys = ON; {sql}"),
        Postgres => sql.to_owned(),
    };
    let refused = db_try(&database.address(), &sql).expect_err("the row was taken");
    let broken = match engine {
        Postgres => refused.contains(constraint),
        // SQLite names checks only; for the others it says which kind was broken.
        Sqlite => {
            refused.contains(constraint)
                || (constraint.ends_with("_fkey") && refused.contains("FOREIGN KEY constraint failed"))
                || (constraint.ends_with("_key") && refused.contains("UNIQUE constraint failed"))
        }
    };
    assert!(broken, "{refused}");
}

#[rstest]
fn every_table_is_in_one_class_of_data(#[values(Sqlite, Postgres)] engine: Engine) {
    let page = include_str!("../../../docs/asvs.md");
    let (_, rest) = page.split_once("| class | tables |\n").expect("the list");
    let (list, _) = rest.split_once("\n\n").expect("its end");
    let named: Vec<_> = list.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let listed: BTreeSet<_> = named.iter().cloned().collect();
    assert_eq!(listed.len(), named.len(), "a table is in two classes");
    let database = TestDatabase::new(engine);
    assert_eq!(
        tables(&database.address()),
        listed,
        "docs/asvs.md says of each table what is in it"
    );
}
