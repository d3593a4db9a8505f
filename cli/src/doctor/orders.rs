//! Orders that staff must look at.

pub mod tax;

use ::orders::{LATE_REFUND, OrderFilter};
use chrono::Utc;
use kernel::StoreError;
use persistence::Database;

use super::verdict::Verdict::{self, Fail, Ok as Well, Warn};
use crate::{output::counted, pages::for_each_order};

/// Orders that staff must look at; `None` without such orders.
pub fn check_flagged(database: &Database) -> Option<Verdict> {
    let filter = OrderFilter {
        needs_a_look: true,
        ..OrderFilter::default()
    };
    let mut count = 0;
    let counted = for_each_order(database, &filter, |_| {
        count += 1;
        Ok::<_, StoreError>(())
    });
    match counted {
        Ok(()) => match count {
            0 => None,
            count => Some(Warn(format!(
                "{count} brought money and opened nothing, or had VAT taken off; `portal orders list --flagged` shows them"
            ))),
        },
        Err(error) => Some(Warn(format!("the orders cannot be read: {error}"))),
    }
}

/// How many e-invoices were not delivered; `None` without such e-invoices.
pub fn check_e_invoices(database: &Database) -> Option<Verdict> {
    match database.read(|store| store.waiting_e_invoices(i64::MAX)) {
        Ok(waiting) if waiting.is_empty() => None,
        Ok(waiting) => Some(Warn(format!(
            "{} not delivered: name an address in site.toml, [company] e_invoices, or write the files by `portal orders e-invoices FOLDER`",
            counted(waiting.len(), "e-invoice was", "e-invoices were"),
        ))),
        Err(error) => Some(Warn(format!("the e-invoices cannot be read: {error}"))),
    }
}

/// Whether every refund that is owed was made in time.
pub fn check_refunds(database: &Database) -> Verdict {
    let late = match database.read(|store| store.late_refunds(Utc::now() - LATE_REFUND)) {
        Ok(late) => late,
        Err(error) => return Warn(format!("the refunds cannot be read: {error}")),
    };
    let Some(oldest) = late.first() else {
        return Well(String::from(
            "no refund failed, and none is owed for more than a day",
        ));
    };
    let problem = oldest.problem.as_deref().unwrap_or("it waits for its turn");
    Fail(format!(
        "{} failed, or owed for more than a day; the oldest is of order {} since {}: {problem}; `portal orders refund` asks for it again",
        counted(late.len(), "refund", "refunds"),
        oldest.reference,
        oldest.owed_since.format("%Y-%m-%d"),
    ))
}
