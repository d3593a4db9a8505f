//! The accounts that became buyers of visitors' orders.

use ::mail::EmailAddress;
use diesel::prelude::*;
use kernel::{StoreError, UserId};
use purchase_keys::KeyHash;

use crate::{
    Store,
    schema::{order_buyers, order_courses, orders, purchase_codes},
    store::on,
};

#[derive(Insertable)]
#[diesel(table_name = order_buyers)]
struct BuyerRow {
    order_id: i32,
    user_id: i32,
}

/// The paid orders that visitors made with an address.
macro_rules! visitors_orders {
    ($email:expr) => {
        orders::table
            .filter(orders::email_key.eq($email.key()))
            .filter(orders::user_id.is_null())
            .filter(orders::paid_at.is_not_null())
    };
}

fn become_buyer(store: &mut Store<'_>, user: UserId, orders: Vec<i32>) -> Result<(), StoreError> {
    for order_id in orders {
        let row = BuyerRow {
            order_id,
            user_id: user.0,
        };
        // An order that has a buyer keeps it.
        on!(store, c => diesel::insert_into(order_buyers::table)
            .values(&row)
            .on_conflict_do_nothing()
            .execute(*c))?;
    }
    Ok(())
}

/// Makes a user the buyer of the order that a key was issued for, where a visitor made it with this address; whether the key was
/// issued for an order.
pub(crate) fn adopt_order_of_key(
    store: &mut Store<'_>,
    user: UserId,
    key: &KeyHash,
    email: &EmailAddress,
) -> Result<bool, StoreError> {
    let issued_for = on!(store, c => order_courses::table
        .inner_join(purchase_codes::table)
        .filter(purchase_codes::code.eq(&key.0[..]))
        .select(order_courses::order_id)
        .load::<i32>(*c))?;
    if issued_for.is_empty() {
        return Ok(false);
    }
    let adopted = on!(store, c => visitors_orders!(email)
        .filter(orders::id.eq_any(&issued_for))
        .select(orders::id)
        .load::<i32>(*c))?;
    become_buyer(store, user, adopted)?;
    Ok(true)
}

/// Makes a user the buyer of the paid orders that visitors made with an address.
pub(crate) fn adopt_orders(
    store: &mut Store<'_>,
    user: UserId,
    email: &EmailAddress,
) -> Result<(), StoreError> {
    let adopted = on!(store, c => visitors_orders!(email)
        .order(orders::id)
        .select(orders::id)
        .load::<i32>(*c))?;
    become_buyer(store, user, adopted)
}
