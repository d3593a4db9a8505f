//! The environment: its variables, and the session key.

mod discord;
mod private_files;
mod proxies;
mod session_keys;
pub(crate) mod variables;
