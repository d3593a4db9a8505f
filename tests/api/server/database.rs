//! The server's database: with which rights it is reached, how the way to it is protected, what is answered while it fails, and how a newer version takes it over.

mod command_ends;
mod failing;
mod frozen;
mod releases;
mod roles;
mod tls;
mod unknown_outcomes;
mod upgrades;
