//! `portal manual`: the manual's pages, made from the commands' help. `make release` calls it; it is not listed.

use std::{fs, path::PathBuf};

use clap::{Args, Command};

use crate::output::{Refusal, failed};

/// Write a page of the manual for each command into a folder
#[derive(Debug, Args)]
#[command(after_help = "Example: portal manual target/manual")]
pub struct Manual {
    /// Is made where it is missing
    folder: PathBuf,
}

impl Manual {
    /// `command` is the whole of `portal`.
    pub fn run(self, command: Command) -> Result<(), Refusal> {
        let problem = || failed(self.folder.display());
        fs::create_dir_all(&self.folder).map_err(problem())?;
        clap_mangen::generate_to(command, &self.folder).map_err(problem())
    }
}
