//! Whether the audit trail is append-only in the database.

use persistence::Database;

use super::verdict::Verdict::{self, Fail, Ok as Fine};

pub fn check_guards(database: &Database) -> Verdict {
    match database.read(|store| store.missing_audit_guards()) {
        Ok(missing) if missing.is_empty() => Fine(String::from("the trail is append-only")),
        Ok(missing) => Fail(format!(
            "the trail can be changed: the database lacks {} of its migrations, or has it disabled; enable it, or restore a backup",
            missing.join(", ")
        )),
        Err(error) => Fail(format!("the trail's triggers cannot be read: {error}")),
    }
}
