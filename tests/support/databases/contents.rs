//! Everything that a database says, in one form for both kinds, by its own catalogue; and rows that have a value in every column.

use std::collections::BTreeMap;

use kernel::DatabaseUrl;

use super::tables::{db_count, db_run, db_texts};

/// What is made again from other rows, or is of the database and not of its content.
const LEFT_OUT: [&str; 6] = [
    "search_passages",
    "search_courses",
    "attempt_counts",
    "page_errors",
    "session_key",
    "program_version",
];

/// Each table's rows in the order of their texts, each value as a text or null.
pub type Contents = BTreeMap<String, Vec<Vec<Option<String>>>>;

/// The tables with their columns and the columns' types, as the database itself says.
#[must_use]
pub fn db_columns(address: &DatabaseUrl) -> BTreeMap<String, Vec<(String, String)>> {
    let sql = match address {
        DatabaseUrl::Sqlite(_) => {
            "SELECT t.name || ' ' || c.name || ' ' || lower(c.type) AS t FROM pragma_table_list t, \
             pragma_table_info(t.name) c WHERE t.schema = 'main' AND t.type = 'table' \
             AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY t.name, c.cid"
        }
        DatabaseUrl::Postgres(_) => {
            "SELECT table_name || ' ' || column_name || ' ' || data_type AS t FROM information_schema.columns \
             WHERE table_schema = 'public' ORDER BY table_name, ordinal_position"
        }
    };
    let mut found: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for row in db_texts(address, sql).into_iter().flatten() {
        let mut words = row.splitn(3, ' ');
        let mut next = || words.next().expect("three words").to_owned();
        let (table, column) = (next(), next());
        let kind = next()
            .replace("timestamp without time zone", "timestamp")
            .replace("bytea", "blob")
            .replace("bigint", "integer");
        found.entry(table).or_default().push((column, kind));
    }
    found.remove("__diesel_schema_migrations");
    found.retain(|table, _| !LEFT_OUT.contains(&table.as_str()));
    found
}

/// Everything that the database holds, but for what a backup leaves out.
#[must_use]
pub fn db_contents(address: &DatabaseUrl) -> Contents {
    let mut contents = Contents::new();
    for (table, columns) in db_columns(address) {
        let values: Vec<_> = columns
            .iter()
            .map(|(column, kind)| expression(address, column, kind))
            .collect();
        let row = match address {
            DatabaseUrl::Sqlite(_) => "json_array",
            DatabaseUrl::Postgres(_) => "json_build_array",
        };
        let sql = format!(
            "SELECT CAST({row}({}) AS TEXT) AS t FROM \"{table}\"",
            values.join(", ")
        );
        let mut rows: Vec<_> = db_texts(address, &sql)
            .into_iter()
            .flatten()
            .map(|row| same_form(&columns, serde_json::from_str(&row).expect("a list of texts")))
            .collect();
        rows.sort();
        contents.insert(table, rows);
    }
    contents
}

/// [`db_contents`] without what a restore changes on purpose: the catalogue's version, and what is known of Discord accounts.
///
/// # Panics
/// Where the database has no schema.
#[must_use]
pub fn db_kept(address: &DatabaseUrl) -> Contents {
    let columns = &db_columns(address)["discord_members"];
    let changed: Vec<_> = columns
        .iter()
        .map(|(column, _)| ["certain", "left_at"].contains(&column.as_str()))
        .collect();
    let mut contents = db_contents(address);
    contents.remove("catalogue_state");
    contents.remove("jobs");
    for row in contents
        .get_mut("discord_members")
        .expect("the schema has this table")
    {
        let mut changed = changed.iter();
        row.retain(|_| changed.next() == Some(&false));
    }
    contents
}

