//! What can be typed after `portal discord`.

use clap::Subcommand;

use crate::output::Format;

#[derive(Debug, Subcommand)]
pub enum DiscordCommand {
    /// Look at every linked member and put right what differs; lists what differed
    ///
    /// The server does this by itself whenever access changes. This is for roles that somebody changed by hand.
    Sync {
        /// Only this member
        #[arg(long)]
        user: Option<String>,
        /// Only list what differs
        #[arg(long)]
        dry_run: bool,
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// Show how many members are linked, waiting, away or failing; asks Discord nothing
    Status {
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
}
