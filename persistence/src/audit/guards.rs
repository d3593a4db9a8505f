//! The triggers that keep the audit trail append-only: whether each is there and enabled. A restore disables them within its
//! transaction, and the owner of the tables can drop them.

use diesel::{QueryableByName, RunQueryDsl, sql_query, sql_types::Text};
use kernel::StoreError;

use crate::{Store, errors::unexpected, store::Link};

/// What makes the triggers.
const SQLITE: &str = include_str!("../../../migrations/sqlite/2026-11-27-100900_audit_create_acts/up.sql");
const POSTGRES: &str =
    include_str!("../../../migrations/postgres/2026-11-27-100900_audit_create_acts/up.sql");

/// A trigger of another schema, table or name does not count; a trigger that is disabled, or left to replicas, guards nothing.
const ENABLED_IN_POSTGRES: &str = "SELECT g.tgname::text AS name FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid \
     WHERE NOT g.tgisinternal AND g.tgenabled IN ('O', 'A') AND starts_with(g.tgname::text, t.relname::text || '_') \
     AND t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())";
const ENABLED_IN_SQLITE: &str =
    "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE tbl_name || '\\_%' ESCAPE '\\'";

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = Text)]
    name: String,
}

impl Store<'_> {
    /// The guards of the audit trail that are missing or disabled, by their names in the migrations.
    ///
    /// # Errors
    /// [`StoreError`]
    pub fn missing_audit_guards(&mut self) -> Result<Vec<&'static str>, StoreError> {
        let (there, migration): (Vec<NameRow>, _) = match &mut self.link {
            Link::Sqlite(c) => (sql_query(ENABLED_IN_SQLITE).load(*c).map_err(unexpected)?, SQLITE),
            Link::Postgres(c) => (
                sql_query(ENABLED_IN_POSTGRES).load(*c).map_err(unexpected)?,
                POSTGRES,
            ),
        };
        let is_there = |guard: &&str| there.iter().any(|row| row.name == *guard);
        Ok(guards_of(migration).filter(|guard| !is_there(guard)).collect())
    }
}

fn guards_of(migration: &'static str) -> impl Iterator<Item = &'static str> {
    let made = migration
        .lines()
        .filter_map(|line| line.strip_prefix("CREATE TRIGGER "));
    made.filter_map(|rest| rest.split_whitespace().next())
}
