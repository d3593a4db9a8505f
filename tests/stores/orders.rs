//! Stores of orders.

mod checkouts;
mod events;
mod refunds;
