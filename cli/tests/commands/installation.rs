//! What is around the commands: the shell that calls them, and the version of their database.

mod completions;
mod upgrading;
