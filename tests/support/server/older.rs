//! The real programs of an older release, which `scripts/older-release` builds, beside those of this one.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

use kernel::DatabaseUrl;

use super::{OLDER, Server, THIS, command_of};
use crate::TestDatabase;

/// The variable that names the folder of the older release's programs.
pub const FOLDER: &str = "TEST_OLDER_RELEASE";

/// One of its programs.
///
/// # Panics
/// Where the variable names no such program.
#[must_use]
pub fn program(name: &str) -> PathBuf {
    let folder = std::env::var_os(FOLDER);
    let folder = folder.unwrap_or_else(|| panic!("{FOLDER} is not set: `make side-by-side` sets it"));
    let program = PathBuf::from(folder).join(name);
    assert!(program.exists(), "{} is missing", program.display());
    program
}

/// [`super::server_command`] of the older release.
#[must_use]
pub fn server_command(data: &Path, database: &DatabaseUrl) -> Command {
    command_of(OLDER, data, database)
}

impl Server {
    /// A server of the older release.
    #[must_use]
    pub fn older(database: impl Into<Arc<TestDatabase>>, settings: &[(&str, &str)]) -> Self {
        Self::of(OLDER, database.into(), settings)
    }

    /// A server of this release with the same settings and some more, over the same database and media.
    #[must_use]
    pub fn newer_beside(&self, more: &[(&str, &str)]) -> Self {
        self.beside_of(THIS, more)
    }
}
