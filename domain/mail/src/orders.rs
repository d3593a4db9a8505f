//! Mails about orders.

pub mod credit_note;
pub mod receipt;
pub mod withdrawal;
