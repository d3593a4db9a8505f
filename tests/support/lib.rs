//! Starts the real things that tests run against: databases of both kinds, and what a claim needs to stand on.
//!
//! Decision: a fresh database for every test, so that no test knows of another and all may run at once. SQLite's is a file in a
//! temporary folder; PostgreSQL's is a copy of a migrated template within one temporary cluster that a whole run shares.

pub mod audit;
pub mod catalogue_fixture;
pub mod checkouts;
pub mod courses;
pub mod databases;
pub mod http;
pub mod keys;
pub mod mailbox;
pub mod parallel;
pub mod samples;
pub mod server;
pub mod staff;
mod stand_ins;
pub mod waiting;

pub use self::discord::{FakeDiscord, Fault};
pub use databases::{
    Engine::{self, Postgres, Sqlite},
    TestDatabase,
};
pub use failing_disk::{DiskFault, FailingDisk};
pub use http::{Answer, Browser};
pub use object_store::{ObjectStore, S3Server, StoreMake};
pub use parallel::at_once;
pub use server::Server;
pub use smtp::{SmtpFault, SmtpSink};
// A test names what it talks to, `support::stripe`, and not the folder that it is in.
pub use stand_ins::{
    authenticator, balancer, discord, failing_disk, moved_clock, object_store, passkey, smtp,
    strict_signature, stripe,
};
