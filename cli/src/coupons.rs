//! `portal coupons`: codes that take something off a plan's price.

mod create;
mod disable;
mod list;

use clap::Subcommand;

use crate::output::Refusal;

/// Coupons: create, list, disable
#[derive(Debug, Subcommand)]
pub enum CouponsCommand {
    Create(create::Create),
    List(list::List),
    Disable(disable::Disable),
}

impl CouponsCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::Create(command) => command.run(),
            Self::List(command) => command.run(),
            Self::Disable(command) => command.run(),
        }
    }
}