fn expression(address: &DatabaseUrl, column: &str, kind: &str) -> String {
    let sqlite = matches!(address, DatabaseUrl::Sqlite(_));
    match (kind, sqlite) {
        ("boolean", true) => format!("CASE \"{column}\" WHEN 0 THEN 'false' WHEN 1 THEN 'true' END"),
        ("blob", true) => format!("CASE WHEN \"{column}\" IS NOT NULL THEN lower(hex(\"{column}\")) END"),
        ("blob", false) => format!("encode(\"{column}\", 'hex')"),
        ("double precision", true) => {
            format!("CASE WHEN \"{column}\" IS NOT NULL THEN printf('%!.17g', \"{column}\") END")
        }
        (_, true) => format!("CAST(\"{column}\" AS TEXT)"),
        (_, false) => format!("\"{column}\"::text"),
    }
}

/// Doubles by their bits, times with six digits after the second.
fn same_form(columns: &[(String, String)], row: Vec<Option<String>>) -> Vec<Option<String>> {
    let values = columns.iter().zip(row);
    values
        .map(|((_, kind), value)| {
            value.map(|value| match kind.as_str() {
                "double precision" => format!("{:x}", value.parse::<f64>().expect("a number").to_bits()),
                "timestamp" => {
                    let (seconds, fraction) = value.split_once('.').unwrap_or((&value, ""));
                    format!("{seconds}.{fraction:0<6}")
                }
                _ => value,
            })
        })
        .collect()
}

/// What the checks of a column allow, for rows 1 to 3.
const CHECKED: [(&str, [&str; 3]); 33] = [
    ("courses.type", ["'futures'", "'crypto'", "'forex'"]),
    ("purchase_codes.used", ["1", "0", "0"]),
    (
        "purchase_codes.used_at",
        ["'2026-11-22 10:00:00.100'", "NULL", "NULL"],
    ),
    (
        "purchase_codes.revoked_at",
        ["NULL", "'2026-11-22 10:00:00.100'", "NULL"],
    ),
    ("discord_invites.used", ["1", "0", "0"]),
    (
        "discord_invites.used_at",
        ["'2026-11-22 10:00:00'", "NULL", "NULL"],
    ),
    (
        "access_notices.kind",
        ["'access_ending'", "'access_ended'", "'access_ended'"],
    ),
    ("access_grants.source", ["'key'", "'order'", "'staff'"]),
    ("coupons.percent", ["10", "NULL", "50"]),
    ("coupons.amount", ["NULL", "500", "NULL"]),
    ("orders.provider", ["'none'", "'sandbox'", "'stripe'"]),
    ("orders.status", ["'open'", "'paid'", "'flagged'"]),
    ("order_billing.quantity", ["1", "2", "20"]),
    ("documents.kind", ["'receipt'", "'credit_note'", "'receipt'"]),
    ("documents.pdf", ["X'255044462d00ff'", "NULL", "X''"]),
    ("documents.facts", ["'{}'", "'{\"a\": [1, \"é\"]}'", "'[]'"]),
    ("videos.kind", ["'video'", "'text'", "'video'"]),
    ("lesson_cues.end_ms", ["5001", "5002", "5003"]),
    ("lesson_chapters.end_ms", ["5001", "5002", "5003"]),
    ("users.discord_roles", ["'[]'", "'[\"1\"]'", "'[]'"]),
    // A restore remembers every linked account.
    ("users.discord_user_id", ["'401'", "'402'", "NULL"]),
    ("discord_members.discord_user_id", ["'401'", "'402'", "'403'"]),
    ("discord_members.roles", ["'[]'", "'[\"1\"]'", "'[]'"]),
    (
        "document_series.kind",
        ["'receipt'", "'credit_note'", "'receipt'"],
    ),
    (
        "mailed_tokens.purpose",
        ["'reset_password'", "'withdraw'", "'verify_address'"],
    ),
    ("mailed_tokens.user_id", ["1", "NULL", "3"]),
    ("mailed_tokens.order_id", ["NULL", "2", "NULL"]),
    ("staff.role", ["'owner'", "'support'", "'owner'"]),
    ("replay_runs.closed_by", ["'member'", "'replacement'", "NULL"]),
    (
        "live_sessions.join_address",
        ["'https://meet.example/1'", "'https://meet.example/2'", "NULL"],
    ),
    ("live_sessions.channel", ["NULL", "NULL", "'123456789012345678'"]),
    (
        "live_sessions.ends_at",
        [
            "'2031-11-22 10:00:00.100'",
            "'2031-11-22 10:00:00'",
            "'2031-11-22 10:00:00.123456'",
        ],
    ),
    ("replay_runs.verdict", ["'passed'", "'short'", "NULL"]),
];

