//! The server as a process: its start, its load, and its database, disk and log when they fail.

mod agreement;
mod database;
mod deployment;
mod failing_database;
mod failing_disk;
mod frozen_database;
mod handover;
mod killed;
mod log_failures;
mod log_lines;
mod metrics;
mod metrics_memory;
mod pressure;
mod session_keys;
mod several;
mod sign_in_storm;
mod slow_readers;
mod starting;
mod unknown_outcomes;
