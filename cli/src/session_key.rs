//! `portal session-key`: the key that signs cookies and seals purchase keys and mails.

mod replace;

use clap::Subcommand;

use crate::output::Refusal;

/// The key under which the database is sealed
#[derive(Debug, Subcommand)]
pub enum SessionKeyCommand {
    Replace(replace::Replace),
}

impl SessionKeyCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::Replace(command) => command.run(),
        }
    }
}