/// Fills each table of a new embedded database, of this schema or an older one, with three rows; every column has a value in one of them and, where it may, none in
/// another. A column with a check needs values in [`CHECKED`].
///
/// # Panics
/// Where a constraint refuses a row; its name is in the message.
pub fn db_fill(address: &DatabaseUrl) {
    let DatabaseUrl::Sqlite(_) = address else {
        panic!("an embedded database is filled");
    };
    let mut sql = String::from("PRAGMA foreign_keys = OFF; BEGIN;");
    // What guards a table against rows that the program does not make.
    let triggers = "FROM sqlite_schema WHERE type = 'trigger' AND name NOT LIKE 'search%'";
    for name in db_texts(address, &format!("SELECT name AS t {triggers}"))
        .into_iter()
        .flatten()
    {
        sql += &format!("DROP TRIGGER {name};");
    }
    let guards = db_texts(address, &format!("SELECT sql AS t {triggers}"));
    for (table, columns) in db_columns(address) {
        let one_row = "SELECT sql AS t FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%CHECK (id = 1)%' AND name = ";
        let one_row = !db_texts(address, &format!("{one_row}'{table}'")).is_empty();
        let last = if one_row { 1 } else { 3 };
        let parents = db_texts(
            address,
            &format!("SELECT \"from\" AS t FROM pragma_foreign_key_list('{table}')"),
        );
        let needed = db_texts(
            address,
            &format!("SELECT name AS t FROM pragma_table_info('{table}') WHERE \"notnull\" OR pk"),
        );
        let among =
            |names: &[Option<String>], column: &str| names.iter().flatten().any(|name| name == column);
        if one_row && db_count(address, &table) == 1 {
            for (column, kind) in columns.iter().filter(|(column, _)| !among(&needed, column)) {
                let value = sample(&format!("{table}.{column}"), kind, 1);
                sql += &format!("UPDATE \"{table}\" SET \"{column}\" = {value};");
            }
            continue;
        }
        for row in 1..=last {
            let values: Vec<_> = columns
                .iter()
                .map(|(column, kind)| {
                    let place = format!("{table}.{column}");
                    let allowed = CHECKED.iter().find(|(checked, _)| *checked == place);
                    // An older schema may want a value where the newest one does not.
                    let allowed = allowed
                        .map(|(_, allowed)| allowed[row - 1])
                        .filter(|value| *value != "NULL" || !among(&needed, column));
                    if let Some(value) = allowed {
                        return value.to_owned();
                    }
                    if row == 3 && !among(&needed, column) {
                        return String::from("NULL");
                    }
                    if column == "id" || among(&parents, column) {
                        return row.to_string();
                    }
                    sample(&place, kind, row)
                })
                .collect();
            let names: Vec<_> = columns
                .iter()
                .map(|(column, _)| format!("\"{column}\""))
                .collect();
            sql += &format!(
                "INSERT INTO \"{table}\" ({}) VALUES ({});",
                names.join(", "),
                values.join(", ")
            );
        }
    }
    for guard in guards.into_iter().flatten() {
        sql += &format!("{guard};");
    }
    db_run(address, &(sql + "COMMIT;"));
}

/// A value that is easily changed on its way.
fn sample(place: &str, kind: &str, row: usize) -> String {
    match kind {
        "text" => format!("'{place} {row} \t\\N\\\\ \"'' \r\n\u{1} é 交易 💹 \u{202e}{{}},[]'"),
        "boolean" => (row % 2).to_string(),
        "timestamp" => {
            let fraction = ["", ".120", ".123456"][row - 1];
            format!("'20{:02}-02-28 23:59:5{row}{fraction}'", 20 + row)
        }
        "blob" => format!("X'00ff5c{row:02x}0a{}'", hex::encode(place)),
        // No decimal fraction of fifteen digits is this number.
        "double precision" => format!("{:?}", 0.1 + 0.2 + row as f64),
        _ => (1_000 + row).to_string(),
    }
}
