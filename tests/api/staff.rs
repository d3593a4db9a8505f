//! Staff over HTTP: joining, sessions, and who of them may do what.

mod actions;
mod causes;
mod doors;
mod joining;
mod members;
mod pages;
mod refunds;
mod sessions;
mod today;
mod walk;
