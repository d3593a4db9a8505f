//! What is around the commands: the shell that calls them, the version of their database and the key that seals it.

mod completions;
mod session_key;
mod upgrading;
