//! Whether a name of staff looked at unusually many members.

use audit::odd_looks;
use chrono::Utc;
use persistence::Database;

use super::verdict::Verdict::{self, Ok as Fine, Warn};
use crate::output::counted;

/// `None` without staff.
pub fn check_looks(database: &Database) -> Option<Verdict> {
    match database.read(|store| store.has_staff()) {
        Ok(true) => {}
        Ok(false) => return None,
        Err(error) => return Some(Warn(format!("the names of staff cannot be read: {error}"))),
    }
    let odd = match database.read(|store| odd_looks(store, Utc::now())) {
        Ok(odd) => odd,
        Err(error) => return Some(Warn(format!("the trail cannot be read: {error}"))),
    };
    if odd.is_empty() {
        return Some(Fine(String::from(
            "no name of staff read or searched unusually much in the last 24 hours",
        )));
    }
    let names: Vec<_> = odd
        .iter()
        .map(|looks| {
            format!(
                "{} read {} and searched in {}",
                looks.name,
                counted(looks.members, "member", "members"),
                counted(looks.search_hours, "hour", "hours")
            )
        })
        .collect();
    Some(Warn(format!(
        "unusually much in the last 24 hours: {}; `portal audit list --since 1d` has each time",
        names.join(", ")
    )))
}
