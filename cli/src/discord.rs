//! `portal discord`: the link to the guild.

mod client;
mod status;
mod sync;

use clap::Subcommand;

use crate::output::Refusal;

/// Discord: reconcile members' roles, show which jobs wait
#[derive(Debug, Subcommand)]
pub enum DiscordCommand {
    Sync(sync::Sync),
    Status(status::Status),
}

impl DiscordCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::Sync(command) => command.run(),
            Self::Status(command) => command.run(),
        }
    }
}
