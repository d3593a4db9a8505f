//! Every domain store, once, by diesel, for SQLite and PostgreSQL.
//!
//! Decision: one text for two databases. [`Store`] holds a plain enum of two connections, and the macro `on!` writes one
//! diesel expression into an arm for each. Diesel's own `MultiConnection` was ruled out: it costs a quarter more processor
//! time and cannot say `ON CONFLICT`. Cost: each query compiles twice.
//!
//! Decision: a write is one transaction that persistence opens around a whole use case ([`Database::write`]), so no use
//! case can forget it. On SQLite a single thread runs all writes and commits whatever is waiting together.
//!
//! Rows are private structs with derived `Queryable`, `Selectable` and `Insertable`, without a backend named, so that one struct
//! serves both arms of `on!`. A feature is a file and a folder; between features only these arrows exist: accounts → discord,
//! orders (deleting a user queues their roles and locks their orders); courses → accounts, discord (a user's columns; access
//! and role changes are queued); progress → courses (a grant's columns); orders → purchase-keys (an order's keys).

mod accounts;
mod backup;
mod connection;
mod courses;
mod database;
mod discord;
mod errors;
mod mail;
mod migrations;
mod orders;
mod progress;
mod purchase_keys;
mod row_values;
mod schema;
mod sealing;
mod store;
mod times;
mod writer;

pub use crate::accounts::{InviteRecord, MailRecord, PersonalDataStore, PositionRecord};
pub use crate::mail::{DueMail, MAIL_CLAIM, MailState, OutboxRecord, OutboxRecordStore, OutboxStore};
pub use backup::{
    BackupError, RestoredSessions, RestoredTable, check_snapshot, restore_snapshot, snapshot_media,
    write_snapshot,
};
pub use connection::DatabaseUrl;
pub use database::{ConnectError, Database, DatabaseOptions};
pub use store::Store;
