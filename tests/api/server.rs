//! The server as a process: its start, its load, and its database, disk and log when they fail.

mod failing_database;
mod frozen_database;
mod killed;
mod log_failures;
mod metrics_memory;
mod pressure;
mod sign_in_storm;
mod slow_readers;
mod starting;
mod unknown_outcomes;
