//! Everything of `outbound` through its public surface, on a real file system.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on says so by a panic"
)]

mod course_folders;
mod exports;
mod mail_folders;
mod mail_messages;
mod media_stores;
mod receipts;
mod session_keys;
mod settings;
mod stripe_events;
mod videos;
