//! Stores of orders.

mod checkouts;
mod coupons;
mod e_invoices;
mod events;
mod quantity;
mod receipts;
mod refunds;
mod refusals;
mod totals;
mod withdrawals;
