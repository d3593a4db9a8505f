//! How a database would run a statement.

use diesel::{Connection, PgConnection, SqliteConnection, connection::SimpleConnection};
use kernel::DatabaseUrl;
use secrecy::ExposeSecret;
use support::{Engine, Postgres, Sqlite};

/// The plan, with PostgreSQL set to scan only where nothing else can be done: on its few rows it would always scan.
pub fn plan(address: &DatabaseUrl, sql: &str) -> Vec<String> {
    match address {
        DatabaseUrl::Sqlite(path) => {
            let mut connection = SqliteConnection::establish(&path.to_string_lossy()).unwrap();
            sqlite_plan(&mut connection, sql)
        }
        DatabaseUrl::Postgres(url) => {
            let mut connection = PgConnection::establish(url.expose_secret()).unwrap();
            postgres_plan(&mut connection, sql)
        }
    }
}

fn sqlite_plan(connection: &mut SqliteConnection, sql: &str) -> Vec<String> {
    #[derive(diesel::QueryableByName)]
    struct Step {
        #[diesel(sql_type = diesel::sql_types::Text)]
        detail: String,
    }
    let steps: Vec<Step> =
        diesel::RunQueryDsl::load(diesel::sql_query(format!("EXPLAIN QUERY PLAN {sql}")), connection)
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
    steps.into_iter().map(|step| step.detail).collect()
}

fn postgres_plan(connection: &mut PgConnection, sql: &str) -> Vec<String> {
    #[derive(diesel::QueryableByName)]
    struct Line {
        #[diesel(sql_type = diesel::sql_types::Text)]
        #[diesel(column_name = "QUERY PLAN")]
        line: String,
    }
    let binds = (1..).take_while(|n| sql.contains(&format!("${n}"))).count();
    let set = "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan;";
    connection
        .batch_execute(&format!("{set} PREPARE q AS {sql}"))
        .unwrap_or_else(|error| panic!("{sql}: {error}"));
    let nulls = vec!["NULL"; binds].join(", ");
    let run = if binds == 0 {
        String::from("q")
    } else {
        format!("q({nulls})")
    };
    let lines: Vec<Line> =
        diesel::RunQueryDsl::load(diesel::sql_query(format!("EXPLAIN EXECUTE {run}")), connection).unwrap();
    lines.into_iter().map(|line| line.line).collect()
}

/// The tables that a plan reads from end to end.
pub fn scans(engine: Engine, plan: &[String]) -> Vec<String> {
    let start = match engine {
        Sqlite => "SCAN ",
        Postgres => "Seq Scan on ",
    };
    let tables = plan
        .iter()
        .filter_map(|step| step.split_once(start))
        // SQLite says scan of each virtual table; this one is asked for words.
        .filter(|(_, rest)| !(rest.contains(" VIRTUAL TABLE INDEX ") && rest.contains(":M")))
        .filter_map(|(_, rest)| rest.split(' ').next());
    tables
        .map(|table| table.trim_matches('"').to_owned())
        // Neither is a table: the second is the rows of another part of the statement, whose own steps are in the plan.
        .filter(|table| table != "CONSTANT" && !table.starts_with("(subquery-"))
        .collect()
}

pub fn is_explainable(sql: &str) -> bool {
    ["SELECT ", "WITH ", "UPDATE ", "DELETE ", "INSERT "]
        .iter()
        .any(|start| sql.starts_with(start))
        && !sql.contains("__diesel_schema_migrations")
        && sql != "SELECT 1"
        // An empty list was asked for: no row is read, though the plan names a scan.
        && !sql.contains("(1=0)")
}
