//! The migrations of the embedded database, statement by statement.

use std::{fs, path::Path};

const TESTS: &str = env!("CARGO_MANIFEST_DIR");
const FOLDERS: [&str; 4] = [
    "../migrations/sqlite",
    "support/databases/later_releases/widened/sqlite",
    "support/databases/later_releases/filled/sqlite",
    "support/databases/later_releases/narrowed/sqlite",
];

pub struct StatementsOfMigration {
    pub name: String,
    pub version: String,
    /// The last notes that the migration was run, as diesel does.
    pub statements: Vec<String>,
}

/// In their order.
pub fn sqlite_migrations() -> Vec<StatementsOfMigration> {
    let entries = FOLDERS
        .iter()
        .flat_map(|folder| fs::read_dir(Path::new(TESTS).join(folder)).unwrap());
    let mut folders: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.sort_by_key(|folder| folder.file_name().map(std::ffi::OsStr::to_owned));
    let migrations = folders.into_iter().map(|folder| {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let sql = fs::read_to_string(folder.join("up.sql")).unwrap();
        let version = name.split('_').next().unwrap().replace('-', "");
        let mut statements = split(&sql);
        assert!(!statements.is_empty(), "{name} has no statement");
        statements.push(format!(
            "INSERT INTO __diesel_schema_migrations (version) VALUES ('{version}')"
        ));
        StatementsOfMigration {
            name,
            version,
            statements,
        }
    });
    migrations.collect()
}

/// By the rule of `sqlite3_complete`: a semicolon ends a statement unless it stands in a text, a name or a comment; that of a
/// trigger ends at an END which follows a semicolon.
fn split(sql: &str) -> Vec<String> {
    let (mut statements, mut text) = (Vec::new(), String::new());
    // Without comments, texts and names, which say nothing of where a statement ends.
    let mut words = String::new();
    let mut rest = sql;
    while let Some(sign) = rest.chars().next() {
        let length = match sign {
            '-' if rest.starts_with("--") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            // A quote within is doubled, which reads as two texts beside one another.
            '\'' | '"' | '`' => rest[1..].find(sign).map_or(rest.len(), |end| end + 2),
            _ => sign.len_utf8(),
        };
        if length == sign.len_utf8() {
            words.push(sign.to_ascii_uppercase());
        }
        let (part, after) = rest.split_at(length);
        text.push_str(part);
        rest = after;
        if sign == ';' && is_complete(&words) {
            statements.push(std::mem::take(&mut text));
            words.clear();
        }
    }
    assert_eq!(words.trim(), "", "a statement does not end");
    statements
}

fn is_complete(words: &str) -> bool {
    let spaced = words.replace(';', " ; ");
    let words: Vec<_> = spaced.split_whitespace().collect();
    let is_trigger = matches!(
        words.as_slice(),
        ["CREATE", "TRIGGER", ..] | ["CREATE", "TEMP" | "TEMPORARY", "TRIGGER", ..]
    );
    !is_trigger || words.ends_with(&[";", "END", ";"])
}

#[test]
fn a_statement_ends_where_sqlite_ends_it() {
    let sql = "-- one; comment\nCREATE TABLE a (t TEXT DEFAULT 'x;''y'); /* ; */ DROP TABLE \"a;b\";\n\
               CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT CASE WHEN 1 THEN 2 END; DELETE FROM b; END;\nSELECT 1;\n-- last";
    let statements = split(sql);
    assert_eq!(statements.len(), 4, "{statements:?}");
    assert!(statements[2].trim().ends_with("DELETE FROM b; END;"));
    assert_eq!(statements[3].trim(), "SELECT 1;");
}
