//! A process that is killed at any statement of any migration, the later releases' of the tests too, leaves a database that the next start
//! brings up whole.
//!
//! Each migration begins from a database of the schema before it, with rows in every table. What an undisturbed start makes of that is
//! what a start after the kill must make of what is left, and its schema is that of a new database.

mod rows;
pub mod statements;

use std::{fs, path::Path};

use chrono::Utc;
use diesel::{Connection, PgConnection, SqliteConnection, connection::SimpleConnection};
use diesel_migrations::MigrationHarness;
use kernel::DatabaseUrl;
use persistence::{ConnectError, WithoutBackup, upgrade};
use secrecy::ExposeSecret;
use support::{
    Postgres, TestDatabase,
    databases::{
        contents::{Contents, db_contents, db_fill},
        later_releases::{self, later},
        postgres::Cluster,
        tables::{db_run, db_texts},
    },
};

use rows::copy_rows;
use statements::{StatementsOfMigration, sqlite_migrations};

/// What the server of the last release does with its database when it starts.
fn bring_up(address: &DatabaseUrl) -> Result<(), ConnectError> {
    bring_up_to(address, later_releases::COUNT)
}

/// What the server of a later release does, or of this one, which is 0.
pub fn bring_up_to(address: &DatabaseUrl, release: usize) -> Result<(), ConnectError> {
    upgrade(address, &later(release), WithoutBackup::Migrated, Utc::now()).map(drop)
}

/// Everything that the database's own catalogue says of the product's schema.
pub fn schema_of(address: &DatabaseUrl) -> Vec<String> {
    let sql = match address {
        DatabaseUrl::Sqlite(_) => {
            "SELECT concat_ws(' ', type, name, tbl_name, sql) AS t FROM sqlite_schema UNION ALL \
             SELECT version FROM __diesel_schema_migrations ORDER BY 1"
        }
        DatabaseUrl::Postgres(_) => {
            "SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, is_identity) AS t \
             FROM information_schema.columns WHERE table_schema = 'public' UNION ALL \
             SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint \
             WHERE connamespace = 'public'::regnamespace UNION ALL \
             SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' UNION ALL \
             SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal UNION ALL \
             SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace UNION ALL \
             SELECT version FROM __diesel_schema_migrations ORDER BY 1"
        }
    };
    db_texts(address, sql).into_iter().flatten().collect()
}

/// Every table of before is there with as many rows at least.
fn assert_kept(before: &Contents, after: &Contents, what: &str) {
    for (table, rows) in before {
        let kept = after.get(table).map_or(0, Vec::len);
        assert!(
            kept >= rows.len(),
            "{what}: {table} has {kept} rows, not {}",
            rows.len()
        );
    }
}

/// An embedded database as the first `count` migrations leave it, with rows.
fn filled_sqlite(path: &Path, count: usize) -> DatabaseUrl {
    remove(path);
    let address = DatabaseUrl::Sqlite(path.to_owned());
    let mut connection = SqliteConnection::establish(&path.to_string_lossy()).unwrap();
    connection
        .batch_execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
        .unwrap();
    let known = later_releases::sqlite_migrations();
    connection.applied_migrations().unwrap();
    for migration in &known[..count] {
        connection.run_migration(&**migration).unwrap();
    }
    drop(connection);
    if count > 0 {
        db_fill(&address);
    }
    address
}

const ENDINGS: [&str; 3] = ["", "-wal", "-shm"];

fn with_ending(path: &Path, ending: &str) -> String {
    format!("{}{ending}", path.display())
}

fn remove(path: &Path) {
    for ending in ENDINGS {
        let _ = fs::remove_file(with_ending(path, ending));
    }
}

/// The files as they are now, with all that a process that has them open wrote so far. Answers how long the log is.
fn copy(from: &Path, to: &Path) -> u64 {
    remove(to);
    let mut log = 0;
    for ending in ENDINGS {
        if let Ok(length) = fs::copy(with_ending(from, ending), with_ending(to, ending))
            && ending == "-wal"
        {
            log = length;
        }
    }
    log
}

