//! The staff command on an installation of a test.

use std::{path::Path, process::Command};

use kernel::DatabaseUrl;

use super::{binary, database_setting, run_to_end};
use crate::keys::SESSION_KEY;

/// `portal` with these words; its standard output.
///
/// # Panics
/// Where it is refused.
#[track_caller]
pub fn portal(data: &Path, database: &DatabaseUrl, words: &[&str]) -> String {
    let mut command = Command::new(binary("portal"));
    command
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("DATABASE_URL", database_setting(database))
        .env("PORTAL_DATA_DIR", data)
        .env("PORTAL_SESSION_KEY", SESSION_KEY)
        // To package takes processor time.
        .env("PORTAL_FFMPEG", "off")
        .current_dir(data);
    let (code, out, errors) = run_to_end(&mut command, words);
    assert_eq!(code, Some(0), "portal {words:?}: {out}{errors}");
    out
}
