//! Stores of orders.

mod checkouts;
mod events;
mod receipts;
mod refunds;
mod refusals;
mod withdrawals;
