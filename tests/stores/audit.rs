//! The audit trail: rows of the act's own transaction, which nothing changes.

mod appending;
mod guards;
mod leaving;

use audit::{Act, Action, AuditStore as _};
use chrono::{DateTime, Utc};
use kernel::StoreError;
use persistence::Database;
use support::audit::by_command;

/// Appends acts in one transaction.
fn append(database: &Database, acts: Vec<Act>, now: DateTime<Utc>) {
    let appended: Result<(), StoreError> =
        database.write(move |store| acts.iter().try_for_each(|act| store.append_act(act, now)));
    appended.expect("acts are appended");
}

fn grant(subject: &str) -> Act {
    by_command(Action::UsersGrant).about(subject)
}
