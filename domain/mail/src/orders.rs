//! Mails about orders.

pub mod credit_note;
pub mod e_invoice;
pub mod receipt;
pub mod withdrawal;
