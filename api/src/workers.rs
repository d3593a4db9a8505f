//! What runs beside requests: mails, Discord, notices, cleanup.

pub mod cleanup;
pub mod clock_guard;
pub mod discord;
pub mod mail;
pub mod notices;
