//! Whether the search finds what the lessons say.

use courses::search::store::IndexState;
use kernel::StoreError;
use persistence::Database;

use super::verdict::Verdict::{self, Fail, Ok as Fine, Warn};
use crate::output::counted;

/// Makes a damaged index anew, and indexes what is not indexed yet.
pub fn rebuild_search(database: &Database) -> Result<(), StoreError> {
    database.repair_index()?;
    database.index_courses().map(|_| ())
}

pub fn check_search(database: &Database) -> Verdict {
    match database.index_state() {
        Ok(IndexState::Whole { passages }) => Fine(format!(
            "its index is whole, {}",
            counted(usize::try_from(passages).unwrap_or(0), "passage", "passages")
        )),
        Ok(IndexState::Behind { courses }) => Warn(format!(
            "{} not indexed yet; a server does that within ten minutes, at its start at once",
            counted(courses, "course is", "courses are")
        )),
        Ok(IndexState::Damaged { cause }) => Fail(format!(
            "its index is damaged ({cause}); `portal doctor --rebuild-search` makes it anew"
        )),
        Err(error) => Fail(format!("its index cannot be checked: {error}")),
    }
}
