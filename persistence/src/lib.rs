//! Every domain store, once, by diesel, for SQLite and PostgreSQL.
//!
//! Decision: one text for two databases. [`Store`] holds a plain enum of two connections, and the macro `on!` writes one
//! diesel expression into an arm for each. Diesel's own `MultiConnection` was ruled out: it costs a quarter more processor
//! time and cannot say `ON CONFLICT`. Cost: each query compiles twice.
//!
//! Decision: a write is one transaction that persistence opens around a whole use case ([`Database::write`]), so no use
//! case can forget it. On SQLite a single thread runs all writes and commits all waiting work together.
//!
//! Decision: a request never waits for a database longer than it may: every blocking call has a limit, what waits is bounded, and a write that
//! is taken back never commits. The docs of `engine` say how. Cost: threads of its own, and on PostgreSQL one statement more in each write.
//!
//! What the rules ask for is a trait of the domain, implemented for [`Store`]; what only servers and commands ask for is a method of it.
//! Every such method may return [`StoreError`](kernel::StoreError).
//!
//! Rows are private structs with derived `Queryable`, `Selectable` and `Insertable`, without a backend named, so that one struct
//! serves both arms of `on!`. A feature is a file and a folder; between features only these arrows exist: accounts → discord,
//! orders (deleting a user queues their roles and locks their orders); audit → accounts (a user's name); backup → audit (its triggers); courses → accounts, discord, practice (a user's columns; access
//! and role changes are queued; a lesson's exercises); progress, practice → courses (a grant's columns); orders → purchase-keys (an order's keys); staff → purchase-keys (what a sealed key opens for); accounts → questions (those of a deleted user); live → courses (a grant's columns), mail (what is taken back); purchase-keys → order-buyers (what a key's account adopts); accounts, staff → mail (what is forgotten of a deleted user; the key of a mail's job); moving-in → accounts, courses, discord, purchase-keys (their columns, and what an import writes); discord, mail, questions → jobs. `monitoring` counts the rows of several features,
//! `accounts::export` reads those of one account, `resealing` seals anew what any of them sealed, and `session_key` counts what it does not open.

mod accounts;
mod attempts;
mod audit;
mod backup;
mod courses;
mod discord;
mod engine;
mod jobs;
mod live;
mod mail;
mod monitoring;
mod moving_in;
mod order_buyers;
mod orders;
mod page_errors;
mod practice;
mod progress;
mod purchase_keys;
mod questions;
mod replay;
mod resealing;
mod schema;
mod servers;
mod session_key;
mod staff;

use engine::{connection, errors, migrations, store, times};

pub use crate::accounts::export_account;
pub use crate::attempts::{AttemptKey, CountedAttempt};
pub use crate::courses::media_locks;
pub use crate::discord::DiscordJobs;
pub use crate::jobs::{JOB_CLAIM, Job, JobRecord};
pub use crate::mail::{DueMail, MailState, OutboxRecord, StoredMail, UnreadableMail, retry_mails_by_staff};
pub use crate::staff::{MemberExercises, MemberRun};
pub use backup::{
    BackupColumn, BackupError, BackupRow, BackupRows, BackupTable, ColumnKind, RestoredSessions,
    RestoredTable, RowVisitor, SchemaAge, Snapshot, SnapshotFacts, check_rows, load_embedded, restore_rows,
    schema_age,
};
pub use engine::database::{ConnectError, Database, DatabaseOptions};
pub use engine::migrations::known_backup::LastBackup;
pub use engine::migrations::release::{Release, ReleaseError};
pub use engine::migrations::trial::{Trial, try_upgrade};
pub use engine::migrations::upgrade::{Upgraded, WithoutBackup, has_schema, note_backup, upgrade};
pub use engine::queue_metrics::{QueueMetrics, Waiting};
pub use engine::store::Store;
pub use monitoring::Backlog;
pub use page_errors::{PageError, ReportedPageError};
pub use resealing::ResealStep;
pub use servers::{ClockDifference, clock_difference, mixed_sessions};
pub use session_key::{DisagreeError, KeyFingerprint, ReplacedKey, SealedUnder, agree_on_key, sealed_under};
