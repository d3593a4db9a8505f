//! `portal orders`: what was bought, and giving it back.

mod e_invoices;
mod find;
mod list;
mod refund;
mod show;
mod totals;

use clap::Subcommand;

use crate::output::Refusal;

/// Orders: list, show, refund, add up, write e-invoices
#[derive(Debug, Subcommand)]
pub enum OrdersCommand {
    List(list::List),
    Show(show::Show),
    Refund(refund::Refund),
    Totals(totals::Totals),
    EInvoices(e_invoices::EInvoices),
}

impl OrdersCommand {
    pub fn run(self) -> Result<(), Refusal> {
        match self {
            Self::List(command) => command.run(),
            Self::Show(command) => command.run(),
            Self::Refund(command) => command.run(),
            Self::Totals(command) => command.run(),
            Self::EInvoices(command) => command.run(),
        }
    }
}
