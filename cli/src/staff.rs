//! `portal staff`: the names that sign in to the pages of staff.

mod add;
mod list;
mod remove;

use clap::Subcommand;

use crate::output::Refusal;

/// Who signs in to the pages of staff: add, list, remove
#[derive(Debug, Subcommand)]
pub enum StaffCommand {
    Add(add::Add),
    List(list::List),
    Remove(remove::Remove),
}

impl StaffCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::Add(command) => command.run(),
            Self::List(command) => command.run(),
            Self::Remove(command) => command.run(),
        }
    }
}
