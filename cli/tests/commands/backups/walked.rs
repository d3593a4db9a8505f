//! Backups that are whole and hold what no server could use: walked by a restore before it changes anything.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{
    damaged::{archive, backed_up, entries, refused},
    portable::Site,
};

/// A backup in which a value of a table's first row is another one, with its list and its digest made anew.
fn with_value(good: &[u8], table: &str, column: &str, value: &str) -> Vec<u8> {
    let mut entries = entries(good);
    let of = |entries: &[(String, Vec<u8>)], name: &str| entries.iter().position(|(known, _)| known == name);
    let list = of(&entries, "manifest.json").unwrap();
    let mut manifest: Value = serde_json::from_slice(&entries[list].1).unwrap();
    let tables = manifest["tables"].as_array().unwrap();
    let found = tables.iter().find(|known| known["name"] == table).unwrap();
    let columns = found["columns"].as_array().unwrap();
    let at = columns
        .iter()
        .position(|known| known["name"] == column)
        .unwrap_or_else(|| panic!("{columns:?}"));
    let name = format!("tables/{table}/000001.jsonl");
    let piece = of(&entries, &name).unwrap();
    let text = String::from_utf8(entries[piece].1.clone()).unwrap();
    let mut lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    lines[0][at] = json!(value);
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    entries[piece].1 = text.into_bytes();
    let parts = manifest["parts"].as_array_mut().unwrap();
    let part = parts.iter_mut().find(|part| part["name"] == name).unwrap();
    part["size"] = json!(entries[piece].1.len());
    part["sha256"] = json!(hex::encode(Sha256::digest(&entries[piece].1)));
    entries[list].1 = manifest.to_string().into_bytes();
    archive(&entries)
}

#[test]
fn rows_that_break_a_rule_or_name_files_outside_the_store_change_nothing() {
    let (site, good) = backed_up();
    let before = (site.fixture.dump(), site.fixture.media());
    for (table, column, value, why) in [
        (
            "videos",
            "url",
            "../../../etc/passwd",
            "no place within the media store",
        ),
        ("videos", "url", "/etc/passwd", "no place within the media store"),
        (
            "courses",
            "image",
            "images/../../portal.db",
            "no place within the media store",
        ),
        ("courses", "slug", "../x", "courses.slug that breaks a rule"),
        (
            "users",
            "discord_roles",
            "[1",
            "users.discord_roles that breaks a rule",
        ),
    ] {
        let line = refused(&site, &with_value(&good, table, column, value));
        assert!(line.contains(why) && line.contains(column), "{value}: {line}");
        assert_eq!((site.fixture.dump(), site.fixture.media()), before, "{value}");
    }
    // The way it is built is sound: a value that keeps the rule is taken.
    let other = with_value(&good, "courses", "slug", "another-course");
    std::fs::write(site.file("other.tar"), other).unwrap();
    site.portal(&["restore", "other.tar", "--yes"]).said();
}

#[test]
fn a_restore_into_postgresql_walks_the_rows_too() {
    let (_, good) = backed_up();
    let site = Site::on_postgres();
    refused(&site, &with_value(&good, "videos", "url", "../../../etc/passwd"));
    refused(&site, &with_value(&good, "courses", "slug", "../x"));
}