/// Begins these migrations in one transaction as a start does, and is killed before, after and between their statements; what each kill
/// leaves is brought up to a release and looked at. Answers how long the log on the disk was at most.
pub fn kill_at_each_statement(
    before: &Path,
    left: &Path,
    migrations: &[StatementsOfMigration],
    release: usize,
    check: &dyn Fn(&DatabaseUrl, &str),
) -> u64 {
    let mut killed = SqliteConnection::establish(&before.to_string_lossy()).unwrap();
    // The journal of a server; and a few pages of memory: what the transaction has changed so far goes to the disk, as a large one does.
    killed
        .batch_execute(
            "PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA cache_size = 2; BEGIN IMMEDIATE",
        )
        .unwrap();
    let address = DatabaseUrl::Sqlite(left.to_owned());
    let statements: Vec<_> = migrations
        .iter()
        .flat_map(|migration| &migration.statements)
        .collect();
    let (name, mut longest_log) = (&migrations[0].name, 0);
    for step in 0..=statements.len() {
        let what = format!("{name}, after {step} statements");
        longest_log = longest_log.max(copy(before, left));
        bring_up_to(&address, release).unwrap_or_else(|error| panic!("{what}: {error}"));
        check(&address, &what);
        if let Some(statement) = statements.get(step) {
            killed
                .batch_execute(statement)
                .unwrap_or_else(|error| panic!("{what}: {statement}: {error}"));
        }
    }
    killed.batch_execute("ROLLBACK").unwrap();
    longest_log
}

#[test]
fn an_embedded_database_killed_at_any_statement_is_brought_up_whole() {
    let home = tempfile::tempdir().unwrap();
    let [fresh, before, whole, left] =
        ["fresh", "before", "whole", "left"].map(|name| home.path().join(format!("{name}.db")));
    let address = |path: &Path| DatabaseUrl::Sqlite(path.to_owned());
    bring_up(&address(&fresh)).unwrap();
    let newest = schema_of(&address(&fresh));
    let mut longest_log = 0;
    let migrations = sqlite_migrations();
    for (number, migration) in migrations.iter().enumerate() {
        let rows = db_contents(&filled_sqlite(&before, number));
        copy(&before, &whole);
        bring_up(&address(&whole)).unwrap();
        let expected = db_contents(&address(&whole));
        assert_kept(&rows, &expected, &migration.name);
        let one = std::slice::from_ref(migration);
        let log = kill_at_each_statement(&before, &left, one, later_releases::COUNT, &|left, what| {
            assert_eq!(schema_of(left), newest, "{what}");
            assert_eq!(db_contents(left), expected, "{what}");
        });
        longest_log = longest_log.max(log);
    }
    assert!(
        longest_log > 0,
        "nothing of an unfinished migration was ever on the disk"
    );
}

/// Counts statements that change the schema and ends of migrations, and ends its own backend before the planned one. A sequence
/// counts, because what else a transaction writes goes with it.
const ARM: &str = "CREATE SCHEMA killing; CREATE SEQUENCE killing.step;
    CREATE TABLE killing.plan (at BIGINT NOT NULL, last BIGINT);
    INSERT INTO killing.plan (at) VALUES (0);
    CREATE FUNCTION killing.pass() RETURNS void LANGUAGE plpgsql AS $f$ BEGIN
        IF nextval('killing.step') = (SELECT at FROM killing.plan) THEN
            PERFORM pg_terminate_backend(pg_backend_pid());
        END IF;
    END $f$;
    CREATE FUNCTION killing.statement() RETURNS event_trigger LANGUAGE plpgsql AS
        $f$ BEGIN PERFORM killing.pass(); END $f$;
    CREATE FUNCTION killing.applied() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN
        PERFORM killing.pass();
        UPDATE killing.plan SET last = currval('killing.step') WHERE last IS NULL;
        RETURN NULL;
    END $f$;
    CREATE TRIGGER killing AFTER INSERT ON public.__diesel_schema_migrations
        FOR EACH ROW EXECUTE FUNCTION killing.applied();
    CREATE EVENT TRIGGER killing ON ddl_command_start EXECUTE FUNCTION killing.statement();";
const DISARM: &str = "DROP EVENT TRIGGER killing; DROP SCHEMA killing CASCADE";

/// Databases of one test on the shared cluster, dropped with it.
struct Databases {
    cluster: Cluster,
    names: Vec<String>,
}

