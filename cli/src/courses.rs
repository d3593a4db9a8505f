//! `portal courses`: the catalogue.

mod changes;
mod check;
mod export;
mod hide;
mod import;
mod list;
mod new;
pub mod outcomes;
mod package;
mod packaging;
pub mod recorded_catalogue;
mod remove;
mod rename_slug;
mod report;
mod show;

use clap::Subcommand;

use crate::output::Refusal;

/// The catalogue: new, check, import, package, list, hide, show, rename-slug, remove, export, report
#[derive(Debug, Subcommand)]
pub enum CoursesCommand {
    New(new::New),
    Check(check::Check),
    Import(import::Import),
    Package(package::Package),
    List(list::List),
    Hide(hide::Hide),
    Show(show::Show),
    RenameSlug(rename_slug::RenameSlug),
    Remove(remove::Remove),
    Export(export::Export),
    Report(report::Report),
}

impl CoursesCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::New(command) => command.run(),
            Self::Check(command) => command.run(),
            Self::Import(command) => command.run(),
            Self::Package(command) => command.run(),
            Self::List(command) => command.run(),
            Self::Hide(command) => command.run(),
            Self::Show(command) => command.run(),
            Self::RenameSlug(command) => command.run(),
            Self::Remove(command) => command.run(),
            Self::Export(command) => command.run(),
            Self::Report(command) => command.run(),
        }
    }
}
