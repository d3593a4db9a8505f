//! `portal demo`: the courses that come with the program.

mod load;

use clap::Subcommand;

use crate::output::Refusal;

/// The demo catalogue
#[derive(Debug, Subcommand)]
pub enum DemoCommand {
    Load(load::Load),
}

impl DemoCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::Load(command) => command.run(),
        }
    }
}
