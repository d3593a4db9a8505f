//! `portal audit`: who did what to which account, key, access or order.

mod list;

use audit::{Act, ActingStaff, Action, ActorName, AuditStore, Reason};
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

/// The operator of the running command: `SUDO_USER`, else `PORTAL_STAFF`, is the name in the trail.
pub fn operator(reason: Option<Reason>) -> ActingStaff {
    let named = |variable| ActorName::of(&std::env::var(variable).unwrap_or_default());
    ActingStaff::at_command(named("SUDO_USER").or_else(|| named("PORTAL_STAFF")), reason)
}

/// An act of the running command, for which no reason is asked.
pub fn by_operator(action: Action) -> Act {
    operator(None).act(action)
}

/// Records a command that has no transaction of its own: a command that copies files, or works in many transactions, before it begins.
pub fn record(database: &Database, act: Act) -> Result<(), StoreError> {
    database.write(move |store| store.append_act(&act, Utc::now()))
}
