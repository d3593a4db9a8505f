//! Purchase keys as rows.

use kernel::AccessTerm;
use purchase_keys::{KeyRecord, PurchaseKey};

use crate::output::{Cell, Column, Records};

pub const COLUMNS: &[Column] = &[
    ("key", "KEY"),
    ("course", "COURSE"),
    ("state", "STATE"),
    ("access", "ACCESS"),
    ("email", "MAILED TO"),
    ("createdAt", "ISSUED"),
    ("usedAt", "USED"),
    ("usedBy", "USED BY"),
    ("revokedAt", "REVOKED"),
    ("note", "NOTE"),
];

pub fn key_table(records: &[KeyRecord]) -> Records {
    Records {
        columns: COLUMNS,
        rows: records.iter().map(row).collect(),
    }
}

pub fn row(record: &KeyRecord) -> Vec<Cell> {
    let key = record
        .key
        .as_ref()
        .map_or_else(|| format!("{}-…", record.hint), PurchaseKey::reveal);
    vec![
        Cell::Whole(key),
        Cell::text(&record.course_slug),
        Cell::Whole(record.state.as_str().to_owned()),
        Cell::Whole(AccessTerm::to_string(&record.term)),
        record.email.clone().into(),
        record.created_at.into(),
        record.used_at.into(),
        record.used_by.clone().into(),
        record.revoked_at.into(),
        record.note.clone().into(),
    ]
}
