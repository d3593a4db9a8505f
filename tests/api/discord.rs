//! Discord over HTTP: links, invites, and roles that follow access.

mod convergence;
mod faults;
mod invites;
mod limits;
mod links;
mod questions;
