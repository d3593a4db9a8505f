//! The server's database: with which rights it is reached, how the way to it is protected, and what is answered while it fails.

mod failing;
mod frozen;
mod roles;
mod tls;
mod unknown_outcomes;
