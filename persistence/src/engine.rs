//! How the databases are opened and used: connections, the one writer of SQLite, migrations, errors and sealing. It looks at no
//! feature.
//!
//! What holds under pressure, and by what:
//! - A write that was answered [`kernel::StoreError::Unavailable`] has not happened and will not ([`claim`]). Where COMMIT was sent and
//!   takes long, the answer is [`kernel::StoreError::OutcomeUnknown`]; where the connection was cut, another one asks what became of the
//!   transaction ([`postgres`]).
//! - No request waits longer than three seconds, and none waits while the database is known not to answer ([`availability`]).
//! - Readiness says whether anything can be written ([`availability::write_probe`]).
//! - What waits is bounded ([`threads`], [`writer`]), and a panic ends the work that it happened in and nothing else ([`work`]).

mod availability;
mod claim;
pub(crate) mod connection;
pub(crate) mod database;
pub(crate) mod errors;
pub(crate) mod migrations;
mod open;
pub(crate) mod postgres;
pub(crate) mod queue_metrics;
pub(crate) mod sealing;
pub(crate) mod store;
mod threads;
pub(crate) mod times;
mod work;
mod writer;
