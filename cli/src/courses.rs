//! `portal courses`: the catalogue.

mod export;
mod import;
mod list;
pub mod outcomes;

use clap::Subcommand;

use crate::output::Refusal;

/// The catalogue: import, list, export
#[derive(Debug, Subcommand)]
pub enum CoursesCommand {
    Import(import::Import),
    List(list::List),
    Export(export::Export),
}

impl CoursesCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::Import(command) => command.run(),
            Self::List(command) => command.run(),
            Self::Export(command) => command.run(),
        }
    }
}
