//! `portal courses`: the catalogue.

mod check;
mod export;
mod import;
mod list;
pub mod outcomes;
mod package;
mod packaging;
pub mod recorded_catalogue;
mod report;

use clap::Subcommand;

use crate::output::Refusal;

/// The catalogue: check, import, package, list, export, report
#[derive(Debug, Subcommand)]
pub enum CoursesCommand {
    Check(check::Check),
    Import(import::Import),
    Package(package::Package),
    List(list::List),
    Export(export::Export),
    Report(report::Report),
}

impl CoursesCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::Check(command) => command.run(),
            Self::Import(command) => command.run(),
            Self::Package(command) => command.run(),
            Self::List(command) => command.run(),
            Self::Export(command) => command.run(),
            Self::Report(command) => command.run(),
        }
    }
}
