//! `portal codes`: purchase keys.

mod issue;
mod list;
mod revoke;
mod show;
mod table;
mod typed_key;

use clap::Subcommand;

use crate::output::Refusal;

/// Purchase keys: issue, list, show, revoke
#[derive(Debug, Subcommand)]
pub enum CodesCommand {
    Issue(issue::Issue),
    List(list::List),
    Show(show::Show),
    Revoke(revoke::Revoke),
}

impl CodesCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::Issue(command) => command.run(),
            Self::List(command) => command.run(),
            Self::Show(command) => command.run(),
            Self::Revoke(command) => command.run(),
        }
    }
}
