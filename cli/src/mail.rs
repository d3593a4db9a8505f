//! `portal mail`: what is in the outbox, and another round for what failed.

mod list;
mod retry;

use clap::Subcommand;

use crate::output::Refusal;

/// Mails: list what waits, was sent or failed; try failed ones again
#[derive(Debug, Subcommand)]
pub enum MailCommand {
    List(list::List),
    Retry(retry::Retry),
}

impl MailCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::List(command) => command.run(),
            Self::Retry(command) => command.run(),
        }
    }
}
