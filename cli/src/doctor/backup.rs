//! How old the last backup is that was written from here.

use chrono::{TimeDelta, Utc};
use outbound::Settings;

use super::verdict::Verdict::{self, Ok as Fine, Warn};
use crate::{
    backup::last::last,
    output::{counted, minute},
};

const OLD: TimeDelta = TimeDelta::days(7);

/// Nothing where none was ever written from here: it may be taken elsewhere, or by other means.
pub fn check_backup(settings: &Settings) -> Option<Verdict> {
    let last = last(settings)?;
    let age = Utc::now() - last.written_at;
    let told = format!("{}, written {}", last.file.display(), minute(last.written_at));
    Some(if age > OLD {
        let days = counted(usize::try_from(age.num_days()).unwrap_or(0), "day", "days");
        Warn(format!(
            "the last one is {days} old: {told}; `portal backup FILE` takes another"
        ))
    } else {
        Fine(told)
    })
}
