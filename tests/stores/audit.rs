//! The audit trail: one chain, in the act's own transaction, whatever is done to it found.

mod appending;
mod leaving;
mod mutations;

use audit::{Act, Action, AuditStore as _};
use chrono::{DateTime, Utc};
use kernel::StoreError;
use persistence::Database;

/// Appends acts in one transaction.
fn append(database: &Database, acts: Vec<Act>, now: DateTime<Utc>) {
    let appended: Result<(), StoreError> =
        database.write(move |store| acts.iter().try_for_each(|act| store.append_act(act, now)));
    appended.expect("acts are appended");
}

fn grant(subject: &str) -> Act {
    Act::by_staff(Action::UsersGrant).about(subject)
}
