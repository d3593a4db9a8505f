//! Every domain store, once, by diesel, for SQLite and PostgreSQL.
//!
//! Decision: one text for two databases. [`Store`] holds a plain enum of two connections, and the macro `on!` writes one
//! diesel expression into an arm for each. Diesel's own `MultiConnection` was ruled out: it costs a quarter more processor
//! time and cannot say `ON CONFLICT`. Cost: each query compiles twice.
//!
//! Decision: a write is one transaction that persistence opens around a whole use case ([`Database::write`]), so no use
//! case can forget it. On SQLite a single thread runs all writes and commits whatever is waiting together.
//!
//! Decision: a request never waits for a database longer than it may: every hop has a limit, what waits is bounded, and a write that
//! is taken back never commits. How, say the docs of `engine`. Cost: threads of its own, and on PostgreSQL one statement more in each write.

mod access_grants;
mod access_notices;
mod accounts;
mod backup;
mod backup_discord;
mod coupons;
mod course_import;
mod courses;
mod discord;
mod discord_queue;
mod engine;
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

use engine::{connection, errors, migrations, store, times};

pub use backup::{
    BackupError, RestoredSessions, RestoredTable, check_snapshot, restore_snapshot, snapshot_media,
    write_snapshot,
};
pub use engine::database::{ConnectError, Database, DatabaseOptions};
pub use engine::store::Store;
pub use outbox::{DueMail, MAIL_CLAIM, OutboxStore};
pub use outbox_records::{MailState, OutboxRecord, OutboxRecordStore};
pub use personal_data::{InviteRecord, MailRecord, PersonalDataStore, PositionRecord};
