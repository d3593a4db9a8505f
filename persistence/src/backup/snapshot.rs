//! A database as it stands at one moment: one transaction that reads, while others write.
//!
//! SQLite: a read transaction of the WAL. PostgreSQL: REPEATABLE READ READ ONLY, whose rows come one by one (libpq's single-row mode),
//! so that neither side keeps more of a table than a row. What was committed before the moment is in it, and nothing else.

use std::path::Path;

use ::courses::MediaLocation;
use diesel::{
    Connection, PgConnection, QueryResult, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    pg::Pg,
    sql_query,
    sql_types::{BigInt, Nullable, Text},
    sqlite::Sqlite,
};
use kernel::{DatabaseUrl, error_chain};
use secrecy::SecretString;

use super::{
    BackupRows, RowVisitor,
    catalog::{BackupTable, quoted, tables_of},
    error::{BackupError, failed},
    reading::{visit_postgres, visit_sqlite},
};
use crate::{
    connection::open_postgres,
    migrations::{guard::SchemaState, release::Release},
};

/// How messages call a PostgreSQL: its address may hold a password.
pub(super) const POSTGRES: &str = "on PostgreSQL";

/// What names media files.
pub(super) const MEDIA_COLUMNS: [(&str, &str); 10] = [
    ("videos", "url"),
    ("courses", "image"),
    ("lesson_attachments", "location"),
    ("lesson_pictures", "location"),
    ("lesson_replay_charts", "location"),
    ("video_packages", "index_file"),
    ("video_packages", "top_file"),
    ("video_packages", "low_file"),
    ("video_packages", "poster_file"),
    ("video_packages", "previews_file"),
];

/// The sequences of PostgreSQL's tables: their column, and the last number that was given.
pub(super) const POSTGRES_SEQUENCES: &str = "SELECT t.relname::text AS name, a.attname::text AS counted, \
     s.oid::regclass::text AS sequence, pg_sequence_last_value(s.oid::regclass) AS number \
     FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass \
         AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i') \
     JOIN pg_class t ON t.oid = d.refobjid \
     JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid \
     WHERE s.relkind = 'S' AND t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())";

/// What is known of a snapshot before its rows are read.
#[derive(Debug, Clone)]
pub struct SnapshotFacts {
    /// The database's kind, in a word.
    pub database: &'static str,
    pub migrations: Vec<String>,
    pub tables: Vec<BackupTable>,
    /// Every media file that rows name, once, in the order of the names.
    pub media: Vec<MediaLocation>,
}

/// An open snapshot; it ends when it is dropped.
pub struct Snapshot {
    place: String,
    link: Link,
    facts: SnapshotFacts,
}

enum Link {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct NumberRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    number: Option<i64>,
}

impl Snapshot {
    /// The database as it stands now.
    ///
    /// # Errors
    /// [`BackupError`]; [`BackupError::NoDatabase`] and [`BackupError::Empty`] where there is nothing.
    pub fn open(database: &DatabaseUrl) -> Result<Self, BackupError> {
        match database {
            DatabaseUrl::Sqlite(path) => Self::open_file(path),
            DatabaseUrl::Postgres(url) => Self::open_postgres(url),
        }
    }

    /// An embedded database.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_file(path: &Path) -> Result<Self, BackupError> {
        if !path.is_file() {
            return Err(BackupError::NoDatabase(path.to_path_buf()));
        }
        let place = path.display().to_string();
        let wrong = |error: String| failed(&place, &error);
        let mut connection =
            SqliteConnection::establish(&path.to_string_lossy()).map_err(|error| wrong(error.to_string()))?;
        // The first read fixes the moment.
        connection
            .batch_execute(
                "PRAGMA busy_timeout = 5000; PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; BEGIN;",
            )
            .map_err(|error| wrong(error_chain(&error)))?;
        Self::begin(place, Link::Sqlite(connection))
    }

    fn open_postgres(url: &SecretString) -> Result<Self, BackupError> {
        let wrong = |error: String| failed(POSTGRES, &error);
        let connection = open_postgres(url).map_err(|error| wrong(error.to_string()))?;
        let mut link = Link::Postgres(connection);
        let migrations = link.migrations(POSTGRES)?;
        link.refuse_newer(POSTGRES)?;
        let tables = tables_of(&migrations).map_err(|error| of_this_database(POSTGRES, error))?;
        let names: Vec<_> = tables.iter().map(|table| quoted(&table.name)).collect();
        // Reading a large table takes longer than anything that a request does, and the file is written between two rows. The tables are
        // locked before the moment is fixed, as pg_dump does: TRUNCATE, by which a restore empties them, empties them in every snapshot.
        let begin = format!(
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; \
             SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '30s'; \
             SET LOCAL extra_float_digits = 1; LOCK TABLE {} IN ACCESS SHARE MODE;",
            names.join(", ")
        );
        if let Link::Postgres(connection) = &mut link {
            connection
                .batch_execute(&begin)
                .map_err(|error| wrong(error_chain(&error)))?;
        }
        let snapshot = Self::begin(String::from(POSTGRES), link)?;
        if snapshot.facts.migrations == migrations {
            Ok(snapshot)
        } else {
            Err(wrong(String::from("its schema was changed just now; try again")))
        }
    }

    fn begin(place: String, mut link: Link) -> Result<Self, BackupError> {
        let wrong = |error: diesel::result::Error| failed(&place, &error_chain(&error));
        let migrations = link.migrations(&place)?;
        link.refuse_newer(&place)?;
        let mut tables = tables_of(&migrations).map_err(|error| of_this_database(&place, error))?;
        for row in link.last_numbers().map_err(wrong)? {
            if let Some(table) = tables.iter_mut().find(|table| table.name == row.name) {
                table.last_number = row.number;
            }
        }
        let media = link.media(&tables).map_err(wrong)?;
        let facts = SnapshotFacts {
            database: match &link {
                Link::Sqlite(_) => "SQLite",
                Link::Postgres(_) => "PostgreSQL",
            },
            migrations,
            tables,
            media,
        };
        Ok(Self { place, link, facts })
    }

    #[must_use]
    pub fn facts(&self) -> &SnapshotFacts {
        &self.facts
    }

    /// Whether any of these tables has a row; a table that the database lacks has no rows.
    ///
    /// # Errors
    /// [`BackupError`]
    pub fn has_rows(&mut self, tables: &[&str]) -> Result<bool, BackupError> {
        let there = self.facts.tables.iter().map(|table| &table.name);
        let selects: Vec<_> = there
            .filter(|name| tables.contains(&name.as_str()))
            .map(|name| format!("EXISTS (SELECT 1 FROM {})", quoted(name)))
            .collect();
        if selects.is_empty() {
            return Ok(false);
        }
        let query = format!("SELECT 'row' AS name WHERE {}", selects.join(" OR "));
        let found = self.link.load::<NameRow>(&query);
        found
            .map(|rows| !rows.is_empty())
            .map_err(|error| failed(&self.place, &error_chain(&error)))
    }
}

