//! Whether the database answers, by a way that is protected, and whether this machine and its settings fit the servers that share it.

use kernel::StoreError;
use outbound::Settings;
use persistence::{ClockDifference, Database, clock_difference, mixed_sessions};

use super::verdict::Verdict::{self, Fail, Ok as Fine, Warn};
use crate::{installation::check_key, output::Refusal};

pub fn check_database(settings: &Settings, database: &Database) -> Verdict {
    let kind = database.kind();
    let checked = database.check().and_then(|()| differences(settings, database));
    match mixed_sessions(&settings.database) {
        Ok(Some(problem)) => return Fail(format!("{kind}: {problem}")),
        Err(error) => return Fail(error.to_string()),
        Ok(None) => {}
    }
    if let Err(Refusal::Line(problem)) = check_key(settings) {
        return Fail(format!("{kind}: {problem}"));
    }
    match checked {
        Ok(differences) if differences.is_empty() => Fine(format!("{kind}, reached, schema up to date")),
        Ok(differences) => Warn(format!("{kind}, reached; {}", differences.join("; "))),
        Err(error) => Fail(format!("{kind}: {error}")),
    }
}

fn differences(settings: &Settings, database: &Database) -> Result<Vec<String>, StoreError> {
    let mut found: Vec<String> = settings
        .database_transport
        .warning()
        .map(str::to_owned)
        .into_iter()
        .collect();
    if let Some(ClockDifference { seconds }) = clock_difference(database)? {
        let direction = if seconds > 0 { "ahead of" } else { "behind" };
        found.push(format!(
            "this machine's clock is {} seconds {direction} the database's: correct it (NTP)",
            seconds.abs()
        ));
    }
    Ok(found)
}
