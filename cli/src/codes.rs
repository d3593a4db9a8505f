//! `portal codes`: purchase keys.

mod addresses;
mod issue;
mod list;
mod mail;
mod revoke;
mod show;
mod table;
mod typed_key;

use clap::Subcommand;

use crate::output::Refusal;

/// Purchase keys: issue, mail, list, show, revoke
#[derive(Debug, Subcommand)]
pub enum CodesCommand {
    Issue(issue::Issue),
    Mail(mail::Mail),
    List(list::List),
    Show(show::Show),
    Revoke(revoke::Revoke),
}

impl CodesCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::Issue(command) => command.run(),
            Self::Mail(command) => command.run(),
            Self::List(command) => command.run(),
            Self::Show(command) => command.run(),
            Self::Revoke(command) => command.run(),
        }
    }
}
