//! Staff over HTTP: joining, sessions, and who of them may do what.

mod actions;
mod joining;
mod members;
mod questions;
mod refunds;
mod sessions;
mod today;
mod walk;
