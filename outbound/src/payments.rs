//! Where buyers pay: Stripe, or the sandbox of a demo.

pub(crate) mod sandbox;
pub(crate) mod stripe;
mod stripe_api;
pub(crate) mod stripe_check;
pub(crate) mod stripe_events;
