//! The audit trail as it stands.

use audit::{
    ActFilter, ActRecord, AuditRecordStore as _, ChainLink, Verification, VerifyError, verify_trail,
};
use persistence::Database;

/// Every row, the oldest first.
#[must_use]
pub fn trail(database: &Database) -> Vec<ActRecord> {
    let all = ActFilter::default();
    database
        .read(|store| store.acts_after(0, &all, 100_000))
        .expect("a trail")
}

/// Every row as `actor action user subject`, without what is none.
#[must_use]
pub fn told(database: &Database) -> Vec<String> {
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

/// # Errors
/// What is wrong with the trail.
pub fn verify(database: &Database, known: Option<ChainLink>) -> Result<Verification, VerifyError> {
    database.read(|store| verify_trail(store, known))
}

/// The newest row.
#[must_use]
pub fn head(database: &Database) -> ChainLink {
    database.read(|store| store.chain_state()).expect("a state").head
}
