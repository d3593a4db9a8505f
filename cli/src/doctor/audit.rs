//! Whether the audit trail is what was written.

use audit::{ChainLink, VerifyError, verify_trail};
use persistence::Database;

use super::verdict::Verdict::{self, Fail, Ok as Fine};
use crate::output::counted;

/// Reads the whole chain, a page at a time; `known` is an end of it from elsewhere.
pub fn check_trail(database: &Database, known: Option<ChainLink>) -> Verdict {
    match database.read(|store| verify_trail(store, known)) {
        Ok(trail) => Fine(format!(
            "{} in one chain, which ends in {}",
            counted(usize::try_from(trail.rows).unwrap_or(0), "row", "rows"),
            trail.head
        )),
        Err(VerifyError::Fault(fault)) => Fail(format!(
            "the trail is not what was written: {fault}; compare it with a backup"
        )),
        Err(VerifyError::Store(error)) => Fail(format!("the trail cannot be read: {error}")),
    }
}
