//! The environment: its variables, and the session key.

mod session_keys;
pub(crate) mod variables;
