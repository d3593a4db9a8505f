//! Every domain store, once, by diesel, for SQLite and PostgreSQL.
//!
//! Decision: one text for two databases. [`Store`] holds a plain enum of two connections, and the macro `on!` writes one
//! diesel expression into an arm for each. Diesel's own `MultiConnection` was ruled out: it costs a quarter more processor
//! time and cannot say `ON CONFLICT`. Cost: each query compiles twice.
//!
//! Decision: a write is one transaction that persistence opens around a whole use case ([`Database::write`]), so no use
//! case can forget it. On SQLite a single thread runs all writes and commits whatever is waiting together.

mod access_grants;
mod access_notices;
mod accounts;
mod backup;
mod backup_discord;
mod connection;
mod coupons;
mod course_import;
mod courses;
mod database;
mod discord;
mod discord_assignments;
mod discord_queue;
mod errors;
mod migrations;
mod order_lists;
mod order_payments;
mod order_rows;
mod orders;
mod outbox;
mod outbox_records;
mod personal_data;
mod progress;
mod purchase_keys;
mod receipts;
mod schema;
mod sealing;
mod store;
mod times;
mod writer;

pub use backup::{
    BackupError, RestoredSessions, RestoredTable, check_snapshot, restore_snapshot, snapshot_media,
    write_snapshot,
};
pub use connection::DatabaseUrl;
pub use database::{ConnectError, Database, DatabaseOptions};
pub use outbox::{DueMail, MAIL_CLAIM, OutboxStore};
pub use outbox_records::{MailState, OutboxRecord, OutboxRecordStore};
pub use personal_data::{InviteRecord, MailRecord, PersonalDataStore, PositionRecord};
pub use store::Store;
