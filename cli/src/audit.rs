//! `portal audit`: who did what to which account, key, access or order.

mod list;

use audit::{Act, AuditStore};
use chrono::Utc;
use clap::Subcommand;
use kernel::StoreError;
use persistence::Database;

use crate::output::Refusal;

/// The audit trail: list
#[derive(Debug, Subcommand)]
pub enum AuditCommand {
    List(list::List),
}

impl AuditCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::List(command) => command.run(),
        }
    }
}

/// Records a command that has no transaction of its own: one that copies files, or that works in many transactions, before it begins.
pub fn record(database: &Database, act: Act) -> Result<(), StoreError> {
    database.write(move |store| store.append_act(&act, Utc::now()))
}
