//! The audit trail as it stands.

use audit::{Act, ActFilter, ActRecord, ActingStaff, Action};
use persistence::Database;

/// An act of a command, whose operator the system does not name.
#[must_use]
pub fn by_command(action: Action) -> Act {
    ActingStaff::at_command(None, None).act(action)
}

/// Every row, the oldest first.
#[must_use]
pub fn trail(database: &Database) -> Vec<ActRecord> {
    let all = ActFilter::default();
    database
        .read(|store| store.acts_after(0, &all, 100_000))
        .expect("a trail")
}

/// Every row as `actor action user subject`, without what is missing.
#[must_use]
pub fn trail_lines(database: &Database) -> Vec<String> {
    let words = |record: &ActRecord| {
        let words = [
            Some(record.shown_actor()),
            Some(record.action.clone()),
            record.shown_user(),
            record.subject.clone(),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    };
    trail(database).iter().map(words).collect()
}

/// The actions of every row, the oldest first.
#[must_use]
pub fn actions(database: &Database) -> Vec<String> {
    trail(database).into_iter().map(|record| record.action).collect()
}
