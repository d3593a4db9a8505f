//! What runs beside requests: mails, Discord, refunds, notices, messages about questions, cleanup, devices that watch, the search
//! index, the public courses page, the change of the session key.

pub mod catalogue_pages;
pub mod cleanup;
pub mod clock_guard;
pub mod discord;
pub mod mail;
pub mod notices;
pub mod question_notices;
pub mod refunds;
pub mod resealing;
pub mod search_index;
pub mod watching;
