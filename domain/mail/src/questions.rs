//! The mails about questions beside lessons.

pub mod answered;
pub mod reported;
