//! Which databases this program may bring up to date: those of 1.0.0 and later, up to its own version.
//!
//! Decision: a database stores the version of the program that last brought it up to date. A program refuses a database of a later minor
//! version even where it knows all of its migrations, because rows may mean what it does not know. A patch changes neither, so that going
//! back to an earlier patch needs nothing. What is read here is read without a change to the database.

use diesel::{
    Connection, PgConnection, QueryResult, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::LoadConnection, sql_query, sql_types::Text,
};

use super::release::Release;

/// A database that this program does not use.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RefusedDatabase {
    #[error(
        "it was made before version 1.0.0, which this program does not read; name a new database, or keep the program that made it"
    )]
    Before,
    #[error(
        "it was written by a newer version of this program ({wrote}), and this is version {this}: start the newer version, or restore a \
         backup of this version"
    )]
    Newer { wrote: String, this: String },
}

/// A migration that this program does not know.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum UnknownMigration {
    /// From before 1.0.0, whose migrations began later.
    Before,
    Newer(String),
}

/// The first of these migrations that this program does not know.
pub(crate) fn unknown_among(versions: &[String], known: &[String]) -> Option<UnknownMigration> {
    let unknown = versions.iter().find(|version| !known.contains(version))?;
    Some(if known.first().is_some_and(|first| unknown < first) {
        UnknownMigration::Before
    } else {
        UnknownMigration::Newer(unknown.clone())
    })
}

/// What a database says of its schema.
#[derive(Debug, Default)]
pub(crate) struct SchemaState {
    /// The migrations that made it, in their order.
    pub(crate) applied: Vec<String>,
    /// The version of the program that last brought it up to date.
    pub(crate) program: Option<String>,
    /// Whether it has the table of the session key's fingerprint.
    pub(crate) has_session_key: bool,
}

#[derive(QueryableByName)]
struct TextRow {
    #[diesel(sql_type = Text)]
    text: String,
}

impl SchemaState {
    pub(crate) fn of_sqlite(c: &mut SqliteConnection) -> QueryResult<Self> {
        let tables = "SELECT name AS text FROM sqlite_schema WHERE type = 'table'";
        Self::read(c, tables, |c, query| sql_query(query).load(c))
    }

    pub(crate) fn of_postgres(c: &mut PgConnection) -> QueryResult<Self> {
        let tables = "SELECT tablename::text AS text FROM pg_tables WHERE schemaname = current_schema()";
        Self::read(c, tables, |c, query| sql_query(query).load(c))
    }

    fn read<C: Connection + LoadConnection>(
        c: &mut C,
        tables: &str,
        load: impl Fn(&mut C, &str) -> QueryResult<Vec<TextRow>>,
    ) -> QueryResult<Self> {
        let tables = load(c, tables)?;
        let is_there = |name: &str| tables.iter().any(|table| table.text == name);
        let mut state = Self::default();
        if is_there("__diesel_schema_migrations") {
            let applied =
                "SELECT CAST(version AS TEXT) AS text FROM __diesel_schema_migrations ORDER BY version";
            state.applied = load(c, applied)?.into_iter().map(|row| row.text).collect();
        }
        if is_there("program_version") {
            let mut rows = load(c, "SELECT version AS text FROM program_version")?;
            state.program = rows.pop().map(|row| row.text);
        }
        state.has_session_key = is_there("session_key");
        Ok(state)
    }

    /// The migrations of a release that the database lacks.
    ///
    /// # Errors
    /// [`RefusedDatabase`]
    pub(crate) fn pending(&self, release: &Release) -> Result<Vec<String>, RefusedDatabase> {
        let known = release.migrations();
        let newer = |wrote| RefusedDatabase::Newer {
            wrote,
            this: release.version().to_owned(),
        };
        let program = self.program.clone().unwrap_or_else(|| String::from("unknown"));
        match unknown_among(&self.applied, &known) {
            Some(UnknownMigration::Before) => return Err(RefusedDatabase::Before),
            // The version says it, unless this one or an older one was noted last.
            Some(UnknownMigration::Newer(migration)) if !is_later(&program, release.version()) => {
                return Err(newer(format!(
                    "version {program}, with the migration {migration}"
                )));
            }
            Some(UnknownMigration::Newer(_)) => return Err(newer(format!("version {program}"))),
            None if is_later(&program, release.version()) => return Err(newer(format!("version {program}"))),
            None => {}
        }
        Ok(self.lacked(known))
    }

    /// Whether no migration was ever applied to it.
    pub(crate) fn is_new(&self) -> bool {
        self.applied.is_empty()
    }

    /// Those of these migrations that were not applied.
    pub(crate) fn lacked(&self, known: Vec<String>) -> Vec<String> {
        let lacks = |version: &String| !self.applied.contains(version);
        known.into_iter().filter(lacks).collect()
    }
}

/// Whether a version has a later major or minor number than another. False for what is no version.
fn is_later(version: &str, than: &str) -> bool {
    match (minor(version), minor(than)) {
        (Some(version), Some(than)) => version > than,
        _ => false,
    }
}

fn minor(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| String::from(text)).collect()
    }

    #[test]
    fn a_later_minor_version_is_newer_and_a_patch_is_not() {
        for newer in ["1.1.0", "2.0.0", "1.10.0", "1.1.0-rc.1"] {
            assert!(is_later(newer, "1.0.5"), "{newer}");
        }
        for usable in ["1.0.6", "1.0.5", "0.9.0", "unknown", ""] {
            assert!(!is_later(usable, "1.0.5"), "{usable}");
        }
    }

    #[test]
    fn an_unknown_migration_is_of_before_or_newer() {
        let known = texts(&["20261127100000", "20261127100100"]);
        assert_eq!(unknown_among(&known, &known), None);
        assert_eq!(
            unknown_among(&texts(&["20261121100000"]), &known),
            Some(UnknownMigration::Before)
        );
        assert_eq!(
            unknown_among(&texts(&["20261127100000", "20270101000000"]), &known),
            Some(UnknownMigration::Newer(String::from("20270101000000")))
        );
    }
}
