//! Orders that staff must look at.

use ::orders::{OrderFilter, OrderLists};
use persistence::Database;

use super::verdict::Verdict::{self, Warn};

/// Orders that staff must look at; none where there are none.
pub fn check_flagged(database: &Database) -> Option<Verdict> {
    match database.read(|store| store.orders(&OrderFilter::default())) {
        Ok(orders) => match orders.iter().filter(|order| order.needs_a_look()).count() {
            0 => None,
            count => Some(Warn(format!(
                "{count} brought money and opened nothing, or had VAT taken off; `portal orders list --flagged` shows them"
            ))),
        },
        Err(error) => Some(Warn(format!("the orders cannot be read: {error}"))),
    }
}
