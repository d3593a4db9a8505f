//! The rules of orders over an in-memory store: checkout, payment events, the sandbox, the keys on an order's page, withdrawals.
#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot continue ends with a panic"
)]

mod checkout;
mod fresh_keys;
mod payment_events;
mod receipts;
mod sandbox;
mod setup;
mod withdrawal_links;
mod withdrawal_refunds;
mod withdrawals;
