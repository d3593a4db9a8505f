//! Services that the product asks, each for a few seconds.

pub mod discord;
pub mod mail;
pub mod stripe;
