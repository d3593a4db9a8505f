//! How old the last backup of the database is.

use chrono::{TimeDelta, Utc};
use persistence::Database;

use super::verdict::Verdict::{self, Ok as Fine, Warn};
use crate::output::{counted, minute};

const OLD: TimeDelta = TimeDelta::days(7);

/// Returns `None` if this database was never backed up by `portal backup`: it may be done by other means.
pub fn check_backup(database: &Database) -> Option<Verdict> {
    let last = match database.read(|store| store.last_backup()) {
        Ok(last) => last?,
        Err(error) => return Some(Warn(format!("the last one cannot be looked up: {error}"))),
    };
    let age = Utc::now() - last.at;
    let last = format!("{}, written {}", last.place, minute(last.at));
    Some(if age > OLD {
        let days = counted(usize::try_from(age.num_days()).unwrap_or(0), "day", "days");
        Warn(format!(
            "the last one is {days} old: {last}; `portal backup FILE` takes another"
        ))
    } else {
        Fine(last)
    })
}
