//! Stores of orders.

mod checkouts;
mod coupons;
mod events;
mod receipts;
mod refunds;
mod refusals;
mod withdrawals;