impl Databases {
    fn address(&self, name: &str) -> DatabaseUrl {
        DatabaseUrl::Postgres(self.cluster.url(name).into())
    }

    fn create(&mut self, name: &str, template: &str) -> DatabaseUrl {
        self.cluster.drop_database(name);
        db_run(
            &self.address("postgres"),
            &format!("CREATE DATABASE {name} TEMPLATE {template}"),
        );
        if !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
        }
        self.address(name)
    }
}

impl Drop for Databases {
    fn drop(&mut self) {
        for name in &self.names {
            self.cluster.drop_database(name);
        }
    }
}

/// How many places there are in the first migration that a start runs, and what the start leaves.
fn undisturbed(address: &DatabaseUrl) -> (u64, Contents) {
    db_run(address, ARM);
    bring_up(address).unwrap();
    let places = db_texts(address, "SELECT last::text AS t FROM killing.plan");
    db_run(address, DISARM);
    let places = places[0].as_deref().expect("a migration was run");
    (places.parse().unwrap(), db_contents(address))
}

/// The product's own start is what is killed here: before each statement that changes the schema, and before each commit.
#[test]
fn a_postgresql_backend_killed_at_any_statement_leaves_what_is_brought_up_whole() {
    let home = tempfile::tempdir().unwrap();
    let fresh = TestDatabase::new(Postgres);
    bring_up(&fresh.address()).unwrap();
    let newest = schema_of(&fresh.address());
    let mut databases = Databases {
        cluster: Cluster::shared(),
        names: Vec::new(),
    };
    let [base, left, whole] =
        ["base", "left", "whole"].map(|name| format!("killed_{}_{name}", std::process::id()));
    let DatabaseUrl::Postgres(url) = databases.create(&base, "template0") else {
        panic!("PostgreSQL was asked for");
    };
    let known = later_releases::postgres_migrations();
    for (number, migration) in known.iter().enumerate() {
        let name = migration.name().to_string();
        {
            let mut connection = PgConnection::establish(url.expose_secret()).unwrap();
            connection.applied_migrations().unwrap();
            if number > 0 {
                connection.run_migration(&*known[number - 1]).unwrap();
            }
        }
        gone(&databases, &base);
        let address = databases.create(&left, &base);
        let source = filled_sqlite(&home.path().join("rows.db"), number);
        copy_rows(&source, &address);
        gone(&databases, &left);
        let rows = db_contents(&address);
        gone(&databases, &left);
        let (places, expected) = undisturbed(&databases.create(&whole, &left));
        assert_kept(&rows, &expected, &name);
        db_run(&address, ARM);
        for place in 1..=places {
            let killed = was_killed(&address, later_releases::COUNT, place);
            assert!(killed, "{name}, place {place}");
        }
        db_run(&address, DISARM);
        // As often as that, and nothing of it is left: what comes now is what would have come at once.
        assert_eq!(db_contents(&address), rows, "{name}");
        bring_up(&address).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(schema_of(&address), newest, "{name}");
        assert_eq!(db_contents(&address), expected, "{name}");
    }
}

/// Lets a start of a release be killed at a place of the armed plan; whether it was.
fn was_killed(address: &DatabaseUrl, release: usize, place: u64) -> bool {
    let plan = format!("UPDATE killing.plan SET at = {place}; SELECT setval('killing.step', 1, false)");
    db_run(address, &plan);
    let Err(error) = bring_up_to(address, release) else {
        return false;
    };
    let error = error.to_string();
    assert!(
        error.contains("terminating connection") || error.contains("closed the connection"),
        "place {place}: {error}"
    );
    true
}

/// Lets starts of a release be killed at each place, until one is through. Answers how many were killed.
pub fn kill_at_each_place(address: &DatabaseUrl, release: usize) -> u64 {
    db_run(address, ARM);
    let through = (1..).find(|place| !was_killed(address, release, *place));
    db_run(address, DISARM);
    through.expect("a place") - 1
}

/// Waits until no connection is left, without which a database cannot be copied.
fn gone(databases: &Databases, name: &str) {
    db_run(
        &databases.address("postgres"),
        &format!("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{name}'"),
    );
}
