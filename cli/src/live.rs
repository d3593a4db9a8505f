//! `portal live`: the live sessions of courses.

mod add;
mod cancel;
mod edit;
mod list;
mod place;
mod show;

use ::live::LiveId;
use clap::Subcommand;

use crate::output::{Refusal, refused};

/// Live sessions of courses: add, list, show, edit, cancel
#[derive(Debug, Subcommand)]
pub enum LiveCommand {
    Add(add::Add),
    List(list::List),
    Show(show::Show),
    Edit(edit::Edit),
    Cancel(cancel::Cancel),
}

impl LiveCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::Add(command) => command.run(),
            Self::List(command) => command.run(),
            Self::Show(command) => command.run(),
            Self::Edit(command) => command.run(),
            Self::Cancel(command) => command.run(),
        }
    }
}

fn no_such_live(id: LiveId) -> Refusal {
    refused(format!(
        "there is no live session {}; `portal live list` shows them",
        id.0
    ))
}
