//! Whether other users of the machine can read what holds members' data and secrets.

use std::{fs, io, os::unix::fs::PermissionsExt};

use kernel::DatabaseUrl;
use outbound::{Settings, embedded_files};

use super::verdict::Verdict::{self, Ok as Fine, Warn};

/// The permission bits of the group and of all other users.
const OTHERS: u32 = 0o077;

/// The data folder, the database with the files that SQLite puts beside it, and the session key.
pub fn check_files(settings: &Settings) -> Verdict {
    let mut paths = vec![settings.data_dir.clone(), settings.data_dir.join("session.key")];
    if let DatabaseUrl::Sqlite(database) = &settings.database {
        paths.extend(embedded_files(database));
    }
    let mut open = Vec::new();
    for path in &paths {
        match fs::metadata(path) {
            Ok(found) if found.permissions().mode() & OTHERS != 0 => {
                let mode = found.permissions().mode() & 0o777;
                open.push(format!("{} (mode {mode:o})", path.display()));
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Warn(format!("{} cannot be looked at: {error}", path.display())),
        }
    }
    if open.is_empty() {
        Fine(String::from("no other user of this machine can read the data"))
    } else {
        Warn(format!(
            "other users of this machine can read {}; `chmod go=` on each keeps them out",
            open.join(", ")
        ))
    }
}