impl BackupRows for Snapshot {
    fn migrations(&self) -> &[String] {
        &self.facts.migrations
    }

    fn tables(&self) -> &[BackupTable] {
        &self.facts.tables
    }

    fn visit(&mut self, visit: &mut RowVisitor<'_>) -> Result<(), BackupError> {
        for table in &self.facts.tables {
            match &mut self.link {
                Link::Sqlite(connection) => visit_sqlite(connection, &self.place, table, visit)?,
                Link::Postgres(connection) => visit_postgres(connection, &self.place, table, visit)?,
            }
        }
        Ok(())
    }
}

/// What is unfit of the database itself, and not of a backup.
fn of_this_database(place: &str, error: BackupError) -> BackupError {
    match error {
        BackupError::Unfit(problem) => failed(place, &format!("it {problem}")),
        other => other,
    }
}

impl Link {
    /// The migrations that made the schema; [`BackupError::Empty`] without any.
    fn migrations(&mut self, place: &str) -> Result<Vec<String>, BackupError> {
        let wrong = |error: diesel::result::Error| failed(place, &error_chain(&error));
        let has_schema = match self {
            Self::Sqlite(_) => "SELECT name FROM sqlite_schema WHERE name = '__diesel_schema_migrations'",
            Self::Postgres(_) => {
                "SELECT relname::text AS name FROM pg_class WHERE oid = to_regclass('__diesel_schema_migrations')"
            }
        };
        if self.load::<NameRow>(has_schema).map_err(wrong)?.is_empty() {
            return Err(BackupError::Empty(place.to_owned()));
        }
        let versions = "SELECT version AS name FROM __diesel_schema_migrations ORDER BY version";
        let rows = self.load::<NameRow>(versions).map_err(wrong)?;
        if rows.is_empty() {
            return Err(BackupError::Empty(place.to_owned()));
        }
        Ok(rows.into_iter().map(|row| row.name).collect())
    }

    /// Rows of a later version may mean what this program does not know, also where it knows all of their migrations.
    fn refuse_newer(&mut self, place: &str) -> Result<(), BackupError> {
        let state = match self {
            Self::Sqlite(connection) => SchemaState::of_sqlite(connection),
            Self::Postgres(connection) => SchemaState::of_postgres(connection),
        };
        let state = state.map_err(|error| failed(place, &error_chain(&error)))?;
        let release = Release::this().map_err(|error| failed(place, &error.to_string()))?;
        let usable = state.pending(&release);
        usable
            .map(|_| ())
            .map_err(|refused| failed(place, &refused.to_string()))
    }

    fn load<T: QueryableByName<Sqlite> + QueryableByName<Pg> + 'static>(
        &mut self,
        query: &str,
    ) -> QueryResult<Vec<T>> {
        match self {
            Self::Sqlite(connection) => sql_query(query).load(connection),
            Self::Postgres(connection) => sql_query(query).load(connection),
        }
    }

    fn last_numbers(&mut self) -> QueryResult<Vec<NumberRow>> {
        match self {
            Self::Sqlite(connection) => {
                sql_query("SELECT name, seq AS number FROM sqlite_sequence").load(connection)
            }
            Self::Postgres(connection) => sql_query(POSTGRES_SEQUENCES).load(connection),
        }
    }

    fn media(&mut self, tables: &[BackupTable]) -> QueryResult<Vec<MediaLocation>> {
        let is_there = |name: &str, column: &str| {
            let mut tables = tables.iter().filter(|table| table.name == name);
            tables.any(|table| table.columns.iter().any(|known| known.name == column))
        };
        let selects: Vec<_> = MEDIA_COLUMNS
            .iter()
            .filter(|(table, column)| is_there(table, column))
            .map(|(table, column)| format!("SELECT {column} AS name FROM {table} WHERE {column} IS NOT NULL"))
            .collect();
        if selects.is_empty() {
            return Ok(Vec::new());
        }
        let rows = self.load::<NameRow>(&selects.join(" UNION "))?;
        let mut names: Vec<_> = rows.into_iter().map(|row| row.name).collect();
        // The databases sort texts by different rules.
        names.sort();
        Ok(names.into_iter().map(MediaLocation).collect())
    }
}
