//! The rules of orders over an in-memory store: checkout, payment events, the sandbox, and the keys on an order's page.
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
