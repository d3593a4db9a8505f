//! `portal site`: the owner's folder.

mod check;
mod init;

use clap::Subcommand;

use crate::output::Refusal;

/// The owner's folder: write it, check it
#[derive(Debug, Subcommand)]
pub enum SiteCommand {
    Init(init::Init),
    Check(check::Check),
}

impl SiteCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::Init(command) => command.run(),
            Self::Check(command) => command.run(),
        }
    }
}
