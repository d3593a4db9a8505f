//! Starts the real things that tests run against: databases of both kinds, and what a claim needs to stand on.
//!
//! Decision: a fresh database for every test, so that no test knows of another and all may run at once. SQLite's is a file in a
//! temporary folder; PostgreSQL's is a copy of a migrated template within one temporary cluster that a whole run shares.

pub mod catalogue_fixture;
pub mod checkouts;
pub mod databases;
pub mod discord;
pub mod http;
pub mod keys;
pub mod mailbox;
pub mod parallel;
pub mod samples;
pub mod server;
pub mod smtp;
pub mod stripe;

pub use self::discord::{FakeDiscord, Fault};
pub use databases::{
    Engine::{self, Postgres, Sqlite},
    TestDatabase,
};
pub use http::{Answer, Browser};
pub use parallel::at_once;
pub use server::Server;
pub use smtp::{SmtpFault, SmtpSink};
