//! `portal staff list`

use ::staff::StaffRecord;
use chrono::Utc;
use clap::Args;

use crate::{
    installation::Installation,
    output::{Cell, Column, Format, Records, Refusal, say},
};

const COLUMNS: &[Column] = &[
    ("name", "NAME"),
    ("role", "ROLE"),
    ("addedAt", "ADDED"),
    ("joinedAt", "JOINED"),
    ("lastSeen", "LAST SEEN"),
    ("sessions", "SESSIONS"),
];

/// List the names of staff, the oldest first
#[derive(Debug, Args)]
#[command(after_help = "Example: portal staff list --format json")]
pub struct List {
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl List {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let records = here.database.read(|store| store.staff_records(Utc::now()))?;
        if records.is_empty() {
            say("there is no staff, so their pages answer 404; `portal staff add` adds a name");
        }
        let records = Records {
            columns: COLUMNS,
            rows: records.iter().map(row).collect(),
        };
        records.print(self.format)
    }
}

fn row(record: &StaffRecord) -> Vec<Cell> {
    vec![
        Cell::text(record.member.name.as_str()),
        Cell::text(record.member.role.as_str()),
        record.added_at.into(),
        record.joined_at.into(),
        record.last_seen_at.into(),
        Cell::Number(i64::try_from(record.sessions).unwrap_or(i64::MAX)),
    ]
}
