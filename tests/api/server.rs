//! The server as a process: its start, its load, and its database, disk and log when they fail.

mod agreement;
mod database;
mod deployment;
mod documents;
mod failing_disk;
mod handover;
mod killed;
mod logs;
mod metrics;
mod pressure;
mod session_keys;
mod several;
mod sign_in_storm;
mod slow_readers;
mod starting;
