//! The staff's commands, each through the real binary on a data directory of its own.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot continue ends with a panic"
)]

mod audit;
mod backups;
mod codes;
mod courses;
mod discord;
mod doctor;
mod fixture;
mod installation;
mod mail;
mod money;
mod object_store;
mod packaging;
mod practice;
mod users;

#[path = "../../src/output/formula.rs"]
mod formula;
