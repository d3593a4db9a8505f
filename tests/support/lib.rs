//! Starts the real things that tests run against: databases of both kinds, and what a claim needs to stand on.
//!
//! Decision: a fresh database for every test, so that no test knows of another and all may run at once. SQLite's is a file in a
//! temporary folder; PostgreSQL's is a copy of a migrated template within one temporary cluster that a whole run shares.

pub mod catalogue_fixture;
pub mod checkouts;
pub mod commit_proxy;
pub mod contract;
pub mod databases;
pub mod fake_discord;
mod fake_discord_answers;
mod fake_discord_http;
pub mod fake_stripe;
mod fake_stripe_api;
pub mod fake_stripe_events;
pub mod guild;
pub mod held_lock;
pub mod http;
pub mod http_stub;
pub mod keys;
pub mod mailbox;
pub mod parallel;
pub mod postgres;
pub mod process_memory;
pub mod samples;
pub mod server;
pub mod slow_reader;
pub mod smtp;
pub mod smtp_tls;
pub mod stripe_server;
pub mod tables;

pub use databases::{
    Engine::{self, Postgres, Sqlite},
    TestDatabase,
};
pub use fake_discord::{FakeDiscord, Fault};
pub use http::{Answer, Browser};
pub use parallel::at_once;
pub use server::Server;
pub use smtp::{SmtpSink, Whim};
