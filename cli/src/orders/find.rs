//! An order as staff name it.

use ::orders::{DocumentNumber, Order, OrderReference, OrderStore};

use crate::{
    installation::Installation,
    output::{Refusal, refused},
};

/// An order by its reference or by the number of its receipt.
pub fn find_order(here: &Installation, name: &str) -> Result<Order, Refusal> {
    let found = match (name.parse::<OrderReference>(), name.parse::<DocumentNumber>()) {
        (Ok(reference), _) => here.database.read(|store| store.order(&reference))?,
        (_, Ok(number)) => here.database.read(|store| store.order_of_receipt(number))?,
        _ => None,
    };
    found.ok_or_else(|| {
        refused(format!(
            "there is no order {name:?}; `portal orders list` shows them all"
        ))
    })
}
