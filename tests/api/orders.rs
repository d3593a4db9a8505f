//! Orders over HTTP: the sandbox, Stripe's pages and events, refunds, withdrawals.

mod e_invoices;
mod events;
mod faults;
mod inquiries;
mod payments;
mod receipts;
mod refunds;
mod sandbox;
mod storm;
mod stripe_client;
mod tax;
mod withdrawal_storm;
mod withdrawals;
